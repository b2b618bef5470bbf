"""Shared parts of the server benchmarks: a separate server, and cheap clients."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import selectors
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import outnumber

MOST_MOVES = 3000
NAP = 0.0005  # seconds
# For HTTPS: the tests' self-signed certificate.
TLS = Path(__file__).parent.parent / "tests" / "data" / "tls"
TRUST = ssl.create_default_context(cafile=TLS / "certificate.pem")
LIMITS = {
    "OUTNUMBER_WEB_LIMITS": "1e9",
    "OUTNUMBER_WEB_SOCKETS": "1000000",
    "OUTNUMBER_WEB_CONNECTIONS": "1000000",
    "OUTNUMBER_WEB_ROUNDS": "1000",
}


class Answer(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def is_json(self) -> bool:
        return "json" in self.headers.get("content-type", "")

    def json(self) -> Any:
        return json.loads(self.body)

    def cookie(self, name: str) -> str:
        """The value that the answer gives a cookie; empty if it gives none."""
        given = self.headers.get("set-cookie", "")
        return given.removeprefix(f"{name}=").partition(";")[0] if given.startswith(f"{name}=") else ""


class Http:
    """A minimal HTTP client of one device, so that forty of them do not slow down the server they measure.

    It keeps connections like a browser: six at most, and closes one whose request is given up.
    """

    def __init__(self, port: int, source: str) -> None:
        self.port = port
        self.source = source
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self.free = asyncio.Semaphore(6)

    async def ask(self, path: str, body: Any, headers: dict[str, str]) -> Answer:
        """Send one request; raises `OSError` if there is no answer."""
        async with self.free:
            for again in (True, False):
                kept = bool(self.idle)
                reader, writer = self.idle.pop() if kept else await self._opened()
                try:
                    answer = await self._answer(reader, writer, path, body, headers)
                except (asyncio.IncompleteReadError, OSError) as error:
                    writer.close()
                    if kept and again:  # the server has closed an idle connection
                        self.idle.clear()
                        continue
                    raise ConnectionError from error
                except asyncio.CancelledError:
                    writer.close()
                    raise
                if answer.headers.get("connection") == "close":
                    writer.close()
                else:
                    self.idle.append((reader, writer))
                return answer
        raise ConnectionError

    async def _opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))

    @staticmethod
    async def _answer(
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        path: str,
        body: Any,
        headers: dict[str, str],
    ) -> Answer:
        sent = b"" if body is None else json.dumps(body).encode()
        lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(sent)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        found = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)
        }
        size = int(found.get("content-length", 0))
        return Answer(int(head[0].split()[1]), found, await reader.readexactly(size) if size else b"")

    def close(self) -> None:
        while self.idle:
            self.idle.pop()[1].close()


class Server:
    """An `outnumber serve` on a free port."""

    def __init__(
        self,
        directory: Path,
        database: str = "",
        workers: int = 1,
        limits: dict[str, str] = LIMITS,
        secure: bool = False,
    ) -> None:
        self.database = database or f"sqlite:///{directory}/server.db"
        self.workers = workers
        self.limits = limits
        self.secure = secure
        self.process: subprocess.Popen[str]
        self.port = 0

    def start(self) -> None:
        command = [sys.executable, "-m", "outnumber", "serve", "--port", str(self.port), "--quiet"]
        command += ["--database", self.database, "--workers", str(self.workers)]
        if self.secure:
            command += ["--certificate", str(TLS / "certificate.pem"), "--key", str(TLS / "key.pem")]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | self.limits
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().rpartition(":")[2])
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                if self.get("/healthz")["status"] == "ok":
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def get(self, path: str) -> Any:
        return self._asked(urllib.request.Request(self._url(path)))  # noqa: S310

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        request = urllib.request.Request(self._url(path), json.dumps(body).encode(), headers)  # noqa: S310
        return self._asked(request)

    def _url(self, path: str) -> str:
        return f"{'https' if self.secure else 'http'}://localhost:{self.port}{path}"

    def _asked(self, request: urllib.request.Request) -> Any:
        context = TRUST if self.secure else None
        with urllib.request.urlopen(request, timeout=30, context=context) as answer:  # noqa: S310
            return json.load(answer)

    def memory(self) -> int:
        """The resident memory of the server process in kilobytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.partition("VmRSS:")[2].split()[0])

    def cpu(self) -> float:
        """The processor time of the server process in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Sockets:
    """All clients of this process. It sleeps briefly and then reads everything that has arrived.

    Waking a process that waits for its sockets costs the sender time. The sender is the server, whose clients
    are usually on other machines.
    """

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()

    def attend(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            time.sleep(NAP)
            for key, _ in self.selector.select(0):
                key.data.read()

    def close(self) -> None:
        for key in list(self.selector.get_map().values()):
            key.data.close()
        self.selector.close()


class Client:
    """A minimal WebSocket client, so that the client itself does not affect the measurement."""

    def __init__(
        self, sockets: Sockets, port: int, path: str, source: str = "", secure: bool = False
    ) -> None:
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=30, source_address=(source, 0) if source else None
        )
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if secure:
            self.socket = TRUST.wrap_socket(self.socket, server_hostname="localhost")
        self.selector = sockets.selector
        self.buffer = b""
        self.heard: Callable[[bytes], None] = _unheard
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        assert b" 101 " in head, head

    def greet(self, message: bytes, answer: bytes) -> None:
        """Send a message, and wait for an answer that begins in a given way."""
        told: list[bytes] = []
        self.heard = told.append
        self.send(message)
        while not any(each.startswith(answer) for each in told):
            self.read()
            assert self.socket.fileno() >= 0, told

    def join(self, heard: Callable[[bytes], None]) -> None:
        """Read this client together with all others from now on."""
        self.heard = heard
        self.socket.setblocking(False)
        self.selector.register(self.socket, selectors.EVENT_READ, self)

    def read(self) -> None:
        try:
            data = self.socket.recv(4096)
        except ssl.SSLWantReadError:
            return  # not a complete record yet
        except ConnectionError:
            data = b""
        if not data:
            self.close()
        buffer = self.buffer + data
        while len(buffer) >= 2:
            length, start = buffer[1], 2
            if length == 126:
                if len(buffer) < 4:
                    break
                length, start = int.from_bytes(buffer[2:4], "big"), 4
            elif length == 127:
                if len(buffer) < 10:
                    break
                length, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + length:
                break
            payload, opcode = buffer[start : start + length], buffer[0] & 15
            buffer = buffer[start + length :]
            if opcode == 1:
                self.heard(payload)
            elif opcode == 9:
                self.send(payload, 0x8A)
        self.buffer = buffer

    def send(self, payload: bytes, opcode: int = 0x81) -> None:
        # A mask of zeros changes no bytes, and the protocol allows it.
        size = len(payload)
        head = bytes([opcode, 0x80 | size]) if size < 126 else bytes([opcode, 0xFE]) + size.to_bytes(2, "big")
        self.socket.sendall(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self.socket.fileno() >= 0:
            with contextlib.suppress(KeyError):
                self.selector.unregister(self.socket)
            self.socket.close()


def _unheard(_: bytes) -> None:
    """Messages that arrive before the client listens."""


def seated(
    sockets: Sockets, port: int, game: str, token: str = "", source: str = "", secure: bool = False
) -> Client:
    """A client connected to a game, in its seat or as a spectator."""
    client = Client(sockets, port, f"/api/games/{game}/live", source, secure)
    client.greet(
        json.dumps({"type": "hello", **({"token": token} if token else {})}).encode(), b'{"type":"welcome"'
    )
    client.join(_unheard)
    return client


def playouts(game: str, seed: int) -> Iterator[tuple[int, int]]:
    """Endless random rounds of a game: the participant and the number of each move."""
    luck = random.Random(seed)
    rules = outnumber.game(game)
    swapped = False
    while True:
        position = rules.start()
        while position.outcome() is None:
            move = luck.choice(position.legal_moves())
            yield (3 - position.turn if swapped else int(position.turn)), move
            position = position.play(move)
        swapped = not swapped
