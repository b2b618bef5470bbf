"""`Numbers` behave like a tuple of the same numbers, and are listed only when necessary."""

import pickle
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import outnumber
from outnumber.games import numbers as module
from outnumber.games.numbers import (
    Numbers,
    as_mask,
    full,
    mask_of,
    members,
    ordered,
    run_texts,
    runs,
    shortened,
)
from tests.naive import DEFAULTS

SETS = st.one_of(
    st.sets(st.integers(1, 20)),
    st.sets(st.integers(1, 300)),
    st.sets(st.integers(1, 70_000), max_size=40),
    st.builds(
        lambda size, without: set(range(1, size)) - without, st.integers(1, 400), st.sets(st.integers(1, 400))
    ),
)
BOUNDS = st.one_of(st.none(), st.integers(-500, 500))


@given(SETS)
def test_numbers_have_the_length_order_and_members_of_the_list(chosen: set[int]) -> None:
    numbers, plain = Numbers(mask_of(chosen)), sorted(chosen)
    assert len(numbers) == len(plain)
    assert list(numbers) == plain == list(members(mask_of(chosen)))
    assert [numbers[index] for index in range(len(plain))] == plain
    assert [numbers[index] for index in range(-len(plain), 0)] == plain
    assert list(reversed(numbers)) == plain[::-1]
    assert bool(numbers) == bool(plain)


@given(SETS, BOUNDS, BOUNDS, BOUNDS.filter(lambda step: step != 0))
def test_slice_equals_the_slice_of_the_list(
    chosen: set[int], first: int | None, last: int | None, step: int | None
) -> None:
    assert Numbers(mask_of(chosen))[first:last:step] == tuple(sorted(chosen))[first:last:step]


@given(SETS, st.integers(-3, 500))
def test_membership_equals_that_of_the_set(chosen: set[int], number: int) -> None:
    assert (number in Numbers(mask_of(chosen))) == (number in chosen)


@given(SETS, st.integers(-3, 500), BOUNDS, BOUNDS)
def test_index_of_a_number_equals_that_in_the_tuple(
    chosen: set[int], number: int, start: int | None, stop: int | None
) -> None:
    numbers, plain = Numbers(mask_of(chosen)), tuple(sorted(chosen))
    assert numbers.count(number) == plain.count(number)
    bounds = (start or 0,) if stop is None else (start or 0, stop)
    try:
        place = plain.index(number, *bounds)
    except ValueError:
        with pytest.raises(ValueError, match="no such number"):
            numbers.index(number, *bounds)
    else:
        assert numbers.index(number, *bounds) == place


@given(SETS)
def test_index_beyond_the_end_is_an_error(chosen: set[int]) -> None:
    numbers = Numbers(mask_of(chosen))
    for index in (len(chosen), -len(chosen) - 1):
        with pytest.raises(IndexError):
            numbers[index]


@pytest.mark.parametrize("other", ["5", 5.5, None, -1, 0, 10**30, -(10**30), [5]])
def test_values_that_are_not_small_numbers_are_not_members(other: object) -> None:
    assert other not in Numbers(full(100))


@given(SETS)
def test_numbers_equal_only_the_tuple_of_the_same_numbers(chosen: set[int]) -> None:
    numbers, plain = Numbers(mask_of(chosen)), sorted(chosen)
    assert numbers == tuple(plain)
    assert tuple(plain) == numbers
    assert hash(numbers) == hash(tuple(plain))
    assert numbers == Numbers(mask_of(chosen), plain)
    assert numbers != (*plain, 1)
    assert numbers != plain
    assert numbers != "numbers"
    if plain:
        assert numbers != (*plain[:-1], plain[-1] + 1)
        assert numbers != tuple(str(number) for number in plain)


@given(SETS, SETS)
def test_numbers_are_ordered_like_tuples(one: set[int], two: set[int]) -> None:
    a, b = tuple(sorted(one)), tuple(sorted(two))
    first, second = Numbers(mask_of(one)), Numbers(mask_of(two))
    for left, right in ((first, second), (first, b), (a, second)):
        assert (left < right, left <= right) == (a < b, a <= b)
        assert (left > right, left >= right) == (a > b, a >= b)
    assert sorted([second, first]) == sorted([b, a])


@given(SETS)
def test_numbers_are_printed_like_a_tuple(chosen: set[int]) -> None:
    assert repr(Numbers(mask_of(chosen))) == str(Numbers(mask_of(chosen))) == repr(tuple(sorted(chosen)))


@pytest.mark.parametrize(
    ("size", "text"), [(1_000, f"({', '.join(map(str, range(1, 1001)))})"), (1_001, "(1, 2, 3, …, 1001)")]
)
def test_very_long_sets_are_printed_on_one_line(size: int, text: str) -> None:
    assert repr(Numbers(full(size))) == text


@given(SETS)
def test_numbers_can_be_pickled(chosen: set[int]) -> None:
    for numbers in (Numbers(mask_of(chosen)), Numbers(mask_of(chosen), sorted(chosen))):
        again = pickle.loads(pickle.dumps(numbers))  # noqa: S301  # our own bytes
        assert type(again) is Numbers
        assert again == tuple(sorted(chosen)) == deepcopy(numbers) == tuple(again)


@given(SETS)
def test_small_sets_are_listed_once_and_others_on_demand(chosen: set[int]) -> None:
    found = ordered(mask_of(chosen))
    assert type(found) is Numbers
    assert found == tuple(sorted(chosen))
    assert (found is ordered(mask_of(chosen))) == (max(chosen, default=0) < 16)


@given(SETS)
def test_set_can_be_built_from_any_form(chosen: set[int]) -> None:
    for form in (Numbers(mask_of(chosen)), sorted(chosen), chosen):
        assert as_mask(form) == sum(1 << number for number in chosen)


@pytest.mark.parametrize("game", DEFAULTS)
@pytest.mark.parametrize("size", [9, 100, 254, 255, 256, 1_000_000])
def test_moves_have_one_type_for_every_game_and_size(game: str, size: int) -> None:
    name = "target" if game == "number-stack-attack" else "range"
    position = outnumber.game(game, **{name: size}).start()
    for current in (position, position.play(7)):
        assert type(current.legal_moves()) is Numbers
        # A graph of a million numbers is too large to solve.
        if size < 1_000_000 or game not in ("number-duel", "strategy-stacks"):
            assert type(outnumber.solve(current).winning) is Numbers


@given(SETS)
def test_runs_cover_each_number_once_and_never_touch(chosen: set[int]) -> None:
    found = list(runs(Numbers(mask_of(chosen))))
    assert found == list(runs(sorted(chosen)))
    assert [number for first, last in found for number in range(first, last + 1)] == sorted(chosen)
    assert all(after[0] > before[1] + 1 for before, after in pairwise(found))


@given(SETS, st.integers(3, 20))
def test_short_list_has_all_numbers_or_runs_or_marks_omissions(chosen: set[int], most: int) -> None:
    plain = sorted(chosen)
    texts = shortened(Numbers(mask_of(chosen)), most)
    if len(plain) <= most:
        assert texts == list(map(str, plain))
    elif "…" not in texts:
        assert texts == run_texts(plain)
    else:
        kept = run_texts(plain)
        assert len(kept) > most >= len(texts)
        assert texts == [*kept[: len(texts) - 2], "…", kept[-1]]


def test_million_numbers_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = Numbers(full(1_000_000))

    def few(mask: int) -> Iterator[int]:
        assert mask.bit_length() <= 16, "nobody needed a list"
        return members(mask)

    monkeypatch.setattr(module, "members", few)
    assert len(numbers) == 1_000_000
    assert bool(numbers)
    assert (numbers[0], numbers[-1]) == (1, 1_000_000)
    assert numbers.index(999_999) == 999_998
    assert 17 in numbers
    assert 1_000_001 not in numbers
    assert numbers == Numbers(full(1_000_000))
    assert numbers != Numbers(full(999_999))
    assert numbers != (1, 2)
    assert pickle.loads(pickle.dumps(numbers)) == numbers  # noqa: S301  # our own bytes
    assert str(numbers) == "(1, 2, 3, …, 1000000)"


def test_million_numbers_are_a_single_run_and_each_has_its_index() -> None:
    numbers = Numbers(full(1_000_000))
    assert run_texts(numbers) == ["1-1000000"]
    for place in (15, 16, 65_535, 65_536, 499_999, -1_000_000):
        assert numbers[place] == place % 1_000_000 + 1


@pytest.mark.parametrize("number", [np.int64(5), np.uint8(5), np.array(5)])
def test_numpy_integers_are_accepted(number: int) -> None:
    assert number in Numbers(full(9))
    assert number not in Numbers(full(4))
    for size in (9, 1_000):
        position = outnumber.game("strategy-stacks", range=size).start()
        assert position.play(number) == position.play(5)
        with pytest.raises(outnumber.IllegalMove) as refused:
            position.play(5).play(number)
        assert refused.value.code == "used"
