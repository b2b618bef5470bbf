"""The real program in a real terminal: whole games, and games continued in another front end."""

import re
import time
from datetime import date
from pathlib import Path

import pytest

from outnumber.games.registry import BUILT_IN, find, game
from outnumber.local.choices import GameChoices, LastChoices
from outnumber.match.match import BOOK
from outnumber.store.games import GameStore
from outnumber.study.puzzles.daily import daily
from outnumber.study.puzzles.progress import ProgressStore
from tests.local.app.tmux import Terminal, needs_tmux
from tests.program import PATIENCE, at_terminal, run

# The moves of two people; if the game is not over then, the next player resigns.
GAMES = {
    "number-stack-duel": (5, 7, 4, 9, 3, 8, 2, 6, 1),
    "number-duel": (97, 1, 61, 6, 16),
    "order-challenge": (3, 5, 7, 8, 9),
    "number-stack-attack": (9, 8, 9, 8, 3),
    "strategy-stacks": (6, 3, 9, 1, 7),
}


def begin(terminal: Terminal, name: str) -> None:
    """Open the app and start a game between two people."""
    terminal.run()
    terminal.wait_for("O U T N U M B E R")
    terminal.press("f")
    terminal.wait_for("The players")
    for _ in range(list(BUILT_IN).index(name)):
        terminal.press("Down")
    terminal.wait_for(find(name).summary.split()[-1])
    terminal.press("Enter")
    terminal.wait_for("Welcome!")


@needs_tmux
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_whole_game_from_start_to_end(name: str, tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        begin(terminal, name)
        for ply, move in enumerate(GAMES[name]):
            terminal.wait_for(f"Player {ply % 2 + 1}'s turn")
            terminal.press(*str(move), "Enter")
            terminal.wait_for(f"played {move}.")
            if ply == 1:
                # During the game the window is resized, and no input is lost.
                terminal.resize(120, 40)
                terminal.resize(80, 24)
        position = GameStore().load(1).current.position
        if position.outcome() is None:
            terminal.press("x")
            terminal.wait_for("give up this round?")
            terminal.press("y")
        terminal.wait_for("wins the game!")
        terminal.press("r")
        terminal.wait_for("Who is winning")
        terminal.wait_for("→ Next")
        terminal.press("Escape")
        terminal.wait_for("plays again")
        terminal.press("q")
        terminal.wait_for("O U T N U M B E R")
        terminal.press("q")
        terminal.wait_for("EXIT 0")
    match = GameStore().load(1)
    assert match.over
    assert match.current.moves == GAMES[name]


@needs_tmux
def test_the_first_refusal_of_a_new_game_is_not_covered_by_the_help(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.run()
        terminal.wait_for("O U T N U M B E R")
        terminal.press("n")
        terminal.wait_for("The players")
        terminal.press("Tab")
        terminal.wait_for("▌ Largest number")
        terminal.press("0", "BTab")
        terminal.wait_for("   Largest number  0")
        terminal.press("Enter")
        terminal.wait_for("▌ Largest number")
        terminal.wait_for("! Largest number '0' is not valid")


@needs_tmux
def test_a_game_moves_from_the_app_to_the_plain_terminal_and_back(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        begin(terminal, "number-stack-duel")
        terminal.press("5", "Enter")
        terminal.wait_for("Player 1 played 5.")
        refused = run("resume")
        assert refused.returncode == 1
        assert "being played by another program" in refused.stderr
        terminal.press("q")
        terminal.wait_for("Saved as game 1.")
        plain = run("resume", typed="7\n")
        assert "Played so far: 5." in plain.stdout
        assert GameStore().load(1).current.moves == (5, 7)
        terminal.press("c")
        terminal.wait_for("Picking up where you left off.")
        terminal.wait_for("Stack  5 < 7")
        terminal.press("4", "Enter")
        terminal.wait_for("Player 1 played 4.")
        terminal.press("C-c")
        terminal.wait_for("EXIT 0")
    assert GameStore().load(1).current.moves == (5, 7, 4)


@needs_tmux
def test_the_daily_puzzle_is_solved_after_a_wrong_move_and_counted_everywhere(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.run()
        terminal.wait_for("O U T N U M B E R")
        terminal.press("p")
        terminal.wait_for("Daily puzzle")
        terminal.press("d")
        found = re.search(r"Puzzle of ([-0-9]{10})", terminal.wait_for("One move wins: find it"))
        assert found
        puzzle = daily(date.fromisoformat(found[1]))
        wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.solution)
        terminal.press(*str(wrong), "Enter")
        terminal.wait_for("⏎ goes back, and you try again.")
        terminal.press("Enter")
        terminal.wait_for("One move wins: find it")
        terminal.press(*str(puzzle.solution), "Enter")
        terminal.wait_for(f"Right: {puzzle.solution} is the only move that wins.")
        terminal.wait_for("Days in a row: 0")
        terminal.press("Enter")
        terminal.wait_for("missed ✗")
        # Another puzzle, left undecided, does not count.
        terminal.press("m")
        terminal.wait_for("Puzzle 1: ")
        terminal.press("q")
        terminal.wait_for("Daily puzzle")
        terminal.press("q")
        terminal.wait_for("O U T N U M B E R")
        terminal.press("t")
        terminal.wait_for("Solved 0 of 1")
        terminal.press("C-c")
        terminal.wait_for("EXIT 0")
    (tried,) = ProgressStore().load().progress.tried
    assert (tried.id, tried.solved, tried.daily) == (puzzle.id, False, found[1])
    assert "Solved 0 of 1" in run("stats").stdout


@needs_tmux
def test_a_killed_terminal_loses_nothing(tmp_path: Path) -> None:
    LastChoices().keep(GameChoices(game("number-stack-duel"), "casual", BOOK, ""))
    with Terminal(tmp_path) as terminal:
        terminal.run()
        terminal.wait_for("O U T N U M B E R")
        terminal.press("n")
        terminal.wait_for("The players")
        terminal.press("Enter")
        terminal.wait_for("Welcome!")
        terminal.press("5", "Enter")
        terminal.wait_for("The computer played")
    assert GameStore().load(1).current.moves[0] == 5
    for _ in range(PATIENCE):
        done = run("resume", typed="")
        if "another program" not in done.stderr:  # until the program has noticed that its terminal is gone
            break
        time.sleep(0.2)
    assert done.returncode == 0, done.stderr


@needs_tmux
def test_the_language_of_the_command_line_applies_to_the_app(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.run("--language", "de")
        terminal.wait_for("Fünf Zahlenduelle")
        terminal.press("q")
        terminal.wait_for("EXIT 0")


@needs_tmux
def test_the_language_of_the_system_applies_to_the_app(tmp_path: Path) -> None:
    with Terminal(tmp_path, LC_ALL="", LANG="de_DE.UTF-8") as terminal:
        terminal.run()
        terminal.wait_for("Einstellungen")
        terminal.press("q")
        terminal.wait_for("EXIT 0")


@needs_tmux
def test_no_color_removes_colours_in_the_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, NO_COLOR="1") as terminal:
        terminal.run()
        terminal.wait_for("O U T N U M B E R")
        terminal.press("n")
        terminal.wait_for("The players")
        terminal.press("Enter")
        terminal.wait_for("Welcome!")
        codes = {
            code
            for codes in re.findall(r"\x1b\[([\d;:]*)m", terminal.screen("-e"))
            for code in codes.split(";")
        }
        # Bold, dim, underlined, reversed, and the ends of these.
        assert codes <= {"", "0", "1", "2", "4", "7", "39", "49"}
        assert "1" in codes


def test_without_a_terminal_help_is_printed() -> None:
    done = run()
    assert done.returncode == 0
    assert "Usage: outnumber" in done.stdout


def test_a_terminal_without_screen_support_gets_help() -> None:
    with at_terminal(env={"TERM": "dumb"}) as going:
        going.wait_for("Usage: outnumber")
        assert going.finish() == 0


def test_other_commands_do_not_load_textual() -> None:
    import subprocess
    import sys

    check = (
        "import sys; from outnumber.cli.main import run; run(['games']); run(['--version']);"
        "assert not any(name.split('.')[0] in ('textual', 'rich') for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", check], check=True, stdout=subprocess.DEVNULL)
