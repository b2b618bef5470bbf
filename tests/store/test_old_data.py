"""Data directories of earlier versions (written by `tests/make_old_data.py`) still work."""

import json
import re
import shutil
from pathlib import Path

import pytest

from outnumber.local.app.settings import load_settings
from outnumber.local.choices import LastChoices
from tests.make_old_data import ARENA, QUESTIONS
from tests.program import call

VERSIONS = sorted((Path(__file__).parents[1] / "data" / "old").iterdir())


@pytest.fixture(params=VERSIONS, ids=lambda folder: folder.name)
def old(request: pytest.FixtureRequest, data: Path) -> dict[str, str]:
    """The answers of an earlier version about the data directory of this test."""
    shutil.copytree(request.param / "home", data)
    answers: dict[str, str] = json.loads((request.param / "answers.json").read_text(encoding="utf-8"))["home"]
    return answers


def lasting(text: str) -> str:
    """Remove what may change: titles, boards that illustrate ideas, and values that depend on the date (due
    puzzles, streaks) or on a random seed (new lessons).
    """
    text = re.sub(r'("part": "idea", .*?"moves": )\[[^]]*\]', r"\1[]", text)
    return re.sub(r'"(due|days|seed)": \d+|"(title)": "[^"]*"', r'"\1\2": 0', text)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_query_has_the_same_answer_as_before(old: dict[str, str], data: Path, name: str) -> None:
    done = call(*QUESTIONS[name])
    assert (done.returncode, done.stderr) == (0, "")
    assert lasting(done.stdout.replace(str(data), "HOME")) == lasting(old[name])


def test_unfinished_game_resumes(old: dict[str, str]) -> None:
    unfinished = [game["id"] for game in json.loads(old["history"])["games"] if not game["over"]]
    assert unfinished
    for id in unfinished:
        assert call("resume", str(id), typed="resign\n").returncode == 0
    games = json.loads(call("history", "--json").stdout)["games"]
    resigned = [game for game in games if game["id"] in unfinished]
    assert [sum(game["score"]) > 0 for game in resigned] == [True] * len(unfinished)


@pytest.mark.usefixtures("old")
def test_settings_choices_and_progress_are_preserved(data: Path) -> None:
    assert load_settings()._asdict() == json.loads((data / "settings.json").read_text(encoding="utf-8"))
    chosen = LastChoices()
    assert (chosen.text("opponent"), chosen.text("name")) == ("skilled", "Ada")
    assert chosen.text("options", "strategy-stacks", "range") == "15"
    stats = json.loads(call("stats", "--json").stdout)["puzzles"]
    assert (stats["solved"], stats["missed"]) == (1, 3)
    before = json.loads((data / "puzzles.json").read_text(encoding="utf-8"))
    assert call("puzzle", "order-challenge", "--seed", "1", "--count", "1", typed="skip\n").returncode == 0
    after = json.loads((data / "puzzles.json").read_text(encoding="utf-8"))
    assert len(str(after)) > len(str(before))
    assert json.loads(call("stats", "--json").stdout)["puzzles"]["missed"] == 4


@pytest.mark.usefixtures("old")
def test_finished_arena_plays_no_game_again(data: Path) -> None:
    pytest.importorskip("joblib", reason="the arena needs the extra outnumber[arena]")
    (results,) = (data / "arena").rglob("results.jsonl")
    before = results.read_text(encoding="utf-8")
    done = call(*ARENA)
    assert done.returncode == 0, done.stderr
    assert list((data / "arena").rglob("results.jsonl")) == [results]
    assert results.read_text(encoding="utf-8") == before
