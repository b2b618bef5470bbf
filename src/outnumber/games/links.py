"""Which numbers are linked: the criteria of Number Duel and Strategy Stacks as graphs on 1..size.

A row is the set of numbers linked to one number, as bits. Rows are made when they are asked for: all
rows of 1..100,000 would need 1.25 GB.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import TypeVar

from outnumber.games.errors import OptionError, closest, shown
from outnumber.games.numbers import full, mask_of, members
from outnumber.games.options import Option

Criterion = str | Callable[[int, int], bool]
Row = Callable[[int], int]
T = TypeVar("T")

# A Python function is asked once for every pair of numbers.
FUNCTION_LIMIT = 2_000
_ROW_CACHE_BYTES = 32_000_000
# A list of all divisors pays off where a whole graph is walked; beyond this size it is too big.
_DIVISOR_TABLE_LIMIT = 200_000


def multiples(step: int, size: int) -> int:
    """The multiples of `step` up to `size` as a set; a few copies of the result in work."""
    count = size // step
    mask, have = 1, 1
    while have < count:
        more = min(have, count - have)
        mask |= (mask & ((1 << more * step) - 1)) << have * step
        have += more
    return mask << step if count else 0


def divisors(number: int) -> list[int]:
    """The divisors of a number, rising; O(√number).

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    low = [d for d in range(1, isqrt(number) + 1) if number % d == 0]
    return low + [number // d for d in reversed(low) if d * d != number]


def prime_factors(number: int) -> list[int]:
    """The distinct primes that divide a number."""
    found, prime = [], 2
    while prime * prime <= number:
        if number % prime == 0:
            found.append(prime)
            while number % prime == 0:
                number //= prime
        prime += 1
    return [*found, number] if number > 1 else found


def digit_sets(size: int) -> list[int]:
    """For each digit 0..9 the set of numbers up to `size` written with it.

    Built a decimal place at a time: a block of ten shorter blocks, of which one is full.
    """
    place, sets, padded = 1, [0] * 10, 0
    while place <= size:
        block = (1 << place) - 1
        # `padded` has the zeros of numbers filled up with leading zeros; a real number has no such zeros.
        zeros = sets[0]
        for lead in range(1, 10):
            zeros |= padded << lead * place
        padded = block | sum(padded << lead * place for lead in range(1, 10))
        for digit in range(1, 10):
            seen = sets[digit]
            sets[digit] = sum((block if lead == digit else seen) << lead * place for lead in range(10))
        sets[0] = zeros
        place *= 10
    return [found & full(size) for found in sets]


def digit_sum_sets(size: int) -> dict[int, int]:
    """For each digit sum the set of numbers up to `size` that have it."""
    place, sets = 1, {0: 1}
    while place <= size:
        longer: dict[int, int] = {}
        for total, found in sets.items():
            for lead in range(10):
                longer[total + lead] = longer.get(total + lead, 0) | found << lead * place
        sets = longer
        place *= 10
    return {total: found & full(size) for total, found in sets.items()}


def primes(size: int) -> int:
    """The primes up to `size` as a set (the sieve of Eratosthenes on bits)."""
    from array import array

    sieve = array("b", b"\x01") * (size + 1)
    sieve[0] = 0
    if size >= 1:
        sieve[1] = 0
    for prime in range(2, isqrt(size) + 1):
        if sieve[prime]:
            sieve[prime * prime :: prime] = array("b", bytes(len(range(prime * prime, size + 1, prime))))
    return int(sieve.tobytes().translate(bytes.maketrans(b"\x00\x01", b"01"))[::-1], 2)


def _multiple(size: int) -> Row:
    return lambda number: multiples(number, size) | mask_of(divisors(number))


def _digit(size: int) -> Row:
    sets = digit_sets(size)

    def row(number: int) -> int:
        found = 0
        for digit in set(str(number)):
            found |= sets[int(digit)]
        return found

    return row


def _digit_sum(size: int) -> Row:
    sets = digit_sum_sets(size)
    return lambda number: sets[sum(map(int, str(number)))]


def _coprime(size: int) -> Row:
    def row(number: int) -> int:
        shared = 0
        for prime in prime_factors(number):
            shared |= multiples(prime, size)
        return full(size) & ~shared

    return row


def _neighbour(_: int) -> Row:
    return lambda number: 5 << number - 1


def _square_sum(size: int) -> Row:
    squares = mask_of(root * root for root in range(1, isqrt(2 * size) + 1))
    return lambda number: squares >> number


def _prime_sum(size: int) -> Row:
    found = primes(2 * size)
    return lambda number: found >> number


CRITERIA: dict[str, Callable[[int], Row]] = {
    "multiple": _multiple,
    "digit": _digit,
    "digit-sum": _digit_sum,
    "coprime": _coprime,
    "neighbour": _neighbour,
    "square-sum": _square_sum,
    "prime-sum": _prime_sum,
}


def _divisor_lists(size: int) -> Callable[[int], Iterable[int]]:
    # Made when the first list is asked for: a game needs rows only.
    table: list[list[int]] = []

    def near(number: int) -> Iterable[int]:
        above = range(2 * number, size + 1, number)
        if size > _DIVISOR_TABLE_LIMIT:
            return [*divisors(number)[:-1], *above]
        if not table:
            table.extend([] for _ in range(size + 1))
            for divisor in range(1, size // 2 + 1):
                for multiple in range(2 * divisor, size + 1, divisor):
                    table[multiple].append(divisor)
        return [*table[number], *above]

    return near


def _adjacent_lists(size: int) -> Callable[[int], Iterable[int]]:
    return lambda number: [near for near in (number - 1, number + 1) if 1 <= near <= size]


def _square_lists(size: int) -> Callable[[int], Iterable[int]]:
    def near(number: int) -> Iterable[int]:
        roots = range(isqrt(number) + 1, isqrt(number + size) + 1)
        return [root * root - number for root in roots if root * root != 2 * number]

    return near


# Criteria that link a number to few others, so that lists are their natural form.
_LISTS = {"multiple": _divisor_lists, "neighbour": _adjacent_lists, "square-sum": _square_lists}

# How each criterion reads after "a number that".
_PHRASES = {
    "multiple": "is a multiple/factor of {}",
    "digit": "shares a digit with {}",
    "digit-sum": "has the same digit sum as {}",
    "coprime": "has no common factor with {} but 1",
    "neighbour": "is one more or one less than {}",
    "square-sum": "adds up to a square number with {}",
    "prime-sum": "adds up to a prime number with {}",
}


def demand(criteria: Sequence[Criterion], number: int) -> str:
    """What the criteria ask of the number after `number`, in words.

    >>> demand(("multiple", "digit"), 28)
    'is a multiple/factor of 28 or shares a digit with it'
    """
    texts: list[str] = []
    for criterion in criteria:
        if isinstance(criterion, str):
            phrase = _PHRASES[criterion]
        else:
            phrase = f"goes by {getattr(criterion, '__name__', 'your function')} with {{}}"
        texts.append(phrase.format("it" if texts else number))
    return " or ".join(texts)


def _function(test: Callable[[int, int], bool], size: int) -> Row:
    if size > FUNCTION_LIMIT:
        raise OptionError(
            "too-large",
            what="A range",
            size=f"{size:,}",
            remedy=f"a criterion that is a Python function works up to {FUNCTION_LIMIT:,}.",
        )
    rows = [0] * (size + 1)
    for a in range(1, size + 1):
        for b in range(a + 1, size + 1):
            forth, back = bool(test(a, b)), bool(test(b, a))
            if forth != back:
                a, b = (a, b) if forth else (b, a)
                raise OptionError("not-symmetric", text=getattr(test, "__name__", "function"), a=a, b=b)
            if forth:
                rows[a] |= 1 << b
                rows[b] |= 1 << a
    return rows.__getitem__


class Made(dict[int, T]):
    """Values made when they are first asked for, and kept; asking again costs as little as it can."""

    def __init__(self, make: Callable[[int], T]) -> None:
        self._make = make

    def __missing__(self, key: int) -> T:
        value = self[key] = self._make(key)
        return value


class Links:
    """The graph on the numbers 1..size in which numbers are linked by any of the criteria.

    >>> Links(("multiple",), 9).neighbours(6)
    [1, 2, 3]
    """

    def __init__(self, criteria: Sequence[Criterion], size: int) -> None:
        self.size = size
        self.criteria = tuple(criteria)
        # Whether lists of neighbours are the natural form of this graph, or rows of bits.
        self.sparse = _LISTS.keys() >= {*criteria}
        self._makers = [
            CRITERIA[criterion](size) if isinstance(criterion, str) else _function(criterion, size)
            for criterion in criteria
        ]
        self._everything = full(size)
        self._lists = [_LISTS[str(criterion)](size) for criterion in criteria] if self.sparse else []
        room = max(16, _ROW_CACHE_BYTES * 8 // size)
        self.row: Row = Made(self._row).__getitem__ if room > size else lru_cache(maxsize=room)(self._row)

    def _row(self, number: int) -> int:
        """The numbers linked to `number`, as a set of bits."""
        number = int(number)  # True is 1 to Python, but has no digits
        found = 0
        for make in self._makers:
            found |= make(number)
        return found & self._everything & ~(1 << number)

    def neighbours(self, number: int) -> list[int]:
        """The numbers linked to `number`, rising."""
        if not self._lists:
            return list(members(self.row(number)))
        if len(self._lists) == 1:
            return list(self._lists[0](number))
        return sorted({near for make in self._lists for near in make(number)})


def _read_criteria(option: Option, given: object) -> tuple[Criterion, ...]:
    if isinstance(given, str):
        parts: list[object] = [part.strip() for part in given.split(",")]
    elif isinstance(given, Sequence):
        parts = list(given)
    else:
        parts = [given]
    if not parts or len(parts) > 2 * len(CRITERIA):
        raise option.bad(given, f"choose one or more of {', '.join(CRITERIA)}.")
    found: list[Criterion] = []
    for part in parts:
        if not callable(part) and (not isinstance(part, str) or part not in CRITERIA):
            raise OptionError(
                "unknown-criterion", text=shown(part), remedy=closest(str(part), list(CRITERIA))
            )
        if part not in found:
            found.append(part)
    return tuple(found)


def named(criteria: Sequence[Criterion]) -> list[str]:
    """The criteria by name, as records and JSON have them; a Python function has no name there."""
    for criterion in criteria:
        if not isinstance(criterion, str):
            raise OptionError("function-criterion", remedy=", ".join(CRITERIA))
    return [str(criterion) for criterion in criteria]


def link_option(default: tuple[str, ...]) -> Option:
    """The option that chooses the criteria; a comma means or."""
    return Option(
        "link",
        default,
        "When two numbers go together; a comma means or. Criteria: " + ", ".join(CRITERIA) + ".",
        read=_read_criteria,
        text=lambda value: ",".join(named(value)),
        plain=named,
        metavar="CRITERION[,CRITERION…]",
    )
