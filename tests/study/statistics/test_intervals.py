"""Intervals count groups, not their members."""

from collections.abc import Hashable, Iterable
from random import Random

import pytest

from outnumber.study.statistics.intervals import (
    ALPHA,
    FEWEST,
    Corrected,
    Difference,
    Grouped,
    Groups,
    Share,
    difference,
    grouped,
    holm,
    student,
)

# Openings that are hard or easy for all players: chances thrown away, out of the total.
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


def test_the_interval_matches_resampled_openings() -> None:
    share = sample(1, Random(1))
    assert share.interval == pytest.approx(middle_95([one for (one,) in resampled(share)]), abs=0.02)
    plain = Share(share.hits, share.of).interval
    assert share.interval is not None
    assert plain is not None
    wider = (share.interval[1] - share.interval[0]) / (plain[1] - plain[0])
    assert wider > 1.5


def test_a_difference_matches_resampled_openings_and_is_narrower_than_two_intervals() -> None:
    one, two = sample(1, Random(1)), sample(0.6, Random(2))
    found = difference(one, two)
    assert found is not None
    rates = [a - b for a, b in resampled(one, two)]
    assert found[1:3] == pytest.approx(middle_95(rates), abs=0.02)
    assert found.certain
    assert one.interval is not None
    assert two.interval is not None
    assert one.interval[0] < two.interval[1]  # side by side, they would be indistinguishable


def test_a_difference_does_not_depend_on_the_names_of_the_groups() -> None:
    one, two = sample(1, Random(1)), sample(0.6, Random(2))

    def called(luck: Random) -> Difference | None:
        # The order of a set depends on hashes.
        names: dict[Hashable, int] = dict(zip(HARD, luck.sample(range(1_000_000), len(HARD)), strict=True))
        both: Iterable[Groups] = (
            {names[n]: each for n, each in share.groups.items()} for share in (one, two)
        )
        return difference(*map(Grouped.of_groups, both))

    assert {called(Random(seed)) for seed in range(20)} == {difference(one, two)}


def test_single_member_groups_are_independent() -> None:
    alone = grouped(enumerate([True, False, False, True] * 25))
    assert alone.worth == pytest.approx(100, rel=0.02)
    assert alone == Share(50, 100)


def test_if_all_groups_agree_each_counts_once() -> None:
    never = Grouped.of_groups(dict.fromkeys(range(10), (0, 10)))
    assert never.interval == Share(0, 10).interval


def test_without_data_there_is_no_difference() -> None:
    some = grouped([(1, True)])
    assert difference(some, grouped([])) is None
    assert difference(some, some) is None
    assert grouped([]).interval is None


def one_sided(groups: int) -> tuple[Grouped, Grouped]:
    """A player who wins nearly always, and one who never does."""
    hits = [2] * (groups - 2) + [0, 0]
    one = Grouped.of_groups({n: (each, 2) for n, each in enumerate(hits)})
    return one, Grouped.of_groups({n: (2 - each, 2) for n, each in enumerate(hits)})


def test_few_groups_have_a_difference_and_no_interval() -> None:
    found = difference(*one_sided(FEWEST - 1))
    assert found is not None
    assert found.rate == pytest.approx(5 / 9)
    assert found[1:] == (None, None, None)
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
    # These are in the published tables of the distribution.
    told = {9: 2.2622, 14: 2.1448, 19: 2.0930, 59: 2.0010, 999: 1.9623}
    assert {freedom: student(freedom) for freedom in told} == pytest.approx(told, abs=5e-4)


def guesses(skill: float, luck: float, count: int, random: Random) -> Grouped:
    """Questions that are known with one probability, and otherwise guessed; four answers each."""
    known = {n: random.random() < skill for n in range(count)}
    return grouped((n, known[n] or random.random() < luck) for n in known for _ in range(4))


def test_the_corrected_rate_is_the_share_of_known_answers_with_an_interval_that_covers_it() -> None:
    random, covered = Random(9), 0
    for _ in range(200):
        found = Corrected.of((guesses(0.3, luck, 60, random), luck) for luck in (0.1, 0.4, 0.6))
        assert found.interval is not None
        low, high = found.interval
        covered += low <= 0.3 <= high
    assert 180 <= covered <= 199


def test_equal_players_rarely_seem_different_and_the_correction_makes_it_rarer() -> None:
    random, alone, corrected = Random(4), 0, 0
    for _ in range(100):
        players = [guesses(0.5, 0.4, 40, random) for _ in range(4)]
        pairs = [difference(one, two) for place, one in enumerate(players) for two in players[:place]]
        alone += any(each is not None and each.certain for each in pairs)
        corrected += any(each is not None and each.certain for each in holm(pairs))
    assert corrected <= 100 * ALPHA + 7 < alone


def test_without_questions_there_is_no_rate() -> None:
    nothing = Corrected.of([])
    assert (nothing.rate, nothing.interval) == (None, None)
