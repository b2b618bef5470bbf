"""Measures the server over loopback: durable moves a second, latency, memory, and what kill -9 loses.

    python benchmarks/server.py                 all of it, about two minutes
    python benchmarks/server.py --seconds 20    a longer load
    python benchmarks/server.py --kills 50      a long hunt for lost moves
    python benchmarks/server.py --peer          beside boardgame.io in the same run (needs Node.js and npm)

It starts the servers it needs on free ports with SQLite files in a temporary directory (or on --database),
plays games of all five kinds over two WebSockets a match, and prints one table. Every move is checked by the
full rules and on disk before its acknowledgement is counted.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import outnumber
from outnumber.games.registry import BUILT_IN

MOST_MOVES = 3000
NAP = 0.0005  # seconds
LIMITS = {
    "OUTNUMBER_WEB_MESSAGES": "1e9",
    "OUTNUMBER_WEB_MESSAGES_BURST": "1e9",
    "OUTNUMBER_WEB_REQUESTS": "1e9",
    "OUTNUMBER_WEB_REQUESTS_BURST": "1e9",
    "OUTNUMBER_WEB_CREATIONS": "1e9",
    "OUTNUMBER_WEB_CREATIONS_BURST": "1e9",
    "OUTNUMBER_WEB_CHECKS_BURST": "1e9",
    "OUTNUMBER_WEB_FRAMES_BURST": "1e12",
    "OUTNUMBER_WEB_OPENINGS_BURST": "1e9",
    "OUTNUMBER_WEB_SOCKETS": "1000000",
    "OUTNUMBER_WEB_CONNECTIONS": "1000000",
    "OUTNUMBER_WEB_ROUNDS": "1000",
}


class Server:
    """An `outnumber serve` on a free port."""

    def __init__(
        self,
        directory: Path,
        database: str = "",
        workers: int = 1,
        limits: dict[str, str] = LIMITS,
    ) -> None:
        self.database = database or f"sqlite:///{directory}/server.db"
        self.workers = workers
        self.limits = limits
        self.process: subprocess.Popen[str]
        self.port = 0

    def start(self) -> None:
        command = [sys.executable, "-m", "outnumber", "serve", "--port", str(self.port), "--quiet"]
        command += ["--database", self.database, "--workers", str(self.workers)]
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
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
            return json.load(answer)

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        url = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            return json.load(answer)

    def memory(self) -> int:
        """Resident kilobytes of the process that serves."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.partition("VmRSS:")[2].split()[0])

    def cpu(self) -> float:
        """Seconds of processor time of the process that serves."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Sockets:
    """All clients of this process. It naps and then reads whatever has come.

    A process that waits for its sockets is woken by each message, at the cost of the sender. That would be
    the server, whose clients are on other machines as a rule.
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
    """A WebSocket client with nothing but what the benchmark needs, so that it is not what is measured."""

    def __init__(self, sockets: Sockets, port: int, path: str, source: str = "") -> None:
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=30, source_address=(source, 0) if source else None
        )
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
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
        """Say something, and wait for an answer that begins in a certain way."""
        told: list[bytes] = []
        self.heard = told.append
        self.send(message)
        while not any(each.startswith(answer) for each in told):
            self.read()
            assert self.socket.fileno() >= 0, told

    def join(self, heard: Callable[[bytes], None]) -> None:
        """From now on be attended to with all others."""
        self.heard = heard
        self.socket.setblocking(False)
        self.selector.register(self.socket, selectors.EVENT_READ, self)

    def read(self) -> None:
        try:
            data = self.socket.recv(4096)
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
        # A mask of zeros changes nothing, and the protocol allows it.
        size = len(payload)
        head = bytes([opcode, 0x80 | size]) if size < 126 else bytes([opcode, 0xFE]) + size.to_bytes(2, "big")
        self.socket.sendall(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self.socket.fileno() >= 0:
            with contextlib.suppress(KeyError):
                self.selector.unregister(self.socket)
            self.socket.close()


def _unheard(_: bytes) -> None:
    """What comes before somebody listens."""


def seated(sockets: Sockets, port: int, game: str, token: str = "", source: str = "") -> Client:
    """A client who has been welcomed to a game, to its seat or to watch."""
    client = Client(sockets, port, f"/api/games/{game}/live", source)
    client.greet(
        json.dumps({"type": "hello", **({"token": token} if token else {})}).encode(), b'{"type":"welcome"'
    )
    client.join(_unheard)
    return client


def playouts(game: str, seed: int) -> Iterator[tuple[int, int]]:
    """Random rounds of a game without end: the participant and the number of each move."""
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


class Match:
    """Two clients that play as fast as they are answered."""

    def __init__(self, server: Server, number: int, game: str = "") -> None:
        game = game or list(BUILT_IN)[number % 5]
        made = server.post("/api/games", {"game": game, "opponent": "open", "rounds": 1000})
        seat = server.post(f"/api/games/{made['id']}/seat", {})
        self.id = made["id"]
        self.tokens = (made["token"], seat["token"])
        # Chosen beforehand, so that the client's own work is not what is measured.
        self.moves = iter(list(islice(playouts(game, number), MOST_MOVES)))
        self.clients: list[Client] = []
        self.latencies: list[float] = []
        self.acknowledged: list[int] = []
        self.running = False
        self.sent = 0.0
        self.next = (0, 0)

    def connect(self, sockets: Sockets, port: int) -> None:
        for token in self.tokens:
            client = seated(sockets, port, self.id, token)
            client.heard = self.heard
            self.clients.append(client)

    def play(self) -> None:
        participant, number = self.next = next(self.moves)
        self.sent = time.perf_counter()
        self.clients[participant - 1].send(
            b'{"type": "move", "id": "m%d", "number": %d}' % (len(self.acknowledged), number)
        )

    def heard(self, payload: bytes) -> None:
        if payload.startswith(b'{"type":"ack"'):
            self.latencies.append(time.perf_counter() - self.sent)
            self.acknowledged.append(self.next[1])
            if self.running and len(self.acknowledged) < MOST_MOVES:
                self.play()
        elif payload.startswith(b'{"type":"refused"'):
            raise RuntimeError(payload.decode())


# The peer: boardgame.io with one of the games, spoken to in the words of socket.io.

PEERS = Path(__file__).parent / "peers"
PEER_GAME = "order-challenge"
PEER_PORT = 8479


class PeerMatch:
    """Two clients at boardgame.io that play as fast as they are answered."""

    def __init__(self, number: int) -> None:
        self.id = f"match{number}"
        self.moves = iter(list(islice(playouts(PEER_GAME, number), MOST_MOVES)))
        self.clients: list[Client] = []
        self.latencies: list[float] = []
        self.acknowledged = 0
        self.running = False
        self.sent = 0.0
        self.mover = 0

    def connect(self, sockets: Sockets, port: int) -> None:
        for seat in (0, 1):
            client = Client(sockets, port, "/socket.io/?EIO=4&transport=websocket")
            client.greet(f"40/{PEER_GAME},".encode(), f"40/{PEER_GAME},".encode())
            sync = json.dumps(["sync", self.id, str(seat), None, 2])
            client.greet(f"42/{PEER_GAME},{sync}".encode(), f'42/{PEER_GAME},["sync"'.encode())
            client.join(partial(self.heard, seat))
            self.clients.append(client)

    def play(self) -> None:
        participant, number = next(self.moves)
        self.mover = participant - 1
        seat = str(self.mover)
        self.sent = time.perf_counter()
        payload = {"type": "play", "args": [number], "playerID": seat, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        update = json.dumps(["update", action, self.acknowledged, self.id, seat])
        self.clients[self.mover].send(f"42/{PEER_GAME},{update}".encode())

    def heard(self, seat: int, payload: bytes) -> None:
        if payload == b"2":
            self.clients[seat].send(b"3")
        elif seat == self.mover and payload.startswith(f'42/{PEER_GAME},["update"'.encode()):
            if b'"_stateID":%d}' % (self.acknowledged + 1) not in payload:
                return  # the other's move before this one
            self.latencies.append(time.perf_counter() - self.sent)
            self.acknowledged += 1
            if self.running and self.acknowledged < MOST_MOVES:
                self.play()


def peer(count: int, seconds: float, directory: Path | None) -> tuple[float, float, float]:
    """Moves a second, p50 and p99 of boardgame.io with so many matches, kept in files or in memory."""
    command = ["node", str(PEERS / "boardgame.js"), str(PEER_PORT), *([str(directory)] if directory else [])]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=os.environ | {"NODE_ENV": "production"},
    )  # fmt: skip
    assert process.stdout
    while process.stdout.readline() not in ("ready\n", ""):
        pass
    sockets = Sockets()
    try:
        matches = [PeerMatch(number) for number in range(count)]
        for match in matches:
            match.connect(sockets, PEER_PORT)
            sockets.attend(0.002)  # who does not answer its pings meanwhile is disconnected
        for match in matches:
            match.running = True
            match.play()
        sockets.attend(1)
        for match in matches:
            match.latencies.clear()
        began = time.perf_counter()
        sockets.attend(seconds)
        spent = time.perf_counter() - began
        latencies = sorted(each for match in matches for each in match.latencies)
        at = [latencies[len(latencies) * part // 100] * 1000 for part in (50, 99)]
        return len(latencies) / spent, at[0], at[1]
    finally:
        sockets.close()
        process.kill()
        process.wait()


def beside_peer(server: Server, count: int, seconds: float, directory: Path) -> None:
    """Print both servers with the same game and the same clients, in turns."""
    if not (PEERS / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-package-lock", "--silent"], cwd=PEERS, check=True)
    print(
        f"{PEER_GAME}, {count} matches         moves/s      p50      p99 ms   before a move is told",
        flush=True,
    )
    for turn in range(3):
        told = load(server, count, seconds, PEER_GAME)
        rows = {
            "outnumber": (told["moves/s"], told["p50"], told["p99"], "on disk: SQLite, synchronous=FULL"),
            "boardgame.io, files": (
                *peer(count, seconds, directory / f"peer{turn}"),
                "nothing: written afterwards, not synchronised",
            ),
            "boardgame.io, memory": (*peer(count, seconds, None), "nothing: never written"),
        }
        for name, (rate, p50, p99, durable) in rows.items():
            ratio = told["moves/s"] / rate
            print(f"{name:<22}  ({ratio:5.1f}x)  {rate:>8,.0f} {p50:>8.1f} {p99:>8.1f}      {durable}")


def load(server: Server, count: int, seconds: float, game: str = "") -> dict[str, float]:
    """So many matches at once for so long."""
    sockets = Sockets()
    # What the server loads and opens once is not what a match costs.
    for match in [Match(server, number) for number in range(20)]:
        match.connect(sockets, server.port)
        match.play()
    sockets.attend(1)
    before = server.memory()
    matches = [Match(server, number, game) for number in range(count)]
    for match in matches:
        match.connect(sockets, server.port)
    sockets.attend(1)
    connected = (server.memory() - before) / count
    for match in matches:
        match.running = True
        match.play()
    sockets.attend(1)
    for match in matches:
        match.latencies.clear()
    began, cpu, own = time.perf_counter(), server.cpu(), time.process_time()
    sockets.attend(seconds)
    spent, cpu, own = time.perf_counter() - began, server.cpu() - cpu, time.process_time() - own
    latencies = sorted(each for match in matches for each in match.latencies)
    for match in matches:
        match.running = False
    sockets.attend(0.5)
    kept = (server.memory() - before) / count
    sockets.close()
    assert check(server, matches) == 0, "an acknowledged move is not in the log"
    return {
        "moves/s": len(latencies) / spent,
        "p50": latencies[len(latencies) // 2] * 1000,
        "p99": latencies[len(latencies) * 99 // 100] * 1000,
        "connected": connected,
        "kb": kept,
        "moves": sum(len(match.acknowledged) for match in matches) / count,
        "busy": cpu / spent,
        "us": cpu / len(latencies) * 1e6,
        "client": own / len(latencies) * 1e6,
    }


def check(server: Server, matches: list[Match]) -> int:
    """How many acknowledged moves the log does not have."""
    lost = 0
    for match in matches:
        events, after = [], 0
        while True:
            told = server.get(f"/api/games/{match.id}/events?after={after}")["events"]
            if not told:
                break
            events += told
            after = told[-1]["seq"]
        kept = [event["number"] for event in events if event["kind"] == "move"]
        if kept[: len(match.acknowledged)] != match.acknowledged:
            lost += sum(a != b for a, b in zip(match.acknowledged, kept, strict=False))
            lost += max(0, len(match.acknowledged) - len(kept))
    return lost


def idle(server: Server, count: int) -> float:
    """Kilobytes for each of so many sockets that only watch."""
    games = [server.post("/api/games", {"game": "number-duel", "opponent": "open"})["id"] for _ in range(100)]
    sockets = Sockets()
    sockets.attend(1)
    before = server.memory()
    for number in range(count):
        seated(sockets, server.port, games[number % 100])
    sockets.attend(3)
    used = (server.memory() - before) / count
    sockets.close()
    return used


def killed(server: Server, kills: int, count: int) -> tuple[int, int, int]:
    """Matches, acknowledged moves and lost moves when the server is killed under load, again and again."""
    luck = random.Random(1)
    total = lost = 0
    for _ in range(kills):
        sockets = Sockets()
        matches = [Match(server, number) for number in range(count)]
        for match in matches:
            match.connect(sockets, server.port)
        for match in matches:
            match.running = True
            match.play()
        sockets.attend(luck.uniform(0.2, 1.0))
        server.kill()
        for match in matches:
            match.running = False
        sockets.attend(0.2)
        sockets.close()
        server.start()
        lost += check(server, matches)
        total += sum(len(match.acknowledged) for match in matches)
    return kills * count, total, lost


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--matches", type=int, default=200)
    options.add_argument("--idle", type=int, default=10_000)
    options.add_argument("--kills", type=int, default=5)
    options.add_argument("--database", default="", help="a PostgreSQL URL instead of SQLite files")
    options.add_argument("--only", choices=["load", "idle", "kill"])
    options.add_argument("--peer", action="store_true", help="beside boardgame.io, and nothing else")
    chosen = options.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    rows: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as directory:
        server = Server(Path(directory), chosen.database)
        server.start()
        try:
            if chosen.peer:
                beside_peer(server, chosen.matches, chosen.seconds, Path(directory))
                return
            if chosen.only in (None, "load"):
                told = load(server, chosen.matches, chosen.seconds)
                rows += [
                    (
                        f"durable moves/s, {chosen.matches} matches",
                        f"{told['moves/s']:,.0f}",
                        "at least 10,000",
                    ),
                    ("p50 / p99, ms", f"{told['p50']:.0f} / {told['p99']:.0f}", "p99 under 40"),
                    ("processor a move, µs (of one core)", f"{told['us']:.0f} ({told['busy']:.0%})", ""),
                    ("the clients' own, µs", f"{told['client']:.0f}", ""),
                    ("KB a match, both players connected", f"{told['connected']:.0f}", "at most 45"),
                    (f"KB a match after {told['moves']:,.0f} moves of many rounds", f"{told['kb']:.0f}", ""),
                ]
            if chosen.only in (None, "idle"):
                server.stop()
                server.start()
                count = min(chosen.idle, hard - 200)
                rows.append((f"KB a socket, {count:,} idle", f"{idle(server, count):.1f}", "at most 25"))
            if chosen.only in (None, "kill"):
                server.stop()
                server.start()
                matches, total, lost = killed(server, chosen.kills, 60)
                rows.append(
                    (f"kill -9, {matches} matches, {total:,} acknowledged moves", f"{lost} lost", "0")
                )
        finally:
            if server.process.poll() is None:
                server.stop()
    width = max(len(row[0]) for row in rows)
    print(f"{'':<{width}}  {'measured':>12}  aim")
    for what, measured, aim in rows:
        print(f"{what:<{width}}  {measured:>12}  {aim}")


if __name__ == "__main__":
    main()
