"""The longest known chains, one for every range from 5 to 100, and whether they are proven to be longest.

`data/` has a file for each single criterion, and one for those of Number Duel; `benchmarks/chains.py`
generates them. For all other requests, a search finds a long chain, and islands give an upper bound.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple

from outnumber.games import Text
from outnumber.games.links import CRITERIA, named
from outnumber.study.data import load

from .bounds import best_islands
from .chain import LARGEST, SMALLEST, Chain
from .search import found
from .solver import longest

# The ranges that front ends offer: all their results are known.
OFFERED: tuple[tuple[str, ...], ...] = (
    ("multiple",),
    ("multiple", "digit"),
    *((name,) for name in CRITERIA if name != "multiple"),
)
# How the length is proven, by the names in the data.
METHODS: dict[str, Text] = {
    "integer-program": "an integer program (CP-SAT of OR-tools)",
    "two-programs": "two integer programs (CP-SAT of OR-tools, and HiGHS)",
    "islands": "counting islands",
}
# The share of the best length that earns each star, in percent.
STARS = (70, 90, 100)


class Best(NamedTuple):
    """The longest known chain; none is longer than `bound`."""

    chain: Chain
    bound: int
    # How the bound is proven: a name of `METHODS`.
    method: str

    @property
    def length(self) -> int:
        return len(self.chain.numbers)

    @property
    def proven(self) -> bool:
        """Whether no chain is longer."""
        return self.length == self.bound

    @property
    def marks(self) -> tuple[int, ...]:
        """The lengths that earn one, two and three stars."""
        return tuple(ceil(self.length * share / 100) for share in STARS)

    def stars(self, length: int) -> int:
        """The number of stars for a length."""
        return sum(length >= mark for mark in self.marks)


def best(range: int, link: Any = "multiple") -> Best:
    """The longest known chain.

    >>> best(10).length, best(10).proven, best(10).stars(7)
    (9, True, 1)
    """
    empty = Chain.of(range, link)
    if empty.range <= LARGEST and empty.links.criteria in OFFERED:
        file = f"data/{'-or-'.join(named(empty.links.criteria))}.json"
        known = load(__package__, file)[empty.range - SMALLEST]
        return Best(Chain(empty.links, tuple(known["chain"])), known["bound"], known["method"])
    return _searched(empty)


@lru_cache(maxsize=64)
def _searched(empty: Chain) -> Best:
    bound = best_islands(empty.links).bound
    return Best(found(empty, bound), bound, "islands")


def improved(known: Best, seconds: float) -> Best:
    """The same after a solver has run for some seconds; raises `OptionError` if there is no solver."""
    if known.proven:
        return known
    links = known.chain.links
    answer = longest(links, seconds, known.chain.numbers)
    chain = max(known.chain, Chain(links, answer.numbers), key=lambda each: len(each.numbers))
    if answer.bound >= known.bound:
        return Best(chain, known.bound, known.method)
    return Best(chain, answer.bound, "integer-program")
