"""What is said to somebody who solves a puzzle, with what it claims of the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outnumber.theory.claims import Numbers, Sentence, Told, Truth


def _one(truth: Truth, position: Any, n: Numbers) -> bool:
    return len(truth.winning(position)) == 1


def _the_one(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.winning(position) == [n["move"]]


def _goes_on(truth: Truth, position: Any, n: Numbers) -> Any:
    """The position at the end of the line after a losing move; None where it is no line of best play."""
    if truth.wins(position, n["move"]) or n["move"] not in position.legal_moves():
        return None
    at, rival = position.play(n["move"]), position.turn.other
    moves: Sequence[int] = n["moves"]
    for move in moves:
        if move not in at.legal_moves() or (at.turn is rival and not truth.wins(at, move)):
            return None
        at = at.play(move)
    return at


def _to_the_end(truth: Truth, position: Any, n: Numbers) -> bool:
    at = _goes_on(truth, position, n)
    outcome = at.outcome() if at else None
    won = outcome is not None and outcome.winner is not position.turn
    return won and n["ending"].holds(truth, at)


def _cut_short(truth: Truth, position: Any, n: Numbers) -> bool:
    at = _goes_on(truth, position, n)
    return at is not None and at.outcome() is None


SENTENCES = {
    "one-wins": Sentence("One move wins: find it.", _one),
    "right": Sentence("Right: {move} is the only move that wins.", _the_one),
    "answer": Sentence("The answer is {move}.", _the_one),
    "wrong-over": Sentence("No: {move} ends the game. {ending}", _to_the_end),
    "wrong": Sentence("No: {move} loses. It could go on like this: {line}. {ending}", _to_the_end),
    "wrong-cut": Sentence("No: {move} loses. It could go on like this: {line}, and so on.", _cut_short),
}


class Remark(Told):
    """Something about a puzzle.

    >>> print(Remark("right", move=7))
    Right: 7 is the only move that wins.
    """

    __slots__ = ()

    SENTENCES = SENTENCES
