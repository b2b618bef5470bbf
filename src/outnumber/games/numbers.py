"""Sets of numbers as one integer: bit `n` is set when the number `n` is in the set.

One `&` on such an integer replaces a loop over the numbers, and a pool of a million numbers is 125 kB.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import total_ordering
from itertools import compress, groupby
from operator import index
from typing import TypeVar, overload

T = TypeVar("T")

_TRUTH = bytes.maketrans(b"01", b"\x00\x01")
_DIGITS = bytes.maketrans(b"\x00\x01", b"01")
# Up to this many numbers, setting bits one by one is faster than an array of flags; small numbers are cheap.
_FEW = 100
# Sets of numbers below 16 are frequent, so their lists are cached.
_SMALL = 1 << 16
# Texts abbreviate longer lists.
_LONGEST_TEXT = 1_000
# Longer lists appear as runs, such as 4-9.
_NAMED_ONE_BY_ONE = 50


def full(size: int) -> int:
    """The set of the numbers from 1 to `size`."""
    return (2 << size) - 2


def mask_of(numbers: Iterable[int]) -> int:
    """The set of the given numbers; takes time linear in the largest."""
    listed = list(numbers)
    if len(listed) > _FEW and sum(listed) > _FEW * (largest := max(listed)):
        flags = bytearray(largest + 1)
        for number in listed:
            flags[number] = 1
        return at_ones(flags)
    mask = 0
    for number in listed:
        mask |= 1 << number
    return mask


def at_ones(flags: bytes | bytearray) -> int:
    """The indices of the ones in an array of zeros and ones, as a set."""
    return int(flags[::-1].translate(_DIGITS), 2)


def flags_of(mask: int, length: int = 0) -> bytearray:
    """An array with a one at the index of each number in a set, padded with zeros to `length`."""
    flags = bytearray(bin(mask)[:1:-1].encode().translate(_TRUTH))
    return flags.ljust(length, b"\x00")


def members(mask: int) -> Iterator[int]:
    """The numbers of a set in ascending order; about 20 ns per bit."""
    # The reversed binary digits select from the range, without a Python loop.
    return compress(range(mask.bit_length()), bin(mask)[:1:-1].encode().translate(_TRUTH))


def falling(mask: int) -> Iterator[int]:
    """The numbers of a set in descending order."""
    return compress(range(mask.bit_length() - 1, -1, -1), bin(mask)[2:].encode().translate(_TRUTH))


def whole_within(number: object, low: int, high: int) -> bool:
    """Whether a value is a whole number between two limits; NumPy integers count, booleans do not.

    >>> whole_within(3, 1, 3), whole_within(4, 1, 3), whole_within(True, 1, 3), whole_within("3", 1, 3)
    (True, False, False, False)
    """
    try:
        return not isinstance(number, bool) and low <= index(number) <= high  # type: ignore[arg-type]
    except TypeError:
        return False


@total_ordering
class Numbers(Sequence[int]):
    """Numbers in ascending order that print and compare like a tuple, stored as a set of bits.

    Membership tests and `len` are fast at any size.

    >>> Numbers(0b1010110), Numbers(0b1010110) == (1, 2, 4, 6)
    ((1, 2, 4, 6), True)
    >>> many = Numbers(full(1_000_000))
    >>> len(many), many[0], many[-1], 17 in many, 0 in many
    (1000000, 1, 1000000, True, False)
    """

    __slots__ = ("_count", "_listed", "mask")

    def __init__(self, mask: int, listed: Sequence[int] | None = None) -> None:
        self.mask = mask
        # The same numbers as a sequence, if the caller already has one.
        self._listed = listed
        self._count = -1 if listed is None else len(listed)

    def __len__(self) -> int:
        if self._count < 0:
            self._count = self.mask.bit_count()
        return self._count

    def __bool__(self) -> bool:
        return self.mask > 0

    def __contains__(self, number: object) -> bool:
        try:
            return number is not True and bool(self.mask >> index(number) & 1)  # type: ignore[arg-type]  # raises TypeError
        except (TypeError, ValueError):  # not a number, or negative
            return False

    def __iter__(self) -> Iterator[int]:
        return members(self.mask) if self._listed is None else iter(self._listed)

    def tolist(self) -> list[int]:
        """The numbers as a list; several times faster than `list`, which calls `__len__` first."""
        return list(members(self.mask) if self._listed is None else self._listed)

    def __reversed__(self) -> Iterator[int]:
        return reversed(tuple(self))

    def index(self, number: int, start: int = 0, stop: int | None = None) -> int:
        """The index of a number."""
        place = (self.mask & (1 << number) - 1).bit_count() if number in self else -1
        if place not in range(len(self))[start:stop]:
            raise ValueError("there is no such number here")
        return place

    def count(self, number: int) -> int:
        return int(number in self)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[int, ...]: ...
    def __getitem__(self, place: int | slice) -> int | tuple[int, ...]:
        if type(place) is slice:
            return tuple(self)[place]
        if self._listed is not None:
            return self._listed[place]
        count = len(self)
        if place < 0:
            place += count
        if not 0 <= place < count:
            raise IndexError("there is no number at this place")
        return nth(self.mask, place)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Numbers):
            return self.mask == other.mask
        if isinstance(other, tuple):
            return len(other) == len(self) and tuple(self) == other
        return NotImplemented

    def __lt__(self, other: Numbers | tuple[int, ...]) -> bool:
        return tuple(self) < tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        if len(self) <= _LONGEST_TEXT:
            return repr(tuple(self))
        return f"({self[0]}, {self[1]}, {self[2]}, …, {self[-1]})"

    def __reduce__(self) -> tuple[object, ...]:
        return Numbers, (self.mask,)


class Made(dict[int, T]):
    """A cache that computes missing values; a hit costs no more than a dictionary lookup.

    Threads can share it: at worst, two threads compute the same value.
    """

    def __init__(self, make: Callable[[int], T]) -> None:
        self.make = make

    def __missing__(self, key: int) -> T:
        value = self[key] = self.make(key)
        return value


_places = Made(lambda mask: bytes(members(mask)))
_listed = Made(lambda mask: Numbers(mask, tuple(members(mask))))


def nth(mask: int, place: int) -> int:
    """The number at an index of a set, counted from 0; halves the set until it is small."""
    low = 0
    width = 1 << (mask.bit_length() - 1).bit_length()
    while mask >= _SMALL:
        width >>= 1
        lower = mask & ((1 << width) - 1)
        below = lower.bit_count()
        if place < below:
            mask = lower
        else:
            place -= below
            mask >>= width
            low += width
    return low + _places[mask][place]


def ordered(mask: int) -> Numbers:
    """The numbers of a set in ascending order."""
    return _listed[mask] if mask < _SMALL else Numbers(mask)


def as_mask(numbers: Iterable[int]) -> int:
    """The set of the given numbers; free for `Numbers`."""
    return numbers.mask if isinstance(numbers, Numbers) else mask_of(numbers)


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The runs of consecutive numbers, each as first and last, in the given order.

    >>> list(runs([1, 2, 3, 5, 8, 9]))
    [(1, 3), (5, 5), (8, 9)]
    """
    if isinstance(numbers, Numbers):
        # One operation finds the first numbers of all runs, and one the last numbers.
        mask = numbers.mask
        yield from zip(members(mask & ~(mask << 1)), members(mask & ~(mask >> 1)), strict=True)
        return
    # Within a run, numbers and their places differ by the same.
    for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        found = [number for _, number in run]
        yield found[0], found[-1]


def run_texts(numbers: Iterable[int]) -> list[str]:
    """Each run as text: `4-9`, or `7` for a single number."""
    return [str(first) if first == last else f"{first}-{last}" for first, last in runs(numbers)]


def shortened(numbers: Sequence[int], most: int = 12) -> list[str]:
    """The numbers one by one if there are few, else as runs, else the first runs, … and the last run.

    >>> shortened([1, 2, 4]), shortened(range(1, 101)), shortened(range(2, 101, 2), 5)
    (['1', '2', '4'], ['1-100'], ['2', '4', '6', '…', '100'])
    """
    if len(numbers) <= most:
        return [str(number) for number in numbers]
    texts = run_texts(numbers)
    return texts if len(texts) <= most else [*texts[: most - 2], "…", texts[-1]]


def listed(numbers: Sequence[int]) -> str:
    """The numbers in one line; long lists as runs, very long ones abbreviated.

    >>> listed([1, 2, 4]), listed(range(1, 101))
    ('1, 2, 4', '1-100')
    """
    if len(numbers) <= _NAMED_ONE_BY_ONE:
        return ", ".join(map(str, numbers)) or "none"
    texts = run_texts(numbers)
    if len(texts) <= _LONGEST_TEXT:
        return ", ".join(texts)
    first = ", ".join(texts[:_LONGEST_TEXT])
    return f"{first} and so on up to {numbers[-1]} ({len(numbers):,} numbers in all)"
