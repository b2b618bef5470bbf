"""A rating against the levels."""

import random

import pytest

from outnumber.games.base import Reason, Seat
from outnumber.games.registry import game
from outnumber.match.match import HELPED, SET_UP, Match, Participant
from outnumber.match.round import Round
from outnumber.players.ratings import published
from outnumber.study.statistics.rating import SCALE, Rating, fit, rate
from outnumber.study.statistics.rounds import rounds_of, summary, tallies


@pytest.mark.parametrize("strength", [18.0, 25.0, 31.0])
def test_the_strength_behind_many_results_is_found_within_its_error(strength: float) -> None:
    luck = random.Random(f"strength {strength}")
    known = [20.0, 24.0, 27.0, 30.0]
    results = []
    for number in range(2_000):
        against = known[number % len(known)]
        results.append((against, luck.random() < 1 / (1 + 10 ** ((against - strength) / (SCALE * 2.302585)))))
    found = fit(results)
    assert found is not None
    rating, error = found
    assert abs(rating - strength) < 3 * error
    assert error < 0.5


def test_four_times_the_results_halve_the_error() -> None:
    results = [(25.0, True), (27.0, False), (24.0, True), (22.0, False)]
    few, many = fit(results), fit(results * 4)
    assert few is not None
    assert many is not None
    assert many[0] == pytest.approx(few[0])
    assert many[1] == pytest.approx(few[1] / 2)


def test_without_both_wins_and_losses_there_is_no_rating() -> None:
    assert rate([("number-duel", "casual", True)] * 3) == Rating(3)
    assert rate([("number-duel", "cmd:engine", True)]) == Rating(0)


def test_equal_results_against_a_level_give_its_rating() -> None:
    found = rate([("number-duel", "expert", True), ("number-duel", "expert", False)])
    has = published().games["number-duel"]["expert"].rating
    assert (found.level, found.has) == ("expert", has)
    assert found.rating == pytest.approx(has)


@pytest.mark.parametrize(
    ("tags", "options", "counted"),
    [((), {}, 1), (((HELPED, "yes"),), {}, 0), (((SET_UP, "2"),), {}, 0), ((), {"range": 8}, 0)],
)
def test_only_games_without_help_from_the_usual_start_count(
    tags: tuple[tuple[str, str], ...], options: dict[str, int], counted: int
) -> None:
    rules = game("strategy-stacks", **options)
    lost = Round.begin(rules, [6, 3]).end(Seat.ONE, Reason.RESIGNATION)
    match = Match(rules, (Participant(), Participant("casual")), rounds=(lost,), tags=tags)
    assert summary(rounds_of(match, [tallies(lost)])).rating.rounds == counted
