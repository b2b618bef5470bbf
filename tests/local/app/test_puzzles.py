"""Puzzles on the whole screen: chosen, solved, refuted, counted as in the plain terminal."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import pytest

from outnumber import solve
from outnumber.games.registry import BUILT_IN, find
from outnumber.local.app.screens.puzzle import PuzzleScreen
from outnumber.local.app.widgets.grid import NumberGrid
from outnumber.study.puzzles.daily import daily
from outnumber.study.puzzles.generate import generate, mixed
from outnumber.study.puzzles.kinds import Kind, offered
from outnumber.study.puzzles.progress import AttemptRecord, Progress, ProgressStore
from outnumber.study.puzzles.puzzle import Puzzle
from outnumber.study.puzzles.sentences import Remark
from tests.local.app.scenes import NOW, one_winning_move, puzzle, steady
from tests.local.app.screens import Screen, drive
from tests.program import call, lines


@pytest.fixture(autouse=True)
def _fixed() -> Iterator[None]:
    """The same day and the same puzzles each time, and no pause between moves."""
    with (
        patch("outnumber.local.progress.utc_now", lambda: NOW),
        patch("outnumber.local.app.screens.puzzles.seed", lambda: 1),
        patch("outnumber.local.app.screens.puzzles.mixed", one_winning_move),
        patch("outnumber.local.app.screens.board_page.PAUSE", 0.01),
    ):
        yield


def attempts() -> list[AttemptRecord]:
    return list(ProgressStore().load().progress.tried)


def made(game: str, count: int) -> list[Puzzle]:
    return list(islice(steady(game), count))


async def answer(screen: Screen, puzzle: Puzzle) -> None:
    """Give the right answer, whatever is asked; a game is played out."""
    if puzzle.kind == "all":
        for number in puzzle.answer:
            await screen.type(str(number))
        await screen.press("enter")
        return
    await screen.type(str(puzzle.solution))
    if puzzle.kind == "seat":
        await screen.until("Right. Player")
        solving = screen.app.screen
        assert isinstance(solving, PuzzleScreen)
        while not solving.attempt.found:
            moves = len(solving.attempt.round.moves)
            await screen.type(str(solve(solving.attempt.position).winning[0]))
            await screen.until(lambda moves=moves: len(solving.attempt.round.moves) > moves)  # type: ignore[misc]


async def open_game(screen: Screen, game: str) -> None:
    await screen.press("p")
    await screen.until("2026-11-15: ")
    await screen.press("home", *["down"] * (3 + list(BUILT_IN).index(game)), "enter")
    await screen.until("One move wins: find it")


# Choosing


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_puzzles_that_its_solution_solves(name: str) -> None:
    first = made(name, 1)[0]

    async def script(screen: Screen) -> None:
        await open_game(screen, name)
        assert f"Puzzle 1: {find(name).title}" in screen.text()
        await screen.type(str(first.solution))
        await screen.until("Solved in a row: 1 (best: 1).")

    drive(script)
    (tried,) = attempts()
    assert (tried.id, tried.solved, tried.hints, tried.daily) == (first.id, True, 0, "")


def test_the_daily_is_that_of_the_plain_terminal_and_counts_once() -> None:
    today = daily(date(2026, 11, 15))

    async def script(screen: Screen) -> None:
        await screen.press("p", "d")
        await screen.until("Puzzle of 2026-11-15: Number Stack Duel")
        await screen.type(str(today.solution))
        await screen.until("Days in a row: 1 (best: 1).")
        await screen.press("enter")
        await screen.until("2026-11-15: Number Stack Duel, solved ✓")
        await screen.press("d")
        await screen.until("Puzzle of 2026-11-15")
        await screen.press("n", "y")
        await screen.until(f"The answer is {today.solution}.")

    drive(script)
    (tried,) = attempts()
    assert (tried.id, tried.solved, tried.daily) == (today.id, True, "2026-11-15")


def test_a_marked_game_has_a_daily_of_its_own() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("p", "end", "d")
        await screen.until("Puzzle of 2026-11-15: Strategy Stacks")
        solving = screen.app.screen
        assert isinstance(solving, PuzzleScreen)
        assert solving.puzzle == daily(date(2026, 11, 15), "strategy-stacks")

    drive(script)


def test_missed_puzzles_are_tried_again_and_then_there_are_no_more() -> None:
    missed = made("order-challenge", 2)
    for each in missed:
        ProgressStore().change(Progress.after, each, False, NOW - timedelta(days=9))

    async def script(screen: Screen) -> None:
        await screen.press("p")
        await screen.until("2 missed puzzles are due")
        await screen.press("a")
        for each in ProgressStore().load().progress.waiting(NOW):
            await screen.until("One move wins: find it")
            await screen.type(str(each.solution))
            await screen.until("Solved in a row")
            await screen.press("enter")
        await screen.until("You solved 2 of 2.")
        await screen.until("no missed puzzle is due")
        await screen.press("a")
        await screen.until("No puzzle is due.")

    drive(script)
    assert [each.solved for each in attempts()] == [False, False, True, True]


def test_missed_puzzles_of_a_game_come_before_new_ones() -> None:
    missed = made("order-challenge", 3)[2]
    ProgressStore().change(Progress.after, missed, False, NOW - timedelta(days=9))

    async def script(screen: Screen) -> None:
        await open_game(screen, "order-challenge")
        solving = screen.app.screen
        assert isinstance(solving, PuzzleScreen)
        assert solving.puzzle.id == missed.id
        await screen.press("n", "y")
        await screen.until("⏎ continues.")
        await screen.press("n")
        await screen.until("Puzzle 2: ")
        assert solving.puzzle == made("order-challenge", 1)[0]

    drive(script)


def test_mixed_puzzles_go_from_game_to_game() -> None:
    expected = list(islice(mixed(1, difficulty=1), 5))
    assert len({each.rules.name for each in expected}) == 5

    async def script(screen: Screen) -> None:
        await screen.press("p", "m")
        for number, each in enumerate(expected, start=1):
            await screen.until(f"Puzzle {number}: {each.rules.title}")
            await answer(screen, each)
            await screen.until(f"Solved in a row: {number}")
            await screen.press("enter")

    with patch("outnumber.local.app.screens.puzzles.mixed", lambda *_, **__: iter(expected)):
        drive(script)
    assert [each.id for each in attempts()] == [each.id for each in expected]


# Solving; in the scene, only 3 wins, and 1 and 5 are the other choices


def test_a_wrong_move_is_played_out_on_the_board_and_tried_again() -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        await screen.type("5")
        await screen.until("Chain  15 ÷3 5 ×5 25 ÷25 1 ×13 13")
        line = "Player 1 plays 25, Player 2 plays 1, Player 1 plays 13."
        assert screen.shows(f"No: 5 loses. The game could continue like this: {line}")
        assert [each.solved for each in attempts()] == [False]
        await screen.press("enter")
        assert "Chain  15  " in screen.text()
        assert "No: 5 loses." in screen.text()
        await screen.type("3")
        await screen.until("You will see this one again.")

    drive(script)
    (tried,) = attempts()
    assert not tried.solved
    assert len(ProgressStore().load().progress.cards) == 1


@pytest.mark.parametrize("key", ["enter", "escape", "3", "left", "tab", "h"])
def test_any_key_of_the_puzzle_leaves_the_refutation(key: str) -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        await screen.type("5")
        await screen.until("Not this one")
        await screen.press(key)
        await screen.until("One move wins: find it")
        assert "Chain  15  " in screen.text()

    drive(script)


def test_a_click_plays_but_on_a_refutation_only_goes_back() -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        grid = screen.app.screen.query_one(NumberGrid)
        await screen.click("5   6")
        await screen.until("Chain  15 ÷3 5 ×5 25 ÷25 1 ×13 13")
        await screen.click("3   4")
        await screen.until("One move wins: find it")
        assert grid.number == 3
        assert len(attempts()) == 1
        await screen.click("3   4")
        await screen.until("Right: 3 is the only move that wins.")

    drive(script)


def test_arrows_find_the_number_too_and_enter_alone_finds_nothing() -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        await screen.press("enter")
        await screen.until("Type a number or move with the arrows")
        assert not attempts()
        await screen.press("tab", "right", "right", "enter")
        await screen.until("Right: 3 is the only move that wins.")

    drive(script)


def test_a_number_that_cannot_be_played_is_refused_and_does_not_count() -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        await screen.type("4")
        await screen.until("You can play 1, 3 or 5.")
        await screen.press("1", "2", "backspace", "escape")
        assert "One move wins: find it" in screen.text()
        await screen.press("escape")
        await screen.until("2026-11-15: ")

    drive(script)
    assert not attempts()


def test_two_hints_are_free_and_the_third_counts_as_missed() -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        for step in (1, 2):
            await screen.press("h")
            await screen.until(f"Hint {step} of 3")
        assert "counts as missed" in screen.text()
        assert not attempts()
        await screen.press("h")
        await screen.until("Hint 3 of 3")
        assert [(each.solved, each.hints) for each in attempts()] == [(False, 3)]

    drive(script)


def test_why_asks_before_it_tells_and_then_the_puzzle_goes_on() -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        await screen.press("w")
        await screen.until("Show the answer?")
        await screen.press("enter")
        assert not attempts()
        await screen.press("w", "y")
        await screen.until("─ Why ─")
        assert "Play 3, then answer each number with its partner" in screen.text()
        assert [each.solved for each in attempts()] == [False]
        await screen.press("escape")
        await screen.type("3")
        await screen.until("You will see this one again.")
        await screen.press("w")
        await screen.until("─ Why ─")

    drive(script)
    assert len(attempts()) == 1


def test_rules_and_help_are_a_key_away() -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        for key, title in (("i", "─ Strategy Stacks ─"), ("question_mark", "─ Help ─")):
            await screen.press(key)
            await screen.until(title)
            await screen.press("escape")
        assert "One move wins: find it" in screen.text()

    drive(script)


@pytest.mark.parametrize("size", [(60, 16), (200, 60)])
def test_resizing_never_breaks_a_puzzle(size: tuple[int, int]) -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        await screen.pilot.resize_terminal(*size)
        await screen.type("5")
        await screen.until(lambda: attempts())
        await screen.pilot.resize_terminal(80, 24)
        await screen.until("Chain  15 ÷3 5 ×5 25 ÷25 1 ×13 13")

    drive(script)


# The other kinds


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("number-stack-duel", "all"),
        ("order-challenge", "who"),
        ("strategy-stacks", "avoid"),
        ("number-duel", "seat"),
    ],
)
def test_every_kind_is_refuted_and_solved(game: str, kind: Kind) -> None:
    assert kind in offered(find(game))
    made = list(islice(generate(game, 1, kind=kind, difficulty=1), 2))

    async def script(screen: Screen) -> None:
        await screen.press("p")
        await screen.until("2026-11-15: ")
        await screen.press("end", "enter")
        await screen.until(str(Remark(f"ask-{kind}")).rstrip("."))
        await answer(screen, made[0])
        await screen.until("Solved in a row: 1")
        await screen.press("enter")
        await screen.until("Puzzle 2: ")
        if kind == "all":
            wrong = next(
                (move for move in made[1].position.legal_moves() if move not in made[1].answer), None
            )
            assert wrong
            await screen.type(str(wrong))
            await screen.press("enter")
        elif kind == "avoid":
            await screen.type(str(next(iter(solve(made[1].position).winning))))
        else:
            await screen.type(str(3 - made[1].solution))
        await screen.until("No: ")
        await screen.press("n")
        await screen.until("You will see this one again.")

    with patch("outnumber.local.app.screens.puzzles.mixed", lambda *_, **__: iter(made)):
        drive(script)
    assert [(each.id, each.kind, each.solved) for each in attempts()] == [
        (made[0].id, kind, True),
        (made[1].id, kind, False),
    ]


def test_space_marks_and_unmarks() -> None:
    puzzle = next(generate("number-stack-duel", 1, kind="all", difficulty=1))
    number = puzzle.position.legal_moves()[0]

    async def script(screen: Screen) -> None:
        await screen.press("p")
        await screen.until("2026-11-15: ")
        await screen.press("end", "enter")
        await screen.until("Winning moves: none (Space marks")
        await screen.press(*str(number), "space")
        await screen.until(f"Winning moves: {number} (Space marks")
        await screen.press(*str(number), "space")
        await screen.until("Winning moves: none (Space marks")
        assert not attempts()

    with patch("outnumber.local.app.screens.puzzles.mixed", lambda *_, **__: iter([puzzle])):
        drive(script)


# The line of keys


def test_the_keys_say_what_enter_does_now() -> None:
    today = daily(date(2026, 11, 15))

    async def script(screen: Screen) -> None:
        await puzzle(screen)
        assert "⏎ Play  h Hint" in screen.text()
        await screen.type("5")
        await screen.until("Not this one")
        await screen.until(" ⏎ Try again  h Hint")
        await screen.press("enter")
        await screen.type("3")
        await screen.until("You will see this one again.")
        assert " ⏎ Next  w Why  F1 Rules  ? Help  q Back" in screen.text()
        await screen.press("h")
        await screen.until("The puzzle is over. w explains it, ⏎ continues.")
        await screen.press("q")
        await screen.until("2026-11-15: ")
        await screen.press("home", "d")
        await screen.until("Puzzle of 2026-11-15")
        await screen.type(str(today.solution))
        await screen.until("Days in a row: 1 (best: 1).")
        assert " ⏎ Back  w Why  F1 Rules  ? Help  q Back" in screen.text()
        await screen.press("h")
        await screen.until("The puzzle is over. w explains it, ⏎ goes back.")

    drive(script)


@pytest.mark.parametrize(("kind", "said"), [("who", "Type 1 or 2, then Enter."), ("avoid", "the arrows")])
def test_arrows_are_named_only_where_there_are_numbers_to_go_to(kind: Kind, said: str) -> None:
    made = next(
        generate("strategy-stacks" if kind == "avoid" else "order-challenge", 1, kind=kind, difficulty=1)
    )

    async def script(screen: Screen) -> None:
        await screen.press("p")
        await screen.until("2026-11-15: ")
        await screen.press("end", "enter")
        await screen.until(str(Remark(f"ask-{kind}")).rstrip("."))
        await screen.until(said)
        assert ("arrows" in screen.text()) == (kind == "avoid")
        assert ("⏎ Answer" in screen.text()) == (kind == "who")

    with patch("outnumber.local.app.screens.puzzles.mixed", lambda *_, **__: iter([made])):
        drive(script)


# Progress


def test_progress_is_the_same_as_that_of_the_plain_terminal(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(screen: Screen) -> None:
        await puzzle(screen)
        await screen.press("h")
        await screen.until("Hint 1 of 3")
        await screen.type("5")
        await screen.until("Not this one")
        await screen.press("enter")
        await screen.type("3")
        await screen.until("⏎ continues.")
        await screen.press("enter")
        await screen.until("Puzzle 2")
        await screen.type(str(made("strategy-stacks", 2)[1].solution))
        await screen.until("Solved in a row: 1")

    drive(script)
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path / "plain"))
    typed = lines("hint", 5, 3, made("strategy-stacks", 2)[1].solution)
    with patch("outnumber.cli.puzzle.mixed", one_winning_move):
        call("puzzle", "strategy-stacks", "--seed", "1", "--count", "2", typed=typed)
    assert (data / "puzzles.json").read_text() == (tmp_path / "plain" / "puzzles.json").read_text()


def test_damaged_progress_is_told_and_kept(data: Path) -> None:
    data.mkdir()
    (data / "puzzles.json").write_text("nonsense", encoding="utf-8")

    async def script(screen: Screen) -> None:
        await screen.press("p")
        await screen.until("puzzles.damaged-1.json")

    drive(script)
    assert (data / "puzzles.damaged-1.json").read_text(encoding="utf-8") == "nonsense"


def test_a_full_disk_is_said_and_the_puzzles_go_on(data: Path) -> None:
    data.write_text("a file where the directory should be", encoding="utf-8")

    async def script(screen: Screen) -> None:
        await screen.press("p")
        await screen.until("Daily puzzle")
        await screen.press("end", "enter")
        await screen.until("One move wins: find it")
        await screen.type("3")
        await screen.until("Solved in a row: 1 (best: 1).")
        await screen.until("The puzzles continue.")

    drive(script)
