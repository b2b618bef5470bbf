"""Paths in the app: the next stage of each game, its stars, and what was learned."""

from unittest.mock import patch

import pytest

from outnumber.local.app.screens.board import BoardScreen
from outnumber.match import STAGE
from outnumber.study.paths.path import path, paths
from outnumber.study.paths.progress import BADGE, stars_of
from outnumber.study.puzzles.progress import AttemptRecord, Progress, ProgressStore
from outnumber.theory.bounded import solve
from tests.local.app.scenes import NOW
from tests.local.app.screens import Screen, drive

GAME = "order-challenge"


@pytest.mark.usefixtures("_quick")
class TestPaths:
    @pytest.fixture
    def _quick(self):  # type: ignore[no-untyped-def]
        with (
            patch("outnumber.local.app.runner.PAUSE", 0.01),
            patch("outnumber.local.progress.utc_now", lambda: NOW),
        ):
            yield

    def test_a_stage_is_won_and_its_stars_are_saved(self) -> None:
        store = ProgressStore()
        stage = path(GAME).stage(1)

        async def script(screen: Screen) -> None:
            await screen.press("w")
            await screen.until("Your next move")
            await screen.until("Stage 1: Random · 1 to 7")
            await screen.press("4")
            while not stars_of(store.load().progress, stage):
                board = screen.app.screen
                if isinstance(board, BoardScreen) and board.asked and not board.match.current.outcome:
                    board.asked = False
                    board.runner.choose(board.match, solve(board.match.current.position).winning[0])
                await screen.pilot.pause(0.02)
            await screen.until("Stage 1: ★★★")
            await screen.press("escape")
            await screen.until("n plays the next stage.")
            await screen.press("n")
            while dict(screen.app.screen.match.tags)[STAGE] != "2":  # type: ignore[attr-defined]
                await screen.pilot.pause(0.02)

        drive(script)

    def test_stars_of_the_marked_path_are_deleted_once_confirmed(self) -> None:
        store = ProgressStore()
        for game in (GAME, "number-duel"):
            store.change(Progress.starred, game, 1, ("won",))

        async def script(screen: Screen) -> None:
            await screen.press("w")
            await screen.until("Your next move")
            await screen.press("d")  # the first line is a path too, and Esc keeps its stars
            await screen.until("Delete your stars on the path of")
            await screen.press("escape")
            screen.app.screen.menu.highlighted = 0  # type: ignore[attr-defined]
            await screen.press("d")  # the puzzles have no stars to delete
            await screen.until("Your next move")
            screen.app.screen.menu.highlighted = paths().index(path(GAME)) + 1  # type: ignore[attr-defined]
            await screen.press("d")
            await screen.until("Delete your stars on the path of Order Challenge for good?")
            assert len(store.load().progress.paths) == 2
            await screen.press("y")
            while GAME in store.load().progress.paths:
                await screen.pilot.pause(0.02)
            await screen.until("Stage 1: Random · 1 to 7")

        drive(script)
        assert store.load().progress.paths == {"number-duel": {"1": ("won",)}}

    def test_the_week_and_the_badges_are_shown(self) -> None:
        tried = tuple(
            AttemptRecord(f"2026-11-{day:02}T10:00:00Z", f"p{day}", GAME, 1, "use-the-gift", True)
            for day in range(1, 1 + BADGE)
        )
        ProgressStore().change(lambda _: Progress(tried))

        async def script(screen: Screen) -> None:
            await screen.press("w")
            await screen.until(f"{BADGE} found without help")
            await screen.until("puzzle rating")

        drive(script)
