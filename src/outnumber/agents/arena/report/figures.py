"""What a report shows: names, tables and sections as data, and the statistics of an arena.

Names are one line, short and unique: player specifications are untrusted text of any length, with any
characters. The statistics are computed from the files of an arena; the order of their lines does not matter.

The interval of a rate is as wide as that of a number of independent chances
(`study/statistics/intervals.py`), and this number grows in proportion to the openings. Results of an arena
show how many of them an opening is worth, for each of its players (`precision`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import NamedTuple

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
from outnumber.agents.arena.read import PLAN, RESULTS, read_costs, read_plan, read_results
from outnumber.games import ENGLISH, OptionError, Voice, chosen, strip_control_characters
from outnumber.games import title as title_of
from outnumber.games.errors import JOINERS
from outnumber.match.record import read_game
from outnumber.players.registry import COMPUTERS, named
from outnumber.store.files import StoreError
from outnumber.study.statistics.intervals import FEWEST, Corrected, Difference, Grouped, Share, independent
from outnumber.study.statistics.rating import PlayerRating, ratings

SHORT = 20
LONG = 300


def printable(text: str) -> str:
    """Replace control characters and collapse white space."""
    return strip_control_characters(" ".join(text.split()), "\ufffd").strip(JOINERS)


def cut(text: str, most: int) -> str:
    """Shorten text to `most` characters by cutting the middle: command lines differ at their ends.

    >>> cut("cmd:python3 -m bots.greedy --seed 12", 20)
    'cmd:python3…-seed 12'
    """
    if len(text) <= most:
        return text
    tail = most * 2 // 5
    return f"{text[: most - tail - 1]}…{text[len(text) - tail :]}"


def display_name(spec: str, voice: Voice) -> str:
    """The name of a player: translated for built-in players, chosen or as typed for all others."""
    return printable(voice.word(spec) if spec in COMPUTERS else named(spec)[0] or spec) or "?"


def labels(specs: Iterable[str], voice: Voice = ENGLISH) -> dict[str, str]:
    """A short, unique name for each player.

    >>> list(labels(["my=llm:x", "llm:" + "x" * 20 + "a" * 9, "llm:" + "x" * 21 + "a" * 9]).values())
    ['my', 'llm:xxxxxxx…aaaaaaaa', 'llm:xxxxxx…aaaaaa #2']
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for spec in specs:
        plain = display_name(spec, voice)
        label, number = cut(plain, SHORT), 1
        while label in taken:
            number += 1
            mark = f" #{number}"
            label = cut(plain, SHORT - len(mark)) + mark
        taken.add(label)
        found[spec] = label
    return found


@lru_cache
def game_title(name: str, voice: Voice) -> str:
    """The title of a game, given its name in the results; the game need not be installed."""
    return cut(printable(voice.word(title_of(name))), 2 * SHORT)


@lru_cache
def size_title(size: str, voice: Voice = ENGLISH) -> str:
    """A game with its options, in words; the raw text of the results if the game is not installed.

    >>> size_title("strategy-stacks range=9 opening=any"), size_title("unknown-game range=9")
    ('Strategy Stacks, 1 to 9', 'unknown-game, range=9')
    """
    name, _, options = size.partition(" ")
    with suppress(OptionError):
        options = chosen(read_game(size), voice) if options else ""
    title = game_title(name, voice)
    return f"{title}, {cut(printable(options), 60)}" if options else title


# A float is a rate; None is an unknown figure.
Cell = str | int | float | Share | Corrected | Difference | PlayerRating | None
Row = Sequence[Cell]
NOTHING = "–"


class ReportTable(NamedTuple):
    """A table whose first column names the rows."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Row]


class ReportSection(NamedTuple):
    """One topic of a report."""

    title: str
    text: Sequence[str]
    tables: Sequence[ReportTable] = ()
    # The name of the plot on the page.
    plot: str = ""


class Document:
    """A report in any format, in the language of a voice."""

    heading: str
    sections: Sequence[ReportSection]

    def __init__(self, voice: Voice) -> None:
        self.voice = voice

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


def shown(cell: Cell, voice: Voice = ENGLISH) -> str:
    """Format a cell: a share as a rate with its interval, a difference in percentage points.

    >>> shown(Share(81, 263)), shown(1234), shown(0.5), shown(None)
    ('30.8% (25.5–36.6)', '1,234', '50.0%', '–')
    >>> shown(Difference(0.123, 0.05, 0.196)), shown(Difference(-0.01, -0.05, 0.03)), shown(Difference(0.6))
    ('+12.3 (+5.0 to +19.6) *', '-1.0 (-5.0 to +3.0)', '+60.0')
    """
    match cell:
        case str():
            return cell
        case int():
            return voice.number(cell)
        case float():
            return voice.percent(cell)
        case PlayerRating():
            return voice.decimal(str(cell))
        case Difference(rate, float(low), float(high)):
            apart = {"rate": 100 * rate, "low": 100 * low, "high": 100 * high}
            told = voice.say("{rate:+.1f} ({low:+.1f} to {high:+.1f})", **apart)
            return told + (" *" if cell.certain else "")
        case Difference(rate):
            return voice.decimal(f"{100 * rate:+.1f}")
        case Corrected(interval=(low, high), rate=rate):
            # A dash between negative ends would be hard to read.
            ends = {"low": 100 * low, "high": 100 * high}
            return voice.say("{rate} ({low:.1f} to {high:.1f})", rate=shown(rate, voice), **ends)
        case Share(interval=(low, high), rate=rate):
            return f"{shown(rate, voice)} " + voice.decimal(f"({100 * low:.1f}–{100 * high:.1f})")
    return NOTHING


def figure(value: float, places: int, voice: Voice = ENGLISH) -> str:
    """Format a number with thousands separators and decimals.

    >>> figure(1234.5, 2)
    '1,234.50'
    """
    whole, point, rest = f"{value:.{places}f}".partition(".")
    return voice.number(int(whole)) + voice.decimal(point + rest)


def duration(seconds: float, over: int, voice: Voice) -> str:
    """Format the mean time per turn or game, in a suitable unit."""
    if not over:
        return NOTHING
    each = seconds / over
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if each * factor >= 1:
            return f"{figure(each * factor, 1, voice)} {unit}"
    return f"{figure(each * 1e6, 0, voice)} µs"


class Figures(Document):
    """All statistics so far, the best player first; raises `StoreError` for invalid files."""

    def __init__(self, directory: Path, voice: Voice) -> None:
        super().__init__(voice)
        # The version of Outnumber that started the arena.
        self.plan, self.version = read_plan(directory)
        # Games that an endpoint refused are reported, but excluded from all statistics.
        self.results = read_results(directory)
        self.refused = [result for result in self.results if result.refused]
        self.played = played = [result for result in self.results if not result.refused]
        strangers = {player for each in self.results for player in each.players} - set(self.plan.players)
        if strangers:
            name = cut(min(strangers), 40)
            raise StoreError(
                "unreadable",
                text=directory / RESULTS,
                remedy="{name} is not in {file}; remove the lines of this player.",
                name=name,
                file=PLAN,
            )
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


# Without results: one independent chance for each opening, and this blunder rate. In arenas of two players,
# `skilled`, `casual` and `beginner` needed 860 to 1,200 openings for ±2.5 points; this predicts 1,150.
USUAL_RATE = 0.25


def openings_needed(thrown: Grouped, openings: int, reach: float) -> int:
    """The number of openings for a blunder rate to ± `reach`, given the blunders on some openings."""
    return ceil(independent(thrown.hits / thrown.of, reach) * openings / thrown.worth)


def precision(points: float, games: Sequence[str], directory: Path | None, voice: Voice) -> Document:
    """The openings for blunder rates of ± `points`: from results in a directory, or for usual players."""
    say, tables = voice.say, list[ReportTable]()
    most, reach = ceil(independent(USUAL_RATE, points / 100)), points / 100
    source = say(
        "This assumes two players with a blunder rate of about {rate}, and one chance for each opening. For "
        "an estimate from results, name their directory.",
        rate=voice.percent(USUAL_RATE),
    )
    if directory and (directory / RESULTS).exists():
        found = Figures(directory, voice)
        games, played = found.plan.games, len({result.start for result in found.played})
        needs = {
            each.player: (thrown, openings_needed(thrown, played, reach))
            for each in found.standings
            if len((thrown := each.chances.thrown).groups) >= FEWEST
        }
        if needs:
            most = max(need for _, need in needs.values())
            rows = [(found.labels[player], share, need) for player, (share, need) in needs.items()]
            tables = [found.table(rows, "Openings needed", "Player", "Blunder rate", "Openings")]
            source = say(
                "This follows from the results on {openings} in {directory}.",
                openings=voice.counted("{n} opening", "{n} openings", played),
                directory=cut(printable(str(directory)), LONG),
            )
    answer = say(
        "Needed: {openings} of all games together ({games}, {rounds}). Only different openings count, and a "
        "small game may not have enough of them.",
        openings=voice.counted("{n} opening", "{n} openings", most),
        games=voice.counted("{n} game", "{n} games", len(games)),
        rounds=voice.counted("{n} round", "{n} rounds", ceil(most / len(games))),
    )
    told = Document(voice)
    told.heading = say("Blunder rates to ±{points} points", points=voice.decimal(f"{points:g}"))
    told.sections = [told.section("Openings", answer, source, tables=tables)]
    return told
