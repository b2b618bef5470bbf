"""Paths in the app: the next stage of each game, its stars, and what was learned."""

from unittest.mock import patch

import pytest

from outnumber.local.app.screens.board import BoardScreen
from outnumber.study.paths.path import path
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

        drive(script)

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
