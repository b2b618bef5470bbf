"""The starts of the last part of a lesson: drawn so that no habit tells which side wins.

Like the puzzles that ask for a seat they are drawn from games played by chance, several for each start, and
one of them is taken, the less likely the more it pleases habits (`puzzles/generate.py`). The same seed gives
the same start.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from outnumber.games.base import Rules
from outnumber.games.registry import find, game
from outnumber.lessons.lesson import Level
from outnumber.lessons.shelf import LESSONS
from outnumber.puzzles.generate import Stream
from outnumber.puzzles.puzzle import Puzzle

# So many seats in a row prove it.
ROW = 5


def level_of(lesson: str, level: int) -> Level:
    """The boards of a level; after the last it goes on with the last."""
    levels = LESSONS[lesson].levels
    return levels[min(level, len(levels) - 1)]


class Starts(Stream):
    """The starts of one level and seed."""

    def __init__(self, lesson: str, level: int, seed: int) -> None:
        super().__init__(find(lesson), "seat", {}, f"lesson {level} {seed}")
        self._boards = level_of(lesson, level).boards

    def rules(self) -> Rules | None:
        board: dict[str, Any] = dict(self._boards[self.dice.below(len(self._boards))])
        rules = game(self.game.name, **board)
        return self.known.setdefault(repr(rules), rules)


@lru_cache(64)
def drawn(lesson: str, level: int, seed: int) -> Puzzle:
    """The start of a seed: a position of which to choose the side that wins."""
    found = Starts(lesson, level, seed).one(None)
    if found is None:
        raise LookupError(f"no start for {lesson}, level {level}")
    return found
