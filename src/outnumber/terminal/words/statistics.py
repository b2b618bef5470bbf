"""What the plain terminal says about how somebody has done, with a small plot."""

from __future__ import annotations

from collections.abc import Iterator

from outnumber.games.registry import title
from outnumber.puzzles.statistics import Puzzles, Statistics
from outnumber.session.match import HUMAN
from outnumber.session.review import Tally
from outnumber.session.statistics import Summary

# How many days the plots go back, and how wide they are.
MOST_DAYS = 14
BAR = 30

Line = tuple[str, str]  # a line and its style


def told(found: Statistics, game: str | None, blocks: str) -> Iterator[Line]:
    """All statistics, line by line; `blocks` has the two characters of the plot."""
    if not found.games.rounds and not found.puzzles.solved + found.puzzles.missed:
        yield "Nothing to count yet. Start with: outnumber play, or outnumber puzzle", ""
        return
    yield from _games(found.games, blocks)
    yield from _puzzles(found.puzzles, blocks)
    if game is None and len(found.by_game) > 1:
        yield "", ""
        yield "By game", "strong"
        wide = max(len(title(name)) for name in found.by_game)
        for name, (games, puzzles) in found.by_game.items():
            parts = []
            if games.rounds:
                parts.append(f"{_counted(games.rounds, 'round')}, winning chances kept: {_kept(games.tally)}")
            if tried := puzzles.solved + puzzles.missed:
                parts.append(f"puzzles solved: {puzzles.solved} of {tried}")
            yield f"  {title(name):<{wide}}  {'; '.join(parts)}", ""


def _games(found: Summary, blocks: str) -> Iterator[Line]:
    yield "Games", "strong"
    if not found.rounds:
        yield "  None yet. Start with: outnumber play", ""
        return
    unfinished = f", {found.unfinished} of them unfinished" if found.unfinished else ""
    yield f"  {_counted(found.rounds, 'round')}{unfinished}", ""
    labels = {name: "two people" if name == HUMAN else f"against {name}" for name in found.opponents}
    wide = max(map(len, labels.values()))
    for name, score in sorted(found.opponents.items(), key=_rank):
        result = _counted(score.rounds, "round") if name == HUMAN else f"{score.won} won, {score.lost} lost"
        yield f"  {labels[name]:<{wide}}  {result}", ""
    yield f"  Winning chances kept: {_kept(found.tally)}", ""
    days = {day: each for day, each in found.days.items() if each.tally.held_weight}
    if days:
        yield "", ""
        yield "Winning chances kept, day by day", "strong"
        for day, each in list(days.items())[-MOST_DAYS:]:
            share = each.tally.accuracy or 0.0
            yield f"  {day}  {_bar(share, blocks)}  {_kept(each.tally)}", ""


def _rank(item: tuple[str, object]) -> int:
    from outnumber.players.registry import NAMES

    return list(NAMES).index(item[0]) if item[0] in NAMES else len(NAMES)


def _puzzles(found: Puzzles, blocks: str) -> Iterator[Line]:
    tried = found.solved + found.missed
    yield "", ""
    yield "Puzzles", "strong"
    if not tried:
        yield "  None yet. Start with: outnumber puzzle", ""
        return
    yield f"  Solved {found.solved} of {tried}", ""
    streak = found.streak
    yield f"  In a row: {streak.row} now, {streak.best_row} at best", ""
    yield f"  Puzzles of the day, days in a row: {streak.days} now, {streak.best_days} at best", ""
    if found.due:
        yield f"  To try again: {found.due}", ""
    yield "", ""
    yield "Puzzles solved, day by day", "strong"
    for day, (solved, missed) in list(found.days.items())[-MOST_DAYS:]:
        share = solved / (solved + missed)
        yield f"  {day}  {_bar(share, blocks)}  {solved} of {solved + missed}", ""


def _bar(share: float, blocks: str) -> str:
    full = round(BAR * share)
    return blocks[0] * full + blocks[1] * (BAR - full)


def _kept(tally: Tally) -> str:
    if not tally.held:
        return "none came up"
    share = "" if tally.accuracy is None else f" ({tally.accuracy:.0%} by weight)"
    return f"{tally.kept} of {tally.held}{share}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
