"""Pairing by the Swiss system in the Monrad form, and the standings of a tournament.

The order of the first round is random. Later, children are ordered by points, and each plays the next one it
has not met. With an odd number, the last child who has had fewest byes plays the computer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

# Maximum number of attempts to avoid repeated opponents.
TRIES = 5000


def paired(
    children: Sequence[int], score: Mapping[int, int], met: Mapping[int, Sequence[int]], seed: int
) -> list[tuple[int, int]]:
    """Pair all children. If their number is odd, one who has met the computer least plays it, as 0.

    Children meet again only if they must; the fewer times they have met, the better.

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
    times = {each: Counter(met.get(each, ())) for each in order}
    fresh = _strangers(order, times, iter(range(TRIES)))
    if fresh is None:
        fresh = _exchanged([(order[place], order[place + 1]) for place in range(0, len(order), 2)], times)
    return fresh + alone


def _strangers(
    order: Sequence[int], met: Mapping[int, Container[int]], tries: Iterator[int]
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


def _exchanged(pairs: list[tuple[int, int]], met: Mapping[int, Counter[int]]) -> list[tuple[int, int]]:
    """Exchange partners between two pairs as long as fewer have met."""
    before: list[tuple[int, int]] = []
    while before != pairs:
        before = [*pairs]
        for one, two in combinations(range(len(pairs)), 2):
            (a, b), (c, d) = pairs[one], pairs[two]
            ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
            pairs[one], pairs[two] = min(ways, key=lambda way: sum(met[x][y] for x, y in way))
    return pairs


class Standing(NamedTuple):
    """Points, and the tie-breaks: the points of all opponents (Buchholz), and of those beaten."""

    number: int
    points: int
    opponents: int
    beaten: int


def standings(children: Iterable[int], games: Iterable[tuple[int, int, int | None]]) -> list[Standing]:
    """The standings after games of two children and a winner, the best first.

    A game against the computer, 0, is a bye: it gives a point, however it ends.

    >>> [tuple(each) for each in standings([1, 2, 3], [(1, 2, 2), (3, 0, None), (2, 3, 2)])]
    [(2, 2, 1, 1), (3, 1, 2, 0), (1, 0, 2, 0)]
    """
    met: dict[int, list[tuple[int, bool]]] = {number: [] for number in children}
    for one, two, winner in games:
        for each, other in ((one, two), (two, one)):
            if each in met and (winner is not None or not two):
                met[each].append((other, winner == each or not other))
    points = {number: sum(won for _, won in own) for number, own in met.items()}
    found = [
        Standing(
            number, points[number],
            sum(points.get(other, 0) for other, _ in own),
            sum(points.get(other, 0) for other, won in own if won),
        )
        for number, own in met.items()
    ]  # fmt: skip
    return sorted(found, key=lambda each: (-each.points, -each.opponents, -each.beaten, each.number))
