"""The starts of the last part of a lesson, drawn so that no simple habit predicts which side wins.

Positions are drawn from random games, and one of them is selected; the more habits for choosing a side
without thinking would be right (`puzzles/habits.py`), the less likely it is. The weights are measured for
each lesson and level (`weights.json`, made by `benchmarks/mastery.py --fit`), so that every habit is right in
about half of the starts. The same seed gives the same start.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from outnumber.games import Position, Rules, find, game
from outnumber.match.openings import FEWEST_MOVES
from outnumber.study.data import load
from outnumber.study.puzzles.generate import Stream
from outnumber.study.puzzles.puzzle import Puzzle

from .lesson import LESSONS, DrillLevel

# The number of seats in a row that earn the star.
ROW = 5
# Number of candidate positions, more if the theorem makes a verdict cheap.
DRAWN, MANY = 48, {"two-sides": 128, "private-numbers": 128}
# Maximum difference between the sides in Number Stack Duel, so that both must be counted.
CLOSE = 2


def level_of(lesson: str, level: int) -> DrillLevel:
    """The boards of a level; beyond the last level, those of the last."""
    levels = LESSONS[lesson].levels
    return levels[min(level, len(levels) - 1)]


class Starts(Stream):
    """The starts of one level and seed."""

    def __init__(self, lesson: str, level: int, seed: int | str) -> None:
        super().__init__(find(lesson), "seat", {}, f"lesson {level} {seed}")
        self._level = level_of(lesson, level)
        last = len(LESSONS[lesson].levels) - 1
        self._measured: dict[str, float] = load(__package__, "weights.json").get(
            f"{lesson} {min(level, last)}", {}
        )
        self.drawn = MANY.get(str(self.game.theorem), DRAWN)

    def rules(self) -> Rules | None:
        board: dict[str, Any] = dict(self._level.boards[self.dice.below(len(self._level.boards))])
        rules = game(self.game.name, **board)
        return self.known.setdefault(repr(rules), rules)

    def promising(self, position: Position, played: int) -> bool:
        if self.game.theorem == "two-sides":
            count = position.legal.bit_count()
            # With fewer moves than the minimum on the other side, the mover would always lose.
            if count <= FEWEST_MOVES or not -CLOSE < 2 * count - position.unused_count <= CLOSE:
                return False
        if left := self._level.left:
            if position.unused_count > left:
                return False
            if position.rules.size > 2 * left:
                # The list of earlier moves would be too long to read, and only the remaining numbers matter.
                return True
        return super().promising(position, played)

    def costs(self, difficulty: int | None) -> Mapping[str, float]:  # noqa: ARG002 – levels take its place
        return self._measured


@lru_cache(64)
def drawn(lesson: str, level: int, seed: int) -> Puzzle:
    """The start of a seed: a position in which to choose the winning side."""
    found = Starts(lesson, level, seed).one(None)
    if found is None:
        raise LookupError(f"no start for {lesson}, level {level}")
    return found
