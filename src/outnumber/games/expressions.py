"""Link rules as expressions over two numbers, such as `expr:abs(a-b)==3 or gcd(a,b)>4`.

The syntax and the meaning are Python's, but only for the following: whole numbers, `a` and `b`, `+ - * // %`,
comparisons (also chained), `and`, `or`, `not`, `abs(x)` and `gcd(x, y)`. Python parses the text, which has
only these words and signs; what it then compiles is written again from the parsed parts, so it has nothing
else either. A rule can also be false or true like a number: `expr:a*b%3` holds unless 3 divides a * b.

`and` and `or` skip their second part for pairs that the first part decides, so that
`a%2 and (a+b)%(a%2*5)==0` never divides by zero.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial, reduce
from itertools import accumulate
from math import gcd, isqrt
from typing import Any, NamedTuple

from .errors import OptionError, shown
from .sentences import Phrase

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
_SIGNS = {
    "Lt": ("<", _COMPARED),
    "LtE": ("<=", _COMPARED),
    "Gt": (">", _COMPARED),
    "GtE": (">=", _COMPARED),
    "Eq": ("==", _COMPARED),
    "NotEq": ("!=", _COMPARED),
    "Add": ("+", _SUM),
    "Sub": ("-", _SUM),
    "Mult": ("*", _PRODUCT),
    "FloorDiv": ("//", _PRODUCT),
    "Mod": ("%", _PRODUCT),
    "USub": ("-", _SIGN),
    "UAdd": ("+", _SIGN),
    "Not": ("not", _NOT),
}
# The functions and the number of their arguments.
_FUNCTIONS = {"abs": 1, "gcd": 2}


class Rule(NamedTuple):
    """A parsed rule: its text without spaces, and how tightly its parts hold together."""

    text: str
    rank: int

    def within(self, rank: int) -> str:
        """The text as a part of a longer one, in parentheses where necessary."""
        return self.text if self.rank > rank else f"({self.text})"


def _joined(rank: int, left: Rule, right: Rule) -> Rule:
    # A chain of the same word needs no more parentheses: `and` and `or` are associative.
    texts = [each.text if each.rank == rank else f"({each.text})" for each in (left, right)]
    text = ("or", "and")[rank].join(texts)
    # A chain of comparisons has its parts twice, and each chain within it doubles them again.
    _parts(text)
    return Rule(text, rank)


def _rule(tree: Any) -> Rule:
    """The rule of a syntax tree; raises `SyntaxError` or `KeyError` for a part that rules do not have."""
    import ast  # few games are played by an expression

    match tree:
        case ast.BoolOp(word, parts):
            rank = _AND if isinstance(word, ast.And) else _OR
            return reduce(partial(_joined, rank), map(_rule, parts))
        case ast.UnaryOp(sign, part):
            text, rank = _SIGNS[type(sign).__name__]
            inner = _rule(part)
            return Rule(f"not({inner.text})" if rank == _NOT else text + inner.within(_SIGN - 1), rank)
        case ast.BinOp(left, sign, right):
            return _signed(_rule(left), sign, _rule(right))
        case ast.Compare(first, signs, others):
            # `a < b < c` means `a < b and b < c`, as in Python.
            compared = [*map(_rule, (first, *others))]
            return reduce(partial(_joined, _AND), map(_signed, compared, signs, compared[1:]))
        case ast.Call(ast.Name(name), parts, []) if len(parts) == _FUNCTIONS[name]:
            return Rule(f"{name}({','.join(_rule(each).text for each in parts)})", _WHOLE)
        case ast.Name("a" | "b" as name):
            return Rule(name, _WHOLE)
        case ast.Constant(int(number)):
            return Rule(str(number), _WHOLE)
    raise SyntaxError


def _signed(left: Rule, sign: object, right: Rule) -> Rule:
    text, rank = _SIGNS[type(sign).__name__]
    # Sums and products are read from the left; comparisons in a comparison need parentheses on both sides.
    before = left.within(rank if rank == _COMPARED else rank - 1)
    return Rule(f"{before}{text}{right.within(rank)}", rank)


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
def parsed(text: str) -> str:
    """The text of a rule without spaces and prefix; raises `OptionError` with the remedy.

    >>> parsed("expr: abs(a - b) in")
    Traceback (most recent call last):
        ...
    outnumber.OptionError: link 'abs(a - b) in' is not valid: use a, b, whole numbers, + - * // %, \
comparisons, and, or, not, abs(x), gcd(x, y).
    >>> parsed("a<b<9 and not (a-b)%2")
    '(a<b)and(b<9)and(not((a-b)%2))'
    """
    import ast

    asked = text.removeprefix(PREFIX).strip()
    # Python refuses zeros before a number.
    words = (str(int(part)) if part.isdigit() else part for part in _parts(asked))
    try:
        rule = _rule(ast.parse(" ".join(words), mode="eval").body).text
    except (SyntaxError, KeyError):
        raise _bad(asked) from None
    # A record holds the text without spaces, so that text must be within the limits too.
    _parts(rule)
    return rule


def condition(text: str) -> Callable[[int, int], bool]:
    """The function that an expression describes.

    >>> holds = condition("abs(a-b) == 3")
    >>> holds(2, 5), holds(2, 6)
    (True, False)
    """
    # Only what `_rule` has written is compiled.
    found: Callable[[int, int], bool]
    found = eval(f"lambda a, b: bool({parsed(text)})", {"abs": abs, "gcd": gcd})  # noqa: S307
    return found


def largest(text: str) -> int:
    """The largest range for which an expression can be evaluated for all pairs."""
    return isqrt(MOST_WORK // _count(_parts(parsed(text))))
