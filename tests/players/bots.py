"""Programs that play, well or badly, and helpers for tests."""

import os
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import outnumber
from outnumber import Rules
from outnumber.games.errors import PlayerFault
from outnumber.match.clock import Clock
from outnumber.match.match import Match
from outnumber.match.round import Round
from outnumber.players.programs.program import ProgramPlayer

STACKS = outnumber.game("strategy-stacks")
# Tests do not measure time: this only ends a test that would hang.
LONG = 60.0
# And this is the limit for a program that would never answer.
SHORT = 0.3

# Each program first writes its process id to a file, so that a test can find it later.
NOTED = """
import os, signal, subprocess, sys, time
def note(pid):
    with open(os.environ["PIDS"], "a") as file:
        print(pid, file=file)
def say(text):
    print(text, flush=True)
note(os.getpid())
"""
READY = f"{NOTED}\ninput()\nsay('ready')\n"
FIVE = f"{READY}for line in sys.stdin:\n if line[:2] == 'go': say('move 5')\n"
ASKED = f"{READY}for line in sys.stdin:\n if line[:2] == 'go': break\n"
CHILD = "note(subprocess.Popen([sys.executable, '-I', '-S', '-c', 'import time; time.sleep(600)']).pid)\n"
DEAF = "for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(each, signal.SIG_IGN)\n"


def python(script: str, *arguments: str) -> str:
    """The command line of a Python program."""
    return shlex.join([sys.executable, "-I", "-S", "-c", script, *arguments])


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # An ended process may wait for its parent to reap it, which is not this process.
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text(encoding="utf-8").rpartition(") ")[2].startswith("Z"))


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


class Pids:
    """The processes started by the programs of a test."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def all(self) -> list[int]:
        return [int(line) for line in self._file.read_text(encoding="utf-8").splitlines()]

    def appear(self, count: int = 1) -> list[int]:
        """Wait until a number of processes have started."""
        wait_until(lambda: self._file.exists() and len(self.all()) >= count)
        return self.all()

    def disappear(self) -> None:
        """Wait until all have ended, even as zombies."""
        wait_until(lambda: not any(map(running, self.all())))

    def check_reaped(self) -> None:
        """Check that the program is not even a zombie, and that its children have ended."""
        with pytest.raises(ChildProcessError):
            os.waitpid(self.all()[0], os.WNOHANG)
        self.disappear()


def at_turn(position: Rules = STACKS, moves: tuple[int, ...] = (), seed: int = 0) -> Match:
    return Match(position, rounds=(Round.begin(position, moves),), seed=seed)


def ask(player: ProgramPlayer, match: Match | None = None, seconds: float | None = LONG) -> int:
    clock = Clock(seconds)
    clock.start()
    return player.choose(match or at_turn(), clock)


def fault(command: str, seconds: float = LONG, match: Match | None = None) -> PlayerFault:
    """The fault of a program at its first move."""
    player = ProgramPlayer(command)
    try:
        with pytest.raises(PlayerFault) as caught:
            ask(player, match, seconds)
    finally:
        player.close()
    assert str(caught.value).isprintable()
    return caught.value
