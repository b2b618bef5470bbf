"""Played games in the app: the home screen, the list, and the review."""

import pytest

from outnumber.games.base import Reason, Seat
from outnumber.games.registry import game
from outnumber.language.commands import help_for
from outnumber.language.voice import voice
from outnumber.languages import LANGUAGES
from outnumber.local.app.widgets.grid import NumberGrid
from outnumber.match.match import Match, Participant
from outnumber.match.round import Round
from outnumber.store.games import GameStore
from tests.local.app.screens import LARGE, STACKS, Screen, drive, kept, moves_of, open_board, people


def test_home_offers_to_continue_only_unfinished_games() -> None:
    async def script(screen: Screen) -> None:
        assert "Continue" not in screen.text()
        await screen.press("c")
        await screen.until("There is no unfinished game.")

    drive(script)


def test_a_game_open_in_another_program_is_refused_with_the_reason() -> None:
    id = kept(STACKS, 6)

    async def script(screen: Screen) -> None:
        with GameStore().lock(id):
            await screen.press("c")
            await screen.until("another")
        await screen.press("c")
        await screen.until("Picking up where you left off.")

    drive(script)


def test_games_are_resumed_reviewed_and_deleted_with_these_texts() -> None:
    kept(STACKS, 6)
    kept(Match(game("strategy-stacks"), (Participant("random"), Participant("human", "Ada"))), 5, 1, 7)
    kept(Match(game("strategy-stacks"), people()), 6)
    kept(Match(game("number-duel", range=9), people("Cy", "Di")), 1, 5)

    async def script(screen: Screen) -> None:
        await screen.until("resume, review or delete")
        await screen.press("g")
        await screen.until("Cy against Di: Di won")
        assert " r Review " in screen.text()
        # Any name is shown as on the board.
        assert "random against you: you lost" in screen.text()
        assert "Player 1 against Player 2: 1 move" in screen.text()
        await screen.press("enter")
        await screen.until("Review: Number Duel")
        await screen.press("escape")
        await screen.until("Games")
        await screen.press("d", "n")
        assert len(GameStore().ids()) == 4
        await screen.press("d", "y")
        await screen.until(lambda: "Cy" not in screen.text())
        assert GameStore().ids() == [1, 2, 3]
        await screen.press("enter")
        await screen.until("Picking up where you left off.")

    drive(script)


def test_a_damaged_game_shows_its_error() -> None:
    store = GameStore()
    store.path(store.create()).write_text("nonsense", encoding="utf-8")

    async def script(screen: Screen) -> None:
        await screen.press("g")
        await screen.until("damaged")
        await screen.press("r")
        await screen.until("a record")

    drive(script, LARGE)


def test_a_game_that_is_not_installed_is_named_and_not_called_damaged() -> None:
    store = GameStore()
    record = '[Outnumber "1"]\n[Game "steps"]\n'
    store.path(store.create()).write_text(record, encoding="utf-8")

    async def script(screen: Screen) -> None:
        await screen.press("g")
        await screen.until("not installed: the game 'steps'")
        await screen.press("r")
        await screen.until("There is no game called 'steps'")
        assert "amaged" not in screen.text()

    drive(script, LARGE)


def test_an_empty_history_explains_how_to_start() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("g")
        await screen.until("No games yet.")
        await screen.press("r", "d", "enter")

    drive(script)


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


def test_a_reason_for_another_player_does_not_address_the_reader() -> None:
    alone = STACKS._replace(participants=(Participant("human"), Participant("random")))

    async def script(screen: Screen) -> None:
        await open_board(screen, alone, 6, 3)
        await screen.press("r")
        await screen.until("After 2 moves, your move: you are winning. Play 9. Your opponent")
        await screen.press("left")
        await screen.until("Played: 3, threw it away. In the computer's place: Play 2")
        await screen.press("home")
        await screen.until("Played: 6, threw it away. Play 5")

    drive(script)


def test_a_player_who_threw_a_win_away_may_look_for_the_better_move_first() -> None:
    alone = STACKS._replace(participants=(Participant("human", "Ada"), Participant("random")))

    async def script(screen: Screen) -> None:
        await open_board(screen, alone, 6, 2)
        await screen.press("r")
        await screen.until("You were winning until move 1.")
        await screen.until("Find the better move: press m to try, Enter to see it.")
        await screen.until("At the start, your move.")
        assert "5 or 7" not in screen.text()
        assert "✗" not in screen.text().partition("Moves")[2]
        # Retried, it is graded.
        await screen.press("m")
        await screen.until("Move 1: you played 6.")
        assert "✓" not in screen.text()
        await screen.type("10")
        await screen.until("10 is not one of the numbers from 1 to 9.")
        await screen.type("6")
        await screen.until("No: 6 is the same move. The computer would answer 2. 5 or 7 win.")
        assert "✓" in screen.text()
        await screen.press("n")
        await screen.until("You found 0 of 1.")
        # Now everything is revealed.
        await screen.until("At the start, your move: you are winning, with 5 or 7. Played: 6, threw it away.")
        await screen.press("m", "w")
        await screen.until("5 or 7 win. n goes back to the review.")
        await screen.press("escape")
        await screen.until("You didn't try any.")

    drive(script)


def test_the_footer_has_the_keys_that_fit_and_help_has_all() -> None:
    async def script(screen: Screen) -> None:
        await open_board(screen, STACKS, 6, 3)
        await screen.press("r")
        await screen.until("█")
        foot = screen.text().splitlines()[-1]
        assert foot.startswith(" ← Previous  → Next  t Turning point  ")
        assert foot.endswith("? Help  Esc Back")
        assert "Home" not in foot
        await screen.press("question_mark")
        await screen.until("Esc closes")
        assert "←       Previous" in screen.text()
        assert "Home    First" in screen.text()
        assert "p       Play on" in screen.text()

    drive(script, (60, 20))


def test_moves_are_redone_and_variations_tried_from_a_review() -> None:
    async def script(screen: Screen) -> None:
        id = await open_board(screen, STACKS, 6, 3, 9, 1)
        await screen.press("y")
        await screen.until("There is nothing to redo")
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
        await screen.until("Picking up where you left off.")
        await screen.type("1")
        await screen.until("Ada played 1.")
        assert moves_of(id) == (6, 3, 9, 1)
        assert moves_of(id + 1) == (6, 3, 1)
        assert GameStore().load(id + 1).tags == (("SetUp", "2"),)

    drive(script)


def test_review_switches_rounds_with_their_own_seats() -> None:
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


def test_the_turning_point_can_be_a_resignation() -> None:
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_explains_every_mark_of_a_review(language: str) -> None:
    said = voice(language)

    async def script(screen: Screen) -> None:
        kept(STACKS, 4, 1, 6, 2, 8)
        await screen.press("g", "r")
        await screen.until("█")
        assert {line[-3] for line in screen.text().splitlines() if len(line) > 3} >= set("✓✗=·")
        await screen.press("question_mark")
        await screen.until("Esc closes")
        for sign, meaning in help_for("review"):
            line = f"  {sign}    {said.word(meaning)}" if sign else said.word(meaning)
            assert line in screen.text()

    drive(script, LARGE, said)


@pytest.mark.parametrize("key", ["f1", "i"])
def test_the_rules_have_the_same_key_in_the_form_the_board_and_the_review(key: str) -> None:
    async def script(screen: Screen) -> None:
        async def read() -> None:
            await screen.press(key)
            await screen.until("─ Strategy Stacks ─")
            await screen.until("Esc closes")
            await screen.press("escape")

        await screen.press("n", "end")
        await read()
        await screen.press("escape")
        await open_board(screen, STACKS, 6, 3)
        await read()
        await screen.press("r")
        await screen.until("█")
        await read()

    drive(script)
