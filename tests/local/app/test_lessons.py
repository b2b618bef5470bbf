"""Lessons in the app: the same engine as at the prompt, and the same progress."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from outnumber.local.app.page import Keys
from outnumber.local.app.screens.lessons import LessonScreen
from outnumber.study.lessons import engine
from outnumber.study.lessons.progress import place_in
from outnumber.study.puzzles.progress import Progress, ProgressStore
from tests.local.app.scenes import NOW
from tests.local.app.screens import Screen, drive
from tests.study.lessons.test_engine import right, wrong


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with (
        patch("outnumber.local.app.screens.board_page.PAUSE", 0.01),
        patch("outnumber.local.progress.utc_now", lambda: NOW),
    ):
        yield


def kept(lesson: str) -> engine.Place:
    return place_in(ProgressStore().load().progress, lesson, 0)


def left_at(lesson: str, step: str) -> engine.Place:
    place = engine.at(engine.begin(lesson, 3), step)
    ProgressStore().change(Progress.learned, lesson, place.to_json(), None, NOW)
    return place


def test_a_board_is_read_refuted_hinted_solved_and_left() -> None:
    left_at("number-stack-duel", "idea-2")

    async def script(screen: Screen) -> None:
        await screen.press("l")
        await screen.until("step {n} of {all}")
        await screen.press("enter")
        await screen.until("5 above: Player 2 must go here")
        # The footer says what Enter does now.
        assert " ⏎ Next  b Previous step" in screen.text()
        await screen.press("enter")
        await screen.until("step 3 of 17")
        assert " ⏎ Play  0 None wins" in screen.text()
        await screen.type("9")
        await screen.until("9 is not one of the numbers from 1 to 3.")
        await screen.type("3")
        await screen.until("See what happens after 3")
        await screen.until(" ⏎ Try again  0 None wins")
        await screen.press("enter", "h")
        await screen.until("If your side has more numbers")
        await screen.press("tab", "enter")
        # The answer is as before; until it arrives, other numbers are ignored.
        board = screen.app.screen
        assert isinstance(board, LessonScreen)
        await screen.until(lambda: not board.busy)
        # No move wins.
        await screen.type("0")
        await screen.until("Yes, no move wins here.")
        await screen.press("b")
        await screen.until("step 2 of 17")
        await screen.press("s")
        await screen.until("step 3 of 17")
        await screen.press("question_mark")
        await screen.until("0 and Enter: no move wins")
        await screen.press("escape", "escape")
        await screen.until("Three stars per lesson")

    drive(script)
    assert kept("number-stack-duel").done == ("idea-2", "tiny-1")
    assert kept("number-stack-duel").step == "tiny-1"


def test_a_seat_is_chosen_won_and_counted_and_a_lost_one_returns() -> None:
    place = left_at("strategy-stacks", "seat")
    typed = []
    while not (view := engine.look(place)).done:
        typed.append(right(view))
        place = engine.answer(place, right(view))
    next_one = engine.next_step(place)

    async def script(screen: Screen) -> None:
        await screen.press("l")
        await screen.until("step {n} of {all}")
        await screen.press("end", "up", "enter")
        await screen.until("You get a random start.")
        # Inactive keys are not in the footer.
        assert not {"h", "0"} & {key.name for key in screen.app.screen.query_one(Keys).all}
        await screen.press("h")
        await screen.until("Help is not available here.")
        # Enter without an answer explains what to type; the question is shown once.
        await screen.press("enter")
        await screen.until("Type 1 or 2, then Enter.")
        assert screen.text().count("Your seat, 1 or 2") == 1
        for count, number in enumerate(typed, start=1):
            await screen.type(str(number))
            await screen.until(lambda count=count: len(kept("strategy-stacks").given) == count)  # type: ignore[misc]
        await screen.until("In a row: 1 of 5.")
        await screen.press("enter")
        await screen.until("Your seat, 1 or 2")
        await screen.type(str(wrong(engine.look(next_one))))
        await screen.until("In a row: 0 of 5. A new start is drawn.")

    drive(script)
    assert (kept("strategy-stacks").row, kept("strategy-stacks").decided) == (0, True)
    (card,) = ProgressStore().load().progress.cards.values()
    assert card["puzzle"]["kind"] == "seat"
