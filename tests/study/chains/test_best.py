"""The longest known chains: each is valid, and none of the small ones is too short."""

import pytest

from outnumber.games.errors import OptionError
from outnumber.games.links import CRITERIA, Links
from outnumber.study.chains.best import METHODS, OFFERED, best, improved
from outnumber.study.chains.bounds import best_islands, islands
from outnumber.study.chains.chain import LARGEST, SMALLEST, Chain
from tests.study.chains.rules import GO_TOGETHER, is_chain, longest, together

RANGES = range(SMALLEST, LARGEST + 1)


def test_the_independent_rules_have_all_criteria() -> None:
    assert set(GO_TOGETHER) == set(CRITERIA)


@pytest.mark.parametrize("link", OFFERED, ids=",".join)
def test_every_range_has_a_valid_chain(link: tuple[str, ...]) -> None:
    before = 0
    for range_ in RANGES:
        found = best(range_, list(link))
        assert is_chain(link, range_, found.chain.numbers)
        assert before <= found.length <= found.bound <= range_
        assert found.proven
        assert found.method in METHODS
        if found.method == "islands":
            assert best_islands(found.chain.links).bound == found.bound
        before = found.length


@pytest.mark.parametrize("link", OFFERED, ids=",".join)
def test_no_small_chain_is_longer(link: tuple[str, ...]) -> None:
    for range_ in range(SMALLEST, 9):
        assert best(range_, list(link)).length == longest(link, range_)


def test_no_small_chain_of_factors_and_multiples_is_longer() -> None:
    assert [best(range_).length for range_ in range(9, 17)] == [
        longest(["multiple"], n) for n in range(9, 17)
    ]


def test_the_lengths_match_the_literature() -> None:
    # Those listed by OEIS A337125: ranges 5 to 68.
    listed = (
        "4 6 6 7 8 9 9 11 11 12 13 14 14 16 16 17 18 19 19 21 21 22 23 24 24 26 26 27 28 28 29 30 30 30 31 "
        "32 32 34 34 36 37 37 37 39 39 41 42 43 43 44 45 46 47 47 47 49 49 49 50 51 51 53 53 54"
    )
    assert [best(n).length for n in range(SMALLEST, 69)] == [int(text) for text in listed.split()]
    assert best(100).length == 77


def test_islands_are_not_linked() -> None:
    found = islands(Links(("multiple",), 30), (1, 2))
    left = set(range(3, 31))
    sizes = []
    while left:
        reach = [left.pop()]
        size = 0
        while reach:
            at = reach.pop()
            size += 1
            near = {each for each in left if together(["multiple"], at, each)}
            left -= near
            reach += near
        sizes.append(size)
    assert found.sizes == tuple(sorted(sizes, reverse=True))
    assert found.bound == 26


def test_unknown_results_have_an_upper_bound() -> None:
    for link in ("digit,square-sum", "multiple"):
        found = best(120, link)
        assert is_chain(link.split(","), 120, found.chain.numbers)
        assert found.length <= found.bound == best_islands(Links(tuple(link.split(",")), 120)).bound


def test_stars_depend_on_the_share_of_the_best() -> None:
    found = best(100)
    assert found.marks == (54, 70, 77)
    assert [found.stars(length) for length in (0, 53, 54, 69, 70, 76, 77)] == [0, 0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize("asked", [{"range": 4}, {"range": 1001}, {"range": 10, "link": "red"}])
def test_other_boards_are_refused(asked: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        best(**asked)  # type: ignore[arg-type]


def test_a_solver_proves_what_a_search_cannot() -> None:
    pytest.importorskip("ortools", reason="the solver needs the extra outnumber[chain]")
    # As if there were no known result.
    start = best(33)._replace(chain=Chain.of(33, "multiple", [1, 2]), bound=33, method="islands")
    found = improved(start, 20)
    assert is_chain(["multiple"], 33, found.chain.numbers)
    assert (found.length, found.bound, found.method) == (best(33).length, best(33).length, "integer-program")
    hurried = improved(best(400), 0.01)
    assert is_chain(["multiple"], 400, hurried.chain.numbers)
    assert best(400).length <= hurried.length <= hurried.bound <= best(400).bound
