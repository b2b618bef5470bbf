"""Runs the real program: with its input and output in pipes, or at a terminal."""

import io
import os
import select
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Self

# Warnings of the program itself are failures too.
PROGRAM = [sys.executable, "-W", "error", "-m", "outnumber"]
# No test measures time: this only ends a test that would hang.
PATIENCE = 60

# Only at a terminal: the first line of a game, and the end of the last question.
HELP_EXISTS = "Type help for the words you can use.\n"
LEAVE = "or press Enter to leave: "

Done = subprocess.CompletedProcess[str]


def environment(**changed: str) -> dict[str, str]:
    """The environment of this test with some variables changed."""
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **changed}


def run(*arguments: str, typed: str = "", env: dict[str, str] | None = None, **popen: Any) -> Done:
    """The program with these arguments and this text in a pipe, when it has ended."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        env=environment(**(env or {})),
        **popen,
    )


def call(*arguments: str, typed: str = "") -> Done:
    """The same in this process, which is many times quicker; not for what the system does to a program."""
    from outnumber.cli.main import run as run_command

    before, out, err = sys.stdin, io.StringIO(), io.StringIO()
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as sys.stdin,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            sys.stdin.write(typed)
            sys.stdin.seek(0)
            status = run_command(list(arguments))
        finally:
            sys.stdin = before
    return Done(list(arguments), status, out.getvalue(), err.getvalue())


def lines(*entries: object) -> str:
    """The entries as somebody would type them, each with Enter."""
    return "".join(f"{entry}\n" for entry in entries)


def games_on_disk(data: Path) -> list[Path]:
    """The records in a data directory, empty reservations left out."""
    return sorted(path for path in (data / "games").glob("*.txt") if path.stat().st_size)


class Going:
    """The program while it runs, with what it says and what is typed to it."""

    def __init__(self, process: subprocess.Popen[bytes], out: int, into: int) -> None:
        self.process = process
        self._out, self._into = out, into
        self._raw = b""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for handle in {self._out, self._into}:
            if handle >= 0:
                os.close(handle)
        if self.process.stderr:
            self.process.stderr.close()

    def read(self, most: int) -> bytes:
        """Some bytes that it says, as soon as there are any."""
        return os.read(self._out, most)

    @property
    def output(self) -> str:
        """All that has been read so far."""
        return self._raw.decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def game(self) -> str:
        """The same without what is said around a game at a terminal only: before it, and after its end."""
        return self.output.removeprefix(HELP_EXISTS).partition("\nThis is game ")[0]

    def _read(self, deadline: float) -> bool:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self._out], [], [], left)[0]:
            raise AssertionError(f"nothing more came after:\n{self.output}")
        try:
            chunk = os.read(self._out, 65536)
        except OSError:  # the terminal of a program that has ended
            chunk = b""
        self._raw += chunk
        return bool(chunk)

    def wait_for(self, text: str) -> str:
        """Read until this text has come, and return what came before it since the last time."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.output[self._seen :]:
            if not self._read(deadline):
                raise AssertionError(f"the program ended without {text!r}:\n{self.output}")
        before = self.output[self._seen :].partition(text)[0]
        self._seen += len(before) + len(text)
        return before

    def send(self, text: str | bytes) -> None:
        os.write(self._into, text.encode() if isinstance(text, str) else text)

    def type(self, *entries: object, prompt: str) -> None:
        """Answer each prompt with the next entry and Enter."""
        for entry in entries:
            self.wait_for(prompt)
            self.send(f"{entry}\n")

    def stop_typing(self) -> None:
        """Close the input, as the end of a pipe does."""
        os.close(self._into)
        self._into = -1

    def stop_reading(self) -> None:
        """Close the output, as `head` does when it has seen enough."""
        os.close(self._out)
        self._out = -1

    def finish(self) -> int:
        """Read to the end and return the exit status; whether to play again is answered with Enter."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            if self.output.endswith(LEAVE):
                self.send("\n")
        return self.process.wait(PATIENCE)

    def errors(self) -> str:
        """What a piped program has written to standard error until its end."""
        assert self.process.stderr
        return self.process.stderr.read().decode()


def piped(*arguments: str, env: dict[str, str] | None = None) -> Going:
    """The program started with pipes, so that moves can be sent one by one."""
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=environment(**(env or {})),
    )
    assert process.stdin
    assert process.stdout
    out, into = os.dup(process.stdout.fileno()), os.dup(process.stdin.fileno())
    process.stdout.close()
    process.stdin.close()
    return Going(process, out, into)


def _own_terminal() -> None:
    # Makes the terminal that of the new session, so that Ctrl-C typed there is a signal.
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def at_terminal(*arguments: str, env: dict[str, str] | None = None) -> Going:
    """The program started at a terminal of its own; without colour unless TERM says otherwise."""
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=_own_terminal,
        env=environment(**{"TERM": "dumb", **(env or {})}),
    )
    os.close(theirs)
    return Going(process, ours, ours)
