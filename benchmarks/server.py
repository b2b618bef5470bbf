"""Measures the server over loopback: durable moves a second, latency, memory, and what kill -9 loses.

    python benchmarks/server.py                 all of it, about two minutes
    python benchmarks/server.py --seconds 20    a longer load
    python benchmarks/server.py --kills 50      a long hunt for lost moves

It starts the servers it needs on free ports with SQLite files in a temporary directory (or on --database),
plays games of all five kinds over two WebSockets a match, and prints one table. Every move is checked by the
full rules and on disk before its acknowledgement is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import uvloop

import outnumber
from outnumber.games.registry import BUILT_IN

MOST_MOVES = 3000
LIMITS = {
    "OUTNUMBER_WEB_MESSAGES": "1e9",
    "OUTNUMBER_WEB_MESSAGES_BURST": "1e9",
    "OUTNUMBER_WEB_REQUESTS": "1e9",
    "OUTNUMBER_WEB_REQUESTS_BURST": "1e9",
    "OUTNUMBER_WEB_CREATIONS": "1e9",
    "OUTNUMBER_WEB_CREATIONS_BURST": "1e9",
    "OUTNUMBER_WEB_SOCKETS": "1000000",
    "OUTNUMBER_WEB_ROUNDS": "1000",
}


class Server:
    """An `outnumber serve` on a free port."""

    def __init__(self, directory: Path, database: str = "", workers: int = 1) -> None:
        self.database = database or f"sqlite:///{directory}/server.db"
        self.workers = workers
        self.process: subprocess.Popen[str]
        self.port = 0

    def start(self) -> None:
        command = [sys.executable, "-m", "outnumber", "serve", "--port", str(self.port), "--quiet"]
        command += ["--database", self.database, "--workers", str(self.workers)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | LIMITS)
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

    def get(self, path: str) -> dict:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
            return json.load(answer)

    def post(self, path: str, body: dict, token: str = "") -> dict:
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


def _unheard(_: bytes) -> None:
    """What comes before somebody listens."""


class Client(asyncio.Protocol):
    """A WebSocket client with nothing but what the benchmark needs, so that it is not what is measured."""

    def __init__(self, game: str, token: str) -> None:
        self.game = game
        self.token = token
        self.buffer = b""
        self.upgraded = False
        self.welcomed = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self.heard = _unheard

    def connection_made(self, transport) -> None:
        self.transport = transport
        transport.write(
            f"GET /api/games/{self.game}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.upgraded:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self.upgraded = True
            self.buffer = rest
            self.send(json.dumps({"type": "hello", **({"token": self.token} if self.token else {})}).encode())
        buffer = self.buffer
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
                if self.welcomed.done():
                    self.heard(payload)
                else:
                    assert payload.startswith(b'{"type": "welcome"'), payload
                    self.welcomed.set_result(None)
            elif opcode == 9:
                self.send(payload, 0x8A)
        self.buffer = buffer

    def connection_lost(self, _: Exception | None) -> None:
        if not self.welcomed.done():
            self.welcomed.set_exception(ConnectionError("closed"))

    def send(self, payload: bytes, opcode: int = 0x81) -> None:
        # A mask of zeros changes nothing, and the protocol allows it.
        size = len(payload)
        head = bytes([opcode, 0x80 | size]) if size < 126 else bytes([opcode, 0xFE]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)


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

    def __init__(self, server: Server, number: int) -> None:
        game = list(BUILT_IN)[number % 5]
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

    async def connect(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        for token in self.tokens:
            _, client = await loop.create_connection(lambda t=token: Client(self.id, t), "127.0.0.1", port)
            client.heard = self.heard
            self.clients.append(client)
        await asyncio.gather(*(client.welcomed for client in self.clients))

    def play(self) -> None:
        participant, number = self.next = next(self.moves)
        self.sent = time.perf_counter()
        self.clients[participant - 1].send(
            b'{"type": "move", "id": "m%d", "number": %d}' % (len(self.acknowledged), number)
        )

    def heard(self, payload: bytes) -> None:
        if payload.startswith(b'{"type": "ack"'):
            self.latencies.append(time.perf_counter() - self.sent)
            self.acknowledged.append(self.next[1])
            if self.running and len(self.acknowledged) < MOST_MOVES:
                self.play()
        elif payload.startswith(b'{"type": "refused"'):
            raise RuntimeError(payload.decode())


async def load(server: Server, count: int, seconds: float) -> dict[str, float]:
    """So many matches at once for so long."""
    # What the server loads and opens once is not what a match costs.
    for match in [Match(server, number) for number in range(20)]:
        await match.connect(server.port)
        match.play()
    await asyncio.sleep(1)
    before = server.memory()
    matches = [Match(server, number) for number in range(count)]
    for match in matches:
        await match.connect(server.port)
    await asyncio.sleep(1)
    connected = (server.memory() - before) / count
    for match in matches:
        match.running = True
        match.play()
    await asyncio.sleep(1)
    for match in matches:
        match.latencies.clear()
    began, cpu = time.perf_counter(), server.cpu()
    await asyncio.sleep(seconds)
    spent, cpu = time.perf_counter() - began, server.cpu() - cpu
    latencies = sorted(each for match in matches for each in match.latencies)
    for match in matches:
        match.running = False
    await asyncio.sleep(0.5)
    kept = (server.memory() - before) / count
    for match in matches:
        for client in match.clients:
            client.transport.abort()
    await check(server, matches)
    return {
        "moves/s": len(latencies) / spent,
        "p50": latencies[len(latencies) // 2] * 1000,
        "p99": latencies[len(latencies) * 99 // 100] * 1000,
        "connected": connected,
        "kb": kept,
        "moves": sum(len(match.acknowledged) for match in matches) / count,
        "busy": cpu / spent,
        "us": cpu / len(latencies) * 1e6,
    }


async def check(server: Server, matches: list[Match]) -> int:
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


async def idle(server: Server, count: int) -> float:
    """Kilobytes for each of so many sockets that only watch."""
    games = [server.post("/api/games", {"game": "number-duel", "opponent": "open"})["id"] for _ in range(100)]
    loop = asyncio.get_running_loop()
    await asyncio.sleep(1)
    before = server.memory()
    clients = []
    for start in range(0, count, 100):
        pairs = await asyncio.gather(
            *(
                loop.create_connection(lambda n=n: Client(games[n % 100], ""), "127.0.0.1", server.port)
                for n in range(start, min(start + 100, count))
            )
        )
        clients += [client for _, client in pairs]
        await asyncio.gather(*(client.welcomed for _, client in pairs))
    await asyncio.sleep(3)
    used = (server.memory() - before) / count
    for client in clients:
        client.transport.abort()
    return used


async def killed(server: Server, kills: int, count: int) -> tuple[int, int, int]:
    """Matches, acknowledged moves and lost moves when the server is killed under load, again and again."""
    luck = random.Random(1)
    total = lost = 0
    for _ in range(kills):
        matches = [Match(server, number) for number in range(count)]
        for match in matches:
            await match.connect(server.port)
        for match in matches:
            match.running = True
            match.play()
        await asyncio.sleep(luck.uniform(0.2, 1.0))
        server.kill()
        await asyncio.sleep(0.2)
        server.start()
        lost += await check(server, matches)
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
    chosen = options.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    rows: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as directory:
        server = Server(Path(directory), chosen.database)
        server.start()
        try:
            if chosen.only in (None, "load"):
                told = uvloop.run(load(server, chosen.matches, chosen.seconds))
                rows += [
                    (
                        f"durable moves/s, {chosen.matches} matches",
                        f"{told['moves/s']:,.0f}",
                        "at least 10,000",
                    ),
                    ("p50 / p99, ms", f"{told['p50']:.0f} / {told['p99']:.0f}", "p99 under 40"),
                    ("processor a move, µs (of one core)", f"{told['us']:.0f} ({told['busy']:.0%})", ""),
                    ("KB a match, both players connected", f"{told['connected']:.0f}", "at most 45"),
                    (f"KB a match after {told['moves']:,.0f} moves of many rounds", f"{told['kb']:.0f}", ""),
                ]
            if chosen.only in (None, "idle"):
                server.stop()
                server.start()
                count = min(chosen.idle, hard - 200)
                rows.append(
                    (f"KB a socket, {count:,} idle", f"{uvloop.run(idle(server, count)):.1f}", "at most 25")
                )
            if chosen.only in (None, "kill"):
                server.stop()
                server.start()
                matches, total, lost = uvloop.run(killed(server, chosen.kills, 60))
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
