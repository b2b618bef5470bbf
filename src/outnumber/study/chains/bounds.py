"""Why no chain can be longer: take some numbers out, and the rest falls into islands.

A chain that uses k of the numbers taken out has at most k + 1 stretches between them, each on one island. So
its length is at most k plus the sizes of the k + 1 largest islands. Taking out 1 to 5 from 1 to 100 leaves 20
islands, and 5 + 57 + 5 + 5 + 4 + 3 + 3 = 82.
"""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games import full, mask_of, members
from outnumber.games.links import Links

# Taking out more numbers than this does not split the rest any further.
MOST_OUT = 24


class Islands(NamedTuple):
    """Numbers that are taken out, and the remaining islands, largest first."""

    out: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def counted(self) -> tuple[int, ...]:
        """The islands that a chain can visit, each of them completely."""
        return self.sizes[: len(self.out) + 1]

    @property
    def bound(self) -> int:
        """An upper bound for the length of a chain."""
        return len(self.out) + sum(self.counted)


def islands(links: Links, out: tuple[int, ...] = ()) -> Islands:
    """The islands that remain without some numbers.

    >>> found = islands(Links(("multiple",), 100), (1, 2, 3, 4, 5))
    >>> found.counted, found.bound
    ((57, 5, 5, 4, 3, 3), 82)
    """
    left = full(links.size) & ~mask_of(out)
    sizes = []
    while left:
        island = reach = left & -left
        while reach:
            number = reach.bit_length() - 1
            reach ^= 1 << number
            new = links.row(number) & left & ~island
            island |= new
            reach |= new
        sizes.append(island.bit_count())
        left &= ~island
    return Islands(out, tuple(sorted(sizes, reverse=True)))


def best_islands(links: Links) -> Islands:
    """The islands with the lowest bound, when numbers are taken out in order of their number of partners."""
    out: tuple[int, ...] = ()
    best = islands(links)
    left = full(links.size)
    for _ in range(min(MOST_OUT, links.size - 1)):
        # Of equal ones the smallest, so that the numbers are easy to name.
        most = max(members(left), key=lambda number: ((links.row(number) & left).bit_count(), -number))
        out = (*out, most)
        left ^= 1 << most
        found = islands(links, tuple(sorted(out)))
        if found.bound < best.bound:
            best = found
    return best
