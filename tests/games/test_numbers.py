"""A view of numbers behaves like the plain list of the same numbers."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outnumber.games.errors import either
from outnumber.games.numbers import Numbers, brief, full, mask_of, members, ordered, run_texts, runs

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
def test_a_view_has_the_length_order_and_members_of_the_list(chosen: set[int]) -> None:
    numbers, plain = Numbers(mask_of(chosen)), sorted(chosen)
    assert len(numbers) == len(plain)
    assert list(numbers) == plain == list(members(mask_of(chosen)))
    assert [numbers[index] for index in range(len(plain))] == plain
    assert [numbers[index] for index in range(-len(plain), 0)] == plain
    assert list(reversed(numbers)) == plain[::-1]
    assert bool(numbers) == bool(plain)


@given(SETS, BOUNDS, BOUNDS, BOUNDS.filter(lambda step: step != 0))
def test_a_slice_is_that_of_the_list(
    chosen: set[int], first: int | None, last: int | None, step: int | None
) -> None:
    assert list(Numbers(mask_of(chosen))[first:last:step]) == sorted(chosen)[first:last:step]


@given(SETS, st.integers(-3, 500))
def test_membership_is_that_of_the_set(chosen: set[int], number: int) -> None:
    assert (number in Numbers(mask_of(chosen))) == (number in chosen)


@given(SETS)
def test_an_index_beyond_the_end_is_an_error(chosen: set[int]) -> None:
    numbers = Numbers(mask_of(chosen))
    for index in (len(chosen), -len(chosen) - 1):
        with pytest.raises(IndexError):
            numbers[index]


@pytest.mark.parametrize("other", ["5", 5.5, None, -1, 10**30])
def test_what_is_no_small_number_is_no_member(other: object) -> None:
    assert other not in Numbers(full(100))


@given(SETS)
def test_a_view_equals_the_same_numbers_and_nothing_else(chosen: set[int]) -> None:
    numbers, plain = Numbers(mask_of(chosen)), sorted(chosen)
    assert numbers == plain
    assert numbers == tuple(plain)
    assert hash(numbers) == hash(tuple(plain))
    assert numbers == Numbers(mask_of(chosen))
    assert numbers != [*plain, 1]
    assert numbers != "numbers"
    if plain:
        assert numbers != [*plain[:-1], plain[-1] + 1]
        assert numbers != [str(number) for number in plain]


@given(SETS)
def test_small_sets_are_tuples_and_others_views_with_the_same_numbers(chosen: set[int]) -> None:
    found = ordered(mask_of(chosen))
    assert isinstance(found, tuple) == (max(chosen, default=0) < 16)
    assert list(found) == sorted(chosen)


@given(SETS)
def test_runs_cover_each_number_once_and_never_touch(chosen: set[int]) -> None:
    found = list(runs(Numbers(mask_of(chosen))))
    assert found == list(runs(sorted(chosen)))
    assert [number for first, last in found for number in range(first, last + 1)] == sorted(chosen)
    assert all(after[0] > before[1] + 1 for before, after in pairwise(found))


@given(SETS)
def test_a_brief_list_names_first_and_last_and_is_one_line(chosen: set[int]) -> None:
    text = brief(Numbers(mask_of(chosen)))
    assert "\n" not in text
    if chosen:
        assert text.startswith(str(min(chosen)))
        assert str(max(chosen)) in text
    if len(chosen) <= 12:
        assert text == either(sorted(chosen))
    else:
        assert len(text.split(", ")) <= 12
        whole = text == either(run_texts(sorted(chosen)))
        assert whole or text.endswith(f"({len(chosen)} numbers)")


def test_a_million_numbers_are_not_copied() -> None:
    numbers = Numbers(full(1_000_000))
    assert len(numbers) == 1_000_000
    assert (numbers[0], numbers[499_999], numbers[-1]) == (1, 500_000, 1_000_000)
    assert run_texts(numbers) == ["1-1000000"]
    assert 1_000_001 not in numbers
