"""Who plays whom: by chance at first, then those who have won as often, and nobody twice if possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    fresh = _strangers(order, {each: set(met.get(each, ())) for each in order}, iter(range(TRIES)))
    if fresh is None:
        fresh = [(order[place], order[place + 1]) for place in range(0, len(order), 2)]
    return fresh + alone


def _strangers(
    order: Sequence[int], met: Mapping[int, set[int]], tries: Iterator[int]
) -> list[tuple[int, int]] | None:
    """All in pairs of neighbours who have not met; none where there are none, or no tries are left."""
    if not order:
        return []
    first, *others = order
    for place, other in enumerate(others):
        if other in met[first]:
            continue
        if next(tries, None) is None:
            return None
        rest = _strangers([*others[:place], *others[place + 1 :]], met, tries)
        if rest is not None:
            return [(first, other), *rest]
    return None
