"""At a terminal with a cursor: lines are edited and completed, and a half-typed one survives what happens."""

import os
import signal
import sys
from pathlib import Path

import pytest

from outnumber.games.sentences import ENGLISH
from outnumber.local.terminal.console import Console
from tests import program
from tests.program import Going, at_terminal, games_on_disk

pytest.importorskip("readline")

PROMPT = "Select a number: "
STACKS = ("play", "strategy-stacks")
XTERM = {"TERM": "xterm", "NO_COLOR": "1"}


def playing(*arguments: str) -> Going:
    going = at_terminal(*STACKS, *arguments, env=XTERM)
    going.wait_for(PROMPT)
    return going


@pytest.mark.parametrize(
    "keys",
    [
        "56\x1b[D\x7f\n",  # one to the left, and the key before it deleted
        "5\x01\x0b6\n",  # to the beginning, and the rest cut
        "5\x7f6\n",
        "\x1b[C\x1b[D6\n",  # arrows in an empty line
    ],
)
def test_a_line_is_edited_before_it_counts(keys: str) -> None:
    with playing() as going:
        going.send(keys)
        going.wait_for("Last opponent's number: 6")
        assert "is not a number" not in going.output


def test_the_up_key_brings_back_what_was_typed() -> None:
    with playing() as going:
        going.send("6\n")
        going.wait_for(PROMPT)
        going.send("\x1b[A\n")
        going.wait_for("6 is already used.")


@pytest.mark.parametrize(
    ("keys", "told"),
    [("mo\t\n", "You can play"), ("BOA\t\n", "has selected"), ("he\t\n", "one of these commands")],
)
def test_tab_completes_words(keys: str, told: str) -> None:
    with playing() as going:
        going.send(keys)
        going.wait_for(told)


def test_tab_completes_numbers_that_can_be_played() -> None:
    with playing("--range", "30") as going:
        going.send("17\n")
        going.wait_for(PROMPT)
        # Only 1 goes with 17 here.
        going.send("\t\x15")
        going.send("1\t\n")
        going.wait_for("Last opponent's number: 1")


def test_tab_completes_files_after_save(tmp_path: Path) -> None:
    (tmp_path / "only-this-one.txt").write_text("", encoding="utf-8")
    with playing() as going:
        going.send(f"save {tmp_path}/on\t\n")
        # Where lines break depends on the name of the directory.
        going.wait_for("choose")
        assert "only-this-one.txtcouldnotbesaved:thatfileexists" in "".join(going.output.split())


def test_after_a_pause_the_question_comes_again_with_what_was_half_typed() -> None:
    with playing() as going:
        going.send("hel")
        going.wait_for("hel")
        os.kill(going.process.pid, signal.SIGSTOP)
        os.waitpid(going.process.pid, os.WUNTRACED)
        os.kill(going.process.pid, signal.SIGCONT)
        going.wait_for(f"{PROMPT}hel")
        going.send("p\n")
        going.wait_for("one of these commands")


def test_ctrl_c_and_ctrl_d_keep_the_game(data: Path) -> None:
    for key, status in (("\x03", 130), ("\x04", 0)):
        with playing() as going:
            going.send("6\n")
            going.wait_for(PROMPT)
            going.send(key)
            assert going.finish() == status
            assert "Resume it with: outnumber resume" in going.output
            assert "Traceback" not in going.output
    assert len(games_on_disk(data)) == 2


def test_bytes_that_are_no_text_are_a_bad_entry() -> None:
    with playing() as going:
        going.send(b"\xff\xfe3\n")
        going.wait_for("is not a number")
        going.wait_for(PROMPT)


def test_several_lines_at_once_are_several_answers() -> None:
    with playing() as going:
        going.send("6\n3\n9\n")
        going.wait_for("Last opponent's number: 9")


WARNS_EARLY = """
import sys
from outnumber.cli.main import run
from outnumber.local.terminal import console
console.WARNING = 3
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize("clock", ["6", "0.1+0"])
def test_the_time_is_shown_and_its_end_is_announced_without_losing_the_line(
    monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    monkeypatch.setattr(program, "PROGRAM", [sys.executable, "-W", "error", "-c", WARNS_EARLY])
    with at_terminal(*STACKS, "--clock", clock, env=XTERM) as going:
        going.wait_for(f"[0:06] {PROMPT}")
        going.send("he")
        going.wait_for("3 seconds left!")
        going.wait_for(f"{PROMPT}he")
        going.wait_for("Time is up: Player 1 took")
        going.wait_for("Player 2 wins the game!")


def test_resign_asks_at_a_terminal() -> None:
    with playing() as going:
        for unclear in ("?", "", "nonsense"):
            going.send("resign\n")
            going.wait_for("Give up this round? (yes or no) ")
            going.send(f"{unclear}\n")
            going.wait_for("Type yes or no, or quit to leave.")
            going.wait_for("Give up this round? (yes or no) ")
            going.send("no\n")
            going.wait_for(PROMPT)
        assert "resigns" not in going.output
        going.send("resign\n")
        going.wait_for("Give up this round? (yes or no) ")
        going.send("yes\n")
        going.wait_for("Player 1 resigns.")


def test_whoever_is_asked_whether_to_resign_can_leave() -> None:
    with playing() as going:
        going.send("resign\n")
        going.wait_for("Give up this round? (yes or no) ")
        going.send("quit\n")
        assert going.finish() == 0
        assert "resigns" not in going.output


def test_after_a_game_it_can_be_reviewed_and_played_again(data: Path) -> None:
    with playing("--p2", "random", "--range", "3", "--seed", "1") as going:
        going.send("1\n")
        going.wait_for("This is game 1 of your history.")
        going.wait_for("or press Enter to leave: ")
        going.send("nonsense\n")
        going.wait_for("'nonsense' is not one of these commands.")
        going.wait_for("or press Enter to leave: ")
        going.send("review\n")
        going.wait_for("Find the better move, or press Enter to see it.")
        going.send("\n")
        going.wait_for("Turning point")
        going.wait_for("or press Enter to leave: ")
        going.send("again\n")
        # This time the other begins.
        going.wait_for("You are Player 2, against random.")
        going.wait_for("The computer played")
        going.send("quit\n")
        assert going.finish() == 0
    assert len(games_on_disk(data)) == 2


def test_ctrl_c_is_heard_though_the_timer_rings_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(_: str) -> str:
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()

    monkeypatch.setattr("builtins.input", both)
    monkeypatch.setenv("TERM", "xterm")
    console = Console(voice=ENGLISH)
    console.at_terminal = True
    with pytest.raises(KeyboardInterrupt):
        console.ask(PROMPT)
