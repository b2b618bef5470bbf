"""Measures the effect of a flood on two players: the p50, p99 and maximum latency of their moves.

    python benchmarks/floods.py                    every flood, about five minutes
    python benchmarks/floods.py pings pipelined    a selection
    python benchmarks/floods.py --seconds 20       longer ones

It starts a server with its usual limits on this machine. The players come from 127.0.0.2 and move 25 times a
second; the flood comes from 127.0.0.3 and goes as fast as it can. Nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import selectors
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from clients import TRUST, Server, Sockets, seated

from outnumber.server.play.tokens import digest
from outnumber.server.storage.checksums import LogRow, checksum

PLAYERS, FLOOD = "127.0.0.2", "127.0.0.3"
PAUSE = 0.04  # seconds from one move to the next
LARGEST_SEND = 262_144


def frame(opcode: int, payload: bytes = b"", mask: int = 0x80) -> bytes:
    """A frame; a mask of zeros changes no bytes."""
    size = len(payload)
    head = (
        bytes([opcode, mask | size]) if size < 126 else bytes([opcode, mask | 126]) + size.to_bytes(2, "big")
    )
    return head + bytes(4 if mask else 0) + payload


def text(message: object) -> bytes:
    return frame(0x81, json.dumps(message).encode())


def get(path: str, *headers: str, method: str = "GET", body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: a", *headers]
    if method == "POST":
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def upgrade(path: str) -> bytes:
    return get(
        path, "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )  # fmt: skip


def client_hello() -> bytes:
    """The first message of a TLS client."""
    said = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        TRUST.wrap_bio(ssl.MemoryBIO(), said, server_hostname="localhost").do_handshake()
    return said.read()


@dataclass
class Flood:
    """The data sent over each of some connections: first once, then repeatedly."""

    again: bytes = b""
    connections: int = 1
    upgrade: str = ""  # the path of a WebSocket
    first: bytes = b""
    reads: bool = True
    segment: int = LARGEST_SEND  # bytes per write
    waits: bool = False  # whether it waits for an answer before it sends again
    ends: bool = False  # whether it disconnects instead, and returns on a new connection
    half: bool = False  # whether it stays and announces that it will send no more


class Connection:
    """One connection of a flood; it reconnects whenever it is closed."""

    def __init__(self, flood: Flood, port: int, selector: selectors.BaseSelector) -> None:
        self.flood, self.port, self.selector = flood, port, selector
        self.counts = {"connections": 0, "bytes": 0}
        self.opened = 0.0
        self.open()

    def open(self) -> None:
        self.socket = socket.socket()
        self.socket.bind((FLOOD, 0))
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(BlockingIOError):
            self.socket.connect(("127.0.0.1", self.port))
        self.counts["connections"] += 1
        self.greeting = bool(self.flood.upgrade)  # whether the answer to the handshake has not arrived yet
        self.waiting = memoryview(upgrade(self.flood.upgrade) if self.greeting else self.flood.first)
        self.sent_again = False
        self.selector.register(self.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, self)

    def close(self) -> None:
        self.selector.unregister(self.socket)
        self.socket.close()

    def work(self, events: int) -> None:
        try:
            if events & selectors.EVENT_READ and (self.flood.reads or self.greeting):
                self.read()
            if events & selectors.EVENT_WRITE:
                self.write()
        except BlockingIOError:
            pass
        except OSError:
            self.close()
            self.open()

    def read(self) -> None:
        data = self.socket.recv(LARGEST_SEND)
        if not data:
            raise ConnectionError
        if self.greeting and b"\r\n\r\n" in data:
            self.greeting = False
            self.waiting = memoryview(self.flood.first)
        elif self.flood.waits:
            if self.flood.ends:
                raise ConnectionError
            self.sent_again = False
        self.listen()

    def write(self) -> None:
        if not self.waiting and not self.greeting and self.flood.again and not self.sent_again:
            self.waiting = memoryview(self.flood.again)
            self.sent_again = self.flood.ends or self.flood.waits
        if self.waiting:
            sent = self.socket.send(self.waiting[: self.flood.segment])
            self.counts["bytes"] += sent
            self.waiting = self.waiting[sent:]
        elif self.flood.ends and not self.flood.waits and not self.greeting:
            if self.flood.half:
                self.socket.shutdown(socket.SHUT_WR)
            else:
                raise ConnectionError
        self.listen()

    def listen(self) -> None:
        """Wait for events: a connection with no data to send must not wait for writability."""
        more = self.waiting or (self.flood.again and not self.sent_again and not self.greeting)
        wants = selectors.EVENT_READ if self.flood.reads or self.greeting else 0
        if more or (self.flood.ends and not self.flood.waits and not self.greeting):
            wants |= selectors.EVENT_WRITE
        self.selector.modify(self.socket, wants or selectors.EVENT_READ, self)


def many(piece: bytes) -> bytes:
    return piece * max(1, LARGEST_SEND // len(piece))


def floods(game: str, seats: tuple[str, str], long: str, events: int) -> dict[str, Flood]:
    """Every flood by its name, in a game with known seat tokens."""
    live, nowhere = f"/api/games/{game}/live", "/nowhere"
    hello, seated = text({"type": "hello"}), text({"type": "hello", "token": seats[0]})
    refused = text({"type": "move", "id": "m", "number": 10**6})
    qr = get("/api/qr", method="POST", body=json.dumps({"text": "x" * 400}).encode())
    headers = [f"a{number}: b" for number in range(3500)]
    ranges = ",".join(f"{number}-{number}" for number in range(0, 8000, 2))[:30_000].rpartition(",")[0]
    greeting = client_hello()
    return {
        "nothing": Flood(connections=0),
        # Frames of all kinds
        "refused-pings": Flood(many(frame(0x89)), 1, nowhere),
        "refused-pings-many": Flood(many(frame(0x89)), 100, nowhere),
        "pings": Flood(many(frame(0x89)), 100, live, hello),
        "pings-125": Flood(many(frame(0x89, bytes(125))), 100, live, hello),
        "pongs": Flood(many(frame(0x8A)), 100, live, hello),
        "binary": Flood(many(frame(0x82)), 20, live, hello),
        "binary-unheard": Flood(many(frame(0x82)), 20, live),
        "fragments": Flood(many(frame(0x00)), 20, live, hello + frame(0x01)),
        "long-frames": Flood(many(frame(0x82, bytes(4000))), 100, live, hello),
        "too-long-frames": Flood(many(frame(0x82, bytes(65535))), 100, live, hello),
        "no-masks": Flood(many(frame(0x89, mask=0)), 100, live, hello),
        "compressed": Flood(many(frame(0xC1, b"x")), 100, live, hello),
        "closes": Flood(many(frame(0x88)), 100, live, hello),
        "texts": Flood(many(text({"type": "ping"})), 100, live, hello),
        "texts-unheard": Flood(many(text({"type": "ping"})), 100, live),
        "refused-moves": Flood(many(refused), 100, live, seated),
        "repeated-moves": Flood(many(text({"type": "move", "id": "m1", "number": 1})), 100, live, seated),
        "slow-frames": Flood(frame(0x89) * 100, 100, live, hello, segment=1),
        "deaf-sockets": Flood(many(text({"type": "ping"})), 100, live, hello, reads=False),
        # Connecting and disconnecting
        "tcp": Flood(connections=50, ends=True),
        "tcp-pings": Flood(frame(0x89) * 10_000, 50, live, hello, ends=True),
        "handshakes": Flood(connections=50, upgrade=live, ends=True),
        "handshakes-nowhere": Flood(connections=50, upgrade=nowhere, ends=True),
        "hellos": Flood(hello, 50, live, ends=True),
        "half-closed": Flood(get("/healthz"), 50, ends=True, half=True),
        "slow-handshakes": Flood(upgrade(live)[:-2] + b"a: b\r\n" * 4000, 300, segment=1),
        # HTTP
        "pipelined": Flood(many(get("/api/catalogue"))),
        "pipelined-many": Flood(many(get("/api/catalogue")), 50),
        "pipelined-deaf": Flood(many(get("/api/openapi.json")), 50, reads=False),
        "catalogue": Flood(get("/api/catalogue"), 300, waits=True),
        "metrics": Flood(get("/metrics"), 50, waits=True),
        "metrics-pipelined": Flood(many(get("/metrics"))),
        "healthz": Flood(get("/healthz"), 50, waits=True),
        "static": Flood(get("/static/x/play/game.js"), 300, waits=True),
        "pages": Flood(get("/", "Accept: text/html"), 300, waits=True),
        "lost-pages": Flood(get("/nowhere", "Accept: text/html"), 300, waits=True),
        "openapi": Flood(get("/api/openapi.json"), 300, waits=True),
        "lists": Flood(get("/api/games"), 300, waits=True),
        "games": Flood(get("/api/games", method="POST", body=b'{"game": "number-duel"}'), 300, waits=True),
        "bad-games": Flood(get("/api/games", method="POST", body=b"{}"), 300, waits=True),
        "qr": Flood(qr, 50, waits=True),
        "puzzles": Flood(get("/api/puzzles/number-duel?seed=1&count=20"), 50, waits=True),
        "headers": Flood(get("/", *headers), 300, waits=True),
        "long-header": Flood(get("/", "a: " + "b" * 32_000), 300, waits=True),
        "endless-heads": Flood(many(b"a: b\r\n"), 50, first=b"GET / HTTP/1.1\r\n"),
        "chunks": Flood(
            many(b"1\r\nx\r\n"), 20, first=get("/api/games", "Transfer-Encoding: chunked", method="PUT"),
        ),
        "endless-bodies": Flood(
            bytes(LARGEST_SEND), 20, first=get("/api/games", f"Content-Length: {10**12}", method="PUT")
        ),
        "nonsense": Flood(many(b"\0\1\2\3"), 50),
        "upgrades-in-vain": Flood(get("/", "Upgrade: h2c", "Connection: Upgrade"), 50, waits=True),
        "cookies": Flood(get("/", 'Cookie: language="' + "\\" * 30_000), 50, waits=True),
        "queries": Flood(get("/?" + "a&" * 4000), 300, waits=True),
        "ranges": Flood(get("/static/x/play/game.js", f"Range: bytes={ranges}"), 300, waits=True),
        "no-sockets": Flood(upgrade(nowhere)[:-2] + b"Content-Length: 7\r\n\r\n", 300, waits=True),
        "boards": Flood(
            get("/api/position", method="POST", body=json.dumps({
                "game": "number-stack-attack", "options": {"target": 1000}, "moves": [1] * 500,
            }).encode()), 300, waits=True,
        ),
        "worksheets": Flood(get("/worksheet/number-duel?count=20&difficulty=5"), 300, waits=True),
        "guesses": Flood(
            get("/api/classes/enter", method="POST", body=b'{"code": "ABCDEF"}'), 300, waits=True
        ),
        # As a member of a class, which has limits in addition to those of its address
        "class-pages": Flood(get("/", f"Cookie: class={seats[0]}"), 300, waits=True),
        "class-sockets": Flood(
            upgrade(live)[:-2] + f"Cookie: class={seats[0]}\r\n\r\n".encode(), 300, waits=True, ends=True
        ),
        # HTTPS
        "tls-nothing": Flood(connections=0),
        "tls-silent": Flood(connections=500, first=b""),
        "tls-halves": Flood(connections=500, first=greeting[:100]),
        "tls-hellos": Flood(greeting, 50, waits=True, ends=True),
        "tls-nonsense": Flood(many(b"\0\1\2\3"), 50),
        # A long game
        "long-hellos": Flood(
            text({"type": "hello", "after": 0}), 50, f"/api/games/{long}/live", waits=True, ends=True
        ),
        "long-ends": Flood(
            text({"type": "hello", "after": events - 100}), 50, f"/api/games/{long}/live",
            waits=True, ends=True,
        ),
        "long-deaf": Flood(
            first=text({"type": "hello", "after": 0}), connections=100, upgrade=f"/api/games/{long}/live",
            reads=False,
        ),
        "long-events": Flood(get(f"/api/games/{long}/events?after={events - 1000}"), 50, waits=True),
        "long-states": Flood(get(f"/api/games/{long}"), 50, waits=True),
        "long-records": Flood(get(f"/api/games/{long}/record"), 50, waits=True),
        "long-hints": Flood(get(f"/api/games/{long}/hint"), 50, waits=True),
    }  # fmt: skip


# Several of each kind at once.
MIXED = (
    "pings",
    "fragments",
    "repeated-moves",
    "hellos",
    "pipelined-many",
    "pages",
    "games",
    "qr",
    "headers",
    "tcp",
)


def pour(poured: list[Flood], port: int, seconds: float) -> str:
    """Flood for some seconds, and return the amount sent."""
    selector = selectors.DefaultSelector()
    all_connections = [
        Connection(flood, port, selector)
        for flood in poured
        for _ in range(-(-flood.connections // len(poured)))
    ]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for key, events in selector.select(0.1):
            key.data.work(events)
            if time.perf_counter() > end:
                break
    made = sum(each.counts["connections"] for each in all_connections)
    sent = sum(each.counts["bytes"] for each in all_connections)
    return f"{made:,} connections, {sent / 1e6:,.1f} MB"


class Players:
    """Two players who never stop."""

    def __init__(self, server: Server) -> None:
        body = {"game": "number-stack-attack", "opponent": "open", "options": {"target": 1000}, "rounds": 99}
        made = server.post("/api/games", body)
        self.tokens = made["token"], server.post(f"/api/games/{made['id']}/seat", {})["token"]
        self.id = made["id"]
        self.sockets = Sockets()
        self.clients = [
            seated(self.sockets, server.port, made["id"], token, PLAYERS, server.secure)
            for token in self.tokens
        ]
        for number, client in enumerate(self.clients):
            client.heard = partial(self.heard, number)
        self.unheard: set[int] = set()
        self.turn = 0
        self.moves = 0

    def heard(self, number: int, payload: bytes) -> None:
        told = json.loads(payload)
        if told["type"] in ("ack", "event"):
            self.unheard.discard(number)
            seat = told["event"].get("turn")
            # Seats are swapped after each round.
            self.turn = (seat or 1) - 1 if told["event"]["round"] % 2 else 2 - (seat or 1)
            if seat is None:
                self.turn = 1 - (told["event"]["round"] % 2 == 0)
        elif told["type"] == "refused":
            raise RuntimeError(payload)

    def move(self) -> float:
        """Make a move, and return the seconds until both have received it."""
        self.moves += 1
        self.unheard = {0, 1}
        began = time.perf_counter()
        self.clients[self.turn].send(b'{"type": "move", "id": "m%d", "number": 1}' % self.moves)
        while self.unheard and time.perf_counter() - began < 60:
            for key, _ in self.sockets.selector.select(1):
                key.data.read()
        return time.perf_counter() - began

    def play(self, seconds: float) -> list[float]:
        end = time.perf_counter() + seconds
        taken = []
        while time.perf_counter() < end:
            taken.append(self.move())
            time.sleep(max(0.0, PAUSE - taken[-1]))
        return sorted(taken)


def long_game(server: Server, database: Path, events: int) -> str:
    """A game with many events, written directly into the database: moves, and takebacks of all of them."""
    import sqlite3

    body = {"game": "number-stack-attack", "opponent": "open", "options": {"target": 1000}, "rounds": 99}
    made = server.post("/api/games", body)
    server.post(f"/api/games/{made['id']}/seat", {})
    with sqlite3.connect(database) as connection:
        [(last,)] = connection.execute("SELECT checksum FROM events WHERE game = ?", (made["id"],))
    rows: list[tuple[object, ...]] = []

    def add(kind: str, participant: int, number: int | None) -> None:
        nonlocal last
        values = (made["id"], len(rows) + 2, kind, participant, number, None, None, 1.0)
        last = checksum(values, last)
        rows.append((*values, last))

    turn = 1
    for _ in range(1900):
        add("move", turn, 1)
        turn = 3 - turn
    while len(rows) < events:
        turn = 3 - turn
        add("takeback-offer", turn, 1)
        add("takeback-accept", 3 - turn, 1)
        add("move", turn, 1)
        turn = 3 - turn
    with sqlite3.connect(database) as connection:
        connection.executemany(
            f"INSERT INTO events ({', '.join(LogRow._fields)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            rows,
        )
    connection.close()
    return str(made["id"])


def measured(name: str, seconds: float, events: int) -> tuple[str, list[float], float, int]:
    """The flood, the latency of moves, and the server's processor time and memory."""
    with tempfile.TemporaryDirectory() as directory:
        server = Server(Path(directory), limits={}, secure=name.startswith("tls-"))
        server.start()
        try:
            long = (
                long_game(server, Path(directory) / "server.db", events) if name.startswith("long-") else ""
            )
            if long:  # the added events are read when the game is loaded again
                server.stop()
                server.start()
            players = Players(server)
            players.play(0.5)
            command = [sys.executable, __file__, name, "--pour", str(server.port), "--seconds", str(seconds)]
            tokens = players.tokens
            if name.startswith("class-"):  # the teacher's pass
                opened = server.post("/api/classes", {})
                tokens = (f"{opened['id']}.0.{digest(digest(opened['token']))[:32]}", "")
            command += ["--game", json.dumps([players.id, tokens, long]), "--events", str(events)]
            pouring = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            began, busy = time.perf_counter(), server.cpu()
            taken = players.play(seconds)
            busy = (server.cpu() - busy) / (time.perf_counter() - began)
            told, _ = pouring.communicate()
            memory = server.memory()
            players.sockets.close()
        finally:
            server.stop()
    return told.strip(), taken, busy, memory // 1024


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("floods", nargs="*")
    options.add_argument("--seconds", type=float, default=5)
    options.add_argument("--events", type=int, default=20_000, help="of the long game")
    options.add_argument("--pour", type=int, help=argparse.SUPPRESS)
    options.add_argument("--game", default='["", ["", ""], ""]', help=argparse.SUPPRESS)
    chosen = options.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    game, seats, long = json.loads(chosen.game)
    all_floods = floods(game, seats, long, chosen.events)
    if chosen.pour:
        os.nice(5)  # two cores for server, players and flood, so that the players' own delay is not measured
        names = MIXED if chosen.floods[0] == "mixed" else chosen.floods
        print(pour([all_floods[name] for name in names], chosen.pour, chosen.seconds))
        return
    print(f"{'ms':<20}{'p50':>9}{'p99':>9}{'largest':>9}{'moves':>7}{'core':>6}{'MB':>6}  flood")
    for name in chosen.floods or [*all_floods, "mixed"]:
        told, taken, busy, memory = measured(name, chosen.seconds, chosen.events)
        p50, p99 = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
        figures = "".join(f"{each * 1000:>9,.1f}" for each in (p50, p99, taken[-1]))
        print(f"{name:<20}{figures}{len(taken):>7}{busy:>6.0%}{memory:>6}  {told}", flush=True)


if __name__ == "__main__":
    main()
