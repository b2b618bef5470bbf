"""Sets of numbers as one integer: bit `n` is set when the number `n` is in the set.

One `&` on such an integer replaces a loop over the numbers, and a pool of a million numbers is 125 kB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import eq
from typing import Any, overload

from outnumber.games.errors import either

_TRUTH = bytes.maketrans(b"01", b"\x00\x01")
_SMALL = 1 << 16


def full(size: int) -> int:
    """The set of the numbers from 1 to `size`."""
    return (2 << size) - 2


def mask_of(numbers: Iterable[int]) -> int:
    """The set of the given numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def members(mask: int) -> Iterator[int]:
    """The numbers of a set, rising; about 20 ns for each bit."""
    # Characters of the binary text, turned round, select from the count: no Python loop.
    return compress(range(mask.bit_length()), bin(mask)[:1:-1].encode().translate(_TRUTH))


@lru_cache(maxsize=_SMALL)
def _small(mask: int) -> tuple[int, ...]:
    return tuple(members(mask))


def ordered(mask: int) -> Sequence[int]:
    """The numbers of a set as a sequence: a tuple when all are below 16, else a view.

    >>> ordered(0b1010110)
    (1, 2, 4, 6)
    """
    return _small(mask) if mask < _SMALL else Numbers(mask)


class Numbers(Sequence[int]):
    """A read-only, rising view of a set of numbers; nothing is copied until it is walked.

    >>> view = Numbers(full(1_000_000))
    >>> len(view), view[0], view[-1], 17 in view, 0 in view
    (1000000, 1, 1000000, True, False)
    """

    __slots__ = ("_count", "mask")

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self._count = mask.bit_count()

    def __len__(self) -> int:
        return self._count

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number > 0 and bool(self.mask >> number & 1)

    def __iter__(self) -> Iterator[int]:
        return members(self.mask)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: Any) -> Any:
        try:
            inside = 0 <= index < self._count
        except TypeError:
            return tuple(self)[index]
        if not inside:
            index += self._count
            if not 0 <= index < self._count:
                raise IndexError(index)
        # Halve the set until a table has the rest; the last halvings are written out because random
        # games spend most of their time here.
        mask, low = self.mask, 0
        if mask >> 64:
            width = 1 << (mask.bit_length() - 1).bit_length() >> 1
            while width >= 64:
                lower = mask & ((1 << width) - 1)
                count = lower.bit_count()
                if index < count:
                    mask = lower
                else:
                    index -= count
                    mask >>= width
                    low += width
                width >>= 1
        lower = mask & 0xFFFF_FFFF
        count = lower.bit_count()
        if index < count:
            mask = lower
        else:
            index -= count
            mask >>= 32
            low += 32
        lower = mask & 0xFFFF
        count = lower.bit_count()
        if index < count:
            return low + _small(lower)[index]
        return low + 16 + _small(mask >> 16)[index - count]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Numbers):
            return self.mask == other.mask
        if isinstance(other, (tuple, list)):
            return len(other) == self._count and all(map(eq, self, other))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<Numbers {brief(self)}>"


def as_mask(numbers: Iterable[int]) -> int:
    """The set of the given numbers, at no cost where they are a view of it."""
    return numbers.mask if isinstance(numbers, Numbers) else mask_of(numbers)


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Stretches of neighbours, in the order given.

    >>> list(runs([1, 2, 3, 5, 8, 9]))
    [(1, 3), (5, 5), (8, 9)]
    """
    if isinstance(numbers, Numbers):
        # First numbers of all runs and last numbers of all runs, each found in one step.
        mask = numbers.mask
        yield from zip(members(mask & ~(mask << 1)), members(mask & ~(mask >> 1)), strict=True)
        return
    first = last = None
    for number in numbers:
        if last is not None and number == last + 1:
            last = number
            continue
        if first is not None and last is not None:
            yield first, last
        first = last = number
    if first is not None and last is not None:
        yield first, last


def run_texts(numbers: Iterable[int]) -> list[str]:
    """Each run as text: `4-9`, or `7` for a single number."""
    return [str(first) if first == last else f"{first}-{last}" for first, last in runs(numbers)]


def brief(numbers: Sequence[int], most: int = 12) -> str:
    """The numbers as a choice in words, in one line whatever their count.

    >>> brief([1, 2, 4]), brief(range(1, 101)), brief(range(2, 101, 2))
    ('1, 2 or 4', '1-100', '2, 4, 6, 8, 10, 12, 14, 16, 18, 20, … or 100 (50 numbers)')
    """
    texts = shortened(numbers, most)
    return either(texts) + (f" ({len(numbers)} numbers)" if "…" in texts else "")


def shortened(numbers: Sequence[int], most: int = 12) -> list[str]:
    """The numbers one by one, else as runs, else the first runs, … and the last.

    >>> shortened([1, 2, 4]), shortened(range(1, 101)), shortened(range(2, 101, 2), 5)
    (['1', '2', '4'], ['1-100'], ['2', '4', '6', '…', '100'])
    """
    if len(numbers) <= most:
        return [str(number) for number in numbers]
    texts = run_texts(numbers)
    return texts if len(texts) <= most else [*texts[: most - 2], "…", texts[-1]]
