"""Link rules as expressions over two numbers, such as `expr:abs(a-b)==3 or gcd(a,b)>4`.

The syntax and the meaning are Python's, but only for the following: whole numbers, `a` and `b`, `+ - * // %`,
comparisons (also chained), `and`, `or`, `not`, `abs(x)` and `gcd(x, y)`. The text is parsed here and never
passed to Python's `eval`. A rule can also be false or true like a number: `expr:a*b%3` holds unless 3 divides
a * b.

`and` and `or` skip their second part for pairs that the first part decides, so that
`a%2 and (a+b)%(a%2*5)==0` never divides by zero.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from math import gcd, isqrt
from typing import NamedTuple

from outnumber.games.errors import OptionError, shown, too_large
from outnumber.games.numbers import at_ones
from outnumber.games.sentences import Phrase

PREFIX = "expr:"
# Maximum characters, words and signs, and nesting of a rule.
LONGEST, MOST_PARTS, DEEPEST = 2_000, 100, 30
# Maximum number of operations to evaluate a rule for all pairs: about half a second.
MOST_WORK = 10_000_000

_PART = re.compile(r"\s*(?:([0-9]+)|([a-z]+)|(//|[<>=!]=|[-+*%<>(),]))")
# From the loosest to the tightest.
_OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _SIGN, _WHOLE = range(8)
_SIGNS: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "<": (_COMPARED, operator.lt),
    "<=": (_COMPARED, operator.le),
    ">": (_COMPARED, operator.gt),
    ">=": (_COMPARED, operator.ge),
    "==": (_COMPARED, operator.eq),
    "!=": (_COMPARED, operator.ne),
    "+": (_SUM, operator.add),
    "-": (_SUM, operator.sub),
    "*": (_PRODUCT, operator.mul),
    "//": (_PRODUCT, operator.floordiv),
    "%": (_PRODUCT, operator.mod),
}
_FUNCTIONS: dict[str, tuple[int, Callable[..., int]]] = {"abs": (1, abs), "gcd": (2, gcd)}
# The value for one `a` and each of several `b`.
Values = Callable[[int, Sequence[int]], Sequence[int]]


class Rule(NamedTuple):
    """A parsed rule: its text without spaces, how tightly its parts hold together, and its values."""

    text: str
    rank: int
    values: Values

    def within(self, rank: int) -> str:
        """The text as a part of a longer one, in parentheses where necessary."""
        return self.text if self.rank > rank else f"({self.text})"


def _applied(function: Callable[..., int], *rules: Rule) -> Values:
    return lambda a, many: list(map(function, *(rule.values(a, many) for rule in rules)))


def _decided(left: Rule, right: Rule, rank: int) -> Values:
    """The values of `and` or `or`: the second part is evaluated only where the first leaves it open."""

    def values(a: int, many: Sequence[int]) -> Sequence[int]:
        first = left.values(a, many)
        is_open = [bool(each) == (rank == _AND) for each in first]
        rest = iter(right.values(a, [b for b, each in zip(many, is_open, strict=True) if each]))
        return [next(rest) if each else one for each, one in zip(is_open, first, strict=True)]

    return values


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[str] = []
        place = 0
        while text[place:].strip():
            found = _PART.match(text, place)
            if not found:
                raise self.error()
            self.parts.append(found[0].strip())
            place = found.end()
        self.parts.append("")
        self.next = self.depth = 0
        self.count = sum(part not in ("(", ")") for part in self.parts)
        if self.count > MOST_PARTS or len(text) > LONGEST:
            raise self.error(Phrase("the rule is too long."))

    def error(self, remedy: Phrase | None = None) -> OptionError:
        usual = Phrase("use a, b, whole numbers, + - * // %, comparisons, and, or, not, abs(x), gcd(x, y).")
        return OptionError("bad-option", option="link", text=shown(self.text, 60), remedy=remedy or usual)

    def take(self, *wanted: str) -> str:
        part = self.parts[self.next]
        if part not in wanted:
            return ""
        self.next += 1
        return part

    def need(self, wanted: str) -> None:
        if not self.take(wanted):
            raise self.error()

    def whole(self) -> Rule:
        found = self.rule(_OR)
        if self.parts[self.next]:
            raise self.error()
        return found

    def rule(self, rank: int) -> Rule:
        if rank == _WHOLE:
            return self.atom()
        if rank in (_NOT, _SIGN):
            sign = self.take(*(("not",) if rank == _NOT else ("-", "+")))
            if not sign:
                return self.rule(rank + 1)
            inner = self.deeper(rank)
            if rank == _NOT:
                return Rule(f"not({inner.text})", rank, _applied(operator.not_, inner))
            function = operator.neg if sign == "-" else operator.pos
            return Rule(sign + inner.within(_SIGN - 1), rank, _applied(function, inner))
        if rank == _COMPARED:
            return self.compared()
        parts = [self.rule(rank + 1)]
        if rank < _NOT:
            word = ("or", "and")[rank]
            while self.take(word):
                parts.append(self.rule(rank + 1))
            return reduce(lambda left, right: _joined(word, rank, left, right), parts)
        found = parts[0]
        while sign := self.take(*(each for each, (level, _) in _SIGNS.items() if level == rank)):
            right = self.rule(rank + 1)
            text = f"{found.within(rank - 1)}{sign}{right.within(rank)}"
            found = Rule(text, rank, _applied(_SIGNS[sign][1], found, right))
        return found

    def compared(self) -> Rule:
        """A comparison; `a < b < c` means `a < b and b < c`, as in Python."""
        left, found = self.rule(_SUM), None
        while sign := self.take(*(each for each, (level, _) in _SIGNS.items() if level == _COMPARED)):
            right = self.rule(_SUM)
            text = f"{left.within(_COMPARED)}{sign}{right.within(_COMPARED)}"
            one = Rule(text, _COMPARED, _applied(_SIGNS[sign][1], left, right))
            found = _joined("and", _AND, found, one) if found else one
            left = right
        return found or left

    def atom(self) -> Rule:
        part = self.parts[self.next]
        self.next += 1
        if part == "(":
            found = self.deeper(_OR)
            self.need(")")
            return found
        if part in _FUNCTIONS:
            count, function = _FUNCTIONS[part]
            given = []
            for place in range(count):
                self.need("," if place else "(")
                given.append(self.deeper(_OR))
            self.need(")")
            text = f"{part}({','.join(each.text for each in given)})"
            return Rule(text, _WHOLE, _applied(function, *given))
        if part == "a":
            return Rule(part, _WHOLE, lambda a, many: [a] * len(many))
        if part == "b":
            return Rule(part, _WHOLE, lambda _, many: many)
        # More digits than any number in a game has.
        if not part.isdigit() or len(part) > 9:
            raise self.error()
        number = int(part)
        return Rule(str(number), _WHOLE, lambda _, many: [number] * len(many))

    def deeper(self, rank: int) -> Rule:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(Phrase("the rule is nested too deeply."))
        found = self.rule(rank)
        self.depth -= 1
        return found


def _joined(word: str, rank: int, left: Rule, right: Rule) -> Rule:
    # A chain of the same word needs no more parentheses: `and` and `or` are associative.
    texts = [each.text if each.rank == rank else f"({each.text})" for each in (left, right)]
    return Rule(word.join(texts), rank, _decided(left, right, rank))


@lru_cache(64)
def parsed(text: str) -> Rule:
    """The rule of an expression, with or without its prefix; raises `OptionError` with the remedy.

    >>> parsed("expr: abs(a - b) in").text
    Traceback (most recent call last):
        ...
    outnumber.OptionError: link cannot be 'abs(a - b) in': use a, b, whole numbers, + - * // %, comparisons, \
and, or, not, abs(x), gcd(x, y).
    >>> parsed("a<b<9 and not (a-b)%2").text
    '(a<b)and(b<9)and(not((a-b)%2))'
    """
    rule = _Parser(text.removeprefix(PREFIX).strip()).whole()
    # A record holds the text without spaces, so that text must be within the limits too.
    _Parser(rule.text).whole()
    return rule


@lru_cache(16)
def rows(text: str, size: int) -> tuple[int, ...]:
    """The numbers up to `size` linked to each number, as sets; refuses an asymmetric rule."""
    rule = parsed(text)
    parts = _Parser(rule.text).count
    if parts * size * size > MOST_WORK:
        remedy = Phrase("this rule works up to {most:,}.", most=isqrt(MOST_WORK // parts))
        raise too_large(Phrase("A range of {n:,}", n=size), size, remedy)
    flags = [bytes(size + 1)]
    for a in range(1, size + 1):
        others = [b for b in range(1, size + 1) if b != a]
        try:
            row = [0, *map(bool, rule.values(a, others))]
        except ZeroDivisionError:
            b = next(b for b in others if _divides_by_zero(rule, a, b))
            raise OptionError("divides-by-zero", text=shown(text, 60), a=a, b=b) from None
        row.insert(a, 0)
        flags.append(bytes(row))
    for a, column in enumerate(map(bytes, zip(*flags, strict=True))):
        if column != flags[a]:
            b = next(b for b in range(size + 1) if column[b] != flags[a][b])
            a, b = (a, b) if flags[a][b] else (b, a)
            raise OptionError("not-symmetric", text=shown(text, 60), a=a, b=b)
    return tuple(at_ones(bytearray(each)) for each in flags)


def _divides_by_zero(rule: Rule, a: int, b: int) -> bool:
    try:
        rule.values(a, [b])
    except ZeroDivisionError:
        return True
    return False
