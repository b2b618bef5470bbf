"""The daily puzzle is the same for everyone: `tests/data/daily.json` has some that must not change."""

import json
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from outnumber import OptionError, Rules
from outnumber.api import plain
from outnumber.api.puzzles import ProvenPuzzle
from outnumber.games.registry import BUILT_IN, find, registered_temporarily
from outnumber.study.puzzles.daily import FROM, archive, daily, month_before, past
from outnumber.study.puzzles.kinds import offered
from outnumber.study.puzzles.puzzle import from_json
from tests.added.heaps import Heaps
from tests.added.steps import Steps

KNOWN = json.loads((Path(__file__).parents[2] / "data" / "daily.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("day", KNOWN)
def test_the_daily_puzzle_of_a_date_does_not_change(day: str) -> None:
    puzzle = daily(date.fromisoformat(day))
    assert plain(ProvenPuzzle.of(puzzle)) == KNOWN[day]
    again = from_json(KNOWN[day])
    assert (again.id, again.answer) == (puzzle.id, puzzle.answer)


def test_earlier_days_keep_their_puzzles_in_every_game() -> None:
    for game in BUILT_IN:
        before = daily(FROM - timedelta(days=1), game)
        assert (before.kind, before.version) == ("one", 1)
        assert daily(FROM, game).version == 5


def test_the_games_alternate() -> None:
    for first in (date(2026, 3, 1), FROM):
        days = [first + timedelta(days=n) for n in range(5)]
        assert {daily(day).rules.name for day in days} == set(BUILT_IN)


def test_the_kinds_alternate() -> None:
    for game in BUILT_IN:
        kinds = offered(find(game))
        days = [FROM + timedelta(days=n) for n in range(len(kinds))]
        assert {daily(day, game).kind for day in days} == set(kinds)
    weeks = [daily(FROM + timedelta(days=n)) for n in range(14)]
    assert len({(puzzle.rules.name, puzzle.kind) for puzzle in weeks}) > 7


def test_a_game_has_its_own_daily_puzzles() -> None:
    for day in (date(2026, 3, 1), FROM):
        for game in BUILT_IN:
            assert daily(day, game).rules.name == game
        assert daily(day, "number-duel") != daily(day + timedelta(days=1), "number-duel")
    with pytest.raises(OptionError):
        daily(FROM, "chess")


def test_a_kind_can_be_chosen_and_a_habit_is_refused() -> None:
    assert daily(FROM, kind="who").kind == "who"
    assert daily(FROM, "order-challenge", "seat").kind == "seat"
    with pytest.raises(OptionError, match="nearest"):
        daily(FROM, "number-stack-duel", "one")


def test_mondays_were_easier_than_sundays_on_average() -> None:
    mondays = [date(2026, 3, 2) + timedelta(weeks=n) for n in range(20)]
    easy = sum(daily(day).difficulty for day in mondays)
    hard = sum(daily(day + timedelta(days=6)).difficulty for day in mondays)
    assert hard > easy + 20


@pytest.mark.parametrize("game", [None, *BUILT_IN])
def test_in_each_week_monday_is_easiest_and_sunday_hardest(game: str | None) -> None:
    monday = date(2026, 12, 7)
    for week in range(1 if game else 2):
        days = [monday + timedelta(weeks=week, days=n) for n in range(7)]
        hard = [daily(day, game).difficulty for day in days]
        assert all(one <= two for one, two in pairwise(hard))
        assert hard[0] < min(hard[1:])
        assert hard[-1] > max(hard[:-1])


def test_future_and_invalid_days_are_refused() -> None:
    today = date(2026, 12, 24)
    assert past("2026-12-24", today) == today
    assert past("2024-02-29", today) == date(2024, 2, 29)
    with pytest.raises(OptionError, match=r"that day is in the future\. Today is 2026-12-24"):
        past("2026-12-25", today)
    for text in ("", "tomorrow", "2026-13-01", "20261224", "2026-W52-4"):
        with pytest.raises(OptionError, match="a day such as"):
            past(text, today)


def test_the_archive_lists_past_days_newest_first() -> None:
    today = date(2026, 12, 24)
    for text in ("", "2026-12", "2027-01", "2026-13", "1999-01", "x"):
        month, days = archive(text, today)
        assert month == date(2026, 12, 1)
        assert [day for day, _ in days] == [date(2026, 12, n) for n in range(24, 0, -1)]
    month, days = archive("2026-02", today)
    assert (month, len(days)) == (date(2026, 2, 1), 28)
    assert all(game == daily(day).rules.name for day, game in days[:5])
    assert month_before(date(2026, 3, 31)) == month


@pytest.mark.parametrize("kind", [Heaps, Steps])
def test_an_added_game_has_a_daily_puzzle_or_reports_that_it_has_none(kind: type[Rules]) -> None:
    with registered_temporarily(kind):
        for day in (date(2026, 11, 15), date(2026, 11, 16), *(FROM + timedelta(days=n) for n in range(2))):
            try:
                assert daily(day, kind.name).rules.name == kind.name
            except OptionError as error:
                assert str(error) == f"game '{kind.name}' is not valid: it has no daily puzzle."  # noqa: PT017
