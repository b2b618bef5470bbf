"""The baseline of benchmarks/server.py: boardgame.io with one of the games, over socket.io."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

from clients import MOST_MOVES, Client, Server, Sockets, playouts

PEERS = Path(__file__).parent / "peers"
PEER_GAME = "order-challenge"
PEER_PORT = 8479


class PeerMatch:
    """Two clients of boardgame.io that play as fast as they get answers."""

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
                return  # the opponent's previous move
            self.latencies.append(time.perf_counter() - self.sent)
            self.acknowledged += 1
            if self.running and self.acknowledged < MOST_MOVES:
                self.play()


def peer(count: int, seconds: float, directory: Path | None) -> tuple[float, float, float]:
    """Moves per second, p50 and p99 of boardgame.io with a number of matches, stored in files or in
    memory.
    """
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
            sockets.attend(0.002)  # clients that miss its pings are disconnected
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


def beside_peer(
    server: Server, load: Callable[..., dict[str, float]], count: int, seconds: float, directory: Path
) -> None:
    """Print both servers with the same game and the same clients, alternating."""
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
