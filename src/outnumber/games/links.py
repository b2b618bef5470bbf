"""Which numbers are linked: the criteria of Number Duel and Strategy Stacks as graphs on 1..size.

A row is the set of numbers linked to one number, as bits. Rows are made when they are asked for: all
rows of 1..100,000 would need 1.25 GB. Whatever is kept is made whole before it is kept, so that threads can
share a graph: at worst two of them make the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import gcd, isqrt
from typing import Any, NamedTuple

from outnumber.games.arithmetic import (
    digit_sets,
    digit_sum,
    digit_sum_sets,
    divisors,
    divisors_by,
    is_prime,
    multiples,
    prime_factors,
    primes,
    smallest_primes,
)
from outnumber.games.errors import OptionError, closest, shown
from outnumber.games.numbers import Made, full, mask_of, members
from outnumber.games.options import FormText, Option
from outnumber.games.scene import Join
from outnumber.games.sentences import Phrase, Voice, mark

# A name of `CRITERIA`, or a function that says whether two numbers go together. How that is said, it can
# tell by an attribute `phrase`, such as "is at least 5 away from {number}".
Criterion = str | Callable[[int, int], bool]
# The numbers linked to a number: as a set, perhaps with itself and numbers out of range, or listed, rising.
Row = Callable[[int], int]
Near = Callable[[int], Sequence[int]]

# A Python function is asked once for every pair of numbers.
FUNCTION_LIMIT = 2_000
_ROW_CACHE_BYTES = 32_000_000
# A list of all divisors pays off where a whole graph is walked; beyond this size it is too big.
DIVISOR_TABLE_LIMIT = 200_000


class Definition(NamedTuple):
    """What a criterion means; each function takes the size of the pool and gives one for its numbers."""

    # How it reads after "two numbers go together when", with an example.
    together: str
    example: tuple[int, int]
    # How it reads after "a number that", and that it is not so.
    phrase: str
    denied: str
    rows: Callable[[int], Row]
    # What joins two numbers; None where it does not link them.
    join: Callable[[int, int], Join | None]
    # Only where a number is linked to few others, so that lists are the natural form.
    lists: Callable[[int], Near] | None = None


def _multiple_rows(size: int) -> Row:
    return lambda number: multiples(number, size) | mask_of(divisors(number))


def _multiple_lists(size: int) -> Near:
    @cache  # made when the first list is asked for: a game needs rows only
    def proper() -> list[list[int]]:
        """The divisors of each number but itself."""
        table: list[list[int]] = [[] for _ in range(size + 1)]
        for divisor in range(1, size // 2 + 1):
            for below in table[2 * divisor :: divisor]:
                below.append(divisor)
        return table

    smallest = cache(lambda: smallest_primes(size))

    def near(number: int) -> list[int]:
        if size > DIVISOR_TABLE_LIMIT:
            below = divisors_by(smallest(), number)
            below.pop()
        else:
            below = proper()[number]
        return [*below, *range(2 * number, size + 1, number)]

    return near


def _times(a: int, b: int) -> Join | None:
    if b % a == 0:
        return Join("times", b // a)
    return Join("divided", a // b) if a % b == 0 else None


def _digit_rows(size: int) -> Row:
    sets = digit_sets(size)

    def row(number: int) -> int:
        found = 0
        for digit in set(str(number)):
            found |= sets[int(digit)]
        return found

    return row


def _shared_digit(a: int, b: int) -> Join | None:
    shared = set(str(a)) & set(str(b))
    return Join("digit", int(min(shared))) if shared else None


def _digit_sum_rows(size: int) -> Row:
    sets = digit_sum_sets(size)
    return lambda number: sets[digit_sum(number)]


def _same_digit_sum(a: int, b: int) -> Join | None:
    return Join("digit-sum", digit_sum(a)) if digit_sum(a) == digit_sum(b) else None


def _coprime_rows(size: int) -> Row:
    def row(number: int) -> int:
        shared = 0
        for prime in prime_factors(number):
            shared |= multiples(prime, size)
        return full(size) & ~shared

    return row


def _apart(a: int, b: int) -> Join | None:
    return Join("apart") if gcd(a, b) == 1 else None


def _neighbour_rows(_: int) -> Row:
    return lambda number: 5 << number - 1


def _neighbour_lists(size: int) -> Near:
    return lambda number: [near for near in (number - 1, number + 1) if 1 <= near <= size]


def _step(a: int, b: int) -> Join | None:
    return Join("up" if b > a else "down", 1) if abs(a - b) == 1 else None


def _square_sum_rows(size: int) -> Row:
    squares = mask_of(root * root for root in range(1, isqrt(2 * size) + 1))
    return lambda number: squares >> number


def _square_sum_lists(size: int) -> Near:
    def near(number: int) -> list[int]:
        roots = range(isqrt(number) + 1, isqrt(number + size) + 1)
        return [root * root - number for root in roots if root * root != 2 * number]

    return near


def _square_sum(a: int, b: int) -> Join | None:
    return Join("sum", a + b) if isqrt(a + b) ** 2 == a + b else None


def _prime_sum_rows(size: int) -> Row:
    found = primes(2 * size)
    return lambda number: found >> number


def _prime_sum(a: int, b: int) -> Join | None:
    return Join("sum", a + b) if is_prime(a + b) else None


CRITERIA = {
    "multiple": Definition(
        mark("one divides the other"),
        (4, 12),
        mark("is a multiple or factor of {number}"),
        mark("is neither a factor nor a multiple of {number}"),
        _multiple_rows,
        _times,
        _multiple_lists,
    ),
    "digit": Definition(
        mark("they share a digit"),
        (27, 72),
        mark("shares a digit with {number}"),
        mark("shares no digit with {number}"),
        _digit_rows,
        _shared_digit,
    ),
    "digit-sum": Definition(
        mark("their digits add up to the same"),
        (14, 32),
        mark("has the same digit sum as {number}"),
        mark("does not have the same digit sum as {number}"),
        _digit_sum_rows,
        _same_digit_sum,
    ),
    "coprime": Definition(
        mark("only 1 divides both"),
        (8, 15),
        mark("has no common factor with {number} but 1"),
        mark("has a common factor with {number}"),
        _coprime_rows,
        _apart,
    ),
    "neighbour": Definition(
        mark("they differ by one"),
        (7, 8),
        mark("is one more or one less than {number}"),
        mark("is not one more or one less than {number}"),
        _neighbour_rows,
        _step,
        _neighbour_lists,
    ),
    "square-sum": Definition(
        mark("together they make a square"),
        (7, 9),
        mark("adds up to a square number with {number}"),
        mark("does not add up to a square number with {number}"),
        _square_sum_rows,
        _square_sum,
        _square_sum_lists,
    ),
    "prime-sum": Definition(
        mark("together they make a prime"),
        (4, 7),
        mark("adds up to a prime number with {number}"),
        mark("does not add up to a prime number with {number}"),
        _prime_sum_rows,
        _prime_sum,
    ),
}


class Link(NamedTuple):
    """What the criteria ask of the number after `number`; a voice says it.

    >>> str(Phrase("{link:is}", link=Link(("multiple", "digit"), 28)))
    'is a multiple or factor of 28 or shares a digit with it'
    >>> str(Phrase("{link:not}", link=Link(("multiple", "digit"), 28)))
    'is neither a factor nor a multiple of 28 and shares no digit with it'
    """

    criteria: tuple[Criterion, ...]
    number: int

    def said(self, voice: Voice, how: str) -> str:
        it = voice.word(mark("it"))
        texts = [
            voice.say(_phrase(criterion, how), number=it if place else self.number)
            for place, criterion in enumerate(self.criteria)
        ]
        return voice.either(texts) if how == "is" else voice.listed(texts)


def together(criterion: Criterion) -> str:
    """When two numbers go together, after "when" or "if": a text for the catalogues."""
    if isinstance(criterion, str):
        return CRITERIA[criterion].together
    said = (criterion.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return f"{_name(criterion)} holds for them" + (f" ({said})" if said else "")


def _name(function: Callable[[int, int], bool]) -> str:
    return getattr(function, "__name__", "a function")


def _phrase(criterion: Criterion, how: str) -> str:
    if isinstance(criterion, str):
        known = CRITERIA[criterion]
        return known.phrase if how == "is" else known.denied
    own = getattr(criterion, "phrase", None)
    if how == "is":
        return str(own) if own else mark("goes with {number}")
    return mark("does not go with {number}")


def _function(test: Callable[[int, int], bool], size: int) -> Row:
    if size > FUNCTION_LIMIT:
        remedy = Phrase("a criterion that is a Python function works up to {most:,}.", most=FUNCTION_LIMIT)
        raise OptionError("too-large", what=Phrase("A range of {n:,}", n=size), size=size, remedy=remedy)
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

    def neighbours(self, number: int) -> Sequence[int]:
        """The numbers linked to `number`, rising."""
        if not self._lists:
            return list(members(self.row(number)))
        if len(self._lists) == 1:
            return self._lists[0](number)
        return sorted({linked for near in self._lists for linked in near(number)})

    def linked(self, a: int, b: int) -> bool:
        """Whether two different numbers are linked, without a row or a list."""
        for place, criterion in enumerate(self.criteria):
            if isinstance(criterion, str):
                if CRITERIA[criterion].join(a, b):
                    return True
            elif self._rows[place](a) >> b & 1:
                return True
        return False

    def join(self, a: int, b: int) -> Join:
        """What joins two linked numbers: the first of the criteria that does."""
        for criterion in self.criteria:
            if isinstance(criterion, str) and (join := CRITERIA[criterion].join(a, b)):
                return join
        return Join("linked")


def _read_criteria(option: Option[Any], given: object, _: int) -> tuple[Criterion, ...]:
    if isinstance(given, str):
        parts: list[object] = [part.strip() for part in given.split(",")]
    elif isinstance(given, Sequence):
        parts = list(given)
    else:
        parts = [given]
    if not parts or len(parts) > 2 * len(CRITERIA):
        raise option.bad(given, Phrase("choose one or more of {names}.", names=", ".join(CRITERIA)))
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


def _shown(criteria: Sequence[Criterion]) -> str:
    """The criteria for people, who may read the name of a Python function."""
    return ",".join(each if isinstance(each, str) else _name(each) for each in criteria)


def link_option(default: tuple[str, ...]) -> Option[Any]:
    """The option that chooses the criteria; a comma means or."""
    return Option(
        "link",
        default,
        "When two numbers go together; a comma means or. Criteria: " + ", ".join(CRITERIA) + ".",
        read=_read_criteria,
        text=lambda value: ",".join(named(value)),
        plain=named,
        metavar="CRITERION[,CRITERION…]",
        choices=tuple(CRITERIA),
        several=True,
        about="When two numbers go together; one of these is enough.",
        told="{value}",
        shown=_shown,
        form=FormText(mark("Two numbers go together when"), mark("One that holds is enough.")),
    )
