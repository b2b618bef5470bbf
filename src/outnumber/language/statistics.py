"""Text of the statistics, with a small plot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from outnumber.games import Voice, title
from outnumber.match import HUMAN

from .commands import for_shell
from .review import kept

if TYPE_CHECKING:  # these import a library that reads files
    from outnumber.study.statistics.rating import Rating
    from outnumber.study.statistics.rounds import Summary
    from outnumber.study.statistics.summary import PuzzleStatistics, Statistics

# The days that the plots cover, and their width.
MOST_DAYS = 14
BAR = 30

Line = tuple[str, str]  # a line and its style


def told(
    found: Statistics, game: str | None, blocks: str, voice: Voice, *, begin: bool = True
) -> Iterator[Line]:
    """All statistics, line by line; `blocks` are the characters of the plot, `begin` explains how to
    start.
    """
    if not found.games.rounds and not found.puzzles.solved + found.puzzles.missed:
        how = " " + voice.say("Start with: outnumber play, or outnumber puzzle") if begin else ""
        yield voice.say("Nothing to count yet.") + how, ""
        return
    for line in _lines(found, game, blocks, voice, begin):
        # The details are indented.
        yield line, "" if line[:1] in ("", " ") else "strong"


def _lines(found: Statistics, game: str | None, blocks: str, voice: Voice, begin: bool) -> Iterator[str]:
    say = voice.say
    yield from _games(found.games, blocks, voice, begin)
    yield from _puzzles(found.puzzles, blocks, voice, begin)
    if game is None and len(found.by_game) > 1:
        yield ""
        yield say("By game")
        titles = {name: voice.word(title(name)) for name in found.by_game}
        wide = max(map(len, titles.values()))
        for name, (games, puzzles) in found.by_game.items():
            parts = []
            if games.rounds:
                rounds = voice.counted("{n} round", "{n} rounds", games.rounds)
                wins = f", {say('kept {wins}', wins=kept(games.tally, voice))}" if games.tally.held else ""
                parts.append(rounds + wins)
            if tried := puzzles.solved + puzzles.missed:
                parts.append(say("puzzles solved: {solved} of {tried}", solved=puzzles.solved, tried=tried))
            yield f"  {titles[name]:<{wide}}  {'; '.join(parts)}"


def _games(found: Summary, blocks: str, voice: Voice, begin: bool) -> Iterator[str]:
    say = voice.say
    yield say("Games")
    if not found.rounds:
        yield f"  {_none(voice, begin, for_shell('play'))}"
        return
    rounds = voice.counted("{n} round", "{n} rounds", found.rounds)
    if found.unfinished:
        rounds += say(", {n} of them unfinished", n=found.unfinished)
    yield f"  {rounds}"
    against = {name: score for name, score in found.opponents.items() if name != HUMAN}
    labels = {name: say("against {name}", name=voice.word(name)) for name in against}
    for name, score in sorted(against.items(), key=_rank):
        result = say("{won} won, {lost} lost", won=score.won, lost=score.lost)
        yield f"  {labels[name]:<{max(map(len, labels.values()))}}  {result}"
    if found.tally.held:
        yield f"  {say('You kept {wins}.', wins=kept(found.tally, voice))}"
    if found.rating.rounds:
        yield f"  {_rating(found.rating, voice)}"
    days = {day: each for day, each in found.days.items() if each.tally.held}
    if days:
        yield ""
        yield say("Wins that you kept, day by day")
        for day, each in list(days.items())[-MOST_DAYS:]:
            yield f"  {day}  {_bar(each.tally.share or 0.0, blocks)}  {kept(each.tally, voice)}"
    if HUMAN in found.opponents:
        yield ""
        yield say("Games between two people")
        rounds = voice.counted("{n} round", "{n} rounds", found.opponents[HUMAN].rounds)
        yield f"  {rounds}"
        wide = max(map(len, found.people), default=0)
        for name, person in found.people.items():
            result = say("{won} won, {lost} lost", won=person.won, lost=person.lost)
            wins = f", {say('kept {wins}', wins=kept(person.tally, voice))}" if person.tally.held else ""
            yield f"  {name:<{wide}}  {result}{wins}"


def _rating(found: Rating, voice: Voice) -> str:
    """The rating of the player, if it is known."""
    rounds = voice.counted("{n} round", "{n} rounds", found.rounds)
    if found.rating is None or found.error is None:
        return voice.say(
            "Your rating: known once you have won and lost without help ({rounds} so far).", rounds=rounds
        )
    return voice.say(
        "Your rating: {rating:.1f} ± {error:.1f}, nearest to {level} ({has:.1f}); {rounds} without help.",
        rating=found.rating, error=2 * found.error,
        level=voice.word(found.level), has=found.has, rounds=rounds,
    )  # fmt: skip


def _none(voice: Voice, begin: bool, command: str) -> str:
    none = voice.say("None yet.")
    return f"{none} {voice.say('Start with: {command}', command=command)}" if begin else none


def _rank(item: tuple[str, object]) -> int:
    from outnumber.players.registry import NAMES

    return list(NAMES).index(item[0]) if item[0] in NAMES else len(NAMES)


def _puzzles(found: PuzzleStatistics, blocks: str, voice: Voice, begin: bool) -> Iterator[str]:
    say, tried, streak = voice.say, found.solved + found.missed, found.streak
    yield ""
    yield say("Puzzles")
    if not tried:
        yield f"  {_none(voice, begin, for_shell('puzzle'))}"
        return
    yield f"  {say('Solved {solved} of {tried}', solved=found.solved, tried=tried)}"
    yield f"  {say('Streak: {n} (best: {best})', n=streak.row, best=streak.best_row)}"
    days = say("Daily puzzles, days in a row: {now} (best: {best})", now=streak.days, best=streak.best_days)
    yield f"  {days}"
    if found.due:
        yield f"  {say('To try again: {n}', n=found.due)}"
    yield ""
    yield say("Puzzles solved, day by day")
    for day, (solved, missed) in list(found.days.items())[-MOST_DAYS:]:
        tried = solved + missed
        count = say("{solved} of {tried}", solved=solved, tried=tried)
        yield f"  {day}  {_bar(solved / tried, blocks)}  {count}"


def _bar(share: float, blocks: str) -> str:
    full = round(BAR * share)
    return blocks[0] * full + blocks[1] * (BAR - full)
