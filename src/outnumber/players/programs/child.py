"""A program that runs beside ours: questions go to it, answers come back in time or end in a `PlayerFault`.

Three threads move the bytes: a pipe can block in both directions, and only threads can wait for one on every
system. What comes is bounded: a flood waits in the pipe, not in memory.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from time import monotonic
from typing import IO
from weakref import WeakSet

from outnumber.games.errors import PlayerFault, shown
from outnumber.games.sentences import Phrase

# Bytes that it may write for one answer.
LIMIT = 1_000_000
# Seconds for it to go when it is told to, and for its last words to come.
GRACE = 1.0
# Seconds between two looks whether it still runs; its output alone does not tell where its children hold it.
GLANCE = 0.1
# What it last said on standard error is kept, in bytes.
LAST_WORDS = 4096
# Names of variables that look like secrets of ours, and addresses with a name or a password in them.
_SECRET = re.compile(
    r"(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?(_|\d|$)|(^|_)(PASS|PAT|AUTH)$", re.IGNORECASE
)
_LOGIN = re.compile(r"://[^/?#\s]*@")

# The same for Windows, as far as it goes: there a program is killed without those that it has started.
_GROUP_OF_ITS_OWN = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


def environment() -> dict[str, str]:
    """Our variables without what looks like a secret, which is not its business."""
    return {
        name: value
        for name, value in os.environ.items()
        if not _SECRET.search(name) and not _LOGIN.search(value)
    }


class ChildProcess:
    """A running program with all that it starts; `kill` leaves nothing of it."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        """Start it; raises `PlayerFault` when the system cannot. `name` is what faults call it."""
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
                # Ctrl-C at our terminal is not meant for it, and a group of its own can be killed as one.
                start_new_session=True,
                creationflags=_GROUP_OF_ITS_OWN,
            )
        except (OSError, ValueError) as error:
            said = getattr(error, "strerror", None)
            remedy = Phrase("{why}.", why=Phrase(said) if said else str(error))
            raise PlayerFault("unusable-player", player=name, remedy=remedy) from None
        self._outgoing: SimpleQueue[bytes] = SimpleQueue()
        self._changed = threading.Condition()
        # What the threads share, under `_changed`.
        self._came = bytearray()
        self._at_end = False
        self._killed = False
        # The end of what it has said on standard error.
        self._said = b""
        self._threads: list[threading.Thread] = []
        process = self._process
        works = zip((self._write, self._read, self._listen), _pipes(process), strict=True)
        try:
            for work, pipe in works:
                thread = threading.Thread(target=work, args=(pipe,), daemon=True)
                thread.start()
                self._threads.append(thread)
        except RuntimeError as error:  # there are too many threads
            for pipe in _pipes(process)[len(self._threads) :]:
                pipe.close()
            self.kill()
            raise PlayerFault("unusable-player", player=name, remedy=Phrase("{why}.", why=error)) from None
        _die_together(self)

    def forget(self) -> None:
        """Drop what came unasked: it answers no question."""
        with self._changed:
            self._came.clear()
            self._changed.notify_all()

    def ask(self, lines: Sequence[str], word: str, seconds: float) -> str:
        """Send lines; the rest of the line that answers with `word`. Lines of `info` before it are skipped.

        Raises `PlayerFault` for any other answer, and when none comes in time.
        """
        deadline = monotonic() + seconds
        self._outgoing.put("".join(f"{line}\n" for line in lines).encode())
        size = 0
        while True:
            line = self._line(deadline, seconds, LIMIT - size)
            size += len(line)
            begin, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            if begin == word:
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
        """The next line with its end."""
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
                    # Its children may hold the pipe; without them the end comes, after what it wrote last.
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
        # Its last words may still be on their way.
        self._threads[2].join(GRACE)
        if status is None:
            how = Phrase("its output was closed")
        elif status >= 0:
            how = Phrase("exit status {status}", status=status)
        else:
            how = Phrase("killed by signal {signal}", signal=-status)
        words = self._said.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(words) if line.strip()), "")
        return Phrase("{how}, having said {text}", how=how, text=shown(last, 200)) if last else how

    def leave(self) -> None:
        """Tell it to go, and end it if it does not."""
        self._outgoing.put(b"quit\n")
        self._outgoing.put(b"")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """End it and all that it started, and wait until it has gone."""
        if self._owner != os.getpid():
            return  # a copy of our process: the program is not its own
        self._kill_group()
        # Not even the system can end a program in the middle of some calls; then it goes by itself later.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self._outgoing.put(b"")
        for thread in self._threads:
            thread.join(GRACE / 4)

    def _kill_group(self) -> None:
        # Once only: when all have gone, the number may come to name others.
        with self._changed:
            if self._killed:
                return
            self._killed = True
            self._changed.notify_all()
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(OSError):  # all have gone already
                os.killpg(self._process.pid, signal.SIGKILL)

    # Each of these owns its end of a pipe, and closes it.

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
    """Have a signal that ends us end the program too: it has a session of its own, and would not notice."""
    _children.add(child)
    if threading.current_thread() is not threading.main_thread():
        return  # only the main thread may say what signals do
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
