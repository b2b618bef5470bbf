"""Whatever a program does wrong is a fault with a name, comes in time, and leaves no process."""

import os
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import outnumber
from outnumber.games.errors import PlayerFault
from outnumber.players.programs import program as settings
from outnumber.players.programs.child import LIMIT
from outnumber.players.programs.program import ProgramPlayer
from tests.players.bots import (
    ASKED,
    CHILD,
    DEAF,
    FIVE,
    LONG,
    NOTED,
    READY,
    SHORT,
    Pids,
    ask,
    at_turn,
    fault,
    python,
    running,
    wait_until,
)
from tests.program import at_terminal, piped

pytestmark = pytest.mark.skipif(os.name == "nt", reason="looks for processes as POSIX systems have them")

# Those that do not. What each does when it is asked to move, and what that is called.

FAULTS = {
    "garbage": ("say('what?')", "player-garbled", "answered 'what?', which is not a move"),
    "a word": ("say('move five')", "player-garbled", "'move five'"),
    "nothing": ("say('move')", "player-garbled", "'move'"),
    "two moves": ("say('move 5 6')", "player-garbled", "'move 5 6'"),
    "other digits": ("say('move \\u0665')", "player-garbled", "which is not a move"),
    "an error": ("say('error too-large Sorry.')", "player-garbled", "'error too-large Sorry.'"),
    "hostile": ("say('\\x1b[2J\\u202e{}')", "player-garbled", "'\\x1b[2J\\u202e{}'"),
    "bytes": ("sys.stdout.buffer.write(bytes(range(256)) + b'\\n')", "player-garbled", "which is not a move"),
    "used": ("say('move 6')", "player-illegal", "played '6', which is not allowed"),
    "zero": ("say('move 0')", "player-illegal", "'0'"),
    "negative": ("say('move -3')", "player-illegal", "'-3'"),
    "huge": ("say('move ' + '9' * 100_000)", "player-illegal", "999…'"),
    "lines without end": ("while True: say('info ' + 'x' * 1000)", "player-flooded", "than 1,000,000 bytes"),
    "a line without end": ("while True: sys.stdout.write('x' * 1000)", "player-flooded", "1,000,000 bytes"),
    "a very long move": ("say('move ' + ' ' * 1_000_000 + '3')", "player-flooded", "1,000,000 bytes"),
    "end": ("sys.exit(3)", "player-ended", "exited on its turn: exit status 3."),
    "crash": (
        "1 / 0",
        "player-ended",
        "exit status 1, after printing 'ZeroDivisionError: division by zero'.",
    ),
    "signal": ("os.kill(os.getpid(), 9)", "player-ended", "killed by signal 9."),
    "half a move": ("sys.stdout.write('move 3')", "player-ended", "exit status 0."),
    "last words": ("sys.stderr.write('\\x1b[2J' * 100_000 + '\\n\\n')\nsys.exit(1)", "player-ended", "…'."),
    "no output": ("os.close(1)\ntime.sleep(600)", "player-ended", "its output was closed."),
    "a child that stays": (f"{CHILD}os._exit(4)", "player-ended", "exit status 4."),
}  # fmt: skip
SILENT = {
    "nothing": "time.sleep(600)",
    "half a line": "sys.stdout.write('move 3')\nsys.stdout.flush()\ntime.sleep(600)",
    "no input": "os.close(0)\ntime.sleep(600)",
    "deaf": f"{DEAF}time.sleep(600)",
    "a child": f"{CHILD}time.sleep(600)",
    "thinking": "while True: pass",
    "trickle": "while True:\n say('info still thinking')\n time.sleep(0.01)",
    "complaints": "while True: sys.stderr.write('x' * 1000)",
    "a million empty lines": "while True: sys.stdout.write('\\n' * 1000)",
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_a_program_does_wrong_has_a_name_and_leaves_no_process(case: str, pids: Pids) -> None:
    does, code, told = FAULTS[case]
    caught = fault(python(ASKED + does), match=at_turn(moves=(6,)))
    assert caught.code == code
    assert told in str(caught)
    pids.check_reaped()


@pytest.mark.parametrize("case", SILENT)
def test_a_program_without_a_move_is_silent_when_its_time_is_over(case: str, pids: Pids) -> None:
    caught = fault(python(ASKED + SILENT[case]), SHORT)
    assert caught.code == "player-silent"
    assert str(caught).endswith("gave no answer within 0.3 s.")
    pids.check_reaped()


def test_a_program_that_never_reads_does_not_hold_us_up(pids: Pids) -> None:
    # Far more than a pipe takes.
    long = at_turn(outnumber.game("order-challenge", range=30_000), moves=tuple(range(1, 20_001)))
    assert fault(python(f"{READY}time.sleep(600)"), SHORT, long).code == "player-silent"
    pids.check_reaped()


def test_a_child_in_a_session_of_its_own_does_not_hold_us_up(pids: Pids) -> None:
    away = CHILD.replace("])", "], start_new_session=True)")
    threads = threading.active_count()
    assert fault(python(f"{ASKED}{away}os._exit(4)"), SHORT).code == "player-ended"
    # It is no longer ours to end; but as long as it holds the pipes, only threads wait for it.
    program, child = pids.all()
    with pytest.raises(ChildProcessError):
        os.waitpid(program, os.WNOHANG)
    os.kill(child, signal.SIGKILL)
    wait_until(lambda: threading.active_count() == threads)


def test_where_no_thread_can_be_started_the_program_is_ended(
    pids: Pids, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(_: threading.Thread) -> None:
        pids.appear()
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    assert fault(python(READY)).code == "unusable-player"
    pids.check_reaped()


@pytest.mark.parametrize(
    ("script", "code"),
    [
        (f"{NOTED}time.sleep(600)", "player-silent"),
        (f"{NOTED}say('Welcome to my bot!')\ntime.sleep(600)", "player-garbled"),
        (f"{NOTED}say('move 5')", "player-garbled"),
        (f"{NOTED}while True: sys.stdout.write('x' * 1000)", "player-flooded"),
        (f"{NOTED}sys.exit(1)", "player-ended"),
    ],
)
def test_a_program_that_is_not_ready_makes_a_fault_too(
    script: str, code: str, pids: Pids, monkeypatch: pytest.MonkeyPatch
) -> None:
    if code == "player-silent":
        monkeypatch.setattr(settings, "START", SHORT)
    assert fault(python(script)).code == code
    if pids.all():
        pids.check_reaped()


def test_a_program_that_talks_all_the_time_takes_little_memory(pids: Pids) -> None:
    player = ProgramPlayer(python(f"{ASKED}say('move 5')\nwhile True: say('x' * 1000)"))
    assert ask(player) == 5
    child = player._child
    assert child
    wait_until(lambda: len(child._came) >= LIMIT)
    assert len(child._came) < LIMIT + 65536
    # It has waited meanwhile, and goes on.
    with pytest.raises(PlayerFault, match="answered 'xxx"):
        ask(player)
    player.close()
    pids.check_reaped()


def test_a_program_that_cannot_be_started_makes_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x00\x01 no program")
    file.chmod(0o755)
    assert fault(shlex.quote(str(file))).code == "unusable-player"
    assert fault(python("pass", "\0")).code == "unusable-player"


def test_programs_leave_neither_threads_nor_open_files(pids: Pids) -> None:
    def held() -> tuple[int, int]:
        files = Path("/proc/self/fd")
        return threading.active_count(), len(list(files.iterdir())) if files.exists() else 0

    before = held()
    for does in ("say('what?')", "sys.exit(1)", f"{CHILD}os._exit(1)"):
        fault(python(ASKED + does))
    player = ProgramPlayer(python(FIVE))
    ask(player)
    player.close()
    assert held() == before


# Leaving


STUBBORN = f"{ASKED}{DEAF}{CHILD}say('move 5')\nwhile True: time.sleep(600)"


def test_closing_ends_even_who_does_not_want_to_go(pids: Pids) -> None:
    player = ProgramPlayer(python(STUBBORN))
    assert ask(player) == 5
    player.close()
    player.close()
    pids.check_reaped()
    assert len(pids.all()) == 2


def test_a_player_that_is_forgotten_takes_its_program_along(pids: Pids) -> None:
    player = ProgramPlayer(python(STUBBORN))
    ask(player)
    del player
    pids.check_reaped()


def test_a_player_that_was_closed_can_play_again(pids: Pids) -> None:
    player = ProgramPlayer(python(FIVE))
    for _ in range(2):
        assert ask(player) == 5
        player.close()
    assert len(pids.all()) == 2
    pids.check_reaped()


def interrupted(pids: Pids, sent: str | signal.Signals) -> int:
    """The status of the program that lets a stubborn one play, and is interrupted meanwhile."""
    thinking = f"{READY}{DEAF}{CHILD}while True: time.sleep(600)"
    with at_terminal("play", "strategy-stacks", "--p1", f"cmd:{python(thinking)}") as terminal:
        assert all(map(running, pids.appear(2)))
        if isinstance(sent, str):
            terminal.send(sent)
        else:
            terminal.process.send_signal(sent)
        terminal.finish()
        assert "Traceback" not in terminal.output
        pids.disappear()
        return terminal.process.returncode


def test_an_interrupt_ends_the_program_that_is_thinking(pids: Pids) -> None:
    assert interrupted(pids, "\x03") == 130


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_us_ends_the_program_too(sent: signal.Signals, pids: Pids) -> None:
    assert interrupted(pids, sent) == -sent


def test_when_we_are_killed_a_program_that_reads_sees_the_end(pids: Pids) -> None:
    reading = f"{ASKED}say('move 5')\nfor line in sys.stdin: pass"
    with piped("play", "strategy-stacks", "--p1", f"cmd:{python(reading)}") as going:
        going.wait_for("Your turn.")
        going.process.kill()
        pids.disappear()


def test_the_terminal_is_out_of_reach(pids: Pids) -> None:
    script = f"{ASKED}say('move 5' if os.getsid(0) == os.getpid() else 'move 0')\nopen('/dev/tty', 'w')"
    with at_terminal("play", "strategy-stacks", "--p1", f"cmd:{python(script)}") as terminal:
        terminal.wait_for("Your turn.")
        assert "The computer played 5." in terminal.output


def test_interpreter_exit_ends_the_program(pids: Pids) -> None:
    script = (
        "import outnumber, sys\n"
        "from outnumber.players.programs.program import ProgramPlayer\n"
        "from outnumber.match.clock import Clock\n"
        "from outnumber.match.match import Begun, Match\n"
        "player = ProgramPlayer(sys.argv[1])\n"
        "print(player.choose(Match(outnumber.game('strategy-stacks')).after(Begun()), Clock(None)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, python(STUBBORN)],
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("5\n", "")
    pids.disappear()
