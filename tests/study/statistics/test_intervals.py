"""Intervals count groups, not what is in them."""

from collections.abc import Hashable, Iterable
from random import Random

import pytest

from outnumber.study.statistics.intervals import (
    FEWEST,
    Difference,
    Grouped,
    Groups,
    Share,
    difference,
    grouped,
    student,
)

# Openings that are hard and easy for everybody: chances thrown away, of so many.
LUCK = Random(3)
HARD = {opening: LUCK.choice([0.05, 0.2, 0.9]) for opening in range(60)}


def sample(skill: float, luck: Random) -> Grouped:
    rates = {opening: min(1.0, rate * skill) for opening, rate in HARD.items()}
    return grouped((opening, luck.random() < rate) for opening, rate in rates.items() for _ in range(6))


def resampled(*shares: Grouped) -> list[list[float]]:
    """The rates in a thousand samples of whole openings, drawn with replacement."""
    luck, names = Random(5), sorted(HARD)
    found = []
    for _ in range(1000):
        drawn = luck.choices(names, k=len(names))
        found.append(
            [sum(each.groups[n][0] for n in drawn) / sum(each.groups[n][1] for n in drawn) for each in shares]
        )
    return found


def middle_95(rates: list[float]) -> tuple[float, float]:
    return sorted(rates)[24], sorted(rates)[974]


def test_the_interval_is_that_of_resampled_openings() -> None:
    share = sample(1, Random(1))
    assert share.interval == pytest.approx(middle_95([one for (one,) in resampled(share)]), abs=0.02)
    plain = Share(share.hits, share.of).interval
    assert share.interval is not None
    assert plain is not None
    wider = (share.interval[1] - share.interval[0]) / (plain[1] - plain[0])
    assert wider > 1.5


def test_a_difference_is_that_of_resampled_openings_and_narrower_than_two_intervals() -> None:
    one, two = sample(1, Random(1)), sample(0.6, Random(2))
    found = difference(one, two)
    assert found is not None
    rates = [a - b for a, b in resampled(one, two)]
    assert found[1:] == pytest.approx(middle_95(rates), abs=0.02)
    assert found.certain
    assert one.interval is not None
    assert two.interval is not None
    assert one.interval[0] < two.interval[1]  # side by side, nobody could tell


def test_a_difference_is_the_same_to_the_last_digit_whatever_the_groups_are_called() -> None:
    one, two = sample(1, Random(1)), sample(0.6, Random(2))

    def called(luck: Random) -> Difference | None:
        # Sets of numbers are in the order of their hashes.
        names: dict[Hashable, int] = dict(zip(HARD, luck.sample(range(1_000_000), len(HARD)), strict=True))
        both: Iterable[Groups] = (
            {names[n]: each for n, each in share.groups.items()} for share in (one, two)
        )
        return difference(*map(Grouped.of_groups, both))

    assert {called(Random(seed)) for seed in range(20)} == {difference(one, two)}


def test_what_is_alone_in_its_group_is_independent() -> None:
    alone = grouped(enumerate([True, False, False, True] * 25))
    assert alone.worth == pytest.approx(100, rel=0.02)
    assert alone == Share(50, 100)


def test_where_all_groups_agree_each_says_one_thing() -> None:
    never = Grouped.of_groups(dict.fromkeys(range(10), (0, 10)))
    assert never.interval == Share(0, 10).interval


def test_nothing_to_compare_is_no_difference() -> None:
    some = grouped([(1, True)])
    assert difference(some, grouped([])) is None
    assert difference(some, some) is None
    assert grouped([]).interval is None


def one_sided(groups: int) -> tuple[Grouped, Grouped]:
    """Somebody who wins nearly always, and somebody who never does."""
    hits = [2] * (groups - 2) + [0, 0]
    one = Grouped.of_groups({n: (each, 2) for n, each in enumerate(hits)})
    return one, Grouped.of_groups({n: (2 - each, 2) for n, each in enumerate(hits)})


def test_few_groups_have_a_difference_and_no_interval() -> None:
    found = difference(*one_sided(FEWEST - 1))
    assert found is not None
    assert found.rate == pytest.approx(5 / 9)
    assert found[1:] == (None, None)
    assert not found.certain
    enough = difference(*one_sided(FEWEST))
    assert enough is not None
    assert enough.low is not None
    assert enough.certain == (enough.low > 0)


def test_no_difference_goes_beyond_one() -> None:
    one, two = one_sided(FEWEST)
    there, back = difference(one, two), difference(two, one)
    assert there is not None
    assert back is not None
    assert (there.high, back.low) == (1.0, -1.0)
    assert there.low == pytest.approx(-(back.high or 0))


def test_fewer_groups_are_less_certain() -> None:
    # Tables of the distribution have these.
    told = {9: 2.2622, 14: 2.1448, 19: 2.0930, 59: 2.0010, 999: 1.9623}
    assert {freedom: student(freedom) for freedom in told} == pytest.approx(told, abs=5e-4)
