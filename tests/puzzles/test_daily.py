"""The puzzle of a day is the same for everyone: `tests/data/daily.json` has some that must stay."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from outnumber import OptionError
from outnumber.games.registry import BUILT_IN
from outnumber.puzzles.daily import daily
from outnumber.puzzles.puzzle import from_json

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "daily.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("day", KNOWN)
def test_the_puzzle_of_a_day_stays_what_it_was(day: str) -> None:
    assert daily(date.fromisoformat(day)).to_json() == KNOWN[day]
    assert from_json(KNOWN[day]).to_json() == KNOWN[day]


def test_the_games_take_turns() -> None:
    days = [date(2026, 3, 1) + timedelta(days=n) for n in range(5)]
    assert {daily(day).rules.name for day in days} == set(BUILT_IN)


def test_a_game_has_a_puzzle_for_each_day_too() -> None:
    day = date(2026, 3, 1)
    for game in BUILT_IN:
        assert daily(day, game).rules.name == game
    assert daily(day, "number-duel") != daily(day + timedelta(days=1), "number-duel")
    with pytest.raises(OptionError):
        daily(day, "chess")


def test_sundays_are_harder_than_mondays() -> None:
    mondays = [date(2026, 3, 2) + timedelta(weeks=n) for n in range(20)]
    easy = sum(daily(day).difficulty for day in mondays)
    hard = sum(daily(day + timedelta(days=6)).difficulty for day in mondays)
    assert hard > easy + 20
