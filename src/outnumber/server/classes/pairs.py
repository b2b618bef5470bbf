"""Pairing: random at first, then by equal numbers of wins, avoiding repeated opponents if possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

# Maximum number of attempts to avoid repeated opponents.
TRIES = 5000


def paired(
    children: Sequence[int], score: Mapping[int, int], met: Mapping[int, Sequence[int]], seed: int
) -> list[tuple[int, int]]:
    """Pair all children. If their number is odd, one who has met the computer least plays it, as 0.

    >>> paired([1, 2, 3, 4], {1: 1, 3: 1, 2: 0, 4: 0}, {}, 7)
    [(1, 3), (4, 2)]
    """
    chance = Random(seed)
    order = list(children)
    chance.shuffle(order)
    alone: list[tuple[int, int]] = []
    if len(order) % 2:
        # Among those who have played the computer least, the one with the fewest wins.
        last = min(order, key=lambda each: (list(met.get(each, ())).count(0), score.get(each, 0)))
        order.remove(last)
        alone = [(last, 0)]
    order.sort(key=lambda each: -score.get(each, 0))  # stable: equal scores stay shuffled
    fresh = _strangers(order, {each: set(met.get(each, ())) for each in order}, iter(range(TRIES)))
    if fresh is None:
        fresh = [(order[place], order[place + 1]) for place in range(0, len(order), 2)]
    return fresh + alone


def _strangers(
    order: Sequence[int], met: Mapping[int, set[int]], tries: Iterator[int]
) -> list[tuple[int, int]] | None:
    """Pair neighbours who have not met; None if that is impossible or no tries are left."""
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
