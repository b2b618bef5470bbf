"""A simulated lesson: a class behind one address, tablets that sleep, strangers, and kill -9 in the middle.

    python benchmarks/classroom.py                  one class of 40 children, about a minute
    python benchmarks/classroom.py --classes 3      three of them at once
    python benchmarks/classroom.py --children 6 --steps 4 --rounds 1    a short one

It starts a server with its usual limits on this machine. All children come from 127.0.0.2, each with a
separate browser: they load the page, join, wait for news, report steps and puzzles, and play the games of
their pairs over WebSockets. Some fall asleep and come back, one has two tabs, one comes late, and one has no
Wi-Fi for a while. Strangers guess codes, from the same address and from another. The server is killed while
all are active, and restarted. Two devices of the teacher look twice a second, and what they show is compared
with the truth each time: what each child does, whether it asks for help, and whether it is there. At the end,
the counts are compared with the acknowledged reports. Anything wrong for more than two seconds, missing data
or an intruder causes exit status 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import secrets
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
from clients import Server
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from outnumber.language.animals import ANIMALS

CHILDREN, STRANGER = "127.0.0.2", "127.0.0.3"
TRANSIENT = (500, 502, 503, 429)
GAME = {"game": "strategy-stacks", "options": {"range": 9}}
TOGETHER = 10  # how often all children act at once
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Measured:
    """All durations in milliseconds, and the refusals."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)
        self.refused: dict[str, int] = defaultdict(int)
        self.wrong: list[str] = []
        self.looks = 0
        self.longest = 0.0  # the longest time in seconds that the teacher's view was not true

    def must(self, true: bool, what: str) -> None:
        if not true:
            self.wrong.append(what)

    def table(self) -> str:
        lines = [f"{'ms':24}{'count':>8}{'p50':>9}{'p99':>9}{'largest':>9}"]
        for what, times in self.took.items():
            times.sort()
            p50, p99 = (times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.99))
            lines.append(f"{what:24}{len(times):8,}{p50:9.1f}{p99:9.1f}{times[-1]:9.1f}")
        return "\n".join(lines)


class Browser:
    """One device: its token, its cookie, and requests that are repeated while the server is down."""

    def __init__(self, world: World, http: httpx.AsyncClient) -> None:
        self.world = world
        self.http = http
        self.token = secrets.token_hex(16)
        self.passing = ""
        self.id = ""

    async def once(self, path: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        if self.passing:
            headers["Cookie"] = f"class={self.passing}"
        answer = await self.http.request("GET" if body is None else "POST", path, json=body, headers=headers)
        self.passing = answer.cookies.get("class") or self.passing
        self.http.cookies.clear()
        return answer

    async def ask(self, what: str, path: str, body: Any = None) -> Any:
        """Send a request until it is answered; the time is that of the successful attempt."""
        for attempt in range(200):
            began = time.perf_counter()
            try:
                answer = await self.once(path, body)
            except (httpx.TransportError, OSError):
                answer = None
            if answer is not None and answer.status_code not in TRANSIENT:
                if answer.status_code >= 400:
                    self.world.measured.must(False, f"{what}: {answer.status_code} {answer.text[:200]}")
                    raise RuntimeError(answer.text)
                self.world.measured.took[what].append(1000 * (time.perf_counter() - began))
                return answer.json() if "json" in answer.headers["content-type"] else answer.text
            if answer is not None:
                self.world.measured.refused[f"{what} {answer.status_code}"] += 1
            await asyncio.sleep(min(0.1 * 2**attempt, 1.0) * random.uniform(0.5, 1))
        raise RuntimeError(f"{what}: no answer")

    async def act(self, what: str, path: str, body: Any = None) -> Any:
        return await self.ask(what, f"/api/classes/{self.id}{path}", body)


class Child(Browser):
    """A child, and what the server has acknowledged to it."""

    number = 0
    name = ""
    step = ""
    last = 0  # the last event it has received
    moved = 0.0
    seat = 0
    asleep = False
    dropped = False
    poll: asyncio.Future[httpx.Response]
    activity = "none"
    hand = False

    def __init__(self, world: World, http: httpx.AsyncClient) -> None:
        super().__init__(world, http)
        self.solved: set[str] = set()
        self.missed: set[str] = set()
        self.tasks: dict[int, tuple[float, dict[str, Any]]] = {}

    async def join(self, animal: str, code: str) -> None:
        page = await self.ask("page", "/join")
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        await asyncio.gather(*(self.ask("file", file) for file in sorted(set(files))))
        door = await self.ask("door", "/api/classes/enter", {"code": code.lower()})
        self.id = door["id"]
        body = {"code": code, "animal": animal, "token": self.token}
        told = await self.ask("join", "/api/classes/enter", body)
        # The answer was lost, so it is sent again.
        again = await self.ask("join", "/api/classes/enter", body)
        self.number, self.name = told["number"], told["name"]
        self.world.measured.must(again["number"] == self.number, "a child came in twice")

    async def listen(self) -> None:
        """Wait for news, and sleep occasionally."""
        while True:
            if self.dropped:
                await asyncio.sleep(0.1)
                continue
            path = f"/me?after={self.last}&wait=5" if self.last else "/me"
            try:
                self.poll = asyncio.ensure_future(self.once(f"/api/classes/{self.id}{path}"))
                answer = await asyncio.wait_for(self.poll, random.choice([1, 3, 25, 25]))
            except asyncio.CancelledError:
                if not self.dropped:
                    raise
                continue
            except TimeoutError:  # the tablet sleeps, and its connection is lost
                self.asleep = True
                await asyncio.sleep(random.uniform(0.2, 1.5))
                self.asleep = False
                continue
            except (httpx.TransportError, OSError):
                await asyncio.sleep(random.uniform(0.1, 0.5))
                continue
            if answer.status_code == 404 and self.world.ending:
                return
            if answer.status_code != 200:
                known = answer.status_code in TRANSIENT
                self.world.measured.must(known, f"news: {answer.status_code} {answer.text[:200]}")
                self.world.measured.refused[f"news {answer.status_code}"] += 1
                await asyncio.sleep(random.uniform(0.1, 0.5))
                continue
            told = answer.json()
            self.world.measured.must(
                (told["number"], told["name"]) == (self.number, self.name), "a child came back as another"
            )
            self.last = told["seq"]
            if told["task"] and told["task"]["number"] not in self.tasks:
                self.tasks[told["task"]["number"]] = (time.perf_counter(), told["task"])

    async def task(self, number: int) -> dict[str, Any]:
        while number not in self.tasks:
            await asyncio.sleep(0.01)
        return self.tasks[number][1]

    async def learn(self, steps: int) -> None:
        for place in range(steps):
            step = f"drill-{place + 1}"
            for wrong in range(random.choice([1, 1, 4])):
                body = {"place": "lesson", "what": "number-duel", "step": step, "stuck": wrong}
                await self.act("report", "/report", body)
                self.activity = "lesson"
            self.step = step
            await asyncio.sleep(random.uniform(0.1, 0.5))

    async def ask_for_help(self) -> None:
        up = not self.hand
        await self.act("all at once", "/hand", {"up": up})
        self.hand = up

    async def solve(self, task: dict[str, Any]) -> None:
        game, _, query = task["link"].removeprefix("/puzzles/").partition("?")
        found = await self.ask("puzzles", f"/api/puzzles/{game}?{query}&count=20")
        await self.act("report", "/report", {"place": "puzzle", "what": game, "step": "1"})
        self.activity = "puzzle"
        for puzzle in found["puzzles"][:3]:
            plain = {name: puzzle[name] for name in ("game", "options", "moves", "kind")}
            tried = await self.ask(
                "try", "/api/puzzles/try", {"puzzle": plain, "answer": [random.choice([1, 2])]}
            )
            body = {"place": "puzzle", "what": puzzle["id"], "solved": tried["right"]}
            await self.act("report", "/report", body)
            (self.solved if tried["right"] else self.missed).add(puzzle["id"])

    async def play(self, task: dict[str, Any]) -> None:
        """Finish the game of this round, always with the first number that fits; the connection breaks
        occasionally.
        """
        id, _, seat = task["link"].removeprefix("/g/").partition("#seat=")
        url = f"ws://127.0.0.1:{self.world.server.port}/api/games/{id}/live"
        headers = {"Cookie": f"class={self.passing}"}
        await self.act("report", "/report", {"place": "game", "what": id})
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    url,
                    compression=None,
                    additional_headers=headers,
                    local_addr=(CHILDREN, 0),
                    close_timeout=1,
                ) as line:
                    await line.send(json.dumps({"type": "hello", "token": seat, "positions": True}))
                    for _ in range(random.choice([3, 50])):
                        if await self._turn(line):
                            self.activity = "finished"
                            return
            await asyncio.sleep(random.uniform(0.05, 0.3))

    async def _turn(self, line: Any) -> bool:
        """Receive one message, and move if it is this child's turn; returns whether the game is over."""
        message = json.loads(await asyncio.wait_for(line.recv(), 30))
        if message["type"] == "welcome":
            self.world.measured.must(message["you"] is not None, "a seat was lost")
            state = message["state"]
            self.seat = message["you"]["seat"]
            turn, legal, over = (
                state["turn"] and state["turn"]["seat"],
                state["legal"],
                state["state"] == "over",
            )
        elif message["type"] in ("event", "ack"):
            event = message["event"]
            turn, legal, over = event.get("turn"), event.get("legal"), event.get("match") == "over"
            if message["type"] == "ack":
                self.world.measured.took["move"].append(1000 * (time.perf_counter() - self.moved))
        else:
            return False
        if over:
            return True
        if turn == self.seat and legal:
            self.moved = time.perf_counter()
            frame = {"type": "move", "id": secrets.token_hex(8), "number": random.choice(legal)}
            await line.send(json.dumps(frame))
        return False


class World:
    """The server, its clients, and the measurements."""

    def __init__(self, server: Server, arguments: argparse.Namespace) -> None:
        self.server = server
        self.arguments = arguments
        self.measured = Measured()
        self.ending = False
        self.guesses: dict[str, int] = defaultdict(int)

    def client(self, address: str) -> httpx.AsyncClient:
        # As in browsers, each device has its own connections, so none waits for another.
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=limits)
        base = f"http://127.0.0.1:{self.server.port}"
        return httpx.AsyncClient(base_url=base, timeout=60, transport=transport)

    async def guess(self, http: httpx.AsyncClient, where: str) -> None:
        """A stranger who tries codes, tokens and animals as fast as possible."""
        stranger = Browser(self, http)
        while True:
            body = {"code": "".join(random.choices(LETTERS, k=6)), "animal": "owl", "token": stranger.token}
            with suppress(httpx.TransportError, OSError):
                answer = await stranger.once("/api/classes/enter", body)
                self.guesses[f"{where} {answer.status_code}"] += 1
                self.measured.must(answer.status_code in (404, *TRANSIENT), "a stranger was let in")
            await asyncio.sleep(0.005)

    async def restart(self) -> None:
        loop = asyncio.get_running_loop()
        self.server.kill()
        await asyncio.sleep(0.5)
        await loop.run_in_executor(None, self.server.start)


async def lesson(world: World, http: httpx.AsyncClient, half: Callable[[], Awaitable[None]]) -> None:
    """A class from start to finish."""
    measured, arguments = world.measured, world.arguments
    teacher = Browser(world, http)
    opened = await teacher.ask("open", "/api/classes", {"token": teacher.token})
    teacher.id, code = opened["id"], opened["state"]["code"]
    children = [Child(world, http) for _ in range(arguments.children)]
    animals = random.sample(list(ANIMALS), arguments.children)
    await asyncio.gather(*(child.join(animal, code) for child, animal in zip(children, animals, strict=True)))
    await teacher.act("teacher", "/door", {"open": False})
    measured.must(sorted(child.number for child in children) == [*range(1, len(children) + 1)], "numbers")
    # One child has two tabs, and the teacher two devices.
    listening = [asyncio.create_task(child.listen()) for child in [*children, children[0]]]
    looking = [asyncio.create_task(look(teacher, children)) for _ in range(2)]
    number = 0

    async def start(path: str, body: dict[str, Any]) -> list[dict[str, Any]]:
        nonlocal number
        number += 1
        began = time.perf_counter()
        awake = [child for child in children if not child.asleep]
        told = await teacher.act("teacher", path, {**body, "id": secrets.token_hex(8)})
        if told["task"]["kind"] == "games":
            for child in children:
                child.activity = "playing"
        tasks = await asyncio.gather(*(child.task(number) for child in children))
        measured.took["until awake know"] += [
            1000 * (child.tasks[number][0] - began) for child in awake if not child.asleep
        ]
        return tasks

    await start("/lesson", {"lesson": "number-duel"})
    learning = asyncio.gather(*(child.learn(arguments.steps) for child in children))
    await half()
    await learning
    for _ in range(TOGETHER):
        await asyncio.gather(*(child.ask_for_help() for child in children))
    # One comes late.
    await teacher.act("teacher", "/door", {"open": True})
    late = Child(world, http)
    await late.join(next(animal for animal in ANIMALS if animal not in animals), code)
    children.append(late)
    listening.append(asyncio.create_task(late.listen()))
    tasks = await start("/puzzles", {"game": "order-challenge", "kind": "who"})
    await asyncio.gather(*(child.solve(task) for child, task in zip(children, tasks, strict=True)))
    # One has no Wi-Fi.
    children[1].dropped = True
    children[1].poll.cancel()
    await asyncio.sleep(arguments.drop)
    children[1].dropped = False
    for _ in range(arguments.rounds):
        # Sleeping children would not be paired.
        while not all(each["here"] for each in (await teacher.act("teacher", ""))["children"]):
            await asyncio.sleep(0.05)
        tasks = await start("/pairs", GAME)
        measured.must(all(task["link"] for task in tasks), "a child has no game")
        await asyncio.gather(*(child.play(task) for child, task in zip(children, tasks, strict=True)))
    last = await teacher.act("teacher", "")
    while not all(pair["over"] for pair in last["pairs"]):
        await asyncio.sleep(0.05)
        last = await teacher.act("teacher", "")
    compare(measured, last, children, arguments.rounds)
    for task in looking:
        task.cancel()
    world.ending = True
    await teacher.act("end", "/end", {})
    await asyncio.wait(listening, timeout=30)
    for task in listening:
        task.cancel()


async def look(teacher: Browser, children: list[Child]) -> None:
    """The teacher's page: compare what it shows with the truth."""
    seq, since = 0, dict[tuple[int, str], float]()
    measured = teacher.world.measured
    while True:
        told = await teacher.act("teacher's look", f"?after={seq}&wait=5")
        seq, now = told["seq"], time.perf_counter()
        seen = {each["number"]: each for each in told["children"]}
        measured.looks += 1
        for child in children:
            here = not (child.asleep or child.dropped)
            for what, truth in (("activity", child.activity), ("hand", child.hand), ("here", here)):
                if child.number not in seen or seen[child.number][what] == truth:
                    since.pop((child.number, what), None)
                    continue
                wrong = now - since.setdefault((child.number, what), now)
                measured.longest = max(measured.longest, wrong)
                shown = seen[child.number][what]
                measured.must(
                    wrong <= teacher.world.arguments.within,
                    f"{child.name}: {what} is {truth}, shown for {wrong:.1f} s: {shown}",
                )
        await asyncio.sleep(0.5)


def compare(measured: Measured, last: dict[str, Any], children: list[Child], rounds: int) -> None:
    """Compare the teacher's view with the acknowledged reports of each child."""
    measured.must(len(last["children"]) == len(children), f"{len(last['children'])} are in the class")
    seen = {each["number"]: each for each in last["children"]}
    for child in children:
        found = seen[child.number]
        measured.must(found["name"] == child.name, f"{child.name} is {found['name']}")
        reached = [each["step"] for each in found["lessons"]]
        measured.must(
            reached == [child.step][: bool(child.step)],
            f"{child.name} was at {child.step}, and is at {reached}",
        )
        counts = (found["solved"], found["missed"])
        measured.must(counts == (len(child.solved), len(child.missed)), f"{child.name} has solved {counts}")
        measured.must(found["played"] == rounds, f"{child.name} has played {found['played']} games")
    won = sum(each["won"] for each in last["children"])
    least = rounds * (len(children) // 2)
    measured.must(least <= won <= least + rounds * (len(children) % 2), f"{won} games were won")


def left_in(directory: Path) -> list[int]:
    """The number of games and events in the database."""
    with closing(sqlite3.connect(directory / "server.db")) as database:
        count = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)"
        return [*database.execute(count).fetchone()]


async def run(arguments: argparse.Namespace, directory: Path) -> int:
    server = Server(directory, limits={})
    server.start()
    world = World(server, arguments)
    waiting = arguments.classes
    restarted = asyncio.Event()

    async def half() -> None:
        """Synchronise the children: the last one to arrive kills the server."""
        nonlocal waiting
        waiting -= 1
        await asyncio.sleep(arguments.steps * 0.15)
        if not waiting:
            waiting = -1
            await world.restart()
            restarted.set()

    began = time.perf_counter()
    async with world.client(CHILDREN) as school, world.client(STRANGER) as elsewhere:
        guessing = [asyncio.create_task(world.guess(elsewhere, "elsewhere"))]
        lessons = [asyncio.create_task(lesson(world, school, half)) for _ in range(arguments.classes)]
        killed = asyncio.create_task(restarted.wait())
        await asyncio.wait([killed, *lessons], return_when=asyncio.FIRST_COMPLETED)
        guessing.append(asyncio.create_task(world.guess(school, "same address")))
        await asyncio.gather(*lessons)
        for task in guessing:
            task.cancel()
        seconds = time.perf_counter() - began
        left = [1, 1]
        for _ in range(300):  # the last games are deleted after the lesson
            if left == [0, 0]:
                break
            await asyncio.sleep(0.1)
            left = left_in(directory)
        memory, cpu = server.memory() / 1024, server.cpu()
        server.stop()
    world.measured.must(left == [0, 0], f"{left[0]} games and {left[1]} events are left")
    print(world.measured.table())
    print()
    print(f"{arguments.classes} x {arguments.children} children, one kill -9, {seconds:.0f} s;", end=" ")
    print(f"the server took {cpu:.1f} s of a core after it, and {memory:.0f} MB")
    measured = world.measured
    print(f"{measured.looks} looks of the teacher; longest time not true: {measured.longest:.1f} s")
    print("refused on the way:", dict(world.measured.refused) or "nothing")
    print("guesses, by answer:", dict(world.guesses))
    print("left in the database:", *left)
    for what in world.measured.wrong[:20]:
        print("WRONG:", what)
    print("nothing lost, nobody let in" if not world.measured.wrong else f"{len(world.measured.wrong)} wrong")
    return 1 if world.measured.wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--children", type=int, default=40)
    parser.add_argument("--classes", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--within", type=float, default=2, help="seconds for which a look may be untrue")
    parser.add_argument("--drop", type=float, default=30, help="seconds without Wi-Fi")
    with tempfile.TemporaryDirectory() as directory:
        return asyncio.run(run(parser.parse_args(), Path(directory)))


if __name__ == "__main__":
    sys.exit(main())
