"""Draws any kind of object as a picture."""

from __future__ import annotations

from outnumber.games import ENGLISH, Position, Seat, Voice
from outnumber.match import Match, Round
from outnumber.match.review import review
from outnumber.theory.bounded import solve

from . import history, position


def draw(what: Position | Round | Match, voice: Voice = ENGLISH) -> str:
    """SVG text: a position or round with the winning moves and the reason; a match with a chart of who was
    winning.

    >>> from outnumber.games.registry import game
    >>> draw(game("strategy-stacks").start().play(6))[:4]
    '<svg'
    """
    if isinstance(what, Match):
        title = voice.word(what.rules.title)
        return history.draw(review(what), title, names(what, voice), voice)
    moves = what.moves if isinstance(what, Round) else ()
    now = what.position if isinstance(what, Round) else what
    return position.draw(now, moves, solve(now), voice)


def names(match: Match, voice: Voice) -> list[tuple[str, str]]:
    """The names of Player 1 and Player 2 in each round."""

    def name(seat: Seat, number: int) -> str:
        return match.participant(seat, number).name or voice.say("Player {seat}", seat=seat)

    return [(name(Seat.ONE, number), name(Seat.TWO, number)) for number in range(1, len(match.rounds) + 1)]
