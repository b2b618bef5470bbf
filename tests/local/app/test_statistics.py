"""Statistics in the app: shown, exported and erased as by `outnumber stats`."""

import json
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from outnumber.store.games import GameStore
from outnumber.study.puzzles.progress import ProgressStore
from tests.local.app.scenes import NOW, statistics
from tests.local.app.screens import LARGE, Screen, drive
from tests.program import call


@pytest.fixture(autouse=True)
def _fixed() -> Iterator[None]:
    with (
        patch("outnumber.local.progress.utc_now", lambda: NOW),
        patch("outnumber.cli.stats.utc_now", lambda: NOW),
        # As on a terminal.
        patch("outnumber.local.terminal.console.can_show", lambda _: True),
    ):
        yield


def test_the_screen_has_every_line_of_the_command() -> None:
    async def script(screen: Screen) -> None:
        await statistics(screen)
        said = call("stats").stdout.splitlines()
        assert "By game" in said
        shown = [line.strip() for line in screen.text().splitlines()]
        assert [line for line in said if line.strip() not in shown] == []

    drive(script, LARGE)


def test_each_game_has_its_own_statistics() -> None:
    async def script(screen: Screen) -> None:
        await statistics(screen)
        await screen.press("right")
        await screen.until("‹ Number Duel ›")
        said = call("stats", "number-duel").stdout.splitlines()
        shown = [line.strip() for line in screen.text().splitlines()]
        assert [line for line in said if line.strip() not in shown] == []
        await screen.press("right")
        await screen.until("‹ Order Challenge ›")
        assert "None yet." in screen.text()

    drive(script, LARGE)


def test_text_that_does_not_fit_can_be_scrolled_by_keys() -> None:
    async def script(screen: Screen) -> None:
        await statistics(screen)
        assert "puzzles solved: 2 of 2" not in screen.text()
        await screen.press("end")
        await screen.until("puzzles solved: 2 of 2")
        await screen.press("pageup", "up")
        await screen.until("3 rounds, 1 of them unfinished")
        await screen.press("pagedown", "down", "home")
        await screen.until("3 rounds, 1 of them unfinished")

    drive(script)


def test_an_export_equals_the_output_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    everything, one = tmp_path / "all.json", tmp_path / "one.json"

    async def script(screen: Screen) -> None:
        await statistics(screen)
        await screen.press("e")
        await screen.type("all.json")
        await screen.until(everything.exists)
        await screen.press("right", "e")
        await screen.type("one.json")
        await screen.until(one.exists)
        await screen.press("e", "escape")

    drive(script)
    assert json.loads(everything.read_text()) == json.loads(call("stats", "--json").stdout)
    assert json.loads(one.read_text()) == json.loads(call("stats", "number-duel", "--json").stdout)


def test_an_export_overwrites_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.json"
    mine.write_text("mine", encoding="utf-8")

    async def script(screen: Screen) -> None:
        await statistics(screen)
        await screen.press("e")
        await screen.type("mine.json")
        await screen.until("choose another")

    drive(script, LARGE)
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("games", [False, True])
def test_erasing_asks_first_and_keeps_the_games_by_default(games: bool) -> None:
    async def script(screen: Screen) -> None:
        await statistics(screen)
        await screen.press("D" if games else "d")
        await screen.until("for good?")
        # Enter alone deletes no data.
        await screen.press("enter")
        assert ProgressStore().load().progress.tried
        await screen.press("D" if games else "d", "y")
        await screen.until("Nothing to count yet." if games else "None yet.")

    drive(script)
    assert not ProgressStore().load().progress.tried
    assert len(GameStore().ids()) == (0 if games else 3)


def test_without_data_the_screen_explains_how_to_start() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("t")
        await screen.until("Nothing to count yet.")
        assert "then n for a new game or p for a puzzle" in screen.text()
        await screen.press("right", "escape")
        await screen.until("O U T N U M B E R")

    drive(script)
