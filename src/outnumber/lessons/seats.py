"""The starts of the last part of a lesson: drawn so that no habit tells which side wins.

Positions are drawn from games played by chance, and of those the two are taken that look most alike, one won
and one lost for the player to move: alike to the habits by which somebody could choose a side without a
thought (`puzzles/habits.py`). A coin decides which of the two it is. The same seed gives the same start.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from outnumber.games.base import Rules
from outnumber.games.registry import find, game
from outnumber.lessons.lesson import Level
from outnumber.lessons.shelf import LESSONS
from outnumber.puzzles import habits
from outnumber.puzzles.generate import Stream
from outnumber.puzzles.puzzle import Puzzle

# So many seats in a row prove it.
ROW = 5
# So many positions are drawn for a start, and of so many of the most alike pairs one is taken.
DRAWN, PAIRS = 64, 3


def level_of(lesson: str, level: int) -> Level:
    """The boards of a level; after the last it goes on with the last."""
    levels = LESSONS[lesson].levels
    return levels[min(level, len(levels) - 1)]


class Starts(Stream):
    """The starts of one level and seed."""

    def __init__(self, lesson: str, level: int, seed: int) -> None:
        super().__init__(find(lesson), "seat", {}, f"lesson {level} {seed}")
        self._boards = level_of(lesson, level).boards
        self.drawn = DRAWN

    def rules(self) -> Rules | None:
        board: dict[str, Any] = dict(self._boards[self.dice.below(len(self._boards))])
        rules = game(self.game.name, **board)
        return self.known.setdefault(repr(rules), rules)

    def start(self) -> Puzzle:
        """One of two positions that look alike."""
        sides: tuple[list[tuple[int, Puzzle]], ...] = ([], [])
        for each in self.draw(None):
            sides[each.winner is each.position.turn].append((self._looks(each), each))
        pairs = sorted(
            ((a ^ b).bit_count(), place, one, two)
            for place, ((a, one), (b, two)) in enumerate(product(*sides))
        )[:PAIRS]
        return pairs[self.dice.below(len(pairs))][2 + self.dice.below(2)]

    def _looks(self, puzzle: Puzzle) -> int:
        """What each habit would say of it, a bit for each."""
        seen = habits.look(puzzle.position, puzzle.moves)
        said = zip(habits.GUESSES.values(), self.habits, strict=True)
        return sum((counts and guess(seen)) << place for place, (guess, counts) in enumerate(said))


@lru_cache(64)
def drawn(lesson: str, level: int, seed: int) -> Puzzle:
    """The start of a seed: a position of which to choose the side that wins."""
    return Starts(lesson, level, seed).start()
