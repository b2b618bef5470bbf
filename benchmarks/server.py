"""Measures the server over loopback: durable moves per second, latency, memory, and losses by kill -9.

    python benchmarks/server.py                 everything, about two minutes
    python benchmarks/server.py --seconds 20    a longer load
    python benchmarks/server.py --kills 50      a long hunt for lost moves
    python benchmarks/server.py --peer          compared with boardgame.io in the same run (needs Node.js and
    npm)

It starts the servers it needs on free ports with SQLite files in a temporary directory (or on --database),
plays games of all five kinds over two WebSockets per match, and prints one table. Every move is checked by
the full rules and on disk before its acknowledgement is counted.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from itertools import islice
from pathlib import Path

from clients import MOST_MOVES, Client, Server, Sockets, playouts, seated

from outnumber.games.registry import BUILT_IN


class Match:
    """Two clients that play as fast as they get answers."""

    def __init__(self, server: Server, number: int, game: str = "") -> None:
        game = game or list(BUILT_IN)[number % 5]
        made = server.post("/api/games", {"game": game, "opponent": "open", "rounds": 1000})
        seat = server.post(f"/api/games/{made['id']}/seat", {})
        self.id = made["id"]
        self.tokens = (made["token"], seat["token"])
        # Prepared in advance, so that the client's own work is not measured.
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


def load(server: Server, count: int, seconds: float, game: str = "") -> dict[str, float]:
    """Run a number of matches at once for some seconds."""
    sockets = Sockets()
    # One-time loading in the server is not a cost of a match.
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
    """The number of acknowledged moves that the log lacks."""
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
    """Kilobytes per socket for a number of spectators."""
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
    """Matches, acknowledged moves and lost moves when the server is repeatedly killed under load."""
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
                from peer import beside_peer

                beside_peer(server, load, chosen.matches, chosen.seconds, Path(directory))
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
