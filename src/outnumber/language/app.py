"""Text of the full-screen app, beyond what it shares with the plain terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, islice
from textwrap import wrap

from outnumber.games import Scene, Seat, Voice, mark
from outnumber.games.numbers import runs
from outnumber.games.sentences import Explained
from outnumber.match import HUMAN, Match

from .match import drawn, listed, only_person, person

BEGIN = mark("Type a number or move with the arrows, then Enter. ? explains all keys.")
# Maximum number of runs listed individually.
MOST_RUNS = 6


def help_lines(explained: Sequence[Explained], voice: Voice, width: int) -> list[str]:
    """The help for keys, in columns of a window, with an empty line before each heading."""
    lines: list[str] = []
    for heading, group in groupby(explained, key=lambda each: not each[0]):
        texts = [(voice.word(key), voice.word(text)) for key, text in group]
        wide = max(len(key) for key, _ in texts) + 4
        for key, text in texts:
            start, air = ("", [""]) if heading else (f"  {key:<{wide}}", [])
            lines += air + wrap(text, width, initial_indent=start, subsequent_indent=" " * len(start))
    return lines if lines[0] else lines[1:]


# A match


def numbers(all: Sequence[int], voice: Voice) -> str:
    """The numbers of a game as text, as in the grid.

    >>> from outnumber.games.sentences import ENGLISH
    >>> numbers(range(1, 10), ENGLISH), numbers([3, 5, 8], ENGLISH)
    ('Numbers 1 to 9', 'Numbers 3, 5, 8')
    """
    found = [_run(first, last, voice) for first, last in islice(runs(all), MOST_RUNS + 1)]
    if len(found) > MOST_RUNS:
        found[MOST_RUNS - 1 :] = ["…", voice.number(all[-1])]
    return voice.say("Numbers {numbers}", numbers=", ".join(found))


def _run(first: int, last: int, voice: Voice) -> str:
    if first == last:
        return voice.number(first)
    return voice.say("{first:,} to {last:,}", first=first, last=last)


def versus(match: Match, voice: Voice) -> str:
    """The two participants of a match, for a list of games."""
    you, (first, second) = only_person(match), match.participants
    # Two computers of one kind, without names: Player 1 comes first.
    alike = match.length == 1 and first == second and not first.name
    one, two = (listed(match, match.seated(seat) if alike else seat, voice) for seat in Seat)
    names = {"one": None if you == 1 else one, "two": None if you == 2 else two}
    return voice.say("[You|{one}] against [you|{two}]", **names)


def plays(match: Match, seat: Seat, voice: Voice) -> str:
    """The two players in a few words, with the rounds won if there are several."""
    level, name = match.participant(seat)
    if match.picker:
        told = voice.say("free seat")
    elif only_person(match):
        # The rules name players by their seats.
        seated = voice.say("Player {seat}", seat=seat)
        told = ", ".join(filter(None, [seated, name if level == HUMAN else voice.word(level)]))
    else:
        computer = voice.say("{level} computer", level=voice.word(level))
        told = voice.say("person") if level == HUMAN else computer
    if match.length == 1:
        return told
    return voice.say("{who}, {won} won", who=told, won=match.score()[match.seated(seat) - 1])


def state(match: Match, voice: Voice) -> str:
    """The progress of a match in a few words."""
    if not match.over:
        moves = voice.counted("{n} move", "{n} moves", len(match.current.moves) if match.rounds else 0)
        if match.length == 1:
            return moves
        number = max(1, len(match.rounds))
        return voice.say("round {n} of {rounds}, {moves}", n=number, rounds=match.length, moves=moves)
    if match.length > 1:
        one, two = match.score()
        return voice.say("{one} to {two} rounds", one=one, two=two)
    outcome = match.current.outcome
    winner = match.seated(outcome.winner if outcome else Seat.ONE)
    if you := only_person(match):
        return voice.say("you won") if winner == you else voice.say("you lost")
    return voice.say("{name} won", name=listed(match, winner, voice))


def demand(scene: Scene, voice: Voice) -> str:
    """The instruction for the player."""
    if len(scene.legal) == 1:
        return voice.say("Choose {number}: it is the only one that fits.", number=scene.legal[0])
    return voice.say("Choose {what}.", what=scene.demand)


def turn(match: Match, scene: Scene, voice: Voice) -> tuple[str, str]:
    """Whose turn it is, and what to do in this scene of the match."""
    current = match.current
    if current.outcome:
        whole = match.over and match.length > 1
        return voice.say("The match is over") if whole else voice.say("The round is over"), ""
    if match.picker:
        return voice.say("Pick a seat"), ""
    name = person(match, current.turn, voice)
    computer = match.participant(current.turn).plays != HUMAN
    return (
        voice.say("[Your|{name}'s] turn", name=name),
        voice.say("{name} is thinking…", name=name) if computer else demand(scene, voice),
    )


def begins(match: Match, voice: Voice) -> str:
    """The message when a round begins, or continues after a pause."""
    if match.picker:
        # The board already shows the moves.
        return f"{voice.say('A fair start was drawn.')} {drawn(match, voice)[-1]}"
    if len(match.current.moves) > match.current.drawn:
        return voice.say("Picking up where you left off.")
    if match.length > 1:
        first = voice.say("[you go|{name} goes] first", name=person(match, match.current.turn, voice))
        number = len(match.rounds)
        return voice.say("Round {round} of {rounds}: {who}.", round=number, rounds=match.length, who=first)
    return f"{voice.say('Welcome!')} {voice.word(BEGIN)}"


def moved(match: Match, voice: Voice) -> str:
    """The message after a move, including players who must pass; for a stand-off, its end."""
    current = match.current
    seat, number = current.played[-1]
    said = [voice.say("[You|{name}] played {number}.", name=person(match, seat, voice), number=number)]
    if not current.outcome:
        said += (
            voice.say("[You have|{name} has] to pass.", name=person(match, each, voice))
            for each in current.passed
        )
    return " ".join(said)


def more_help(step: int, voice: Voice, *, costs: bool = False, last: int = 3) -> str:
    """A description of the next hint; the last hint of an open puzzle makes it count as missed."""
    if step >= last:
        return ""
    if step < last - 1:
        return voice.word("(h: the idea)")
    if last < 3:
        return voice.word("(h: the answer; the puzzle then counts as missed)")
    return voice.word(
        mark("(h: the move; the puzzle then counts as missed)") if costs else mark("(h: the move)")
    )
