"""What each screen does with keys and clicks."""

import re
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from outnumber.app import table as table_module
from outnumber.app.screens.new_game import Main as NewGame
from outnumber.app.widgets.fields import Row
from outnumber.app.widgets.grid import NumberGrid
from outnumber.games.base import Reason, Seat
from outnumber.games.registry import game
from outnumber.session.match import Match, Participant
from outnumber.session.round import Round
from outnumber.store.games import GameStore
from tests.app.screens import LARGE, Screen, drive, kept, people

STACKS = Match(game("strategy-stacks"), people("Ada", "Ben"))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "PAUSE", 0)


async def open_board(screen: Screen, match: Match, *moves: int) -> int:
    id = kept(match, *moves)
    await screen.press("c")
    # The sign comes once somebody is asked.
    await screen.until("Here is where you left it." if moves else "›")
    return id


def moves_of(id: int) -> tuple[int, ...]:
    return GameStore().load(id).current.moves


# Home


async def resign(screen: Screen, answer: str) -> None:
    """Ask to give up, and answer when asked back."""
    await screen.press("x")
    await screen.until("give up this round?")
    await screen.press(answer)


def test_home_offers_to_continue_only_what_is_unfinished() -> None:
    async def script(screen: Screen) -> None:
        assert "Continue" not in screen.text()
        await screen.press("c")
        await screen.until("There is no unfinished game.")

    drive(script)


def test_a_game_that_another_program_plays_is_refused_in_words() -> None:
    id = kept(STACKS, 6)

    async def script(screen: Screen) -> None:
        with GameStore().lock(id):
            await screen.press("c")
            await screen.until("another")
        await screen.press("c")
        await screen.until("Here is where you left it.")

    drive(script)


# New game


def form(screen: Screen) -> NewGame:
    found = screen.app.screen
    assert isinstance(found, NewGame)
    return found


def row(screen: Screen, name: str) -> Row:
    """A row of the form, or of the options of the game that is chosen."""
    found = form(screen)
    return {**found.rows, **found.options[found._kind]}[name]


async def fill(screen: Screen, name: str, text: str) -> None:
    row(screen, name).take_focus()
    await screen.press(*text)


def test_enter_plays_against_an_easy_computer() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "enter")
        await screen.until("Welcome!")
        await screen.type("5")
        await screen.until("  1.         5")

    drive(script)
    (entry,) = GameStore().entries()
    assert entry.match is not None
    assert [each.plays for each in entry.match.participants] == ["human", "casual"]


def test_everything_about_a_match_can_be_chosen_by_keyboard() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "down", "down", "down")
        await screen.until("Tokens")
        await screen.press("tab", *"10", "tab", *"3,5", "tab", "right")
        await screen.press("tab", "left", "right", "tab", *"Ada", "tab")
        while form(screen).rows["plays2"].field.value != "human":
            await screen.press("right")
        await screen.press(
            "down", *"Ben", "down", "right", "down", "down", "down", "3", "down", *"60", "enter"
        )
        await screen.until("Ben's turn")
        await screen.type("3")
        await screen.until("played 3")

    drive(script)
    (entry,) = GameStore().entries()
    match = entry.match
    assert match is not None
    assert match.rules.option_texts() == {"target": "10", "tokens": "3,5", "tie": "last"}
    assert [each.name for each in match.participants] == ["Ada", "Ben"]
    assert (match.length, match.clock, match.first) == (3, 60, 2)


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("range", "0", "choose a whole number from 1 to 1,000,000"),
        ("rounds", "many", "Rounds: choose"),
        ("clock", "nan", "Clock: give seconds"),
        ("name2", "Ada", "different names"),
    ],
)
def test_what_cannot_be_used_is_said_at_its_field(field: str, typed: str, said: str) -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "tab")
        await fill(screen, "name1", "Ada")
        await fill(screen, field, typed)
        await screen.press("enter")
        await screen.until(said)
        assert screen.app.screen.focused is row(screen, field).field

    drive(script)
    assert not list(GameStore().entries())


def test_what_cannot_be_used_is_said_at_once_when_it_is_elsewhere() -> None:
    async def script(screen: Screen) -> None:
        for field, typed, said in (
            ("range", "0", "from 1 to 1,000,000"),
            ("name2", "A", "differ"),
        ):
            await screen.press("n")
            await fill(screen, "name1", "A")
            await fill(screen, field, typed)
            screen.app.screen.query_one("#game").focus()
            await screen.press("enter")
            await screen.pilot.pause(0.1)
            assert said in screen.text()
            # Said once: whoever comes back to the field is told what it is about.
            await screen.press("down", "up")
            assert said not in screen.text()
            await screen.press("escape")

    drive(script)


def test_the_form_tells_of_levels_and_starts_and_suggests_what_was_chosen_last() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        await screen.until(lambda: "can win at once," in screen.text())
        form(screen).rows["plays2"].take_focus()
        await screen.press("right")
        await screen.until("skilled: sees most wins that are not far away.")
        form(screen).rows["start"].take_focus()
        await screen.press("right")
        await screen.until("then a seat is picked.")
        await fill(screen, "clock", "5+3")
        await screen.press("enter")
        await screen.until("Which seat do you take")
        await screen.press("1")
        await screen.until("Your turn")
        assert re.search(r"▶ (5:00|4:5\d) You", screen.text())
        assert "5:00 Computer" in screen.text()
        await screen.press("escape")
        await screen.until("Kept as game 1.")
        # News take room at the foot, and cover nothing.
        *page, news, keys = screen.text().splitlines()
        assert (news.strip(), keys.split()[0]) == ("Kept as game 1.", "↑↓")
        assert any("language, colours and contrast" in line for line in page)
        await screen.press("n")
        chosen = {name: each.field.value for name, each in form(screen).rows.items()}
        assert (chosen["plays2"], chosen["start"], chosen["clock"]) == ("skilled", "fair", "5+3")

    drive(script)
    (entry,) = GameStore().entries()
    assert entry.match is not None
    assert (entry.match.start, entry.match.game_clock) == ("fair", (300, 3))


def test_a_board_can_begin_from_any_position() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        await fill(screen, "moves", "5 5")
        await screen.press("enter")
        await screen.until("! 5")
        row(screen, "moves").query_one(Input).value = "5, 7"
        await screen.press("enter")
        await screen.until("Stack  5 < 7")
        await screen.press("v")
        await screen.until("✓")

    drive(script)


def test_changing_the_game_while_at_its_options_stays_at_the_options() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "tab")
        screen.app.screen.query_one("#game", OptionList).highlighted = 3
        await screen.until("Tokens")
        assert screen.app.screen.focused is row(screen, "target").field

    drive(script)


def test_rules_are_a_key_away() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "f1")
        await screen.until("Esc closes")
        await screen.press("escape", "escape")
        await screen.until("O U T N U M B E R")

    drive(script)


# Board


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
        await screen.until("Kept as game 1.")
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


# Review


def test_review_steps_through_the_game_with_reasons() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS, 6, 3)
        await screen.press("r")
        await screen.until("After 2 moves, Ada to move: Ada is winning.")
        await screen.press("left")
        await screen.until("After 1 move, Ben to move: Ben is winning, with 2. Played: 3, threw it away.")
        await screen.press("home")
        await screen.until("At the start, Ada to move: Ada is winning, with 5 or 7.")
        grid = screen.app.screen.query_one(NumberGrid)
        assert len(grid.scene.legal) == 9
        await screen.press("t")
        await screen.until("After 1 move")
        await screen.press("escape")
        assert "Ada's turn" in screen.text()

    drive(script)


def test_whoever_threw_a_win_away_may_find_the_better_move_before_it_is_told() -> None:
    alone = STACKS._replace(participants=(Participant("human", "Ada"), Participant("random")))

    async def script(screen: Screen) -> None:
        await open_board(screen, alone, 6, 2)
        await screen.press("r")
        await screen.until("You were winning until move 1.")
        await screen.until("Find the better move. Enter shows it.")
        await screen.until("At the start, your move.")
        assert "5 or 7" not in screen.text()
        assert "✗" not in screen.text().partition("Moves")[2]
        await screen.press("enter")
        await screen.until("At the start, your move: you are winning, with 5 or 7. Played: 6, threw it away.")

    drive(script)


def test_moves_are_played_again_and_other_ways_tried_from_a_review() -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, STACKS, 6, 3, 9, 1)
        await screen.press("y")
        await screen.until("There is nothing to play again")
        await screen.press("u")
        await screen.until(lambda: moves_of(id) == (6, 3, 9))
        await screen.press("u")
        await screen.until(lambda: moves_of(id) == (6, 3))
        await screen.press("y")
        await screen.until(lambda: moves_of(id) == (6, 3, 9))
        await screen.press("y")
        await screen.until(lambda: moves_of(id) == (6, 3, 9, 1))
        await screen.press("r")
        await screen.until("█")
        await screen.press("home", "right", "right", "p")
        await screen.until("Here is where you left it.")
        await screen.type("1")
        await screen.until("Ada played 1.")
        assert moves_of(id) == (6, 3, 9, 1)
        assert moves_of(id + 1) == (6, 3, 1)
        assert GameStore().load(id + 1).tags == (("SetUp", "2"),)

    drive(script)


def test_review_goes_from_round_to_round_with_seats_as_they_were() -> None:
    first = Round.begin(STACKS.rules, [6, 3]).end(Seat.ONE, Reason.RESIGNATION)
    second = Round.begin(STACKS.rules, [5, 1, 7])
    store = GameStore()
    store.save(store.create(), STACKS._replace(length=2, rounds=(first, second)))

    async def script(screen: Screen) -> None:
        await screen.press("g")
        await screen.until("Ada against Ben")
        await screen.press("r")
        await screen.until("Ben            5")
        await screen.press("left_square_bracket")
        await screen.until("Ada            6")
        await screen.until("Ada resigns. Ben wins the game!")
        await screen.until("The position was won for Ada.")

    drive(script)


def test_the_turning_point_can_be_giving_up() -> None:
    given_up = Round.begin(STACKS.rules, [5, 1]).end(Seat.ONE, Reason.RESIGNATION)
    store = GameStore()
    store.save(store.create(), STACKS._replace(rounds=(given_up,)))

    async def script(screen: Screen) -> None:
        await screen.press("g")
        await screen.until("Ada against Ben")
        await screen.press("r")
        await screen.until("The position was won for Ada.")
        await screen.press("home", "t")
        await screen.until("Ada resigned")
        await screen.until("After 2 moves: Ada resigns.")

    drive(script, LARGE)


# Games


def test_games_can_be_gone_on_with_replayed_and_deleted() -> None:
    kept(STACKS, 6)
    kept(Match(game("number-duel", range=9), people("Cy", "Di")), 1, 5)

    async def script(screen: Screen) -> None:
        await screen.press("g")
        await screen.until("Cy against Di: Di won")
        await screen.press("enter")
        await screen.until("Review: Number Duel")
        await screen.press("escape")
        await screen.until("Games")
        await screen.press("d", "n")
        assert len(GameStore().ids()) == 2
        await screen.press("d", "y")
        await screen.until(lambda: "Cy" not in screen.text())
        assert GameStore().ids() == [1]
        await screen.press("enter")
        await screen.until("Here is where you left it.")

    drive(script)


def test_a_damaged_game_says_what_is_wrong_with_it() -> None:
    store = GameStore()
    store.path(store.create()).write_text("nonsense", encoding="utf-8")

    async def script(screen: Screen) -> None:
        await screen.press("g")
        await screen.until("damaged")
        await screen.press("r")
        await screen.until("a record")

    drive(script, LARGE)


def test_an_empty_history_says_how_to_begin() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("g")
        await screen.until("No games yet.")
        await screen.press("r", "d", "enter")

    drive(script)


# Keys


def test_the_keys_at_the_bottom_can_be_clicked() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS, 6)
        await screen.click("Hint ")
        await screen.until("Hint 1 of 3")
        await screen.click("Back")
        await screen.until("O U T N U M B E R")

    drive(script)
