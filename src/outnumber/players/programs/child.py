"""A child process that plays: sends it questions, and returns answers in time or raises `PlayerFault`.

Three threads move the bytes: a pipe can block in both directions, and only threads can wait for one on every
system. Input is bounded: a flood stays in the pipe and does not fill the memory.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Container, Sequence
from contextlib import suppress
from queue import SimpleQueue
from time import monotonic
from typing import IO
from weakref import WeakSet

from outnumber.games import Phrase, PlayerFault, shown

# Maximum bytes of output per answer.
LIMIT = 1_000_000
# Seconds to wait for it to exit when asked, and for its remaining output.
GRACE = 1.0
# Seconds between checks whether it still runs; end of file is not enough, because its children may hold the
# pipe.
GLANCE = 0.1
# Number of last bytes of standard error to keep.
LAST_WORDS = 4096
# Names of variables that look like secrets, and URLs with a name or a password.
_SECRET = re.compile(
    r"(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?(_|\d|$)|(^|_)(PASS|PAT|AUTH)$", re.IGNORECASE
)
_LOGIN = re.compile(r"://[^/?#\s]*@")

# The same for Windows, as far as possible: there, the program is killed without its children.
_GROUP_OF_ITS_OWN = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


def environment() -> dict[str, str]:
    """Our environment variables without those that look like secrets."""
    return {
        name: value
        for name, value in os.environ.items()
        if not _SECRET.search(name) and not _LOGIN.search(value)
    }


class ChildProcess:
    """A running program with all its descendants; `kill` ends all of them."""

    # Shared by the threads, under `_changed`, as `_came` is.
    _at_end = False
    _killed = False
    # The last output on standard error.
    _said = b""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        """Start it; raises `PlayerFault` if the system cannot. `name` is used in error messages."""
        self._name = name
        self._owner = os.getpid()
        try:
            self._process = subprocess.Popen(  # noqa: S603  # a program that the user named, and no shell
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment(),
                # Ctrl-C at our terminal must not reach it, and a separate process group can be killed as a
                # whole.
                start_new_session=True,
                creationflags=_GROUP_OF_ITS_OWN,
            )
        except (OSError, ValueError) as error:
            said = getattr(error, "strerror", None)
            remedy = Phrase("{why}.", why=Phrase(said) if said else str(error))
            raise PlayerFault("unusable-player", player=name, remedy=remedy) from None
        self._outgoing: SimpleQueue[bytes] = SimpleQueue()
        self._changed = threading.Condition()
        self._came = bytearray()
        self._threads: list[threading.Thread] = []
        process = self._process
        works = zip((self._write, self._read, self._listen), _pipes(process), strict=True)
        try:
            for work, pipe in works:
                thread = threading.Thread(target=work, args=(pipe,), daemon=True)
                thread.start()
                self._threads.append(thread)
        except RuntimeError as error:  # the system has too many threads
            for pipe in _pipes(process)[len(self._threads) :]:
                pipe.close()
            self.kill()
            raise PlayerFault("unusable-player", player=name, remedy=Phrase("{why}.", why=error)) from None
        _die_together(self)

    def forget(self) -> None:
        """Discard unsolicited output: it does not answer any question."""
        with self._changed:
            self._came.clear()
            self._changed.notify_all()

    def ask(self, lines: Sequence[str], words: Container[str], seconds: float) -> str:
        """Send lines, and return the rest of the line that answers with one of `words`. Lines of `info`
        before it are skipped.

        Raises `PlayerFault` for any other answer, or if none arrives in time.
        """
        deadline = monotonic() + seconds
        self._outgoing.put("".join(f"{line}\n" for line in lines).encode())
        size = 0
        while True:
            line = self._line(deadline, seconds, LIMIT - size)
            size += len(line)
            begin, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            if begin in words:
                return rest.strip()
            if begin not in ("", "info"):
                text = shown(f"{begin} {rest}".strip(), 120)
                raise PlayerFault("player-garbled", player=self._name, text=text)
            if monotonic() > deadline:
                # A million short lines take seconds to read.
                raise self._silent(seconds)

    def _silent(self, seconds: float) -> PlayerFault:
        return PlayerFault("player-silent", player=self._name, seconds=round(seconds, 2))

    def _line(self, deadline: float, seconds: float, most: int) -> bytes:
        """The next line, including its line break."""
        with self._changed:
            seen = 0
            while (end := self._came.find(b"\n", seen)) < 0:
                seen = len(self._came)
                left = deadline - monotonic()
                if seen >= most:
                    raise PlayerFault("player-flooded", player=self._name, limit=LIMIT)
                if self._at_end or (left <= 0 and self._process.poll() is not None):
                    break
                if left <= 0:
                    raise self._silent(seconds)
                if not self._changed.wait(min(left, GLANCE)) and self._process.poll() is not None:
                    # Its children may hold the pipe; after they are killed, end of file follows the last
                    # output.
                    self._kill_group()
            if end >= most:
                raise PlayerFault("player-flooded", player=self._name, limit=LIMIT)
            line = bytes(self._came[: end + 1])
            del self._came[: end + 1]
            self._changed.notify_all()
        if not line:
            raise PlayerFault("player-ended", player=self._name, what=self._how_it_ended())
        return line

    def _how_it_ended(self) -> Phrase:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        status = self._process.returncode
        self._kill_group()
        # Its last output may still be on its way.
        self._threads[2].join(GRACE)
        if status is None:
            how = Phrase("its output was closed")
        elif status >= 0:
            how = Phrase("exit status {status}", status=status)
        else:
            how = Phrase("killed by signal {signal}", signal=-status)
        last = self._said.decode("utf-8", "replace").rstrip().rpartition("\n")[2].strip()
        return Phrase("{how}, after printing {text}", how=how, text=shown(last, 200)) if last else how

    def leave(self) -> None:
        """Ask it to quit, and kill it if it does not."""
        self._outgoing.put(b"quit\n")
        self._outgoing.put(b"")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """Kill it with all its descendants, and wait until they are gone."""
        if self._owner != os.getpid():
            return  # a copy of our process: it does not run the program yet
        self._kill_group()
        # Even the system cannot kill a program inside some system calls; it ends later.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self._outgoing.put(b"")
        for thread in self._threads:
            thread.join(GRACE / 4)

    def _kill_group(self) -> None:
        # Only once: after the group is gone, its number may be reused.
        with self._changed:
            if self._killed:
                return
            self._killed = True
            self._changed.notify_all()
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(OSError):  # all have already exited
                os.killpg(self._process.pid, signal.SIGKILL)

    # Each of these owns and closes its end of a pipe.

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:
            while text := self._outgoing.get():
                while text:
                    text = text[pipe.write(text) :]

    def _read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:
            while chunk := pipe.read(65536):
                with self._changed:
                    self._came += chunk
                    self._changed.notify_all()
                    self._changed.wait_for(lambda: len(self._came) < LIMIT or self._killed)
                    if len(self._came) >= LIMIT:
                        break
        with self._changed:
            self._at_end = True
            self._changed.notify_all()

    def _listen(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:
            while chunk := pipe.read(65536):
                self._said = (self._said + chunk)[-LAST_WORDS:]


def _pipes(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    return [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]


_children: WeakSet[ChildProcess] = WeakSet()


def _die_together(child: ChildProcess) -> None:
    """Make signals that end us end the program too: it has its own session and would not notice."""
    _children.add(child)
    if threading.current_thread() is not threading.main_thread():
        return  # only the main thread may set signal handlers
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _die)


def _die(number: int, _: object) -> None:
    for child in list(_children):
        if child._owner == os.getpid():
            child._kill_group()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
