"""Progress: streaks, repetitions, and that it survives any crash."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest

from outnumber.store.files import StoreError
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.progress import Progress, ProgressStore, Streak

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
PUZZLES = list(islice(generate("strategy-stacks", 1), 12))
OTHER = next(generate("order-challenge", 1))


def after(results: str) -> Progress:
    """Progress after some puzzles, + for solved."""
    progress = Progress()
    for puzzle, result in zip(PUZZLES, results, strict=False):
        progress = progress.after(puzzle, result == "+", NOW)
    return progress


@pytest.mark.parametrize(
    ("results", "row", "best"),
    [("", 0, 0), ("+", 1, 1), ("-", 0, 0), ("++-", 0, 2), ("++-+", 1, 2), ("-+++", 3, 3)],
)
def test_solved_puzzles_in_a_row_are_counted(results: str, row: int, best: int) -> None:
    assert after(results).streak(NOW.date())[:2] == (row, best)


def days(*ago: int) -> Streak:
    progress = Progress()
    for puzzle, n in zip(PUZZLES, sorted(ago, reverse=True), strict=False):
        then = NOW - timedelta(days=n)
        progress = progress.after(puzzle, True, then, daily=then.date().isoformat())
    return progress.streak(NOW.date())


def test_a_streak_of_days_continues_until_a_day_is_missed() -> None:
    assert days(0)[2:] == (1, 1)
    assert days(2, 1, 0)[2:] == (3, 3)
    # Today's puzzle is still open.
    assert days(3, 2, 1)[2:] == (3, 3)
    assert days(4, 3, 2)[2:] == (0, 3)
    assert days(6, 5, 4, 1, 0)[2:] == (2, 3)


def test_a_puzzle_solved_after_its_day_does_not_count_for_the_streak() -> None:
    yesterday = (NOW - timedelta(days=1)).date().isoformat()
    assert Progress().after(PUZZLES[0], True, NOW, daily=yesterday).streak(NOW.date()) == Streak(1, 1)


def test_the_daily_puzzle_counts_once_and_only_when_solved() -> None:
    day = NOW.date().isoformat()
    missed = Progress().after(PUZZLES[0], False, NOW, daily=day)
    assert missed.after(PUZZLES[0], True, NOW, daily=day) is missed
    assert missed.streak(NOW.date()) == Streak()


def test_only_missed_puzzles_return_and_not_before_they_are_due() -> None:
    progress = after("+-").after(OTHER, False, NOW)
    assert progress.waiting(NOW) == []
    later = NOW + timedelta(days=2)
    assert {puzzle.id for puzzle in progress.waiting(later)} == {PUZZLES[1].id, OTHER.id}
    assert progress.waiting(later, "order-challenge") == [OTHER]
    again = progress.after(OTHER, True, later)
    assert again.waiting(later) == [PUZZLES[1]]
    assert again.waiting(later + timedelta(days=400), "order-challenge") == [OTHER]


def test_a_puzzle_of_a_missing_game_does_not_return() -> None:
    (id, card), *_ = after("-").cards.items()
    gone = Progress((), {id: {**card, "puzzle": {**card["puzzle"], "game": "chess"}}})
    assert gone.waiting(NOW + timedelta(days=9)) == []


def test_recorded_progress_is_loaded_again(data: Path) -> None:
    store = ProgressStore()
    assert store.load() == (Progress(), None)
    store.change(Progress.after, PUZZLES[0], True, NOW, hints=1, daily="2026-11-15")
    kept = store.change(Progress.after, PUZZLES[1], False, NOW)
    assert ProgressStore().load() == (kept, None)
    assert [each.solved for each in kept.tried] == [True, False]
    assert store.erase() == 1
    assert ProgressStore().load() == (Progress(), None)


GOOD = after("+-").to_json()
DAMAGE = {
    "no JSON": b'{"version": 1, "tried": [',
    "no text": b"\xff\xfe\x00",
    "nothing": b"",
    "a list": b"[]",
    "another version": json.dumps({**GOOD, "version": 99}).encode(),
    "deep": b"[" * 100_000,
    "an attempt without a time": json.dumps({**GOOD, "tried": [{"id": "x"}]}).encode(),
    "an attempt at no time": json.dumps({**GOOD, "tried": [{**GOOD["tried"][0], "at": "never"}]}).encode(),
    "an attempt of another kind": json.dumps({**GOOD, "tried": [{**GOOD["tried"][0], "solved": 3}]}).encode(),
    "a day that is none": json.dumps({**GOOD, "tried": [{**GOOD["tried"][0], "daily": "x"}]}).encode(),
    "cards in a list": json.dumps({**GOOD, "cards": []}).encode(),
    "an empty card": json.dumps({**GOOD, "cards": {"x": {}}}).encode(),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_renamed_and_a_new_one_started(damage: str, data: Path) -> None:
    data.mkdir()
    (data / "puzzles.json").write_bytes(DAMAGE[damage])
    progress, aside = ProgressStore().load()
    assert progress == Progress()
    assert aside
    assert aside.read_bytes() == DAMAGE[damage]
    ProgressStore().change(Progress.after, PUZZLES[0], True, NOW)
    assert len(ProgressStore().load().progress.tried) == 1
    (data / "puzzles.json").write_bytes(b"again")
    assert ProgressStore().load().set_aside != aside
    assert aside.read_bytes() == DAMAGE[damage]
    assert ProgressStore().erase() == 2


def test_two_programs_preserve_each_others_progress() -> None:
    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(ProgressStore().change, Progress.after, puzzle, True, NOW) for puzzle in PUZZLES]
    for each in done:
        each.result()
    assert {each.id for each in ProgressStore().load().progress.tried} == {each.id for each in PUZZLES}


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_progress_survives_a_program_that_is_killed_at_any_moment(data: Path) -> None:
    code = """
from datetime import UTC, datetime
from itertools import islice
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.progress import Progress, ProgressStore
for puzzle in generate("strategy-stacks", 2):
    ProgressStore().change(Progress.after, puzzle, False, datetime.now(UTC))
    print(flush=True)
"""
    least = 0
    for lines in (1, 3, 7):
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
            assert process.stdout
            for _ in range(lines):
                process.stdout.readline()
            process.send_signal(signal.SIGKILL)
        least += lines
        progress, aside = ProgressStore().load()
        assert aside is None
        assert len(progress.tried) >= least


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything may be written here")
def test_an_unwritable_directory_is_reported(data: Path) -> None:
    data.mkdir(mode=0o500)
    with pytest.raises(StoreError):
        ProgressStore().change(Progress.after, PUZZLES[0], True, NOW)


def test_a_file_in_place_of_the_directory_is_reported(data: Path) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    with pytest.raises(StoreError):
        ProgressStore().change(Progress.after, PUZZLES[0], True, NOW)
