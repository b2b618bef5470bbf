"""Random numbers that depend only on the seed, on every machine and with every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A source of random integers."""

    def __init__(self, seed: str) -> None:
        self._next = Random(seed).random

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1, all equally likely."""
        return int(self._next() * count)

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def low(self, count: int) -> int:
        """The same, with low numbers more likely."""
        return int(self._next() * self._next() * count)

    def shuffled(self, things: list[T]) -> list[T]:
        """The items in random order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in things]

    def weighted(self, weights: Sequence[float]) -> int:
        """The index of one of the weights, with a probability proportional to it."""
        luck = self._next() * sum(weights)
        for place, weight in enumerate(weights):
            luck -= weight
            if luck < 0:
                return place
        return len(weights) - 1
