"""Which numbers are linked: the criteria of Number Duel and Strategy Stacks as graphs on 1..size.

A row is the set of numbers linked to one number, as bits. Rows are made when they are asked for: all
rows of 1..100,000 would need 1.25 GB.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple, TypeVar

from outnumber.games.arithmetic import digit_sets, digit_sum_sets, divisors, multiples, prime_factors, primes
from outnumber.games.errors import OptionError, closest, shown
from outnumber.games.numbers import full, mask_of, members
from outnumber.games.options import Option

Criterion = str | Callable[[int, int], bool]
# The numbers linked to a number: as a set, perhaps with itself and numbers out of range, or listed, rising.
Row = Callable[[int], int]
Near = Callable[[int], list[int]]
T = TypeVar("T")

# A Python function is asked once for every pair of numbers.
FUNCTION_LIMIT = 2_000
_ROW_CACHE_BYTES = 32_000_000
# A list of all divisors pays off where a whole graph is walked; beyond this size it is too big.
_DIVISOR_TABLE_LIMIT = 200_000


class Definition(NamedTuple):
    """What a criterion means; each function takes the size of the pool and gives one for its numbers."""

    # How it reads after "a number that".
    phrase: str
    rows: Callable[[int], Row]
    # Only where a number is linked to few others, so that lists are the natural form.
    lists: Callable[[int], Near] | None = None


def _multiple_rows(size: int) -> Row:
    return lambda number: multiples(number, size) | mask_of(divisors(number))


def _multiple_lists(size: int) -> Near:
    # Made when the first list is asked for: a game needs rows only.
    table: list[list[int]] = []

    def near(number: int) -> list[int]:
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


def _digit_rows(size: int) -> Row:
    sets = digit_sets(size)

    def row(number: int) -> int:
        found = 0
        for digit in set(str(number)):
            found |= sets[int(digit)]
        return found

    return row


def _digit_sum_rows(size: int) -> Row:
    sets = digit_sum_sets(size)
    return lambda number: sets[sum(map(int, str(number)))]


def _coprime_rows(size: int) -> Row:
    def row(number: int) -> int:
        shared = 0
        for prime in prime_factors(number):
            shared |= multiples(prime, size)
        return full(size) & ~shared

    return row


def _neighbour_rows(_: int) -> Row:
    return lambda number: 5 << number - 1


def _neighbour_lists(size: int) -> Near:
    return lambda number: [near for near in (number - 1, number + 1) if 1 <= near <= size]


def _square_sum_rows(size: int) -> Row:
    squares = mask_of(root * root for root in range(1, isqrt(2 * size) + 1))
    return lambda number: squares >> number


def _square_sum_lists(size: int) -> Near:
    def near(number: int) -> list[int]:
        roots = range(isqrt(number) + 1, isqrt(number + size) + 1)
        return [root * root - number for root in roots if root * root != 2 * number]

    return near


def _prime_sum_rows(size: int) -> Row:
    found = primes(2 * size)
    return lambda number: found >> number


CRITERIA = {
    "multiple": Definition("is a multiple/factor of {}", _multiple_rows, _multiple_lists),
    "digit": Definition("shares a digit with {}", _digit_rows),
    "digit-sum": Definition("has the same digit sum as {}", _digit_sum_rows),
    "coprime": Definition("has no common factor with {} but 1", _coprime_rows),
    "neighbour": Definition("is one more or one less than {}", _neighbour_rows, _neighbour_lists),
    "square-sum": Definition("adds up to a square number with {}", _square_sum_rows, _square_sum_lists),
    "prime-sum": Definition("adds up to a prime number with {}", _prime_sum_rows),
}


def demand(criteria: Sequence[Criterion], number: int) -> str:
    """What the criteria ask of the number after `number`, in words.

    >>> demand(("multiple", "digit"), 28)
    'is a multiple/factor of 28 or shares a digit with it'
    """
    texts: list[str] = []
    for criterion in criteria:
        if isinstance(criterion, str):
            phrase = CRITERIA[criterion].phrase
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
        self._rows = [
            CRITERIA[criterion].rows(size) if isinstance(criterion, str) else _function(criterion, size)
            for criterion in criteria
        ]
        self._everything = full(size)
        lists = [CRITERIA[each].lists if isinstance(each, str) else None for each in criteria]
        # Whether lists of neighbours are the natural form of this graph, or rows of bits.
        self.sparse = all(lists)
        self._lists = [make(size) for make in lists if make] if self.sparse else []
        room = max(16, _ROW_CACHE_BYTES * 8 // size)
        self.row: Row = Made(self._row).__getitem__ if room > size else lru_cache(maxsize=room)(self._row)

    def _row(self, number: int) -> int:
        """The numbers linked to `number`, as a set of bits."""
        number = int(number)  # True is 1 to Python, but has no digits
        found = 0
        for row in self._rows:
            found |= row(number)
        return found & self._everything & ~(1 << number)

    def neighbours(self, number: int) -> list[int]:
        """The numbers linked to `number`, rising."""
        if not self._lists:
            return list(members(self.row(number)))
        if len(self._lists) == 1:
            return self._lists[0](number)
        return sorted({linked for near in self._lists for linked in near(number)})


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
