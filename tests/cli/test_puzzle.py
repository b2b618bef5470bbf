"""`outnumber puzzle`: at the prompt, from a pipe, and for programs."""

import json
import os
import signal
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path

import pytest

import outnumber
from outnumber.api import plain
from outnumber.api.puzzles import ProvenPuzzle
from outnumber.games.registry import BUILT_IN, find
from outnumber.games.sentences import ENGLISH
from outnumber.language.games import words_for
from outnumber.language.match import help_lines
from outnumber.language.puzzles import HELP, explained
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.daily import daily
from outnumber.study.puzzles.explain import answered, hints, refutation
from outnumber.study.puzzles.generate import generate, mixed
from outnumber.study.puzzles.kinds import KINDS, Kind, offered
from outnumber.study.puzzles.progress import Progress, ProgressStore
from outnumber.study.puzzles.puzzle import Puzzle, from_json
from outnumber.study.puzzles.sentences import Remark
from tests.program import at_terminal, call, lines, piped, run

ONES = [game for game in BUILT_IN if "one" in offered(find(game))]


def puzzles(game: str, seed: int, count: int) -> list[Puzzle]:
    return list(islice(generate(game, seed), count))


def answer(puzzle: Puzzle) -> list[object]:
    """The input for the correct answer; a game is played out."""
    if puzzle.kind == "all":
        return [" ".join(map(str, puzzle.answer)) or "none"]
    typed: list[object] = [puzzle.solution]
    attempt = Attempt(puzzle)
    attempt.answer(puzzle.answer)
    while not attempt.found:
        typed.append(outnumber.solve(attempt.position).winning[0])
        attempt.answer([int(str(typed[-1]))])
    return typed


def wrong(puzzle: Puzzle) -> int:
    return next(move for move in puzzle.position.legal_moves() if move != puzzle.solution)


def tried() -> list[bool]:
    return [each.solved for each in ProgressStore().load().progress.tried]


@pytest.mark.parametrize("game", BUILT_IN)
def test_json_has_one_object_per_line(game: str) -> None:
    done = call("puzzle", game, "--count", "6", "--seed", "3", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    assert printed == [plain(ProvenPuzzle.of(puzzle)) for puzzle in puzzles(game, 3, 6)]
    for each in printed:
        assert list(each)[:6] == ["game", "options", "moves", "solution", "difficulty", "theme"]
        assert list(each)[6:] == ["kind", "version"]
        position = outnumber.game(game, **each["options"]).start()
        for move in each["moves"]:
            position = position.play(move)
        winning = list(outnumber.solve(position).winning)
        assert winning == (each["solution"] if each["kind"] == "all" else [each["solution"]])


def test_without_a_game_all_games_alternate() -> None:
    done = call("puzzle", "--count", "6", "--seed", "3", "--json")
    made = [json.loads(line) for line in done.stdout.splitlines()]
    assert made == [plain(ProvenPuzzle.of(puzzle)) for puzzle in islice(mixed(3), 6)]
    assert {each["game"] for each in made[:5]} == set(BUILT_IN)


def test_json_alone_prints_one_puzzle_and_a_different_one_the_next_time() -> None:
    said = {call("puzzle", "number-duel", "--json").stdout for _ in range(4)}
    assert all(each.count("\n") == 1 for each in said)
    assert len(said) > 1


@pytest.mark.parametrize("game", ONES)
def test_the_right_move_is_explained_and_saved(game: str) -> None:
    (puzzle,) = puzzles(game, 1, 1)
    done = call("puzzle", game, "--kind", "one", "--seed", "1", "--count", "1", typed=lines(puzzle.solution))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Puzzle 1: {puzzle.rules.title} (")
    assert f"difficulty {puzzle.difficulty} of 5" in done.stdout
    assert words_for(puzzle.match, voice=ENGLISH).prompt() + f"{puzzle.solution}\n" in done.stdout
    assert f"Right: {puzzle.solution} is the only move that wins." in done.stdout
    assert explained(puzzle, voice=ENGLISH)[0] in done.stdout
    assert done.stdout.endswith("Solved in a row: 1 (best: 1).\n")
    assert tried() == [True]


@pytest.mark.parametrize("game", ONES)
def test_a_wrong_move_is_refuted_to_the_end_and_the_question_repeated(game: str) -> None:
    (puzzle,) = puzzles(game, 2, 1)
    typed = lines(wrong(puzzle), puzzle.solution)
    said = call("puzzle", game, "--kind", "one", "--seed", "2", "--count", "1", typed=typed).stdout
    found = refutation(puzzle.position, wrong(puzzle))
    told, last = [], puzzle.position.turn
    for step in found.line:
        told += [f"Player {int(last.other)} must pass"] if step.seat is last else []
        told.append(f"Player {int(step.seat)} plays {step.move}")
        last = step.seat
    line = ", ".join(told)
    assert f"No: {wrong(puzzle)} loses. The game could continue like this: {line}. {found.ending}\n" in said
    assert "Try again" in said
    assert f"Right: {puzzle.solution}" in said
    assert said.endswith("Solved in a row: 0 (best: 0). You will see this one again.\n")
    assert tried() == [False]


def test_hints_come_in_steps_and_the_last_makes_the_puzzle_missed() -> None:
    (puzzle,) = puzzles("order-challenge", 2, 1)
    start = ("puzzle", "order-challenge", "--kind", "one", "--seed", "2", "--count", "1")
    said = call(*start, typed=lines("hint", "HINT", puzzle.solution)).stdout
    for number, hint in enumerate(hints(puzzle)[:2], start=1):
        assert f"Hint {number} of 3: {hint}\n" in said
    assert tried() == [True]
    said = call(*start, typed=lines("hint", "hint", "hint", puzzle.solution)).stdout
    assert f"Hint 3 of 3: {hints(puzzle)[2]}\n" in said
    assert tried() == [True, False]


def test_why_and_skip_show_the_answer_and_make_the_puzzle_missed() -> None:
    one, two = puzzles("strategy-stacks", 2, 2)
    typed = lines("why", one.solution, "skip")
    said = call(
        "puzzle", "strategy-stacks", "--kind", "one", "--seed", "2", "--count", "2", typed=typed
    ).stdout
    assert explained(one, voice=ENGLISH)[0] in said
    assert f"The answer is {two.solution}.\n" in said
    assert explained(two, voice=ENGLISH)[0] in said
    assert said.endswith("\nYou solved 0 of 2.\n")
    assert tried() == [False, False]


def test_commands_and_invalid_entries_cost_nothing() -> None:
    (puzzle,) = puzzles("strategy-stacks", 2, 1)
    typed = lines("help", "moves", "rules", "", "xyzzy", 10**6, puzzle.moves[0], puzzle.solution)
    said = call(
        "puzzle", "strategy-stacks", "--kind", "one", "--seed", "2", "--count", "1", typed=typed
    ).stdout
    for line in help_lines(HELP, voice=ENGLISH):
        assert f"\n{line}\n" in said
    assert "You can play " in said
    assert "STRATEGY STACKS" in said
    assert "You typed nothing: type a number, or help" in said
    assert "'xyzzy' is not a number" in said
    assert "is already used. You can play" in said
    assert tried() == [True]


@pytest.mark.parametrize("typed", ["quit\n", "exit\n", "QUIT\n", "q\n", "?\nh\nq\n", ""])
def test_quitting_before_an_answer_counts_as_no_attempt(typed: str) -> None:
    done = call("puzzle", "strategy-stacks", "--kind", "one", "--seed", "1", typed=typed)
    assert done.returncode == 0
    assert "Puzzle 2" not in done.stdout
    assert "is not a number" not in done.stdout
    assert done.stdout.count("Type your answer, or one of these commands:") == len(typed.split()) // 3 * 2
    assert tried() == []


def test_without_a_count_puzzles_continue_until_quit() -> None:
    made = list(islice(mixed(5, games=["number-stack-duel"], kinds=KINDS), 6))
    assert {puzzle.kind for puzzle in made} == {"who", "all", "seat"}
    typed = lines(*(line for puzzle in made for line in answer(puzzle)), "quit")
    said = call("puzzle", "number-stack-duel", "--seed", "5", typed=typed).stdout
    assert "Puzzle 7: " in said
    assert said.endswith("\nYou solved 6 of 6.\n")


def test_missed_puzzles_come_first_unless_there_is_a_seed() -> None:
    (puzzle,) = puzzles("order-challenge", 4, 1)
    ProgressStore().change(Progress.after, puzzle, False, datetime(2020, 1, 1, tzinfo=UTC))
    arguments = ("puzzle", "order-challenge", "--kind", "one", "--count", "1")
    (fresh,) = puzzles("order-challenge", 9, 1)
    seeded = call(*arguments, "--seed", "9").stdout
    assert "\n".join(words_for(fresh.match, voice=ENGLISH).turn()) in seeded
    said = call(*arguments, typed=lines(puzzle.solution)).stdout
    assert "\n".join(words_for(puzzle.match, voice=ENGLISH).turn()) in said
    assert f"Right: {puzzle.solution}" in said
    assert ProgressStore().load().progress.waiting(datetime.now(UTC)) == []


def test_the_daily_puzzle_depends_on_the_date_and_counts_once() -> None:
    before = datetime.now(UTC).date()
    printed = json.loads(call("puzzle", "--daily", "--json").stdout)
    after = datetime.now(UTC).date()
    assert printed in (plain(ProvenPuzzle.of(daily(before))), plain(ProvenPuzzle.of(daily(after))))
    one = json.loads(call("puzzle", "strategy-stacks", "--daily", "--json").stdout)
    assert one["game"] == "strategy-stacks"
    for _ in range(2):
        said = call("puzzle", "--daily", typed=lines(*answer(from_json(printed)))).stdout
        assert said.startswith("Puzzle of 20")
        assert said.endswith("Solved in a row: 1 (best: 1). Days in a row: 1 (best: 1).\n")
    assert tried() == [True]


@pytest.mark.parametrize("size", ["5000", "2"])
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
        ("--daily", "--difficulty", "2"),
        ("--date", "2026-11-15"),
        ("--difficulty", "0"),
        ("--difficulty", "6"),
        ("strategy-stacks", "--daily", "--range", "9"),
    ],
)
def test_usage_errors_are_reported(arguments: tuple[str, ...], data: Path) -> None:
    done = call("puzzle", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert not (data / "puzzles.json").exists()


def test_game_options_apply_and_too_few_puzzles_are_reported() -> None:
    done = call("puzzle", "order-challenge", "--range", "5", "--count", "999", "--seed", "1", "--json")
    assert done.returncode == 1
    made = [json.loads(line) for line in done.stdout.splitlines()]
    assert made
    assert all(each["options"] == {"range": 5} for each in made)
    error = json.loads(done.stderr)["error"]
    assert error["code"] == "too-large"
    assert f"only {len(made)} can be made" in error["message"]
    assert call("puzzle", "number-duel", "--set", "range=20", "--json").returncode == 0


@pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game in BUILT_IN for kind in offered(find(game))]
)
def test_every_kind_is_asked_answered_and_saved(game: str, kind: Kind) -> None:
    one, two = islice(generate(game, 2, kind=kind), 2)
    typed = lines("help", "moves", *answer(one), "skip")
    done = call("puzzle", game, "--kind", kind, "--seed", "2", "--count", "2", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{Remark('ask-' + kind)}\n" in done.stdout
    assert explained(one, voice=ENGLISH)[0] in done.stdout
    assert f"{'The answer is' if kind == 'one' else answered(two)}" in done.stdout
    assert done.stdout.endswith("\nYou solved 1 of 2.\n")
    kept = ProgressStore().load().progress
    assert [(each.id, each.kind, each.solved) for each in kept.tried] == [
        (one.id, kind, True),
        (two.id, kind, False),
    ]
    assert kept.waiting(datetime(2100, 1, 1, tzinfo=UTC)) == [two]


@pytest.mark.parametrize(
    ("game", "kind", "typed", "said"),
    [
        ("strategy-stacks", "who", "{other}", "No: Player {seat} wins. The game could continue like this: "),
        ("strategy-stacks", "seat", "{other}", "No: Player {seat} wins. The game could continue like this: "),
        ("strategy-stacks", "avoid", "{wins}", "No: {wins} wins. The game could continue like this: "),
        ("number-stack-duel", "all", "{loses}", "No: {loses} loses. The game could continue like this: "),
        ("number-stack-duel", "all", "none", "No: a winning move is missing."),
        ("number-stack-duel", "all", "x", "'x' is not a number: type the numbers that win"),
        ("number-stack-duel", "who", "3", "3 is not a number: type 1 or 2."),
    ],
)
def test_wrong_answers_are_refuted(game: str, kind: Kind, typed: str, said: str) -> None:
    seed, puzzle = next(
        (seed, puzzle)
        for seed in range(1, 50)
        for puzzle in [next(generate(game, seed, kind=kind))]
        if 0 < len(outnumber.solve(puzzle.position).winning) < len(puzzle.position.legal_moves())
    )
    winning = outnumber.solve(puzzle.position).winning
    loses = next(move for move in puzzle.position.legal_moves() if move not in winning)
    words = {
        "seat": puzzle.winner.value,
        "other": puzzle.winner.other.value,
        "wins": winning[0],
        "loses": loses,
    }
    arguments = ("puzzle", game, "--kind", kind, "--seed", str(seed), "--count", "1")
    done = call(*arguments, typed=lines(typed.format(**words)))
    assert said.format(**words) in done.stdout


def test_the_first_puzzle_is_easy_and_solving_makes_them_harder() -> None:
    for game in BUILT_IN:
        for kind in offered(find(game)):
            said = call("puzzle", game, "--kind", kind, "--count", "1", typed="").stdout
            assert "difficulty 1 of 5" in said or "difficulty 2 of 5" in said
    store = ProgressStore()
    for puzzle in islice(generate("strategy-stacks", 1, difficulty=5), 12):
        store.change(Progress.after, puzzle, True, datetime(2026, 1, 1, tzinfo=UTC))
    said = call("puzzle", "strategy-stacks", "--kind", "one", "--count", "1", typed="").stdout
    assert "difficulty 3 of 5" in said or "difficulty 4 of 5" in said
    said = call("puzzle", "strategy-stacks", "--difficulty", "1", "--count", "1", typed="").stdout
    assert "difficulty 1 of 5" in said


def test_a_missing_kind_is_refused_with_the_reason(data: Path) -> None:
    done = call("puzzle", "number-stack-duel", "--kind", "one", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    error = json.loads(done.stderr)["error"]
    assert error["code"] == "bad-option"
    assert error["message"].endswith("nearest to the top. Choose who, all or seat.")
    assert not data.exists()


def test_the_archive_has_past_days_only() -> None:
    printed = json.loads(call("puzzle", "--daily", "--date", "2026-11-10", "--json").stdout)
    assert printed == plain(ProvenPuzzle.of(daily(date(2026, 11, 10))))
    done = call("puzzle", "--daily", "--date", "2999-01-01")
    assert (done.returncode, done.stdout) == (2, "")
    assert "that day is in the future" in done.stderr
    said = call("puzzle", "--daily", "--date", "2026-11-10", typed=lines(printed["solution"])).stdout
    assert said.startswith("Puzzle of 2026-11-10: ")
    # Solved later, it does not count for that day.
    late = datetime.now(UTC).date() > date(2026, 11, 11)
    assert f"Days in a row: {0 if late else 1} " in said


def test_damaged_progress_is_reported_and_renamed(data: Path) -> None:
    (puzzle,) = puzzles("strategy-stacks", 1, 1)
    data.mkdir()
    (data / "puzzles.json").write_text("{", encoding="utf-8")
    done = call(
        "puzzle",
        "strategy-stacks",
        "--kind",
        "one",
        "--seed",
        "1",
        "--count",
        "1",
        typed=lines(puzzle.solution),
    )
    assert done.returncode == 0
    assert done.stderr == (
        "Your puzzle progress was damaged. The damaged file was saved as puzzles.damaged-1.json, "
        "and your progress starts again.\n"
    )
    assert (data / "puzzles.damaged-1.json").read_text(encoding="utf-8") == "{"
    assert tried() == [True]


def test_unsavable_progress_is_reported_once_and_the_puzzles_continue(data: Path) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    one, two = puzzles("strategy-stacks", 1, 2)
    typed = lines(one.solution, two.solution)
    done = call("puzzle", "strategy-stacks", "--kind", "one", "--seed", "1", "--count", "2", typed=typed)
    assert done.returncode == 1
    assert "You solved 2 of 2." in done.stdout
    assert "Solved in a row: 2 (best: 2)." in done.stdout
    assert "The puzzles continue." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_wrong_answer_is_on_disk_before_it_is_shown() -> None:
    (puzzle,) = puzzles("strategy-stacks", 1, 1)
    with piped("puzzle", "strategy-stacks", "--kind", "one", "--seed", "1") as going:
        going.wait_for("Select a number: ")
        going.send(f"{wrong(puzzle)}\n")
        going.wait_for("No: ")
        going.process.send_signal(signal.SIGKILL)
        going.finish()
    assert tried() == [False]


def test_at_a_terminal_the_text_is_the_same_with_colours() -> None:
    (puzzle,) = puzzles("strategy-stacks", 1, 1)
    arguments = ("puzzle", "strategy-stacks", "--kind", "one", "--seed", "1", "--count", "1")
    with at_terminal(*arguments, env={"TERM": "xterm"}) as going:
        going.type(wrong(puzzle), puzzle.solution, prompt="Select a number: ")
        assert going.finish() == 0
        assert f"\x1b[1;32mRight: {puzzle.solution} is the only move that wins.\x1b[0m" in going.output
        assert f"\x1b[33mNo: {wrong(puzzle)} loses." in going.output


def test_ctrl_c_stops_quietly() -> None:
    with at_terminal("puzzle", "strategy-stacks", "--kind", "one", "--seed", "1") as going:
        going.wait_for("Select a number: ")
        going.send("\x03")
        assert going.finish() == 130
        assert "Traceback" not in going.output


def test_the_real_program_needs_no_terminal() -> None:
    done = run("puzzle", "strategy-stacks", "--kind", "one", "--seed", "1", typed=lines("hint"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Hint 1 of 3: " in done.stdout
