"""A real terminal and real pipes: typing, leaving, running out of time, and closed output."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from outnumber.games.sentences import ENGLISH
from outnumber.language import chains, puzzles, remote
from outnumber.language.match import HELP as MATCH_HELP
from outnumber.language.match import Item, help_lines
from outnumber.language.voice import voice
from outnumber.local.terminal.console import Console
from tests import program
from tests.program import (
    HELP_EXISTS,
    PROGRAM,
    Going,
    at_terminal,
    call,
    environment,
    games_on_disk,
    lines,
    piped,
    run,
)

PROMPT = "Select a number: "
STACKS = ("play", "strategy-stacks")
KEPT = "Saved as game 1. Resume it with: outnumber resume 1\n"
ESCAPE = "\x1b"


def moves_on_disk(data: Path) -> list[str]:
    """The moves of the only game, from its record."""
    (path,) = games_on_disk(data)
    last = path.read_text(encoding="utf-8").split("[Round ")[-1]
    return [word for word in last.partition("\n\n")[2].split() if not word.endswith(".")]


# Lists


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("words", [MATCH_HELP, chains.HELP, puzzles.HELP, remote.HELP])
def test_lists_keep_their_columns_at_a_narrow_terminal_and_are_unchanged_in_a_pipe(
    words: Sequence[tuple[str, str]],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    told = help_lines(words, voice(language))
    (margin,) = {line.margin for line in told if isinstance(line, Item)}
    Console(voice=ENGLISH).say(told)
    assert capsys.readouterr().out == "".join(f"{line}\n" for line in told)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Console(voice=ENGLISH).say(told)
    said = capsys.readouterr().out.splitlines()
    assert max(map(len, said)) <= 60
    assert sum(bool(line[:margin].strip()) for line in said) == len(told) < len(said)
    assert " ".join(said).split() == " ".join(told).split()


def test_a_column_without_space_is_dropped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "14")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Console(voice=ENGLISH).say(Item("  insert  ", "between two"))
    assert capsys.readouterr().out == "  insert\nbetween two\n"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (
            "Saved as game 12. Resume it with: outnumber resume 12",
            ["Saved as game 12. Resume", "it with:", "outnumber resume 12"],
        ),
        ("  outnumber play order-challenge --range 12", ["outnumber play order-challenge --range 12"]),
        (f"It is here: http://{'x' * 30}", ["It is here:", f"http://{'x' * 30}"]),
        ("Short: outnumber play", ["Short: outnumber play"]),
        ("the program outnumber is not a command", ["the program outnumber is", "not a command"]),
    ],
)
def test_a_command_or_link_is_never_broken_at_a_narrow_terminal(
    line: str, shown: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Console(voice=ENGLISH).say(line)
    assert capsys.readouterr().out.splitlines() == shown


def test_the_games_are_listed_in_columns_at_a_terminal() -> None:
    with at_terminal("play", env={"COLUMNS": "60", "LC_ALL": "C.UTF-8"}) as terminal:
        terminal.wait_for("Which game?")
        listed = terminal.output.partition("Which game?")[0].split("1  ", 1)[1].splitlines()
    assert len(listed) > 5
    assert all(line[:1].isdigit() or line.startswith("   ") for line in listed[1:] if line)


# Typing


def test_an_invalid_entry_at_a_terminal_is_explained_and_asked_for_again() -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.type(6, "x", "", "²", 5, 66, 6, 3, prompt=PROMPT)
        terminal.wait_for("Last opponent's number: 3")
        for answer in (
            "'x' is not",
            "You typed nothing",
            "'²' is not",
            "5 is neither a factor nor a multiple of 6",
            "6 is already used",
        ):
            assert answer in terminal.output
        assert terminal.output.count("Last opponent's number: 6") == 1


def test_a_line_can_be_edited_before_enter() -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.wait_for(PROMPT)
        terminal.send("77\x7f\x7f6\n")  # twice backspace
        terminal.wait_for("Last opponent's number: 6")
        terminal.wait_for(PROMPT)
        terminal.send("9999\x153\n")  # Ctrl-U clears the line
        terminal.wait_for("Last opponent's number: 3")


def test_control_characters_typed_at_a_terminal_are_one_invalid_entry() -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.wait_for(PROMPT)
        terminal.send(b"\x1b[A\x00\x01\x07\xff\n")
        terminal.wait_for("is not a number")
        terminal.type(6, prompt=PROMPT)
        terminal.wait_for("Last opponent's number: 6")


def test_a_line_too_long_for_a_terminal_is_one_invalid_entry() -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.wait_for(PROMPT)
        for _ in range(8):
            terminal.send("9" * 1000)
        terminal.send("\n")
        terminal.wait_for("is not one of the numbers from 1 to 9")
        terminal.type(6, prompt=PROMPT)
        terminal.wait_for("Last opponent's number: 6")


def test_a_whole_game_pasted_at_once_is_played() -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.wait_for(PROMPT)
        terminal.send(lines(6, 3, 9, 1, 2, 8, 4))
        assert terminal.finish() == 0
        assert terminal.game.endswith("Player 1 wins the game!\n")


# Leaving


def test_ctrl_c_exits_with_status_130_and_saves_the_game(data: Path) -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.type(6, 3, prompt=PROMPT)
        terminal.wait_for(PROMPT)
        terminal.send("9\x03")  # half an entry, then Ctrl-C
        assert terminal.finish() == 130
        assert terminal.game.endswith(KEPT)
        assert "Traceback" not in terminal.output
    assert moves_on_disk(data) == ["6", "3"]


def test_ctrl_d_exits_with_status_0_and_saves_the_game(data: Path) -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.type(6, 3, prompt=PROMPT)
        terminal.wait_for(PROMPT)
        terminal.send("\x04")
        assert terminal.finish() == 0
        assert terminal.game.endswith(f"{PROMPT}\n{KEPT}")
    assert moves_on_disk(data) == ["6", "3"]


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_leaving_before_the_first_move_saves_no_game(key: str, data: Path) -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.wait_for(PROMPT)
        terminal.send(key)
        assert terminal.finish() == (130 if key == "\x03" else 0)
        assert "Kept" not in terminal.output
    assert not data.exists()


def test_a_terminal_that_disappears_loses_no_move(data: Path) -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.type(6, 3, prompt=PROMPT)
        terminal.wait_for(PROMPT)
        terminal.stop_reading()
        terminal._into = -1  # the same handle
        terminal.process.wait(60)
    assert moves_on_disk(data) == ["6", "3"]


def test_a_terminal_that_disappears_without_a_signal_ends_the_input(data: Path) -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *STACKS], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    os.close(theirs)
    os.write(ours, b"6\n")
    assert process.stdout
    said = b""
    while b"opponent's number: 6" not in said:
        said += process.stdout.read1()  # type: ignore[attr-defined]
    os.close(ours)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, b"")
    assert moves_on_disk(data) == ["6"]


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_killed_program_has_saved_every_move(sent: signal.Signals, data: Path) -> None:
    with at_terminal(*STACKS) as terminal:
        terminal.type(6, 3, prompt=PROMPT)
        terminal.wait_for(PROMPT)
        terminal.process.send_signal(sent)
        terminal.process.wait(60)
    assert moves_on_disk(data) == ["6", "3"]


def test_the_end_of_a_pipe_exits_with_status_0_and_saves_the_game(data: Path) -> None:
    done = call(*STACKS, typed=lines(6, 3))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"{PROMPT}\n{KEPT}")
    assert moves_on_disk(data) == ["6", "3"]


def test_an_interrupt_in_a_pipe_works_as_at_a_terminal(data: Path) -> None:
    with piped(*STACKS) as going:
        going.type(6, prompt=PROMPT)
        going.wait_for(PROMPT)
        going.process.send_signal(signal.SIGINT)
        assert going.finish() == 130
        assert going.game.endswith(KEPT)
        assert going.errors() == ""
    assert moves_on_disk(data) == ["6"]


# Output


@pytest.mark.parametrize(
    "arguments", [STACKS, ("games",), ("rules", "number-duel"), ("--help",), ("history",), ("replay", "1")]
)
def test_a_reader_that_closes_the_pipe_causes_no_traceback(arguments: tuple[str, ...], data: Path) -> None:
    call(*STACKS, typed=lines(6, 3, 9))
    with piped(*arguments) as going:
        if arguments == STACKS:
            going.type(6, prompt=PROMPT)
            going.wait_for(PROMPT)
        going.stop_reading()
        if arguments == STACKS:
            going.send(lines(3, 9))
        going.process.wait(60)
        assert going.errors() == ""
        assert going.process.returncode in (0, 1)
    if arguments == STACKS:
        assert "\n1. 6" in (data / "games" / "2.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [STACKS, ("games",), ("--version",)])
def test_a_full_disk_behind_the_output_is_reported_in_one_line(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.decode() == "Error: Output: No space left on device.\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["play strategy-stacks", "play chess"])
def test_closed_streams_cause_no_traceback(command: str, closed: str, tmp_path: Path) -> None:
    program = " ".join(f"'{part}'" for part in PROGRAM)
    done = subprocess.run(
        ["sh", "-c", f"{program} {command} {closed}"],
        input="6\n",
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert done.returncode == (2 if "chess" in command else 0)


def colours(**env: str) -> str:
    with at_terminal(*STACKS, env=env) as terminal:
        terminal.type(6, 5, "resign", prompt=PROMPT)
        terminal.type("yes", prompt="Give up this round? (yes or no) ")
        assert terminal.finish() == 0
        # The number of the game differs each time.
        return terminal.game


def test_a_capable_terminal_shows_colours() -> None:
    said = colours(TERM="xterm-256color")
    assert ESCAPE in said
    # Without the colours the text is the same.
    plain = said
    while ESCAPE in plain:
        before, _, rest = plain.partition(ESCAPE)
        plain = before + rest.partition("m")[2]
    assert plain.removeprefix(HELP_EXISTS) == colours(TERM="dumb")


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}])
def test_a_terminal_that_cannot_or_must_not_shows_no_colours(env: dict[str, str]) -> None:
    assert ESCAPE not in colours(**env)


def test_without_a_terminal_there_are_no_colours() -> None:
    done = run(*STACKS, typed=lines(6, 5, "resign"), env={"TERM": "xterm-256color"})
    assert ESCAPE not in done.stdout + done.stderr


def test_letters_that_a_terminal_cannot_show_are_replaced() -> None:
    names = ("--names", "Zoë,Łukasz")
    done = run(*STACKS, *names, typed="6\n", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "Zo?'s Turn:" in done.stdout


# Time

# A turn's clock starts at its prompt. It is long enough for a busy machine to type one entry in time, or
# several.
CLOCK = (*STACKS, "--clock", "2")
LONGER_CLOCK = (*STACKS, "--clock", "5")
TIME_UP = "Time is up: Player 2 took longer than 2 seconds.\nPlayer 1 wins the game!\n"


def test_the_clock_interrupts_a_waiting_terminal(data: Path) -> None:
    with at_terminal(*CLOCK) as terminal:
        terminal.type(6, prompt=PROMPT)
        assert terminal.finish() == 0
        assert terminal.game.endswith(f"{PROMPT}\n{TIME_UP}")
    assert '[Result "1 time"]' in games_on_disk(data)[0].read_text(encoding="utf-8")


def test_the_clock_interrupts_a_waiting_pipe() -> None:
    with piped(*CLOCK) as going:
        going.type(6, prompt=PROMPT)
        assert going.finish() == 0
        assert going.game.endswith(f"{PROMPT}\n{TIME_UP}")
        assert going.errors() == ""


@pytest.mark.parametrize("start", [at_terminal, piped])
def test_half_an_entry_does_not_count_when_time_is_up(start: Callable[..., Going], data: Path) -> None:
    with start(*LONGER_CLOCK, "--rounds", "2") as going:
        going.type(6, prompt=PROMPT)
        going.wait_for(PROMPT)
        going.send("3")  # and no Enter
        going.wait_for("Time is up: Player 2 took longer than 5 seconds.")
        going.wait_for(PROMPT)
        going.send("5\n")  # the next round: 5, not 35
        going.wait_for("Last opponent's number: 5")
    (record,) = games_on_disk(data)
    assert [section.split()[-1] for section in record.read_text(encoding="utf-8").split("[Round ")[1:]] == [
        "6",
        "5",
    ]


def test_invalid_entries_and_commands_do_not_stop_the_clock() -> None:
    with piped(*LONGER_CLOCK) as going:
        going.type(6, "x", "moves", prompt=PROMPT)
        going.wait_for("You can play")
        assert going.finish() == 0
        assert going.game.endswith(TIME_UP.replace("2 seconds", "5 seconds"))


def test_moves_that_arrive_in_time_are_played() -> None:
    done = call(*STACKS, "--clock", "60", typed=lines(6, 3, 9, 1, 2, 8, 4))
    assert done.stdout.startswith("Time for each turn: 60 seconds.\n\nGame Start!\n")
    assert done.stdout.endswith("Player 1 wins the game!\n")


# If the input cannot be waited for with a limit, as on Windows, a thread reads it.

LIKE_WINDOWS = """
import os, sys, types
from outnumber.cli.main import run
from outnumber.local.terminal import console
console.os = types.SimpleNamespace(name="nt", environ=os.environ)
sys.exit(run(sys.argv[1:]))
"""


def like_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "PROGRAM", [sys.executable, "-W", "error", "-c", LIKE_WINDOWS])


def test_a_reading_thread_plays_a_game_and_exits_cleanly(monkeypatch: pytest.MonkeyPatch) -> None:
    like_windows(monkeypatch)
    with piped(*STACKS) as going:
        going.type(6, 3, 9, 1, 2, 8, prompt=PROMPT)
        going.wait_for(PROMPT)
        going.send(lines(4))  # and the input stays open while the program exits
        assert going.finish() == 0
        assert going.errors() == ""
        assert going.game.endswith("Player 1 wins the game!\n")


@pytest.mark.parametrize("start", [at_terminal, piped])
def test_a_reading_thread_respects_the_clock(
    monkeypatch: pytest.MonkeyPatch, start: Callable[..., Going]
) -> None:
    like_windows(monkeypatch)
    with start(*CLOCK) as going:
        going.type(6, prompt=PROMPT)
        going.wait_for(PROMPT)
        going.send("3")  # and no Enter
        assert going.finish() == 0
        assert going.game.endswith(TIME_UP)
