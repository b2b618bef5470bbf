"""The links of each criterion match its definition, in both directions, at every size."""

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber.games.links import CRITERIA, FUNCTION_LIMIT, Link, Links, together
from outnumber.games.numbers import members
from outnumber.games.sentences import ENGLISH
from tests import naive
from tests.games.test_arithmetic import is_prime
from tests.threads import at_once

# The same definitions as in the naive rules, but fast enough for large numbers.
QUICK: dict[str, Callable[[int, int], bool]] = {
    "multiple": lambda a, b: a % b == 0 or b % a == 0,
    "digit": lambda a, b: bool(set(str(a)) & set(str(b))),
    "digit-sum": lambda a, b: naive.digit_sum(a) == naive.digit_sum(b),
    "coprime": lambda a, b: math.gcd(a, b) == 1,
    "neighbour": lambda a, b: abs(a - b) == 1,
    "square-sum": lambda a, b: math.isqrt(a + b) ** 2 == a + b,
    "prime-sum": lambda a, b: is_prime(a + b),
}


def test_every_criterion_has_a_second_definition() -> None:
    assert set(CRITERIA) == set(QUICK)


def said(how: str, *criteria: str) -> str:
    return Link(criteria, 28).said(ENGLISH, how)


@pytest.mark.parametrize(("how", "word"), [("is", "or"), ("not", "and")])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_criteria_have_distinct_phrases_and_denials(criterion: str, how: str, word: str) -> None:
    phrase = said(how, criterion)
    assert phrase.split().count("28") == 1
    assert said(how, "multiple", criterion) == f"{said(how, 'multiple')} {word} " + " ".join(
        "it" if each == "28" else each for each in phrase.split()
    )
    assert [other for other in CRITERIA if said(how, other) == phrase] == [criterion]
    assert said("is", criterion) != said("not", criterion)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_example_of_a_criterion_satisfies_it(criterion: str) -> None:
    assert naive.linked(criterion, *CRITERIA[criterion].example)


@settings(deadline=None)
@given(st.lists(st.sampled_from(list(CRITERIA)), min_size=1, unique=True), st.integers(1, 40))
def test_join_uses_the_first_criterion_that_links_its_numbers(criteria: list[str], size: int) -> None:
    links = Links(criteria, size)
    for a in range(1, size + 1):
        for b in links.neighbours(a):
            join = links.join(a, b)
            assert naive.JOINS[join.kind](a, b, join.number), (a, b, join)
            first = next(each for each in criteria if naive.linked(each, a, b))
            assert join == Links((first,), size).join(a, b)


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("size", [1, 2, 9, 10, 11, 15, 16, 60, 111])
def test_rows_match_the_naive_links(criterion: str, size: int) -> None:
    links = Links((criterion,), size)
    for a in range(1, size + 1):
        linked = [b for b in range(1, size + 1) if a != b and naive.linked(criterion, a, b)]
        assert list(members(links.row(a))) == linked, a
        assert links.neighbours(a) == linked, a


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("size", [999, 1000, 65_537, 1_000_000])
def test_rows_of_large_sizes_match_the_definition(criterion: str, size: int) -> None:
    links, chooser = Links((criterion,), size), random.Random(size)
    corners = [1, 2, 9, 10, 11, 99, 100, 101, size // 2, size // 2 + 1, size - 1, size]
    some = corners + [chooser.randint(1, size) for _ in range(40)]
    for a in corners[:6] + some[-4:]:
        row = links.row(a)
        assert row >> size + 1 == 0
        assert row & 1 == 0
        assert not row >> a & 1
        for b in some:
            assert bool(row >> b & 1) == (a != b and QUICK[criterion](a, b)), (a, b)
            assert bool(row >> b & 1) == bool(links.row(b) >> a & 1), (a, b)


@given(st.lists(st.sampled_from(list(CRITERIA)), min_size=1, unique=True), st.integers(1, 80))
def test_several_criteria_link_what_any_of_them_links(criteria: list[str], size: int) -> None:
    together, alone = Links(criteria, size), [Links((criterion,), size) for criterion in criteria]
    for number in range(1, size + 1):
        expected = 0
        for links in alone:
            expected |= links.row(number)
        assert together.row(number) == expected
        assert together.neighbours(number) == list(members(expected))


@pytest.mark.parametrize("criterion", CRITERIA)
def test_threads_can_share_a_graph(criterion: str) -> None:
    shared, alone = Links((criterion,), 20_000), Links((criterion,), 20_000)
    some = random.Random(criterion).sample(range(1, 20_001), 40)
    expected = [(list(alone.neighbours(number)), alone.row(number)) for number in some]
    found = at_once(lambda _: [(list(shared.neighbours(number)), shared.row(number)) for number in some])
    assert all(each == expected for each in found)


def same_parity(a: int, b: int) -> bool:
    return (a - b) % 2 == 0


def test_python_function_is_a_criterion() -> None:
    start = outnumber.game("number-duel", range=8, link=same_parity).start()
    assert list(start.play(3).legal_moves()) == [1, 5, 7]
    both = outnumber.game("number-duel", range=8, link=[same_parity, "neighbour"]).start()
    assert list(both.play(3).legal_moves()) == [1, 2, 4, 5, 7]
    with pytest.raises(outnumber.IllegalMove, match=r"^4 does not go with 3\. You can play 1, 5 or 7\.$"):
        start.play(3).play(4)


def test_python_function_can_have_a_phrase() -> None:
    def spread(a: int, b: int) -> bool:
        """Two numbers are far apart."""
        return abs(a - b) >= 5

    assert together(spread) == "spread holds for them (Two numbers are far apart)"
    assert str(outnumber.game("number-duel", range=9, link=spread).start().play(2).scene().demand) == (
        "a number that goes with 2"
    )
    spread.phrase = "is at least 5 away from {number}"  # type: ignore[attr-defined]
    position = outnumber.game("number-duel", range=9, link=spread).start().play(2)
    assert str(position.scene().demand) == "a number that is at least 5 away from 2"


def test_asymmetric_function_is_refused_with_an_example_pair() -> None:
    with pytest.raises(outnumber.OptionError, match="links 2 to 1, but not 1 to 2") as refused:
        outnumber.game("number-duel", range=3, link=lambda a, b: a > b)
    assert refused.value.code == "not-symmetric"


def test_function_for_a_huge_range_is_refused_before_it_is_called() -> None:
    def never(a: int, b: int) -> bool:
        raise AssertionError(f"{a} and {b} were asked about")

    with pytest.raises(outnumber.OptionError, match=f"{FUNCTION_LIMIT:,}") as refused:
        outnumber.game("number-duel", range=1_000_000, link=never)
    assert refused.value.code == "too-large"


def test_function_has_no_text_or_json_form() -> None:
    rules = outnumber.game("number-duel", range=8, link=same_parity)
    for written in (lambda: rules.options, rules.option_texts):
        with pytest.raises(outnumber.OptionError, match="multiple, digit") as refused:
            written()
        assert refused.value.code == "function-criterion"
