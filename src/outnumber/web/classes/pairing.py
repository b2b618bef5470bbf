"""Who plays whom: by chance at first, then those who have won as often, and nobody twice if possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

# So many ways are tried before somebody meets the same child again.
TRIES = 5000


def paired(
    children: Sequence[int], score: Mapping[int, int], met: Mapping[int, Sequence[int]], seed: int
) -> list[tuple[int, int]]:
    """All children in pairs; of an odd number one plays the computer, 0, who has done so least.

    >>> paired([1, 2, 3, 4], {1: 1, 3: 1, 2: 0, 4: 0}, {}, 7)
    [(1, 3), (4, 2)]
    """
    chance = Random(seed)
    order = list(children)
    chance.shuffle(order)
    alone: list[tuple[int, int]] = []
    if len(order) % 2:
        # The weakest of those who did so least: they have the least to lose of a game that is not by score.
        last = min(order, key=lambda each: (list(met.get(each, ())).count(0), score.get(each, 0)))
        order.remove(last)
        alone = [(last, 0)]
    order.sort(key=lambda each: -score.get(each, 0))  # chance decides among equals
    fresh = _Search({each: set(met.get(each, ())) for each in order}).all_of(order)
    if fresh is None:
        fresh = [(order[place], order[place + 1]) for place in range(0, len(order), 2)]
    return fresh + alone


class _Search:
    """Looks for pairs of neighbours who have not met, and gives up after a while."""

    def __init__(self, met: Mapping[int, set[int]]) -> None:
        self._met = met
        self._left = TRIES

    def all_of(self, order: Sequence[int]) -> list[tuple[int, int]] | None:
        if not order:
            return []
        first, *others = order
        for place, other in enumerate(others):
            if other in self._met[first]:
                continue
            self._left -= 1
            if self._left < 0:
                return None
            rest = self.all_of([*others[:place], *others[place + 1 :]])
            if rest is not None:
                return [(first, other), *rest]
        return None
