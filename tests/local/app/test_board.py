"""What the board of a match does with keys, clicks and windows of any size."""

import re
from pathlib import Path

import pytest

from outnumber.games.registry import game
from outnumber.local.app.widgets.grid import NumberGrid
from outnumber.match.match import Match, Participant
from outnumber.store.games import GameStore
from tests.local.app.screens import LARGE, STACKS, Screen, drive, kept, moves_of, open_board, people


async def resign(screen: Screen, answer: str) -> None:
    """Ask to give up, and answer when asked back."""
    await screen.press("x")
    await screen.until("give up this round?")
    await screen.press(answer)


def test_numbers_are_played_by_typing_by_arrows_and_by_mouse() -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, STACKS)
        await screen.type("6")
        await screen.until("Ben's turn")
        await screen.press("home", "right", "right", "enter")
        await screen.until("Ada's turn")
        await screen.click("│ 9 │")
        await screen.until("Ben's turn")
        assert moves_of(id) == (6, 3, 9)

    drive(script)


def test_a_number_that_is_not_allowed_is_refused_with_the_remedy() -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, STACKS, 6)
        await screen.type("5")
        await screen.until("5 is neither a factor nor a multiple of 6. You can play 1, 2 or 3.")
        await screen.type("6")
        await screen.until("6 is already used")
        await screen.type("123456789123")
        await screen.until("not one of the numbers")
        assert moves_of(id) == (6,)

    drive(script)


def test_typing_can_be_rubbed_out_and_given_up() -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, STACKS, 6)
        await screen.press("2", "1")
        await screen.until("› 21▏")
        await screen.press("backspace", "enter")
        await screen.until("Ada's turn")
        assert moves_of(id) == (6, 2)
        await screen.press("1", "escape")
        await screen.until("factor of 2. › ")
        assert "Ada's turn" in screen.text()

    drive(script)


def test_hints_come_in_three_steps() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS, 6)
        for step in ("1 of 3", "2 of 3", "3 of 3", "3 of 3"):
            await screen.press("h")
            await screen.until(f"Hint {step}")

    drive(script)


def test_verdict_marks_have_a_shape_and_follow_the_game() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS, 6)
        await screen.press("v")
        await screen.until("┗━✗━┛╰─✓─╯╰─✗─╯")
        await screen.type("2")
        await screen.until(lambda: "played 2" in screen.text() and "✗" in screen.text())
        await screen.press("v")
        assert "─✗─" not in screen.text()

    drive(script)


def test_why_answers_in_a_window() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS, 6)
        await screen.press("w")
        await screen.until("─ Why ─")
        await screen.press("escape")
        assert "Ben's turn" in screen.text()

    drive(script)


def test_undo_goes_back_to_a_person() -> None:
    async def script(screen: Screen) -> None:
        match = Match(game("strategy-stacks"), (Participant(), Participant("random")))
        id = await open_board(screen, match)
        await screen.type("6")
        await screen.until(lambda: len(moves_of(id)) == 2)
        await screen.until("Your turn")
        await screen.press("u")
        await screen.until("Took back the last 2 moves.")
        assert moves_of(id) == ()
        await screen.press("u")
        await screen.until("There is nothing to take back.")

    drive(script)


def test_resigning_asks_first_and_then_ends_the_round() -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, STACKS, 6)
        await resign(screen, "n")
        assert GameStore().load(id).current.outcome is None
        await resign(screen, "y")
        await screen.until("Ben resigns. Ada wins the game!")
        assert GameStore().load(id).over

    drive(script)


def test_time_running_out_is_said() -> None:
    async def script(screen: Screen) -> None:
        kept(STACKS._replace(clock=0.2), 6)
        await screen.press("c")
        await screen.until("Time is up: Ben took longer than 0.2 seconds. Ada wins the game!")

    drive(script, LARGE)


def test_the_clock_is_on_the_screen_for_who_is_to_move() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS._replace(clock=3600), 6)
        await screen.until(lambda: re.search(r"▶ (60:00|59:\d\d) Ben", screen.text()))

    drive(script)


def test_a_match_has_rounds_a_score_and_a_champion() -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, STACKS._replace(length=2), 6)
        await resign(screen, "y")
        await screen.until("n begins the next")
        assert "Score: Ada 1, Ben 0." in screen.text()
        assert "champion" not in screen.text()
        assert " n Next round " in screen.text()
        await screen.press("enter", "enter", "n")
        await screen.until("Round 2 of 2: Ben goes first.")
        await resign(screen, "y")
        await screen.until("Ada is the champion!")
        assert GameStore().load(id).score() == (2, 0)

    drive(script)


def test_only_n_plays_again_and_then_the_other_player_goes_first() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS, 6)
        await resign(screen, "y")
        await screen.until("plays again")
        keys = screen.text().splitlines()[-1]
        assert "n Play again" in keys
        assert not any(each in keys for each in ("Hint", "Verdict", "Undo", "Resign"))
        await screen.press("enter", "enter")
        assert "Ben resigns." in screen.text()
        await screen.press("n")
        await screen.until("Welcome!")
        assert "Ben's turn" in screen.text()

    drive(script)


def test_passes_are_said_and_listed() -> None:
    rules = game("number-stack-attack", target=10, tokens="2,9")

    async def script(screen: Screen) -> None:
        await open_board(screen, Match(rules, people("Ada", "Ben")), 9)
        await screen.type("2")
        await screen.until("Ben played 2. Ada has to pass.")
        assert "Ben's turn" in screen.text()
        await screen.type("2")
        await screen.until("  2.    passed         2")

    drive(script)


def test_an_even_opening_is_asked_for() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, Match(game("strategy-stacks", opening="even"), people()))
        await screen.until("Choose any even number.")

    drive(script)


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        ("3,5,8", "Numbers 3, 5, 8 ─"),
        ("1-9", "Numbers 1 to 9 ─"),
        ("1,3,5,7,9,11,13", "Numbers 1, 3, 5, 7, 9, …, 13 ─"),
    ],
)
def test_the_tokens_are_named_as_they_are(tokens: str, said: str) -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, Match(game("number-stack-attack", tokens=tokens), people()))
        await screen.until(said)

    drive(script)


def test_leaving_keeps_the_game_and_lets_go_of_it() -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, STACKS, 6)
        await screen.type("3")
        await screen.until("Ada's turn")
        await screen.press("escape")
        await screen.until("Saved as game 1.")
        assert moves_of(id) == (6, 3)
        with GameStore().lock(id):
            pass

    drive(script)


def test_quitting_the_app_in_the_middle_keeps_the_game_and_lets_go_of_it() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS, 6)
        await screen.type("3")
        await screen.until("Ada's turn")
        await screen.press("ctrl+c")

    drive(script)
    assert moves_of(1) == (6, 3)
    with GameStore().lock(1):
        pass


def test_a_full_disk_is_said_and_the_game_goes_on(data: Path) -> None:
    data.write_text("a file where the directory should be", encoding="utf-8")

    async def script(screen: Screen) -> None:
        await screen.press("n", "enter")
        await screen.until("Welcome!")
        await screen.type("5")
        await screen.until("could not be")
        await screen.until("Stack  5 <")

    drive(script)


@pytest.mark.parametrize("size", [(60, 16), (200, 60), (80, 24)])
def test_resizing_never_breaks_the_board(size: tuple[int, int]) -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, Match(game("number-duel"), people()), 28)
        await screen.press("v")
        await screen.pilot.resize_terminal(*size)
        await screen.pilot.pause()
        await screen.type("14")
        await screen.until(lambda: moves_of(id) == (28, 14))
        await screen.pilot.resize_terminal(80, 24)
        await screen.until("Chain  28 ÷2 14")

    drive(script)


@pytest.mark.parametrize("size", [(20, 6), (59, 24), (80, 15)])
def test_a_window_too_small_says_so_and_comes_back(size: tuple[int, int]) -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, STACKS, 6)
        await screen.pilot.resize_terminal(*size)
        await screen.until("at least 60 by 16")
        assert screen.shows(f"Now it is {size[0]} by {size[1]}.")
        assert screen.shows("q quits")
        assert "Ben's turn" not in screen.text()
        await screen.type("3")
        await screen.pilot.resize_terminal(80, 24)
        await screen.until("Ben's turn")
        assert moves_of(id) == (6,)
        await screen.type("3")
        await screen.until("Ada's turn")

    drive(script)


def test_a_window_too_small_can_be_left() -> None:
    async def script(screen: Screen) -> None:
        await screen.pilot.resize_terminal(40, 10)
        await screen.until("q quits")
        await screen.press("q")

    assert drive(script, (80, 24)).return_code == 0


def test_a_million_numbers_can_be_played() -> None:
    rules = game("order-challenge", range=1_000_000)

    async def script(screen: Screen) -> None:
        id = await open_board(screen, Match(rules, people()))
        await screen.press("end")
        await screen.until("▸1000000")
        await screen.type("777777")
        await screen.until("(777777)")
        assert moves_of(id) == (777_777,)
        # The last number stays in sight, and the mark is beside it.
        await screen.until("›")
        assert "(777777)" in screen.text()
        assert abs(screen.app.screen.query_one(NumberGrid).number - 777_777) == 1

    drive(script)


def test_names_from_elsewhere_neither_steer_the_terminal_nor_are_markup() -> None:
    async def script(screen: Screen) -> None:
        kept(STACKS._replace(participants=people("A\x1b[2Jda", "[red]Ben\x9b")), 6)
        await screen.until("O U T N U M B E R")
        await screen.press("g")
        await screen.until("A[2Jda against [red]Ben:")
        await screen.press("enter")
        await screen.until("─ [red]Ben's turn ─")
        assert not set(screen.text()) & {"\x1b", "\x9b"}
        await resign(screen, "y")
        await screen.until("[red]Ben resigns. A[2Jda wins the game!")
        await screen.press("r")
        await screen.until("█")
        assert not set(screen.text()) & {"\x1b", "\x9b"}

    drive(script)


def test_a_file_with_brackets_in_its_name_is_said_as_it_is() -> None:
    async def script(screen: Screen) -> None:
        screen.app.notify("Saved as [/home].")
        await screen.until("Saved as [/home].")
        assert "[/home]" in screen.text()

    drive(script)


def test_the_keys_at_the_bottom_can_be_clicked() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS, 6)
        await screen.click("Hint ")
        await screen.until("Hint 1 of 3")
        await screen.click("Back")
        await screen.until("O U T N U M B E R")

    drive(script)


def test_at_a_new_turn_the_mark_is_on_the_nearest_number_that_can_be_played() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, Match(game("strategy-stacks", range=100), people()))
        grid = screen.app.screen.query_one(NumberGrid)
        await screen.type("50")
        # 1, 2, 5, 10, 25 and 100 go with 50.
        await screen.until(lambda: grid.number == 25)
        await screen.type("2")
        # 1 and the other even numbers go with 2.
        await screen.until(lambda: grid.number == 1)
        await screen.type("40")
        await screen.until(lambda: grid.number == 20)

    drive(script)
