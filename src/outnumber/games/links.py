"""Link criteria of Number Duel and Strategy Stacks, and the graphs on 1..size that they define.

A row is the set of numbers linked to one number, as bits. Rows are computed on demand: all rows of
1..100,000 would take 1.25 GB. A value is complete before it enters a cache, so threads can share a graph: at
worst, two threads compute the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from math import gcd, isqrt
from typing import Any, NamedTuple

from . import expressions
from .arithmetic import (
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
from .errors import OptionError, closest, shown, too_large
from .numbers import Made, full, mask_of, members
from .options import FormText, Option
from .scene import Join
from .sentences import Phrase, Voice, mark

# A name in `CRITERIA`, an expression such as `expr:a+b>9`, or a function that decides whether two numbers go
# together. Its attribute `phrase`, if any, describes the condition, as a text or `Phrase`: "is at least 5
# away from {number}".
Criterion = str | Callable[[int, int], bool]
# The numbers linked to a number: as a set, which may contain the number itself and numbers out of range, or
# as a list in ascending order.
Row = Callable[[int], int]
Near = Callable[[int], Sequence[int]]

# A Python function is called twice for every pair of numbers, so the range is limited.
FUNCTION_LIMIT = 2_000
_ROW_CACHE_BYTES = 32_000_000
# Up to this size, a table of all divisors fits in memory and speeds up walks through the whole graph.
DIVISOR_TABLE_LIMIT = 200_000
# The relation of numbers that only a Python function links.
LINKED = Join("linked")


class Definition(NamedTuple):
    """The meaning of a criterion; `rows` and `lists` take the size of the pool and return a function."""

    # The condition after "two numbers go together when", with an example.
    together: str
    example: tuple[int, int]
    # The condition after "a number that", and its negation.
    phrase: str
    denied: str
    rows: Callable[[int], Row]
    # The relation of two numbers; None if the criterion does not link them.
    join: Callable[[int, int], Join | None]
    # Neighbour lists, for criteria that link a number to few others.
    lists: Callable[[int], Near] | None = None


def _multiple_rows(size: int) -> Row:
    return lambda number: multiples(number, size) | mask_of(divisors(number))


def _multiple_lists(size: int) -> Near:
    @cache  # computed on demand: playing a game needs rows only
    def proper() -> list[list[int]]:
        """The proper divisors of each number."""
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


def _is_square(number: int) -> bool:
    return isqrt(number) ** 2 == number


def _prime_sum_rows(size: int) -> Row:
    found = primes(2 * size)
    return lambda number: found >> number


def _sum_join(test: Callable[[int], bool]) -> Callable[[int, int], Join | None]:
    return lambda a, b: Join("sum", a + b) if test(a + b) else None


CRITERIA = {
    "multiple": Definition(
        "one divides the other",
        (4, 12),
        "is a multiple or factor of {number}",
        "is neither a factor nor a multiple of {number}",
        _multiple_rows,
        _times,
        _multiple_lists,
    ),
    "digit": Definition(
        "they share a digit",
        (27, 72),
        "shares a digit with {number}",
        "shares no digit with {number}",
        _digit_rows,
        _shared_digit,
    ),
    "digit-sum": Definition(
        "their digits add up to the same",
        (14, 32),
        "has the same digit sum as {number}",
        "does not have the same digit sum as {number}",
        _digit_sum_rows,
        _same_digit_sum,
    ),
    "coprime": Definition(
        "only 1 divides both",
        (8, 15),
        "has no common factor with {number} but 1",
        "has a common factor with {number}",
        _coprime_rows,
        _apart,
    ),
    "neighbour": Definition(
        "they differ by one",
        (7, 8),
        "is one more or one less than {number}",
        "is not one more or one less than {number}",
        _neighbour_rows,
        _step,
        _neighbour_lists,
    ),
    "square-sum": Definition(
        "together they make a square",
        (7, 9),
        "adds up to a square number with {number}",
        "does not add up to a square number with {number}",
        _square_sum_rows,
        _sum_join(_is_square),
        _square_sum_lists,
    ),
    "prime-sum": Definition(
        "together they make a prime",
        (4, 7),
        "adds up to a prime number with {number}",
        "does not add up to a prime number with {number}",
        _prime_sum_rows,
        _sum_join(is_prime),
    ),
}


def definition(criterion: Criterion) -> Definition:
    """The definition of a criterion: a name, an expression or a Python function."""
    if isinstance(criterion, str):
        return CRITERIA.get(criterion) or _expression(criterion)
    first_line = (criterion.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return Definition(
        f"{_name(criterion)} holds for them" + (f" ({first_line})" if first_line else ""),
        (0, 0),
        getattr(criterion, "phrase", None) or mark("goes with {number}"),
        mark("does not go with {number}"),
        partial(
            _pair_rows,
            criterion,
            _name(criterion),
            FUNCTION_LIMIT,
            Phrase("a criterion that is a Python function works up to {most:,}.", most=FUNCTION_LIMIT),
        ),
        lambda a, b: LINKED if criterion(a, b) else None,
    )


@lru_cache(16)  # each keeps its rows
def _expression(text: str) -> Definition:
    rule, holds, most = expressions.parsed(text), expressions.condition(text), expressions.largest(text)
    phrase: Any = Phrase("goes with {number} by the rule {rule}", rule=rule)
    denied: Any = Phrase("does not go with {number} by the rule {rule}", rule=rule)
    remedy = Phrase("this rule works up to {most:,}.", most=most)
    return Definition(
        f"{rule} holds for a and b, the two numbers",
        (0, 0),
        phrase,
        denied,
        lru_cache(1)(partial(_pair_rows, holds, shown(text, 60), most, remedy)),
        lambda a, b: LINKED if holds(a, b) else None,
    )


class Link(NamedTuple):
    """The condition that the criteria set for the number after `number`; a voice renders it.

    >>> str(Phrase("{link:is}", link=Link(("multiple", "digit"), 28)))
    'is a multiple or factor of 28 or shares a digit with it'
    >>> str(Phrase("{link:not}", link=Link(("multiple", "digit"), 28)))
    'is neither a factor nor a multiple of 28 and shares no digit with it'
    """

    criteria: tuple[Criterion, ...]
    number: int

    def said(self, voice: Voice, how: str) -> str:
        join, form = (voice.either, "phrase") if how == "is" else (voice.listed, "denied")
        it = voice.word("it")
        told = []
        for place, criterion in enumerate(self.criteria):
            text = getattr(definition(criterion), form)
            phrase = text if isinstance(text, Phrase) else Phrase(text)
            told.append(voice.say(phrase.template, **phrase.numbers, number=it if place else self.number))
        return join(told)


def together(criterion: Criterion) -> str:
    """The condition after "two numbers go together when": a text for the catalogues."""
    return definition(criterion).together


def _name(function: Callable[[int, int], bool]) -> str:
    return getattr(function, "__name__", "a function")


def _pair_rows(test: Callable[[int, int], bool], name: str, most: int, remedy: Phrase, size: int) -> Row:
    """The rows of a criterion that must be tested for every pair of numbers."""
    if size > most:
        raise too_large(Phrase("A range of {n:,}", n=size), size, remedy)
    rows = [0] * (size + 1)
    for a in range(1, size + 1):
        for b in range(a + 1, size + 1):
            try:
                forth, back = bool(test(a, b)), bool(test(b, a))
            except ZeroDivisionError:
                raise OptionError("divides-by-zero", text=name, a=a, b=b) from None
            if forth != back:
                a, b = (a, b) if forth else (b, a)
                raise OptionError("not-symmetric", text=name, a=a, b=b)
            if forth:
                rows[a] |= 1 << b
                rows[b] |= 1 << a
    return rows.__getitem__


class Links:
    """The graph on 1..size whose edges join numbers that satisfy any of the criteria.

    >>> Links(("multiple",), 9).neighbours(6)
    [1, 2, 3]
    """

    def __init__(self, criteria: Sequence[Criterion], size: int) -> None:
        self.size = size
        self.criteria = tuple(criteria)
        definitions = [definition(criterion) for criterion in criteria]
        self._rows = [each.rows(size) for each in definitions]
        self._joins = [each.join for each in definitions]
        self._everything = full(size)
        lists = [each.lists for each in definitions]
        # A sparse graph has neighbour lists; others have rows of bits only.
        self.sparse = all(lists)
        self._lists = [make(size) for make in lists if make] if self.sparse else []
        room = max(16, _ROW_CACHE_BYTES * 8 // size)
        self.row: Row = Made(self._row).__getitem__ if room > size else lru_cache(maxsize=room)(self._row)

    def _row(self, number: int) -> int:
        """The numbers linked to `number`, as a set of bits."""
        number = int(number)  # True equals 1, but str(True) has no digits
        found = 0
        for row in self._rows:
            found |= row(number)
        return found & self._everything & ~(1 << number)

    def neighbours(self, number: int) -> Sequence[int]:
        """The numbers linked to `number`, in ascending order."""
        if not self._lists:
            return list(members(self.row(number)))
        if len(self._lists) == 1:
            return self._lists[0](number)
        return sorted({linked for near in self._lists for linked in near(number)})

    def linked(self, a: int, b: int) -> bool:
        """Whether two different numbers are linked, computed without a row or a list."""
        for join in self._joins:  # noqa: SIM110  # twice as fast as any()
            if join(a, b):
                return True
        return False

    def join(self, a: int, b: int) -> Join:
        """The relation of two linked numbers: that of the first criterion that names one."""
        for join in self._joins:
            if (found := join(a, b)) and found is not LINKED:
                return found
        return LINKED


def _read_criteria(option: Option[Any], given: object, _: int) -> tuple[Criterion, ...]:
    if isinstance(given, str):
        parts: list[object] = list(_separated(given))
    elif isinstance(given, Sequence):
        parts = list(given)
    else:
        parts = [given]
    if not parts or len(parts) > 2 * len(CRITERIA):
        raise option.bad(given, Phrase("choose one or more of {names}.", names=", ".join(CRITERIA)))
    found: list[Criterion] = []
    for part in parts:
        if isinstance(part, str) and part.startswith(expressions.PREFIX):
            part = expressions.PREFIX + expressions.parsed(part)
        elif not callable(part) and (not isinstance(part, str) or part not in CRITERIA):
            raise OptionError(
                "unknown-criterion", text=shown(part), remedy=closest(str(part), list(CRITERIA))
            )
        if part not in found:
            found.append(part)
    if sum(isinstance(part, str) and part not in CRITERIA for part in found) > 1:
        raise option.bad(given, Phrase("join the expressions with or."))
    return tuple(found)


def _separated(text: str) -> Iterator[str]:
    """The criteria between commas; commas inside the parentheses of an expression do not separate."""
    begun, depth = "", 0
    for piece in text.split(","):
        begun += piece
        depth += piece.count("(") - piece.count(")")
        if depth > 0:
            begun += ","
        else:
            yield begun.strip()
            begun, depth = "", 0
    if begun:
        yield begun.strip()


def named(criteria: Sequence[Criterion]) -> list[str]:
    """The names of the criteria for records and JSON, which do not accept Python functions."""
    for criterion in criteria:
        if not isinstance(criterion, str):
            raise OptionError("function-criterion", remedy=", ".join(CRITERIA))
    return [str(criterion) for criterion in criteria]


def _shown(criteria: Sequence[Criterion]) -> str:
    """The criteria as text for people; a Python function appears by its name."""
    return ",".join(each if isinstance(each, str) else _name(each) for each in criteria)


def link_option(default: tuple[str, ...]) -> Option[Any]:
    """The option that sets the criteria; a comma means or."""
    return Option(
        "link",
        default,
        "When two numbers go together; a comma means or. Criteria: "
        + ", ".join(CRITERIA)
        + ", or an expression such as expr:abs(a-b)==3.",
        read=_read_criteria,
        text=lambda value: ",".join(named(value)),
        plain=named,
        metavar="CRITERION[,CRITERION…]",
        choices=tuple(CRITERIA),
        several=True,
        about="When two numbers go together; one of these is enough.",
        told="{value}",
        shown=_shown,
        form=FormText("Two numbers go together when", "One of them is enough."),
    )
