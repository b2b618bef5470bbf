"""The two engines, NumPy and JAX, and sets of numbers for many games in parallel; other code works with both.

No array is changed in place, so JAX can compile, map and scan functions that use an engine.

Bit n of a set stands for the number n, as in `games.numbers`. A set is a tuple of arrays: one array for each
32 bits, with one word per game. All operations are arithmetic on whole arrays. Numbers are unsigned 32-bit
integers too. In both engines, a shift by 32 or more gives 0, and so does a shift by a negative difference,
which wraps around; several functions rely on this.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

from outnumber.extras import missing

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing("NumPy", "batch") from error
from outnumber.games import bad_option, closest

# A NumPy or JAX array, or a JAX tracer.
Array = Any


class Engine:
    """The NumPy engine: one core, no compilation. `Jax` overrides its methods for JAX."""

    name = "numpy"
    device = "host"
    xp: Any = np

    def count(self, words: Array) -> Array:
        """The number of set bits of each word."""
        return self.xp.bitwise_count(words)

    def take(self, table: Array, places: Array) -> Array:
        """The elements of a one-dimensional table at valid indices."""
        # The fastest mode; valid indices never wrap.
        return table.take(places, mode="wrap")

    def bits(self, words: Array, count: int) -> Array:
        """The first `count` bits of the words along the last axis, as bytes 0 and 1."""
        octets = words.astype("<u4").view(self.xp.uint8)
        return self.xp.unpackbits(octets, axis=-1, count=count, bitorder="little").view(self.xp.int8)

    def compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, compiled if the engine can compile."""
        return function

    def loop(self, condition: Callable[[Any], Any], body: Callable[[Any], Any], carry: Any) -> Any:
        """Apply the body while the condition holds."""
        while condition(carry):
            carry = body(carry)
        return carry

    def on_host(self, function: Callable[..., Any], like: Any, *arguments: Any) -> Any:  # noqa: ARG002
        """Call a function of NumPy arrays; its results have the shapes and types of `like`."""
        return function(*arguments)


class Jax(Engine):
    """The JAX engine: all cores, or an accelerator."""

    name = "jax"

    def __init__(self) -> None:
        try:
            import jax
        except ModuleNotFoundError as error:
            raise missing("JAX", "jax") from error
        self.jax = jax
        self.xp = jax.numpy
        self.device = jax.default_backend()

    def count(self, words: Array) -> Array:
        return self.jax.lax.population_count(words)

    def take(self, table: Array, places: Array) -> Array:
        return self.xp.asarray(table).at[places].get(mode="promise_in_bounds")

    def bits(self, words: Array, count: int) -> Array:
        places = self.xp.arange(32, dtype=words.dtype)
        spread = (words[..., None] >> places & 1).astype(self.xp.int8)
        return spread.reshape(*words.shape[:-1], -1)[..., :count]

    def compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        found: Callable[..., Any] = self.jax.jit(function)
        return found

    def loop(self, condition: Callable[[Any], Any], body: Callable[[Any], Any], carry: Any) -> Any:
        return self.jax.lax.while_loop(condition, body, carry)

    def on_host(self, function: Callable[..., Any], like: Any, *arguments: Any) -> Any:
        shapes = self.jax.tree.map(lambda each: self.jax.ShapeDtypeStruct(each.shape, each.dtype), like)
        return self.jax.pure_callback(function, shapes, *arguments, vmap_method="broadcast_all")


ENGINES: dict[str, type[Engine]] = {"numpy": Engine, "jax": Jax}


def engine(name: str) -> Engine:
    """The engine with this name."""
    if name not in ENGINES:
        raise bad_option("engine", name, closest(name, list(ENGINES)))
    return ENGINES[name]()


BITS = 32
ONE = np.uint32(1)
FULL = np.uint32(0xFFFF_FFFF)

# One set per game: the words for the numbers 0 to 31, 32 to 63 and so on.
Words = tuple[Array, ...]


def packed(mask: int, words: int) -> list[np.uint32]:
    """Pack a set into a number of words.

    >>> packed(1 << 33 | 0b110, 2)
    [np.uint32(6), np.uint32(2)]
    """
    return [np.uint32(mask >> BITS * place & int(FULL)) for place in range(words)]


def unpacked(words: Words, game: int | tuple[int, ...]) -> int:
    """The set of one game as an integer."""
    return sum(int(word[game]) << BITS * place for place, word in enumerate(words))


class Sets:
    """Operations on sets of numbers below `size`."""

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
        """The numbers from this one upwards."""
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
        """Whether a set contains a number, which may be any 32-bit value."""
        found = ((word >> (number - first)) & ONE for word, first in zip(numbers, self.first, strict=True))
        return reduce(or_, found) != 0

    def count(self, numbers: Words) -> Array:
        """The size of a set."""
        return sum(self.engine.count(word).astype(np.uint32) for word in numbers)

    def nth(self, numbers: Words, place: Array) -> Array:
        """The element with `place` smaller elements; an arbitrary number if the set is too small."""
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
        """The position of the set bit number `place` in a word, by binary search."""
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
        """The set of the smallest element; empty for an empty set."""
        found = []
        seen = None
        for word in numbers:
            low = word & (~word + ONE)
            found.append(low if seen is None else self.xp.where(seen, np.uint32(0), low))
            here = word != 0
            seen = here if seen is None else seen | here
        return tuple(found)

    def flags(self, numbers: Words) -> Array:
        """A set as Booleans, one per number, along a new last axis."""
        return self.engine.bits(self.xp.stack(numbers, axis=-1), self.size) != 0


def mixed(number: Array) -> Array:
    """A hash of a 32-bit number: the finaliser of MurmurHash3."""
    number = number ^ (number >> np.uint32(16))
    number = number * np.uint32(0x85EBCA6B)
    number = number ^ (number >> np.uint32(13))
    number = number * np.uint32(0xC2B2AE35)
    return number ^ (number >> np.uint32(16))


def share(luck: Array, count: Array) -> Array:
    """A random number below `count` from 32 random bits: the upper half of their product.

    `count` must be below 65,536.
    """
    high, low = luck >> np.uint32(16), luck & np.uint32(0xFFFF)
    return (high * count + (low * count >> np.uint32(16))) >> np.uint32(16)
