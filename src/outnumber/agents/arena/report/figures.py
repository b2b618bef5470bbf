"""The statistics of an arena, computed from its files; the order of their lines does not matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from outnumber.agents.arena.measures import (
    ChanceTally,
    chances_by,
    head_to_head,
    phase,
    rarity,
    sources,
    spent,
    standings,
    total,
    unfinished_usage,
)
from outnumber.agents.arena.names import cut, labels
from outnumber.agents.arena.read import PLAN, RESULTS, read_costs, read_plan, read_results
from outnumber.agents.arena.report.tables import ReportSection, ReportTable, Row
from outnumber.games.sentences import Phrase, Voice
from outnumber.store.files import StoreError
from outnumber.study.statistics.rating import ratings


class Figures:
    """All statistics so far, the best player first; raises `StoreError` for invalid files."""

    def __init__(self, directory: Path, voice: Voice) -> None:
        self.voice = voice
        # The version of Outnumber that started the arena.
        self.plan, self.version = read_plan(directory)
        # Games that an endpoint refused are reported, but excluded from all statistics.
        self.results = read_results(directory)
        self.refused = [result for result in self.results if result.refused]
        self.played = played = [result for result in self.results if not result.refused]
        strangers = {player for each in self.results for player in each.players} - set(self.plan.players)
        if strangers:
            name = cut(min(strangers), 40)
            remedy = Phrase("{name} is not in {file}; remove the lines of this player.", name=name, file=PLAN)
            raise StoreError("unreadable", text=directory / RESULTS, remedy=remedy)
        self.standings = standings(played)
        self.players = [each.player for each in self.standings]
        self.labels = labels(dict.fromkeys([*self.players, *self.plan.players]), voice)
        self.pairs = head_to_head(played)
        rated = ratings(each.decided for each in played)
        self.ratings = {player: rated[player] for player in self.players}
        self.by_game = {
            game: ratings(each.decided for each in played if each.game == game)
            for game in dict.fromkeys(result.game for result in played)
        }
        # Chances by grouping, group and player.
        self.groups: Mapping[str, Mapping[str, Mapping[str, ChanceTally]]] = {
            "rarity": chances_by(played, lambda result, place: rarity(result.turns[place])),
            "phase": chances_by(played, lambda result, place: phase(place, len(result.turns))),
            "game": chances_by(played, lambda result, _: result.game),
            "size": chances_by(played, lambda result, _: result.size),
        }
        costs = read_costs(directory)
        every = [*costs.games.values(), *costs.unfinished]
        # Costs of finished games, of unfinished games, and, for models, of both.
        finished, unfinished = spent(self.results, costs.games), unfinished_usage(costs.unfinished)
        self.spent = {player: finished[player] for player in self.labels if player in finished}
        self.wasted = {player: used for player, used in unfinished.items() if player in self.labels}
        self.paid = {
            player: total(each[player] for each in (finished, unfinished) if player in each)
            for player in self.labels
            if player in unfinished or finished[player]["asked_games"]
        }
        self.sources = sources(every)
        # End times of the games, and the versions that played them.
        self.dates = sorted({each.at for each in every if each.at})
        self.versions = sorted({each.version for each in every if each.version})

    @property
    def games(self) -> int:
        """The number of finished games."""
        return len(self.results)

    def table(self, rows: Sequence[Row], caption: str, *columns: str) -> ReportTable:
        """Build a table, with its caption and headings translated."""
        word = self.voice.word
        return ReportTable(word(caption), [*map(word, columns)], rows)

    def section(
        self, title: str, *text: str, tables: Sequence[ReportTable] = (), plot: str = ""
    ) -> ReportSection:
        """Build a section, with its title and paragraphs translated; tables without rows are left out."""
        word = self.voice.word
        return ReportSection(word(title), [*map(word, text)], [each for each in tables if each.rows], plot)
