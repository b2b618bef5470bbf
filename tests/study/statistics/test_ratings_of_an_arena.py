"""Ratings predict the score between two players, with the games in any order."""

from math import exp
from random import Random
from statistics import fmean

import pytest

from outnumber.study.statistics.rating import Decided, PlayerRating, expected, ratings

# True strengths, and the chance that follows from them.
STRENGTHS = {"A": -1.5, "B": -0.5, "C": 0.0, "D": 0.5, "E": 1.5}


def chance(one: str, two: str) -> float:
    return 1 / (1 + exp(STRENGTHS[two] - STRENGTHS[one]))


@pytest.fixture(scope="module")
def games() -> list[Decided]:
    """The games of a round robin in order, 80 for each pair, with random winners."""
    luck = Random(7)
    names = list(STRENGTHS)
    found = []
    for place, one in enumerate(names):
        for two in names[place + 1 :]:
            for number in range(80):
                winner, loser = (one, two) if luck.random() < chance(one, two) else (two, one)
                id = f"{one} {two} {number}"
                found.append(Decided(id, id, winner, loser))
    return found


def test_the_order_of_the_games_does_not_matter(games: list[Decided]) -> None:
    shuffled = Random(1).sample(games, len(games))
    assert ratings(games) == ratings(shuffled) == ratings(games[::-1])


def test_the_expected_score_is_the_true_one(games: list[Decided]) -> None:
    found = ratings(games)
    for one in STRENGTHS:
        for two in STRENGTHS:
            assert expected(found[one], found[two]) == pytest.approx(chance(one, two), abs=0.1)


def test_two_standard_deviations_hold_the_truth(games: list[Decided]) -> None:
    found = ratings(games)
    scale = 2**0.5 * 25 / 6
    errors = [(found[name].mu - 25 - scale * STRENGTHS[name]) / found[name].sigma for name in STRENGTHS]
    assert max(map(abs, errors)) < 2.5
    # They are not much wider than necessary: 320 games leave an uncertainty of about 0.8 points.
    assert all(0.6 < rating.sigma < 1.3 for rating in found.values())


def test_the_average_is_25_and_the_scale_what_the_report_says(games: list[Decided]) -> None:
    assert fmean(rating.mu for rating in ratings(games).values()) == pytest.approx(25)
    sure = PlayerRating(25, 0)
    for lead, score in ((0, 0.5), (2.4, 0.6), (6.5, 0.75), (13, 0.9)):
        assert expected(PlayerRating(25 + lead, 0), sure) == pytest.approx(score, abs=0.003)
    assert expected(PlayerRating(30, 0), sure) > expected(PlayerRating(30, 2), sure) > 0.5


def test_who_never_loses_has_a_rating_all_the_same() -> None:
    found = ratings(Decided(str(number), number, "A", "B") for number in range(500))
    assert 25 < found["A"].mu < 60
    assert found["A"].mu + found["B"].mu == pytest.approx(50)


def test_no_games_no_ratings() -> None:
    assert ratings([]) == {}
