"""What an arena has shown so far: as plain lines and as Markdown; `page.py` makes a page, `data.py` data.

The report depends on the lines of the results alone, not on their order, and on nothing else.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

from outnumber.agents.arena.measures import (
    Source,
    Standing,
    Usage,
    chances_by,
    head_to_head,
    in_vain,
    phase,
    rarity,
    sources,
    spent,
    standings,
)
from outnumber.agents.arena.names import cut, labels
from outnumber.agents.arena.plan import Plan
from outnumber.agents.arena.rating import PlayerRating, ratings
from outnumber.agents.arena.read import PLAN, RESULTS, GameResult, read_costs, read_plan, read_results
from outnumber.agents.arena.report import costs, sections
from outnumber.agents.arena.report.sections import Groups, Labels
from outnumber.agents.arena.report.tables import ReportSection, ReportTable, shown
from outnumber.games.sentences import ENGLISH, Phrase, Voice
from outnumber.store.files import StoreError
from outnumber.study.statistics.intervals import Share

WIDTH = 100


class ArenaReport(NamedTuple):
    """All figures, best player first, and the sections that tell them."""

    plan: Plan
    # Of the program that began the arena.
    version: str
    games: int
    standings: tuple[Standing, ...]
    ratings: Mapping[str, PlayerRating]
    pairs: Mapping[tuple[str, str], Share]
    # Chances by `rarity`, `phase`, `game` and `size`.
    groups: Mapping[str, Groups]
    labels: Labels
    sections: tuple[ReportSection, ...]
    # All games, those too that an endpoint refused to play.
    results: tuple[GameResult, ...] = ()
    by_game: Mapping[str, Mapping[str, PlayerRating]] = {}
    # What the games took that ended, and those that did not.
    spent: Mapping[str, Usage] = {}
    wasted: Mapping[str, Usage] = {}
    sources: Mapping[str, Source] = {}
    # When the first and the last game ended, and the versions that played.
    dates: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    # The one that tells the sections.
    voice: Voice = ENGLISH


def report(directory: Path, voice: Voice = ENGLISH) -> ArenaReport:
    """The report of the arena in a directory, of what is in; raises `StoreError` for what cannot be read."""
    plan, version = read_plan(directory)
    every = read_results(directory)
    # What an endpoint refused to answer was not played: it is told, and counts nowhere else.
    results = [result for result in every if not result.refused]
    refused = [result for result in every if result.refused]
    strangers = {player for result in every for player in result.players} - set(plan.players)
    if strangers:
        name = cut(min(strangers), 40)
        remedy = Phrase("{name} played, who is not in {file}; remove those lines.", name=name, file=PLAN)
        raise StoreError("unreadable", text=directory / RESULTS, remedy=remedy)
    found = standings(results)
    short = labels(dict.fromkeys([*(each.player for each in found), *plan.players]), voice)
    pairs = head_to_head(results)
    games = dict.fromkeys(result.game for result in results)
    fitted = ratings(results)
    overall = {each.player: fitted[each.player] for each in found}
    by_game = {game: ratings([each for each in results if each.game == game]) for game in games}
    groups: dict[str, Groups] = {
        "rarity": chances_by(results, lambda result, place: rarity(result.turns[place])),
        "phase": chances_by(results, lambda result, place: phase(place, len(result.turns))),
        "game": chances_by(results, lambda result, _: result.game),
        "size": chances_by(results, lambda result, _: result.size),
    }
    took = read_costs(directory)
    spending = spent(every, took.games)
    told = [sections.played(plan, results, len(refused), voice)]
    if results:
        told += [
            sections.wins(found, short, voice),
            sections.rated(overall, by_game, pairs, short, voice),
            sections.against(found, pairs, short, voice),
            sections.starts(found, short, voice),
            sections.regret(found, short, voice),
            sections.differences(found, short, voice),
            *sections.all_blunders(results, groups, found, short, voice),
            sections.faults(found, short, voice),
        ]
    if refused:
        told.append(costs.refusals(refused, every, short, voice))
    every_cost = [*took.games.values(), *took.unfinished]
    dates = sorted({each.at for each in every_cost if each.at})
    dates = [dates[0], dates[-1]] if dates else []
    versions = tuple(sorted({each.version for each in every_cost if each.version}))
    asked = sources(every_cost)
    wasted = {player: used for player, used in in_vain(took.unfinished).items() if player in short}
    if every or wasted:
        told += [
            *costs.attempts(spending, short, voice),
            costs.costs(spending, wasted, short, voice),
            costs.provenance(plan, version, versions, dates, asked, short, voice),
            *sections.whole_names(short, voice),
        ]
    return ArenaReport(
        plan,
        version,
        len(every),
        tuple(found),
        overall,
        pairs,
        groups,
        short,
        tuple(told),
        tuple(every),
        by_game,
        spending,
        wasted,
        asked,
        tuple(dates),
        versions,
        voice,
    )


def heading(found: ArenaReport) -> str:
    """The report in one line."""
    plan, voice = found.plan, found.voice
    players = sections.players_told(plan, voice)
    if found.games == plan.size:
        return voice.say("Arena: {players}, {games:game}", players=players, games=plan.size)
    return voice.counted(
        "Arena: {players}, {done} of {n} game",
        "Arena: {players}, {done} of {n} games",
        plan.size,
        players=players,
        done=voice.number(found.games),
    )


def terminal(found: ArenaReport) -> list[str]:
    """The report as plain lines of at most 100 characters."""
    lines = [heading(found)]
    for section in found.sections:
        lines += ["", section.title, "=" * len(section.title)]
        for paragraph in section.text:
            lines += textwrap.wrap(paragraph, WIDTH)
        for table in section.tables:
            lines += _drawn(table, found.voice)
    return lines


def _drawn(table: ReportTable, voice: Voice) -> Iterator[str]:
    """A table in columns; the ones that do not fit go below, with the names of the rows again."""
    cells = [table.columns, *_texts(table, voice)]
    # A name of a size can be long; it must leave room for at least one figure.
    widths = [min(max(map(len, column)), WIDTH - 30) for column in zip(*cells, strict=True)]
    first = 1
    while first < len(widths):
        last = first + 1
        while (
            last < len(widths) and sum(widths[first : last + 1]) + 2 * (last + 1 - first) <= WIDTH - widths[0]
        ):
            last += 1
        yield ""
        for number, row in enumerate(cells):
            parts = [f"{cut(row[0], widths[0]):<{widths[0]}}"]
            parts += [f"{cut(row[place], widths[place]):>{widths[place]}}" for place in range(first, last)]
            yield "  ".join(parts).rstrip()[:WIDTH]
            if number == 0:
                yield "  ".join("-" * widths[place] for place in (0, *range(first, last)))[:WIDTH]
        first = last


def _texts(table: ReportTable, voice: Voice) -> Iterator[tuple[str, ...]]:
    return (tuple(shown(cell, voice) for cell in row) for row in table.rows)


def markdown(found: ArenaReport) -> str:
    """The report as Markdown; what players are called cannot become markup."""
    lines = [f"# {heading(found)}"]
    for section in found.sections:
        lines += ["", f"## {section.title}", ""]
        lines += ["\n\n".join(map(_literal, section.text))]
        for table in section.tables:
            lines += ["", f"**{table.caption}**", "", _row(table.columns)]
            lines.append("|" + "|".join([":--", *["--:"] * (len(table.columns) - 1)]) + "|")
            lines += map(_row, _texts(table, found.voice))
    return "\n".join(lines) + "\n"


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(map(_literal, cells))} |"


def _literal(text: str) -> str:
    """Text that Markdown and HTML show as it is.

    >>> _literal("cmd:<b>*x*</b>|y")
    'cmd:&lt;b&gt;&#42;x&#42;&lt;/b&gt;&#124;y'
    """
    safe = escape(text, quote=False).replace("://", "&#58;//")
    return "".join(f"&#{ord(c)};" if c in "\\`*_[]|~$@!" else c for c in safe)
