"""Missed puzzles return: soon at first, then at growing intervals, and soon again after a miss."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest

from outnumber.study.puzzles.schedule import LONGEST_INTERVAL, Answer, due, scheduled

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def test_a_missed_puzzle_returns_the_next_day() -> None:
    assert due(scheduled(None, Answer.MISSED, NOW)) - NOW == timedelta(days=1)


def test_intervals_grow_while_it_is_solved_up_to_a_limit() -> None:
    card, now = scheduled(None, Answer.MISSED, NOW), NOW
    waits = []
    for _ in range(30):
        now = due(card)
        card = scheduled(card, Answer.SOLVED, now)
        waits.append(due(card) - now)
    assert all(shorter <= longer for shorter, longer in pairwise(waits))
    assert waits[-1] == timedelta(days=LONGEST_INTERVAL)


def test_a_puzzle_solved_with_help_returns_sooner_and_a_missed_one_soonest() -> None:
    card = scheduled(None, Answer.MISSED, NOW)
    for _ in range(3):
        card = scheduled(card, Answer.SOLVED, due(card))
    when = due(card)
    missed, helped, solved = (due(scheduled(card, answer, when)) for answer in Answer)
    assert missed < helped < solved


def test_time_zones_do_not_matter() -> None:
    there = NOW.astimezone(timezone(timedelta(hours=5)))
    assert scheduled(None, Answer.MISSED, there) == scheduled(None, Answer.MISSED, NOW)


def test_an_edited_card_starts_again() -> None:
    card = scheduled(None, Answer.MISSED, NOW)
    for damage in ({"state": 9}, {"stability": "x"}, {"last_review": 3}, {"step": None, "state": 1}):
        assert due(scheduled(card | damage, Answer.MISSED, NOW)) > NOW
    for bad in ({}, {"due": "soon"}, {"due": "2026-11-15T00:00:00"}):
        with pytest.raises((KeyError, ValueError)):
            due(bad)


def test_the_scheduler_is_loaded_on_demand() -> None:
    code = "import sys, outnumber.local.terminal.puzzles, outnumber.cli.puzzle; print('fsrs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
