"""A puzzle: a position with a question, the moves that lead to it, and the proven answer.

A position is a puzzle if

* there is exactly one correct answer for the kind (`kinds.py`),
* there are more than two moves to choose from, and
* no move wins at once, because that would be obvious.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from outnumber.games import GameError, Position, Rules, Seat, game
from outnumber.match import Begun, Match, Round
from outnumber.theory.bounded import solve

from .difficulty import difficulty
from .kinds import SEATS, Kind, answer, named
from .themes import theme

# The version of the generator; another version creates different puzzles for the same seed.
VERSION = 5


class Puzzle(NamedTuple):
    """A position and a question about it: `moves` lead to it, `answer` is correct."""

    rules: Rules
    moves: tuple[int, ...]
    position: Position
    kind: Kind
    # One move, all winning moves, or the number of a seat.
    answer: tuple[int, ...]
    # From 1 to 5.
    difficulty: int
    # A name from `themes.THEMES`, or the kind.
    theme: str
    # The version of the generator.
    version: int = VERSION

    @property
    def solution(self) -> int:
        """The answer, if it is one move or one seat."""
        return self.answer[0]

    @property
    def winner(self) -> Seat:
        """The seat that wins from here."""
        if self.kind in SEATS:
            return Seat(self.answer[0])
        return self.position.turn if self.answer else self.position.turn.other

    @property
    def id(self) -> str:
        """Twelve letters, the same wherever the puzzle is created, after the kind if that is not `one`."""
        plain = [self.rules.name, self.rules.options, list(self.moves)]
        letters = sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:12]
        return letters if self.kind == "one" else f"{self.kind}-{letters}"

    @property
    def match(self) -> Match:
        """The position as a match of two nameless players, for front ends that show matches."""
        return Match(self.rules).after(Begun(moves=self.moves))

    @property
    def card(self) -> dict[str, Any]:
        """The saved form of a puzzle that will be repeated, without its answer."""
        kind = {} if self.kind == "one" else {"kind": self.kind}
        return {**kind, "game": self.rules.name, "options": self.rules.options, "moves": list(self.moves)}


def puzzle_in(position: Position, moves: Sequence[int], kind: Kind = "one") -> Puzzle | None:
    """The puzzle of a position; None if it is not one. Costs one verdict.

    >>> found = puzzle_in(game("strategy-stacks").start().play(6), [6])
    >>> found.solution, found.theme
    (2, 'left-over')
    """
    verdict = solve(position)
    found = answer(kind, position, verdict)
    if found is None:
        return None
    hard = difficulty(position, verdict, kind)
    idea = theme(position) if kind == "one" else kind
    return Puzzle(position.rules, tuple(moves), position, kind, found, hard, idea)


def from_json(plain: Any) -> Puzzle:
    """The puzzle in a card or in the output of `outnumber puzzle --json`, proven again; raises `ValueError`.

    >>> from_json({"game": "strategy-stacks", "options": {}, "moves": [6]}).solution
    2
    >>> from_json({"game": "strategy-stacks", "options": {}, "moves": [6], "kind": "who"}).id
    'who-f7ab81860f0d'
    """
    try:
        rules = game(plain["game"], **plain["options"])
        moves = [int(move) for move in plain["moves"]]
        kind = named(plain.get("kind", "one"))
        found = puzzle_in(Round.begin(rules, moves).position, moves, kind)
    except GameError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no puzzle: {error!r}") from None
    if found is None:
        raise ValueError("no puzzle: there is not exactly one answer, or the win is plain to see")
    return found
