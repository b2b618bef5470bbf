"""Link rules as expressions over two numbers, such as `expr:abs(a-b)==3 or gcd(a,b)>4`.

The syntax and the meaning are Python's, but only for the following: whole numbers, `a` and `b`, `+ - * // %`,
comparisons (also chained), `and`, `or`, `not`, `abs(x)` and `gcd(x, y)`. Python parses the text, which has
only these words and signs, and never evaluates it. A rule can also be false or true like a number:
`expr:a*b%3` holds unless 3 divides a * b.

`and` and `or` skip their second part for pairs that the first part decides, so that
`a%2 and (a+b)%(a%2*5)==0` never divides by zero.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial, reduce
from itertools import accumulate
from math import gcd, isqrt
from typing import Any, NamedTuple

from outnumber.games.errors import OptionError, shown, too_large
from outnumber.games.numbers import at_ones
from outnumber.games.sentences import Phrase

PREFIX = "expr:"
# Maximum characters, words and signs, and nesting of a rule.
LONGEST, MOST_PARTS, DEEPEST = 2_000, 100, 30
# Maximum number of operations to evaluate a rule for all pairs: about half a second.
MOST_WORK = 10_000_000

# No number in a game has more digits.
_PART = re.compile(r"[0-9]{1,9}(?![0-9])|[a-z]+|//|[<>=!]=|[-+*%<>(),]")
# How tightly the parts of a rule hold together, from the loosest to the tightest.
_OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _SIGN, _WHOLE = range(8)
# By the names of Python's syntax tree.
_SIGNS: dict[str, tuple[str, int, Callable[..., int]]] = {
    "Lt": ("<", _COMPARED, operator.lt),
    "LtE": ("<=", _COMPARED, operator.le),
    "Gt": (">", _COMPARED, operator.gt),
    "GtE": (">=", _COMPARED, operator.ge),
    "Eq": ("==", _COMPARED, operator.eq),
    "NotEq": ("!=", _COMPARED, operator.ne),
    "Add": ("+", _SUM, operator.add),
    "Sub": ("-", _SUM, operator.sub),
    "Mult": ("*", _PRODUCT, operator.mul),
    "FloorDiv": ("//", _PRODUCT, operator.floordiv),
    "Mod": ("%", _PRODUCT, operator.mod),
    "USub": ("-", _SIGN, operator.neg),
    "UAdd": ("+", _SIGN, operator.pos),
    "Not": ("not", _NOT, operator.not_),
}
_FUNCTIONS: dict[tuple[str, int], Callable[..., int]] = {("abs", 1): abs, ("gcd", 2): gcd}
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


def _joined(rank: int, left: Rule, right: Rule) -> Rule:
    # A chain of the same word needs no more parentheses: `and` and `or` are associative.
    texts = [each.text if each.rank == rank else f"({each.text})" for each in (left, right)]
    return Rule(("or", "and")[rank].join(texts), rank, _decided(left, right, rank))


def _rule(tree: Any) -> Rule:
    """The rule of a syntax tree; raises `SyntaxError` or `KeyError` for a part that rules do not have."""
    import ast  # few games are played by an expression

    match tree:
        case ast.BoolOp(word, parts):
            rank = _AND if isinstance(word, ast.And) else _OR
            return reduce(partial(_joined, rank), map(_rule, parts))
        case ast.UnaryOp(sign, part):
            text, rank, function = _SIGNS[type(sign).__name__]
            inner = _rule(part)
            told = f"not({inner.text})" if rank == _NOT else text + inner.within(_SIGN - 1)
            return Rule(told, rank, _applied(function, inner))
        case ast.BinOp(left, sign, right):
            return _signed(_rule(left), sign, _rule(right))
        case ast.Compare(first, signs, others):
            # `a < b < c` means `a < b and b < c`, as in Python.
            compared = [*map(_rule, (first, *others))]
            return reduce(partial(_joined, _AND), map(_signed, compared, signs, compared[1:]))
        case ast.Call(ast.Name(name), parts, []):
            given = [*map(_rule, parts)]
            function = _FUNCTIONS[name, len(given)]
            return Rule(
                f"{name}({','.join(each.text for each in given)})", _WHOLE, _applied(function, *given)
            )
        case ast.Name("a"):
            return Rule("a", _WHOLE, lambda a, many: [a] * len(many))
        case ast.Name("b"):
            return Rule("b", _WHOLE, lambda _, many: many)
        case ast.Constant(int(number)):
            return Rule(str(number), _WHOLE, lambda _, many: [number] * len(many))
    raise SyntaxError


def _signed(left: Rule, sign: object, right: Rule) -> Rule:
    text, rank, function = _SIGNS[type(sign).__name__]
    # Sums and products are read from the left; comparisons in a comparison need parentheses on both sides.
    before = left.within(rank if rank == _COMPARED else rank - 1)
    return Rule(f"{before}{text}{right.within(rank)}", rank, _applied(function, left, right))


def _parts(text: str) -> list[str]:
    """The words and signs of a rule, so that Python's parser gets no others, nor too many."""
    parts = _PART.findall(text) if len(text) <= LONGEST else []
    if len(text) > LONGEST or _count(parts) > MOST_PARTS:
        raise _bad(text, Phrase("the rule is too long."))
    if max(accumulate((part == "(") - (part == ")") for part in parts), default=0) > DEEPEST:
        raise _bad(text, Phrase("the rule is nested too deeply."))
    if _PART.sub("", text).strip():
        raise _bad(text)
    return parts


def _count(parts: list[str]) -> int:
    return sum(part not in ("(", ")") for part in parts)


def _bad(text: str, remedy: Phrase | None = None) -> OptionError:
    usual = Phrase("use a, b, whole numbers, + - * // %, comparisons, and, or, not, abs(x), gcd(x, y).")
    return OptionError("bad-option", option="link", text=shown(text, 60), remedy=remedy or usual)


@lru_cache(64)
def parsed(text: str) -> Rule:
    """The rule of an expression, with or without its prefix; raises `OptionError` with the remedy.

    >>> parsed("expr: abs(a - b) in").text
    Traceback (most recent call last):
        ...
    outnumber.OptionError: link 'abs(a - b) in' is not valid: use a, b, whole numbers, + - * // %, \
comparisons, and, or, not, abs(x), gcd(x, y).
    >>> parsed("a<b<9 and not (a-b)%2").text
    '(a<b)and(b<9)and(not((a-b)%2))'
    """
    import ast

    asked = text.removeprefix(PREFIX).strip()
    # Python refuses zeros before a number.
    words = (str(int(part)) if part.isdigit() else part for part in _parts(asked))
    try:
        rule = _rule(ast.parse(" ".join(words), mode="eval").body)
    except (SyntaxError, KeyError):
        raise _bad(asked) from None
    # A record holds the text without spaces, so that text must be within the limits too.
    _parts(rule.text)
    return rule


@lru_cache(16)
def rows(text: str, size: int) -> tuple[int, ...]:
    """The numbers up to `size` linked to each number, as sets; refuses an asymmetric rule."""
    rule = parsed(text)
    parts = _count(_parts(rule.text))
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
