"""How long the program takes to start, as a ratio to a bare Python in the same run.

    python benchmarks/startup.py

The commands are started alternately many times, and the fastest start of each counts, because the rest is
noise. The first prompt is timed until its last character arrives; the first frame of the full-screen app,
until its last key is on a terminal, compared with Textual alone.
"""

from __future__ import annotations

import fcntl
import io
import os
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from os import environ
from pathlib import Path

ROUNDS = 40
PROGRAM = str(Path(sys.executable).with_name("outnumber"))


def finished(*command: str) -> Callable[[], None]:
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # type: ignore[return-value]


def first_prompt(*command: str) -> Callable[[], None]:
    def run() -> None:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert isinstance(process.stdout, io.BufferedReader)
            seen = b""
            while not seen.endswith(b": "):
                seen += process.stdout.read1()
            process.kill()

    return run


def first_frame(*command: str) -> Callable[[], None]:
    def run() -> None:
        ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**environ, "TERM": "xterm-256color"}
        with subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        ) as process:
            os.close(theirs)
            seen = b""
            while b"Quit " not in seen.rpartition(b"Open")[2]:
                seen += os.read(ours, 65536)
            process.kill()
        os.close(ours)

    return run


def main() -> None:
    bare = "python -c ''"
    textual, frame = "import textual.app", "outnumber, first frame"
    runs = {
        bare: finished(sys.executable, "-c", ""),
        "import click": finished(sys.executable, "-c", "import click"),
        "outnumber --version": finished(PROGRAM, "--version"),
        "outnumber play strategy-stacks, first prompt": first_prompt(PROGRAM, "play", "strategy-stacks"),
        textual: finished(sys.executable, "-c", "import textual.app"),
        frame: first_frame(PROGRAM),
    }
    best = dict.fromkeys(runs, float("inf"))
    with tempfile.TemporaryDirectory() as data:
        environ["OUTNUMBER_DATA"] = data
        for _ in range(ROUNDS):
            for name, run in runs.items():
                began = time.perf_counter()
                run()
                best[name] = min(best[name], time.perf_counter() - began)
    print(f"{'command':<46}{'ms':>8}{'ratio':>8}")
    for name, seconds in best.items():
        print(f"{name:<46}{seconds * 1000:>8.1f}{seconds / best[bare]:>8.1f}")
    print(f"first frame / import textual.app: {best[frame] / best[textual]:.2f} (at most 2)")


if __name__ == "__main__":
    main()
