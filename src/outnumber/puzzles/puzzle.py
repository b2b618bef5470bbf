"""A puzzle: a position with exactly one winning move, the way to it, and what it teaches.

A position makes a puzzle when

* exactly one of its moves wins,
* there are more than two moves to choose from, and
* the winning move does not end the game at once: the win is not visible in one ply.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from outnumber.games.base import Position, Rules
from outnumber.games.errors import GameError
from outnumber.games.registry import game
from outnumber.puzzles.difficulty import difficulty
from outnumber.puzzles.themes import theme
from outnumber.session.match import Match
from outnumber.session.round import Round
from outnumber.theory.solve import solve

FEWEST_MOVES = 3


class Puzzle(NamedTuple):
    """A position with one winning move: `moves` lead to it, `solution` is the move."""

    rules: Rules
    moves: tuple[int, ...]
    position: Position
    solution: int
    # From 1 to 5.
    difficulty: int
    # A name from `themes.THEMES`.
    theme: str

    @property
    def id(self) -> str:
        """Twelve letters that stay the same wherever the puzzle is made."""
        plain = [self.rules.name, self.rules.options, list(self.moves)]
        return sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:12]

    @property
    def match(self) -> Match:
        """The position as a match of two nameless players, for front ends that show matches."""
        return Match(self.rules, rounds=(Round.begin(self.rules, self.moves),))

    def to_json(self) -> dict[str, Any]:
        """The puzzle as `outnumber puzzle --json` prints it."""
        return {
            "game": self.rules.name,
            "options": self.rules.options,
            "moves": list(self.moves),
            "solution": self.solution,
            "difficulty": self.difficulty,
            "theme": self.theme,
        }


def puzzle_in(position: Position, moves: Sequence[int]) -> Puzzle | None:
    """The puzzle that a position makes, None where it makes none; costs one verdict.

    >>> found = puzzle_in(game("strategy-stacks").start().play(6), [6])
    >>> found.solution, found.theme
    (2, 'left-over')
    """
    if position.legal.bit_count() < FEWEST_MOVES:
        return None
    verdict = solve(position)
    if len(verdict.winning) != 1:
        return None
    solution = verdict.winning[0]
    after = position.play(solution)
    if after.outcome() is not None:
        return None
    hard = difficulty(position, verdict)
    return Puzzle(position.rules, tuple(moves), position, solution, hard, theme(position))


def from_json(plain: Any) -> Puzzle:
    """The puzzle that `to_json` wrote, made and proven again; raises `ValueError` where there is none.

    >>> from_json({"game": "strategy-stacks", "options": {}, "moves": [6]}).solution
    2
    """
    try:
        rules = game(plain["game"], **plain["options"])
        moves = [int(move) for move in plain["moves"]]
        found = puzzle_in(Round.begin(rules, moves).position, moves)
    except GameError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no puzzle: {error!r}") from None
    if found is None:
        raise ValueError("no puzzle: not exactly one move wins there, or the win is plain to see")
    return found
