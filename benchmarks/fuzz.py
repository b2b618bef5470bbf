"""Feeds damaged input to every parser of external data, and stops at an unclear answer.

    python benchmarks/fuzz.py                          ten seconds of each
    python benchmarks/fuzz.py records join --seconds 600 --corpus ~/corpus
    python benchmarks/fuzz.py records --replay crash-records-1a2b3c4d

A target starts from its seeds (`benchmarks/corpus`). An input with a new kind of answer is added to the
corpus, so that its neighbours are tried too; with `--corpus` it is saved on disk for the next run. An input
fails if it raises anything but a refusal, takes more than a few seconds, is answered with 500, ends a server,
or makes one print a traceback. It is then saved, the command that repeats it is printed, and the exit status
is 1.

    frames         WebSocket frames, at a server on this machine
    http           requests, at the same
    records        records of games, read strictly and as far as they go
    certificates   what `outnumber check` reads
    store          files of the data directory: progress with puzzles, statistics, games
    mcp            lines to `outnumber mcp`
    join           what a server may answer to `outnumber join`
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import FrameType
from typing import IO

import msgspec
from clients import Server
from floods import frame, upgrade

from outnumber.api.answers import State
from outnumber.check import NotConfirmed, check
from outnumber.games.errors import GameError
from outnumber.local.join import client
from outnumber.match.record import RecordError, read, write
from outnumber.store.games import GameStore
from outnumber.study.puzzles.progress import ProgressStore
from outnumber.study.statistics.review_cache import ReviewCache

SEEDS = Path(__file__).parent / "corpus"
# No input should take long; a busy machine may be slow.
PATIENCE = 10
LONGEST = 20_000
# Typical parser-breaking fragments, in addition to the corpus.
TOKENS = [
    b"0", b"-1", b"1e999", b"9" * 30, b"1.5", b"null", b"true", b'""', b'"\\ud800"', b"[]", b"{}", b"[" * 50,
    b"\x00", b"\xff", b"\xed\xa0\x80", b"\x1b[2J", "１".encode(), b"\r\n", b"\r\n\r\n", b" ", b'"', b"\\",
    b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"range=1000000", b'[Round "2"]\n',
    frame(0x88, b"\x03\xe8"), frame(0x89), frame(0x01, b"{"), frame(0x80), b"\x81\xfe\xff\xff",
]  # fmt: skip

# Returns the kind of answer to an input in a word or two; raises for a failure.
Act = Callable[[bytes], str]


class Failed(Exception):
    """The failure of an input."""


def changed(data: bytes, corpus: list[bytes], luck: Random) -> bytes:
    """Apply a few random changes to an input."""
    for _ in range(1 << luck.randrange(4)):
        at = luck.randint(0, len(data))
        end = min(len(data), at + luck.choice((1, 1, 2, 4, 16, 64)))
        kind = luck.randrange(7)
        if kind == 0:
            data = data[:at] + data[end:]
        elif kind == 1:
            data = data[:at] + luck.randbytes(end - at) + data[end:]
        elif kind == 2:
            data = data[:at] + luck.choice(TOKENS) + data[luck.choice((at, end)) :]
        elif kind == 3:
            data = data[:end] + data[at:]  # once more
        elif kind == 4:
            other = luck.choice(corpus)
            start = luck.randint(0, len(other))
            data = data[:at] + other[start : start + luck.choice((4, 40, 400))] + data[end:]
        elif kind == 5 and at < len(data):
            data = data[:at] + bytes([data[at] ^ 1 << luck.randrange(8)]) + data[at + 1 :]
        else:
            numbers = [place for place in range(len(data)) if data[place : place + 1].isdigit()]
            if numbers:
                place = luck.choice(numbers)
                data = data[:place] + str(luck.choice((0, 1, 7, 12, 999, 10**6))).encode() + data[place + 1 :]
    return data[:LONGEST]


def records(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    told = []
    strict: list[RecordError] | None = None
    for wrong in (strict, []):
        try:
            match = read(text, wrong)
            told.append(f"{match.rules.name} {len(match.rounds)}")
            again = read(write(match))
            if again != match:
                raise Failed("a record that was read is written differently")
        except GameError as error:
            told.append(f"{error.code} {error.numbers.get('remedy')!s:.30}")
    return " ".join(told)


def certificates(data: bytes) -> str:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return "no JSON"
    try:
        return check(document).template
    except NotConfirmed as error:
        return error.template


def store(data: bytes) -> str:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "games").mkdir()
        for file in ("puzzles.json", "statistics.json", "games/1.txt"):
            (directory / file).write_bytes(data)
        loaded = ProgressStore(directory).load()
        ReviewCache(directory)
        kept = [str(entry.error or "")[-30:] for entry in GameStore(directory).entries()]
        return f"{loaded.set_aside is not None} {len(loaded.progress.tried)} {kept}"


def join(data: bytes) -> str:
    """Send the state of a game, then a message over its connection."""
    told = []
    try:
        state = client._read(data, State)
        told.append(f"{client.match_of(state).rules.name} {state.state}")
    except GameError as error:
        told.append(error.code)
    except (IndexError, ValueError) as error:
        # The errors that `visit` reports for invalid answers; any other would crash it.
        told.append(type(error).__name__)
    with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        told.append(type(client._FRAME.decode(data)).__name__)
    return " ".join(told)


class Served:
    """A separate server: each input uses a new connection, and then the server must still work."""

    def __init__(self, opening: bytes = b"") -> None:
        self._directory = tempfile.TemporaryDirectory()
        directory = Path(self._directory.name)
        self._errors = directory / "errors"
        self._server = Server(directory)
        standard = os.dup(2)
        with open(self._errors, "wb") as errors:
            os.dup2(errors.fileno(), 2)  # a child process writes there; Server has no other way to receive it
            try:
                self._server.start()
            finally:
                os.dup2(standard, 2)
                os.close(standard)
        made = self._server.post("/api/games", {"game": "strategy-stacks", "opponent": "invite"})
        self._opening = opening.replace(b"GAME", made["id"].encode())

    def __call__(self, data: bytes) -> str:
        answer = b""
        line = socket.create_connection(("127.0.0.1", self._server.port), timeout=PATIENCE)
        with line, suppress(OSError):
            if self._opening:
                line.sendall(self._opening)
                line.recv(65_536)
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            while len(answer) < 65_536 and (more := line.recv(65_536)):
                answer += more
        if b" 500 " in answer[:40]:
            raise Failed("500 Internal Server Error")
        if self._server.process.poll() is not None:
            raise Failed(f"the server has ended: {self._server.process.returncode}")
        if b"Traceback" in self._errors.read_bytes():
            raise Failed(self._errors.read_text(errors="replace"))
        status = self._server.get("/healthz")["status"]
        if status != "ok":
            raise Failed(f"it is not well: {status}")
        if self._opening:
            return f"{answer[:1].hex()} {answer[-20:]!r}" if len(answer) < 200 else f"{len(answer) // 100}"
        code = answer.partition(b'"code":"')[2].partition(b'"')[0]
        return f"{answer[9:12]!r} {code!r}"

    def close(self) -> None:
        self._server.process.terminate()
        self._server.process.wait(30)
        self._directory.cleanup()


class Assistant:
    """A separate `outnumber mcp`: after each line it must still answer a ping."""

    def __init__(self) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-m", "outnumber", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        self._unread = b""
        self._pings = 0
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "f", "version": "1"},
        }
        self._say({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})
        self._next()
        self._say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _say(self, message: object) -> None:
        self._input.write(json.dumps(message).encode() + b"\n")
        self._input.flush()

    @property
    def _input(self) -> IO[bytes]:
        assert self._process.stdin
        return self._process.stdin

    def _next(self) -> bytes:
        assert self._process.stdout
        output = self._process.stdout.fileno()
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            while b"\n" not in self._unread:
                if not selector.select(PATIENCE):
                    raise Failed("no answer")
                more = os.read(output, 65_536)
                if not more:
                    raise Failed(f"it has ended: {self._process.wait()}")
                self._unread += more
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def __call__(self, data: bytes) -> str:
        self._input.write(data.replace(b"\n", b" ") + b"\n")
        self._pings += 1
        mark = f"ping-{self._pings}"
        self._say({"jsonrpc": "2.0", "id": mark, "method": "ping"})
        told = ""
        while mark.encode() not in (line := self._next()):
            answer = json.loads(line)
            told = str(answer.get("error", {}).get("code") or sorted(answer.get("result", answer)))
        self._errors.seek(0)
        if b"Traceback" in (errors := self._errors.read()):
            raise Failed(errors.decode(errors="replace"))
        return told

    def close(self) -> None:
        self._input.close()
        self._process.wait(30)
        self._errors.close()


@contextmanager
def opened(name: str) -> Iterator[Act]:
    """The target with a name."""
    plain: dict[str, Act] = {"records": records, "certificates": certificates, "store": store, "join": join}
    if name in plain:
        yield plain[name]
        return
    made = (
        Assistant() if name == "mcp" else Served(upgrade("/api/games/GAME/live") if name == "frames" else b"")
    )
    try:
        yield made
    finally:
        made.close()


TARGETS = ("frames", "http", "records", "certificates", "store", "mcp", "join")


def _too_long(_: int, __: FrameType | None) -> None:
    raise Failed(f"more than {PATIENCE} seconds")


def attempt(act: Act, data: bytes) -> str:
    signal.alarm(2 * PATIENCE if isinstance(act, (Served, Assistant)) else PATIENCE)
    try:
        return act(data)
    finally:
        signal.alarm(0)


def fuzz(name: str, seconds: float, corpus: Path | None, luck: Random) -> bool:
    """Whether a target gave a clear answer to every input."""
    seeds = [file.read_bytes() for file in sorted((SEEDS / name).iterdir())]
    mine = corpus / name if corpus else None
    if mine:
        mine.mkdir(parents=True, exist_ok=True)
        seeds += [file.read_bytes() for file in sorted(mine.iterdir())]
    known: dict[str, bytes] = {}
    tried = 0
    with opened(name) as act:
        until = time.monotonic() + seconds
        waiting = list(seeds)
        while waiting or time.monotonic() < until:
            data = waiting.pop() if waiting else changed(luck.choice(seeds), seeds, luck)
            tried += 1
            try:
                answer = attempt(act, data)
            except Exception as error:
                digest = hashlib.sha256(data).hexdigest()[:8]
                crash = Path(f"crash-{name}-{digest}")
                crash.write_bytes(data)
                print(f"{name}: {type(error).__name__}: {error}\n{data[:500]!r}")
                print(f"try it again: python benchmarks/fuzz.py {name} --replay {crash}", flush=True)
                return False
            if answer not in known and len(known) < 2_000:
                known[answer] = data
                seeds.append(data)
                if mine:
                    (mine / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    print(f"{name:<13}{tried:>9,} inputs{len(known):>7,} different answers", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=10, help="for each target")
    parser.add_argument("--corpus", type=Path, help="a directory in which inputs are kept")
    parser.add_argument("--seed", type=int, help="of the changes; printed, so that a run can be repeated")
    parser.add_argument("--replay", type=Path, help="try one saved input at one target")
    given = parser.parse_args()
    unknown = set(given.targets) - set(TARGETS)
    if unknown or (given.replay and len(given.targets) != 1):
        parser.error(f"targets are {', '.join(TARGETS)}; --replay needs one")
    signal.signal(signal.SIGALRM, _too_long)
    if given.replay:
        with opened(given.targets[0]) as act:
            print(attempt(act, given.replay.read_bytes()))
        return 0
    seed = given.seed if given.seed is not None else int(time.time())
    print(f"seed {seed}")
    fine = [fuzz(name, given.seconds, given.corpus, Random(seed)) for name in given.targets or TARGETS]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
