"""A chain is a value: different numbers in a row, with linked neighbours. Every change returns another chain,
or raises the reason why it is not possible.

>>> chain = Chain.of(10, numbers=[4, 8])
>>> chain.add(2).numbers, chain.front(1).numbers, chain.insert(2, after=4).numbers
((4, 8, 2), (1, 4, 8), (4, 2, 8))
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from outnumber.games import GameError, Join, full, mask_of, members, number_option, read_sentences
from outnumber.games.links import Link, Links, link_option

# All results for these ranges are known (`best.py`); larger ones need a solver.
SMALLEST, LARGEST = 5, 100
LARGEST_ASKED = 1_000
RANGE = number_option("range", LARGEST, "The largest number.", low=SMALLEST, high=LARGEST_ASKED)
LINK = link_option(("multiple",))


class ChainError(GameError):
    """A change that the chain does not allow."""

    TEMPLATES: ClassVar = read_sentences(__file__)


# The graph of a condition on the numbers up to a range, shared by all players on it.
_links = lru_cache(maxsize=64)(Links)


class Chain(NamedTuple):
    """Some numbers in a row, with their links."""

    links: Links
    numbers: tuple[int, ...] = ()

    @classmethod
    def of(cls, range: int = LARGEST, link: Any = "multiple", numbers: Iterable[int] = ()) -> Chain:
        """The chain of these numbers; raises `GameError` if they do not form one."""
        chain = cls(_links(LINK.read(link), RANGE.read(range)))
        for number in numbers:
            chain = chain.back(number)
        return chain

    @property
    def range(self) -> int:
        return self.links.size

    @property
    def joins(self) -> tuple[Join, ...]:
        """The link between each number and the next."""
        return tuple(self.links.join(a, b) for a, b in pairwise(self.numbers))

    # Possible places

    @property
    def unused(self) -> int:
        """The numbers that are not in the chain, as bits."""
        return full(self.range) & ~mask_of(self.numbers)

    def at_end(self, end: int) -> list[int]:
        """The unused numbers that fit at an end: 0 is the front, -1 the back."""
        row = self.links.row(self.numbers[end]) if self.numbers else full(self.range)
        return list(members(row & self.unused))

    def gaps(self, number: int) -> list[int]:
        """The numbers of the chain after which another one fits, with a neighbour on each side."""
        row = self.links.row(number)
        return [a for a, b in pairwise(self.numbers) if row >> a & 1 and row >> b & 1]

    def in_each_gap(self) -> list[list[int]]:
        """The unused numbers that fit between each pair of neighbours."""
        row, unused = self.links.row, self.unused
        return [list(members(row(a) & row(b) & unused)) for a, b in pairwise(self.numbers)]

    def between(self) -> list[int]:
        """The unused numbers that fit between two neighbours."""
        return sorted({number for gap in self.in_each_gap() for number in gap})

    # Changes

    def back(self, number: int) -> Chain:
        """Add a number at the back."""
        self._fits(number, -1)
        return Chain(self.links, (*self.numbers, number))

    def front(self, number: int) -> Chain:
        """Add a number at the front."""
        self._fits(number, 0)
        return Chain(self.links, (number, *self.numbers))

    def insert(self, number: int, after: int | None = None) -> Chain:
        """Insert a number between two neighbours: after a given one, or at the first place where it fits."""
        self._unused(number)
        gaps = self.gaps(number)
        if after is None:
            if not gaps:
                raise self._nowhere(number)
            after = gaps[0]
        place = self._place(after) + 1
        if place == len(self.numbers):
            return self.back(number)
        if after not in gaps:
            a, b = self.numbers[place - 1 : place + 1]
            wrong = b if self.links.linked(number, a) else a
            raise ChainError("not-between", number=number, a=a, b=b, link=self._link(wrong))
        return Chain(self.links, (*self.numbers[:place], number, *self.numbers[place:]))

    def add(self, number: int) -> Chain:
        """Add a number where it fits: at the back, else at the front, else between two neighbours."""
        self._unused(number)
        row = self.links.row(number)
        if not self.numbers or row >> self.numbers[-1] & 1:
            return self.back(number)
        if row >> self.numbers[0] & 1:
            return self.front(number)
        return self.insert(number)

    def cut(self, number: int) -> Chain:
        """Remove this number and all later ones."""
        return Chain(self.links, self.numbers[: self._place(number)])

    def take(self, number: int) -> Chain:
        """Remove this number; its neighbours become adjacent."""
        place = self._place(number)
        if 0 < place < len(self.numbers) - 1:
            a, b = self.numbers[place - 1], self.numbers[place + 1]
            if not self.links.linked(a, b):
                raise ChainError("apart", number=number, a=a, b=b, link=self._link(b))
        return Chain(self.links, (*self.numbers[:place], *self.numbers[place + 1 :]))

    def turn(self, number: int) -> Chain:
        """Reverse the part from this number to the back, which changes the last number."""
        place = self._place(number)
        if place == 0:
            raise ChainError("whole", number=number)
        before, last = self.numbers[place - 1], self.numbers[-1]
        if not self.links.linked(before, last):
            raise ChainError("no-turn", number=number, a=before, b=last, link=self._link(last))
        return Chain(self.links, (*self.numbers[:place], *reversed(self.numbers[place:])))

    def reverse(self) -> Chain:
        """Reverse the whole chain."""
        return Chain(self.links, self.numbers[::-1])

    # Why not

    def _unused(self, number: int) -> None:
        if not 1 <= number <= self.range:
            raise ChainError("out-of-range", number=number, range=self.range)
        if number in self.numbers:
            raise ChainError("in-chain", number=number)

    def _fits(self, number: int, end: int) -> None:
        self._unused(number)
        if self.numbers and not self.links.linked(number, self.numbers[end]):
            raise ChainError("not-linked", number=number, link=self._link(self.numbers[end]))

    def _place(self, number: int) -> int:
        if number not in self.numbers:
            raise ChainError("not-in-chain", number=number)
        return self.numbers.index(number)

    def _link(self, number: int) -> Link:
        return Link(self.links.criteria, number)

    def _nowhere(self, number: int) -> ChainError:
        if not self.numbers:
            return ChainError("empty-chain")
        first, last = self.numbers[0], self.numbers[-1]
        if first == last:
            return ChainError("not-linked", number=number, link=self._link(first))
        return ChainError("fits-nowhere", number=number, first=first, last=last)
