"""Link rules as expressions: they mean what they mean in Python."""

import tracemalloc
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outnumber.games.errors import OptionError
from outnumber.games.expressions import DEEPEST, LONGEST, MOST_PARTS, condition, parsed

ATOMS = st.sampled_from(["a", "b", "0", "1", "7", "12"])
SIGNS = ["+", "-", "*", "//", "%", "<", "<=", "==", "!=", ">", ">=", " and ", " or "]


def longer(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(parts, st.sampled_from(SIGNS), parts).map("".join),
        st.tuples(parts, parts, parts).map("<".join),
        st.tuples(st.sampled_from(["-", "+"]), parts).map("".join),
        parts.map("(not {})".format),
        parts.map("({})".format),
        parts.map("abs({})".format),
        st.tuples(parts, parts).map(lambda two: f"gcd({two[0]}, {two[1]})"),
    )


@given(st.recursive(ATOMS, longer, max_leaves=8), st.integers(1, 30), st.integers(1, 30))
def test_an_expression_has_the_value_that_python_gives_it(text: str, a: int, b: int) -> None:
    try:
        expected = eval(text, {"a": a, "b": b, "gcd": gcd, "abs": abs})  # noqa: S307  # our own text
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            condition(text)(a, b)
    else:
        rule = parsed(text)
        assert condition(text)(a, b) == bool(expected)
        assert eval(rule, {"a": a, "b": b, "gcd": gcd, "abs": abs}) == expected  # noqa: S307
        assert parsed(rule) == rule


@pytest.mark.parametrize(
    "text",
    [
        "", "a b", "a <", "2a", "a**b", "a/b", "a=b", "c", "abs", "abs(a,b)", "gcd(a)", "a(b)", "a.real",
        "lambda", "a if b else a", "a in b", "__import__('os')", "0x10", "1e3", "1_000", "1" * 10, "a\x00",
        "\uff41<b", "[a]", "a,b", "gcd(*a,b)",
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_the_reason(text: str) -> None:
    with pytest.raises(OptionError, match=r"use a, b, whole numbers"):
        parsed(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a+" * MOST_PARTS + "a", "too long"),
        ("a" + " " * LONGEST, "too long"),
        ("(" * (DEEPEST + 1) + "a" + ")" * (DEEPEST + 1), "too deeply"),
        ("not " * (DEEPEST + 1) + "a", "too deeply"),
    ],
)
def test_a_rule_that_is_too_large_is_refused(text: str, why: str) -> None:
    with pytest.raises(OptionError, match=why):
        parsed(f"expr:{text}+0" if text.endswith(" ") else text)


def test_chains_within_chains_of_comparisons_take_no_memory() -> None:
    text = "a"
    for _ in range(18):
        text = f"1<({text})<1"
    tracemalloc.start()
    try:
        with pytest.raises(OptionError, match="too long"):
            parsed(text)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
