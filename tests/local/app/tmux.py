"""A real terminal in tmux: runs the program, sends keys, and reads the screen."""

import os
import shlex
import shutil
import subprocess
import time
from pathlib import Path
from typing import Self

import pytest

from tests.program import PATIENCE, PROGRAM

needs_tmux = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed: no real terminal"
)


class Terminal:
    """A terminal of 80 by 24 with a shell command in it."""

    def __init__(self, directory: Path, width: int = 80, height: int = 24, **environment: str) -> None:
        self._socket = str(directory / "tmux")
        # tmux keeps the environment of its server, which starts with the first terminal.
        self._environment = {**os.environ, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", **environment}
        self._size = ["-x", str(width), "-y", str(height)]

    def run(self, *arguments: str) -> None:
        """Start the program with these arguments; shows its exit status at the end."""
        program = shlex.join([*PROGRAM, *arguments])
        shell = f"{program}; echo EXIT $?; sleep {PATIENCE}"
        self._tmux("-f", os.devnull, "new-session", "-d", *self._size, shell)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], check=False, capture_output=True)

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, *arguments],
            check=True,
            capture_output=True,
            encoding="utf-8",
            env=self._environment,
            timeout=PATIENCE,
        )
        return done.stdout

    def screen(self, *options: str) -> str:
        return self._tmux("capture-pane", "-p", *options)

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def wait_for(self, text: str) -> str:
        """Wait for a text, and return the screen."""
        deadline = time.monotonic() + PATIENCE
        while text not in (screen := self.screen()):
            if time.monotonic() > deadline:
                raise AssertionError(f"{text!r} never came:\n{screen}")
            time.sleep(0.05)
        return screen
