"""`outnumber puzzle`: at the prompt, from a pipe, and for programs."""

import json
import os
import signal
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

import outnumber
from outnumber.games.registry import BUILT_IN
from outnumber.puzzles.daily import daily
from outnumber.puzzles.explain import explanation, hints, refutation
from outnumber.puzzles.generate import generate, mixed
from outnumber.puzzles.progress import ProgressStore
from outnumber.puzzles.puzzle import Puzzle
from outnumber.words.games import words_for
from outnumber.words.match import help_lines
from outnumber.words.puzzles import HELP
from tests.program import at_terminal, call, lines, piped, run


def puzzles(game: str, seed: int, count: int) -> list[Puzzle]:
    return list(islice(generate(game, seed), count))


def wrong(puzzle: Puzzle) -> int:
    return next(move for move in puzzle.position.legal_moves() if move != puzzle.solution)


def tried() -> list[bool]:
    return [each.solved for each in ProgressStore().load().progress.tried]


@pytest.mark.parametrize("game", BUILT_IN)
def test_programs_get_one_object_a_line(game: str) -> None:
    done = call("puzzle", game, "--count", "20", "--seed", "3", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    assert printed == [puzzle.to_json() for puzzle in puzzles(game, 3, 20)]
    for each in printed:
        assert list(each) == ["game", "options", "moves", "solution", "difficulty", "theme"]
        position = outnumber.game(game, **each["options"]).start()
        for move in each["moves"]:
            position = position.play(move)
        assert list(outnumber.solve(position).winning) == [each["solution"]]


def test_without_a_game_all_games_take_turns() -> None:
    done = call("puzzle", "--count", "10", "--seed", "3", "--json")
    made = [json.loads(line) for line in done.stdout.splitlines()]
    assert made == [puzzle.to_json() for puzzle in islice(mixed(3), 10)]
    assert {each["game"] for each in made[:5]} == set(BUILT_IN)


def test_json_alone_prints_one_and_another_one_the_next_time() -> None:
    said = {call("puzzle", "number-duel", "--json").stdout for _ in range(4)}
    assert all(each.count("\n") == 1 for each in said)
    assert len(said) > 1


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_right_move_is_explained_and_kept(game: str) -> None:
    (puzzle,) = puzzles(game, 1, 1)
    done = call("puzzle", game, "--seed", "1", "--count", "1", typed=lines(puzzle.solution))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Puzzle 1: {puzzle.rules.title} (")
    assert f"difficulty {puzzle.difficulty} of 5" in done.stdout
    assert words_for(puzzle.match).prompt() + f"{puzzle.solution}\n" in done.stdout
    assert f"Right: {puzzle.solution} is the only move that wins." in done.stdout
    assert str(explanation(puzzle)) in done.stdout
    assert done.stdout.endswith("Solved in a row: 1 (best: 1).\n")
    assert tried() == [True]


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_wrong_move_is_refuted_to_the_end_and_asked_again(game: str) -> None:
    (puzzle,) = puzzles(game, 2, 1)
    typed = lines(wrong(puzzle), puzzle.solution)
    said = call("puzzle", game, "--seed", "2", "--count", "1", typed=typed).stdout
    found = refutation(puzzle.position, wrong(puzzle))
    line = ", ".join(f"Player {int(step.seat)} {step.move}" for step in found.line)
    assert f"No: {wrong(puzzle)} loses. It could go on like this: {line}. {found.ending}\n" in said
    assert "Try again" in said
    assert f"Right: {puzzle.solution}" in said
    assert said.endswith("Solved in a row: 0 (best: 0). This one will come again.\n")
    assert tried() == [False]


def test_hints_come_in_steps_and_the_last_costs_the_puzzle() -> None:
    (puzzle,) = puzzles("order-challenge", 2, 1)
    start = ("puzzle", "order-challenge", "--seed", "2", "--count", "1")
    said = call(*start, typed=lines("hint", "HINT", puzzle.solution)).stdout
    for number, hint in enumerate(hints(puzzle)[:2], start=1):
        assert f"Hint {number} of 3: {hint}\n" in said
    assert tried() == [True]
    said = call(*start, typed=lines("hint", "hint", "hint", puzzle.solution)).stdout
    assert f"Hint 3 of 3: {hints(puzzle)[2]}\n" in said
    assert tried() == [True, False]


def test_why_and_skip_tell_the_answer_and_cost_the_puzzle() -> None:
    one, two = puzzles("strategy-stacks", 2, 2)
    typed = lines("why", one.solution, "skip")
    said = call("puzzle", "strategy-stacks", "--seed", "2", "--count", "2", typed=typed).stdout
    assert str(explanation(one)) in said
    assert f"The answer is {two.solution}.\n" in said
    assert str(explanation(two)) in said
    assert said.endswith("\nYou solved 0 of 2.\n")
    assert tried() == [False, False]


def test_words_and_bad_entries_cost_nothing() -> None:
    (puzzle,) = puzzles("strategy-stacks", 2, 1)
    typed = lines("help", "moves", "rules", "", "xyzzy", 10**6, puzzle.moves[0], puzzle.solution)
    said = call("puzzle", "strategy-stacks", "--seed", "2", "--count", "1", typed=typed).stdout
    for line in help_lines(HELP):
        assert f"\n{line}\n" in said
    assert "You can play " in said
    assert "STRATEGY STACKS" in said
    assert "Nothing was typed: type a number, or help" in said
    assert "'xyzzy' is not a number" in said
    assert "is already used. You can play" in said
    assert tried() == [True]


@pytest.mark.parametrize("typed", ["quit\n", "exit\n", "QUIT\n", ""])
def test_who_leaves_before_an_answer_has_tried_nothing(typed: str) -> None:
    done = call("puzzle", "strategy-stacks", "--seed", "1", typed=typed)
    assert done.returncode == 0
    assert "Puzzle 2" not in done.stdout
    assert tried() == []


def test_without_a_count_it_goes_on_until_somebody_quits() -> None:
    made = puzzles("number-stack-duel", 5, 6)
    typed = lines(*(puzzle.solution for puzzle in made), "quit")
    said = call("puzzle", "number-stack-duel", "--seed", "5", typed=typed).stdout
    assert "Puzzle 7: " in said
    assert said.endswith("\nYou solved 6 of 6.\n")


def test_missed_puzzles_come_again_first_unless_there_is_a_seed() -> None:
    (puzzle,) = puzzles("order-challenge", 4, 1)
    ProgressStore().record(puzzle, False, datetime(2020, 1, 1, tzinfo=UTC))
    arguments = ("puzzle", "order-challenge", "--count", "1")
    (fresh,) = puzzles("order-challenge", 9, 1)
    seeded = call(*arguments, "--seed", "9").stdout
    assert "\n".join(words_for(fresh.match).turn()) in seeded
    said = call(*arguments, typed=lines(puzzle.solution)).stdout
    assert "\n".join(words_for(puzzle.match).turn()) in said
    assert f"Right: {puzzle.solution}" in said
    assert ProgressStore().load().progress.waiting(datetime.now(UTC)) == []


def test_the_puzzle_of_the_day_is_that_of_the_date_and_counts_once() -> None:
    before = datetime.now(UTC).date()
    printed = json.loads(call("puzzle", "--daily", "--json").stdout)
    after = datetime.now(UTC).date()
    assert printed in (daily(before).to_json(), daily(after).to_json())
    one = json.loads(call("puzzle", "strategy-stacks", "--daily", "--json").stdout)
    assert one["game"] == "strategy-stacks"
    for _ in range(2):
        said = call("puzzle", "--daily", typed=lines(printed["solution"])).stdout
        assert said.startswith("Puzzle of 20")
        assert said.endswith("Solved in a row: 1 (best: 1). Days in a row: 1 (best: 1).\n")
    assert tried() == [True]


@pytest.mark.parametrize("size", ["5000", "3"])
def test_a_range_without_puzzles_is_refused(size: str, data: Path) -> None:
    done = call("puzzle", "strategy-stacks", "--range", size)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess",),
        ("strategy-stacks", "--count", "0"),
        ("strategy-stacks", "--seed", "-1"),
        ("strategy-stacks", "--tokens", "3"),
        ("--range", "9"),
        ("--daily", "--count", "2"),
        ("--daily", "--seed", "2"),
        ("strategy-stacks", "--daily", "--range", "9"),
    ],
)
def test_wrong_usage_is_told(arguments: tuple[str, ...], data: Path) -> None:
    done = call("puzzle", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert not (data / "puzzles.json").exists()


def test_options_of_the_game_are_kept_and_too_few_puzzles_are_told() -> None:
    done = call("puzzle", "order-challenge", "--range", "5", "--count", "999", "--seed", "1", "--json")
    assert done.returncode == 1
    made = [json.loads(line) for line in done.stdout.splitlines()]
    assert made
    assert all(each["options"] == {"range": 5} for each in made)
    error = json.loads(done.stderr)["error"]
    assert error["code"] == "too-large"
    assert f"only {len(made)} can be made" in error["message"]
    assert call("puzzle", "number-duel", "--set", "range=20", "--json").returncode == 0


def test_damaged_progress_is_told_and_kept_aside(data: Path) -> None:
    (puzzle,) = puzzles("strategy-stacks", 1, 1)
    data.mkdir()
    (data / "puzzles.json").write_text("{", encoding="utf-8")
    done = call("puzzle", "strategy-stacks", "--seed", "1", "--count", "1", typed=lines(puzzle.solution))
    assert done.returncode == 0
    assert done.stderr == (
        "Your puzzle progress was damaged. It is kept as puzzles.damaged-1.json, and you start afresh.\n"
    )
    assert (data / "puzzles.damaged-1.json").read_text(encoding="utf-8") == "{"
    assert tried() == [True]


def test_progress_that_cannot_be_kept_is_told_once_and_the_puzzles_go_on(data: Path) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    one, two = puzzles("strategy-stacks", 1, 2)
    typed = lines(one.solution, two.solution)
    done = call("puzzle", "strategy-stacks", "--seed", "1", "--count", "2", typed=typed)
    assert done.returncode == 1
    assert "You solved 2 of 2." in done.stdout
    assert "Solved in a row: 2 (best: 2)." in done.stdout
    assert "The puzzles go on." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_wrong_answer_is_on_disk_before_it_is_told() -> None:
    (puzzle,) = puzzles("strategy-stacks", 1, 1)
    with piped("puzzle", "strategy-stacks", "--seed", "1") as going:
        going.wait_for("Select a number: ")
        going.send(f"{wrong(puzzle)}\n")
        going.wait_for("No: ")
        going.process.send_signal(signal.SIGKILL)
        going.finish()
    assert tried() == [False]


def test_at_a_terminal_it_is_the_same_in_colour() -> None:
    (puzzle,) = puzzles("strategy-stacks", 1, 1)
    arguments = ("puzzle", "strategy-stacks", "--seed", "1", "--count", "1")
    with at_terminal(*arguments, env={"TERM": "xterm"}) as going:
        going.type(wrong(puzzle), puzzle.solution, prompt="Select a number: ")
        assert going.finish() == 0
        assert f"\x1b[1;32mRight: {puzzle.solution} is the only move that wins.\x1b[0m" in going.output
        assert f"\x1b[33mNo: {wrong(puzzle)} loses." in going.output


def test_ctrl_c_stops_quietly() -> None:
    with at_terminal("puzzle", "strategy-stacks", "--seed", "1") as going:
        going.wait_for("Select a number: ")
        going.send("\x03")
        assert going.finish() == 130
        assert "Traceback" not in going.output


def test_the_real_program_needs_no_terminal() -> None:
    done = run("puzzle", "strategy-stacks", "--seed", "1", typed=lines("hint"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Hint 1 of 3: " in done.stdout
