"""Run the real program with pipes, or in a terminal."""

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

# Treat warnings in the program as failures.
PROGRAM = [sys.executable, "-W", "error", "-m", "outnumber"]
# A timeout for tests that would hang; no test measures time.
PATIENCE = 180

# Printed only in a terminal: the first line of a game, and the end of the last question.
HELP_EXISTS = "Type help for a list of commands.\n"
LEAVE = "or press Enter to leave: "

Done = subprocess.CompletedProcess[str]


def environment(**changed: str) -> dict[str, str]:
    """The environment of this test with the given variables changed."""
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **changed}


def run(*arguments: str, typed: str = "", env: dict[str, str] | None = None, **popen: Any) -> Done:
    """Run the program with these arguments and this input, and return the completed process."""
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
    """Run the program in this process, which is much faster. Not for tests of signals or streams."""
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
    """The entries as typed, each followed by Enter."""
    return "".join(f"{entry}\n" for entry in entries)


def games_on_disk(data: Path) -> list[Path]:
    """The records in a data directory, without empty reservations."""
    return sorted(path for path in (data / "games").glob("*.txt") if path.stat().st_size)


class Going:
    """A running program with its output and input."""

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
        """Read up to `most` bytes, as soon as any are available."""
        return os.read(self._out, most)

    @property
    def output(self) -> str:
        """All output so far."""
        return self._raw.decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def game(self) -> str:
        """The output without the lines around a game that appear only in a terminal."""
        return self.output.removeprefix(HELP_EXISTS).partition("\nThis is game ")[0]

    def _read(self, deadline: float) -> bool:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self._out], [], [], left)[0]:
            raise AssertionError(f"nothing more came after:\n{self.output}")
        try:
            chunk = os.read(self._out, 65536)
        except OSError:  # the program has exited and closed the terminal
            chunk = b""
        self._raw += chunk
        return bool(chunk)

    def wait_for(self, text: str) -> str:
        """Read until this text appears, and return the new output before it."""
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
        """Close the input pipe."""
        os.close(self._into)
        self._into = -1

    def stop_reading(self) -> None:
        """Close the output pipe, as `head` does."""
        os.close(self._out)
        self._out = -1

    def finish(self) -> int:
        """Read to the end and return the exit status; decline to play again."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            if self.output.endswith(LEAVE):
                self.send("\n")
        return self.process.wait(PATIENCE)

    def errors(self) -> str:
        """Everything a piped program wrote to standard error."""
        assert self.process.stderr
        return self.process.stderr.read().decode()


def piped(*arguments: str, env: dict[str, str] | None = None) -> Going:
    """Start the program with pipes, so that moves can be sent one by one."""
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
    # Make this the controlling terminal of the new session, so that Ctrl-C sends a signal.
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def at_terminal(*arguments: str, env: dict[str, str] | None = None) -> Going:
    """Start the program in a new terminal; without colour unless TERM says otherwise."""
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
