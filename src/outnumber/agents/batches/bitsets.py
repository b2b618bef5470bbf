"""Sets of numbers of many games at once, packed in words of 32 bits.

Bit n of a set stands for the number n, as in `games.numbers`. A set is a tuple of arrays, one for each 32
bits and each with one word a game, so that every step below is plain arithmetic on whole arrays. Numbers are
unsigned and of 32 bits too. A shift by 32 or more gives 0 in both engines, and so does one by what would be
negative, which wraps round: several lines rely on it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

import numpy as np

from outnumber.agents.batches.engines import Array, Engine

BITS = 32
ONE = np.uint32(1)
FULL = np.uint32(0xFFFF_FFFF)

# A set for each game: the words of the numbers 0 to 31, 32 to 63 and so on.
Words = tuple[Array, ...]


def packed(mask: int, words: int) -> list[np.uint32]:
    """One set as `words` words.

    >>> packed(1 << 33 | 0b110, 2)
    [np.uint32(6), np.uint32(2)]
    """
    return [np.uint32(mask >> BITS * place & int(FULL)) for place in range(words)]


def unpacked(words: Words, game: int) -> int:
    """The set of one game as one integer."""
    return sum(int(word[game]) << BITS * place for place, word in enumerate(words))


class Sets:
    """What can be done with sets of the numbers below `size`."""

    def __init__(self, engine: Engine, size: int) -> None:
        self.engine = engine
        self.xp = engine.xp
        self.size = size
        self.words = -(-size // BITS)
        # The first number of each word.
        self.first = [np.uint32(BITS * place) for place in range(self.words)]

    def only(self, number: Array) -> Words:
        """The set of one number."""
        return tuple(ONE << (number - first) for first in self.first)

    def least(self, number: Array) -> Words:
        """The numbers from this one on."""
        if self.words == 1:
            return (FULL << number,)
        return tuple(self.xp.where(number <= first, FULL, FULL << (number - first)) for first in self.first)

    def below(self, number: Array) -> Words:
        """The numbers below this one."""
        return tuple(~word for word in self.least(number))

    def both(self, one: Words, two: Words) -> Words:
        return tuple(a & b for a, b in zip(one, two, strict=True))

    def without(self, one: Words, two: Words) -> Words:
        return tuple(a & ~b for a, b in zip(one, two, strict=True))

    def where(self, condition: Array, one: Words, two: Words) -> Words:
        return tuple(self.xp.where(condition, a, b) for a, b in zip(one, two, strict=True))

    def none(self, numbers: Words) -> Array:
        """Whether a set is empty."""
        return reduce(or_, numbers) == 0

    def has(self, numbers: Words, number: Array) -> Array:
        """Whether a number, which may be any of 32 bits, is in a set."""
        found = ((word >> (number - first)) & ONE for word, first in zip(numbers, self.first, strict=True))
        return reduce(or_, found) != 0

    def count(self, numbers: Words) -> Array:
        """How many numbers a set has."""
        return sum(self.engine.count(word).astype(np.uint32) for word in numbers)

    def nth(self, numbers: Words, place: Array) -> Array:
        """The number of a set that has `place` smaller ones in it; any number if it is missing."""
        where, word = self.xp.where, numbers[0]
        start = 0
        before = np.uint32(0)
        rank = place
        for index in range(1, self.words):
            before = before + self.engine.count(numbers[index - 1])
            later = place >= before
            word = where(later, numbers[index], word)
            rank = where(later, place - before, rank)
            start = where(later, self.first[index], start)
        return self._nth_bit(word, rank) + start

    def _nth_bit(self, word: Array, place: Array) -> Array:
        """The same for a single word: halve it, and continue in the half that has the bit."""
        found = 0
        for shift in (4, 3, 2, 1, 0):
            half = 1 << shift
            if half >= self.size:
                continue
            lower = self.engine.count(word & np.uint32((1 << half) - 1))
            upper = place >= lower
            step = upper.astype(np.uint32) << np.uint32(shift)
            word = word >> step
            place = self.xp.where(upper, place - lower, place)
            found = found + step
        return found

    def lowest(self, numbers: Words) -> Words:
        """The smallest number as a set; none of none."""
        found = []
        seen = None
        for word in numbers:
            low = word & (~word + ONE)
            found.append(low if seen is None else self.xp.where(seen, np.uint32(0), low))
            here = word != 0
            seen = here if seen is None else seen | here
        return tuple(found)

    def flags(self, numbers: Words) -> Array:
        """A set as one truth value for each number, along a last axis."""
        return self.engine.bits(self.xp.stack(numbers, axis=-1), self.size) != 0


def mixed(number: Array) -> Array:
    """A number of 32 bits stirred so that neighbours have nothing in common (the finisher of MurmurHash3)."""
    number = number ^ (number >> np.uint32(16))
    number = number * np.uint32(0x85EBCA6B)
    number = number ^ (number >> np.uint32(13))
    number = number * np.uint32(0xC2B2AE35)
    return number ^ (number >> np.uint32(16))


def share(luck: Array, count: Array) -> Array:
    """A place below `count`, which is below 65,536, from 32 random bits: the upper half of their product."""
    high, low = luck >> np.uint32(16), luck & np.uint32(0xFFFF)
    return (high * count + (low * count >> np.uint32(16))) >> np.uint32(16)
