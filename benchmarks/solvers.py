"""Measures how long people wait for solvers during a flood from several addresses of this machine.

    python benchmarks/solvers.py                  flooded for half a minute
    python benchmarks/solvers.py --attackers 0    the same without a flood

Attackers continuously request verdicts, reviews and puzzles and play many games against `perfect` in which
every move is expensive. Meanwhile other clients, each from a separate address, play against `perfect` and
request hints and the daily puzzle. Each move of `perfect` is checked with the theorems. Linux only: there,
every address that begins with 127 is this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from clients import Server

import outnumber
from outnumber.games.base import Position
from outnumber.theory.best import best
from outnumber.theory.solve import solve

# The games that people play; the moves of the last one are the most expensive.
GAMES = (
    ("strategy-stacks", {"range": 40}),
    ("number-duel", {"range": 100}),
    ("number-stack-attack", {"target": 60, "tokens": "3,5,8"}),
    ("order-challenge", {"range": 17}),
    ("number-duel", {"range": 1000}),
)
PATIENCE = 60.0  # seconds until a client gives up


class Waits:
    """Waiting times in seconds, and the number of refusals."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.refused: Counter[str] = Counter()

    def __str__(self) -> str:
        if not self.seconds:
            return f"none answered, {dict(self.refused)}"
        ordered = sorted(self.seconds)
        p50, p99 = (ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (50, 99))
        refused = f", refused {dict(self.refused)}" if self.refused else ""
        return f"{len(ordered)} answered, p50 {p50:.2f} s, p99 {p99:.2f} s, most {ordered[-1]:.2f} s{refused}"


class Client:
    """Calls a server from a separate address, one request at a time."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        if self.streams is None:
            self.streams = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0), limit=2**24
            )
        reader, writer = self.streams
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        head += f"Authorization: Bearer {token}\r\n\r\n" if token else "\r\n"
        try:
            writer.write(head.encode() + data)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = int(answer.lower().partition("content-length:")[2].split()[0])
            text = await reader.readexactly(length)
        except (OSError, EOFError):
            self.close()
            return 0, {"error": {"code": "cut-off"}}
        status = int(answer.split()[1])
        return status, json.loads(text) if b"{" in text[:1] else text

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


class Flood:
    """One attacker: every kind of expensive request from one address."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.address = port, f"127.0.1.{number + 1}"
        self.luck = random.Random(number)
        self.moves = self.answers = 0

    def dear(self) -> dict[str, Any]:
        """A game whose verdicts take most of a second, different each time."""
        tokens = sorted(self.luck.sample(range(2, 40), 6))
        return {"game": "number-stack-attack", "options": {"target": 1000, "tokens": tokens}}

    async def run(self, games: int, questions: int) -> None:
        played = await self.long_game()
        async with asyncio.TaskGroup() as tasks:
            for number in range(games):
                tasks.create_task(self.play(number))
            for number in range(questions):
                tasks.create_task(self.question(number, played))

    async def long_game(self) -> str:
        client = Client(self.port, self.address)
        _, made = await client.ask(
            "/api/games", {"game": "number-duel", "options": {"range": 1000}, "opponent": "open"}
        )
        _, seat = await client.ask(f"/api/games/{made['id']}/seat", {})
        position: Position = outnumber.game("number-duel", range=1000).start()
        tokens = (made["token"], seat["token"])
        for _ in range(150):
            number = self.luck.choice(position.legal_moves())
            status, _ = await client.ask(
                f"/api/games/{made['id']}/moves", {"number": number}, tokens[position.turn - 1]
            )
            if status == 200:
                position = position.play(number)
        await client.ask(f"/api/games/{made['id']}/resign", {}, made["token"])
        client.close()
        return str(made["id"])

    async def question(self, number: int, played: str) -> None:
        client = Client(self.port, self.address)
        while True:
            if number % 4 == 0:
                _, made = await client.ask("/api/games", {**self.dear(), "opponent": "open"})
                path = f"/api/games/{made['id']}/verdict?certificate=true" if "id" in made else ""
            elif number % 4 == 1:
                path = f"/api/games/{played}/review"
            elif number % 4 == 2:
                path = f"/api/games/{played}/picture?kind=history"
            else:
                path = f"/api/puzzles/number-duel?seed={self.luck.randrange(10**9)}&count=20"
            status, _ = await client.ask(path) if path else (429, None)
            self.answers += status == 200
            if status != 200:
                await asyncio.sleep(0.2)

    async def play(self, number: int) -> None:
        client = Client(self.port, self.address)
        while True:
            await asyncio.sleep(0.2 + number / 5)
            status, made = await client.ask("/api/games", {**self.dear(), "opponent": "perfect"})
            if status != 201:
                continue
            state = made["state"]
            while state.get("state") == "playing":
                if state["turn"]["participant"] == 1:
                    move = {"number": self.luck.choice(state["legal"])}
                    await client.ask(f"/api/games/{made['id']}/moves", move, made["token"])
                    self.moves += 1
                await asyncio.sleep(0.3)
                status, told = await client.ask(f"/api/games/{made['id']}")
                state = told if status == 200 else state


class Person:
    """Plays against `perfect`, requests hints and the daily puzzle, and records the waiting times."""

    def __init__(self, port: int, number: int, pause: float) -> None:
        self.port, self.address, self.pause = port, f"127.0.2.{number + 1}", pause
        self.luck = random.Random(1000 + number)
        self.number = number
        self.moves, self.daily, self.hints = Waits(), Waits(), Waits()
        self.checked = self.blunders = self.not_best = self.given_up = 0
        self.since: float | None = None  # when the wait for the computer began

    async def run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.play())
            tasks.create_task(self.puzzle())

    async def timed(self, waits: Waits, work: Callable[[], Awaitable[tuple[int, Any]]]) -> Any:
        began = time.perf_counter()
        status, told = await work()
        if status == 200:
            waits.seconds.append(time.perf_counter() - began)
        else:
            waits.refused[told["error"]["code"]] += 1
        return told

    async def puzzle(self) -> None:
        client = Client(self.port, self.address)
        while True:
            await self.timed(self.daily, lambda: client.ask("/api/puzzles/daily"))
            await asyncio.sleep(4 * self.pause)

    async def play(self) -> None:
        client = Client(self.port, self.address)
        for place in range(self.number, 10**6):
            name, options = GAMES[place % len(GAMES)]
            body = {"game": name, "options": options, "opponent": "perfect", "first": "me"}
            status, made = await client.ask("/api/games", body)
            if status != 201:
                self.moves.refused[made["error"]["code"]] += 1
                await asyncio.sleep(1)
                continue
            game = f"/api/games/{made['id']}"
            position: Position = outnumber.game(name, **options).start()
            while position.outcome() is None:
                await self.timed(self.hints, partial(client.ask, f"{game}/hint"))
                await asyncio.sleep(self.pause)
                # Good moves, so that games are long, but not too good.
                good = solve(position).winning if self.luck.random() < 0.7 else ()
                position = await self.moved(
                    client, game, made["token"], position, self.luck.choice(good or position.legal_moves())
                )
                if position is None:
                    break

    async def moved(self, client: Client, game: str, token: str, position: Position, number: int) -> Any:
        """The position after a move and the computer's replies; None if there is none."""
        mover = position.turn
        await client.ask(f"{game}/moves", {"number": number}, token)
        position = position.play(number)
        began = self.since = time.perf_counter()
        while position.outcome() is None and position.turn is not mover:
            await asyncio.sleep(0.02)
            if time.perf_counter() - began > PATIENCE:
                self.given_up += 1
                self.since = None
                return None
            status, state = await client.ask(game)
            if status != 200:
                continue
            for answer in state["history"][-1]["moves"][len(self.played(position, state)) :]:
                self.check(position, answer)
                position = position.play(answer)
        self.since = None
        self.moves.seconds.append(time.perf_counter() - began)
        return position

    def played(self, position: Position, state: dict[str, Any]) -> list[int]:
        """The moves of the round up to a position."""
        moves: list[int] = state["history"][-1]["moves"]
        before = position.rules.start()
        for count in range(len(moves) + 1):
            if before == position:
                return moves[:count]
            before = before.play(moves[count])
        raise RuntimeError("the server plays another game")

    def check(self, position: Position, answer: int) -> None:
        self.checked += 1
        verdict = solve(position)
        self.blunders += bool(verdict.winning) and answer not in verdict.winning
        self.not_best += answer not in best(position)


async def measure(port: int, chosen: argparse.Namespace) -> None:
    floods = [Flood(port, number) for number in range(chosen.attackers)]
    people = [Person(port, number, chosen.pause) for number in range(chosen.people)]
    working = [asyncio.ensure_future(flood.run(chosen.games, chosen.questions)) for flood in floods]
    if floods:
        await asyncio.sleep(8)  # until their games are created
    working += [asyncio.ensure_future(person.run()) for person in people]
    await asyncio.sleep(chosen.seconds)
    for task in working:
        task.cancel()
    for told in await asyncio.gather(*working, return_exceptions=True):
        if not isinstance(told, asyncio.CancelledError):
            print("failed:", repr(told))
    answers, moves = sum(flood.answers for flood in floods), sum(flood.moves for flood in floods)
    print(f"{chosen.attackers} attackers got {answers} answers, made {moves} moves")
    for name in ("moves", "daily", "hints"):
        waits = Waits()
        for person in people:
            waits.seconds += getattr(person, name).seconds
            waits.refused += getattr(person, name).refused
        print(f"{name:<6} {waits}")
    end = time.perf_counter()
    waiting = [f"{end - person.since:.1f}" for person in people if person.since is not None]
    print(f"waiting at the end, s: {', '.join(waiting)}; gave up: {sum(p.given_up for p in people)}")
    print(
        f"moves of perfect: {sum(p.checked for p in people)}, not best {sum(p.not_best for p in people)}, "
        f"thrown away {sum(p.blunders for p in people)}"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--attackers", type=int, default=5, help="addresses that flood")
    options.add_argument("--games", type=int, default=8, help="games that each of them plays")
    options.add_argument("--questions", type=int, default=6, help="questions that each has open")
    options.add_argument("--people", type=int, default=5, help="addresses that play")
    options.add_argument("--pause", type=float, default=0.5, help="seconds that people think")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        server = Server(Path(directory))
        server.limits = {}
        server.start()
        try:
            with contextlib.suppress(KeyboardInterrupt):
                asyncio.run(measure(server.port, chosen))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
