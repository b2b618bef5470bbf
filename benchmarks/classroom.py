"""A simulated lesson: a class behind one address, tablets that sleep, strangers, and kill -9 in the middle.

    python benchmarks/classroom.py                  one class of 40 children, about a minute
    python benchmarks/classroom.py --classes 3      three of them at once
    python benchmarks/classroom.py --children 6 --steps 4 --rounds 1    a short one
    python benchmarks/classroom.py --minutes 45 --children 30 --browsers   a lesson in real time, see below

It starts a server with its usual limits on this machine. All children come from 127.0.0.2, each with a
separate browser: they load the page, join, wait for news, report steps and puzzles, and play the games of
their pairs over WebSockets. Some fall asleep and come back, one has two tabs, one comes late, and one has no
Wi-Fi for a while. Strangers guess codes, from the same address and from another. The server is killed while
all are active, and restarted. Two devices of the teacher look twice a second, and what they show is compared
with the truth each time: what each child does, whether it asks for help, and whether it is there. At the end,
the counts are compared with the acknowledged reports. Anything wrong for more than two seconds, missing data
or an intruder causes exit status 1.

With `--minutes`, the lesson follows the ready-made plan of 45 minutes, its stations shortened or prolonged to
these minutes. The children think before they answer; they raise their hands, lose their Wi-Fi for 30 seconds,
fall asleep, leave their games and return, one moves to another tablet, and one comes late. All act at the
same moment once in a station. With `--browsers`, three of the children, the teacher and the projector are
real browsers (Chromium, with Playwright): they join, follow each task, play, reload, go offline and open a
second window, and the teacher's page is compared with the truth every second, as it is drawn.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, closing, contextmanager, suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from clients import Answer, Http, Server
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from outnumber.language.animals import ANIMALS
from outnumber.server.http.bundles import STATIC

try:
    from playwright.async_api import Error as PlaywrightError
    from playwright.async_api import async_playwright
except ImportError:  # only for --browsers
    PlaywrightError = OSError  # type: ignore[misc, assignment]

CHILDREN, STRANGER = "127.0.0.2", "127.0.0.3"
TRANSIENT = (500, 502, 503, 429)
GAME = {"game": "strategy-stacks", "options": {"range": 9}}
TOGETHER = 10  # how often all children act at once
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PAUSE = 0.5  # seconds between two requests for news, as in the pages
# What the teacher's page shows of each child.
SHOWN = """() => Object.fromEntries([...document.querySelectorAll('#children .child')].map(each => [
  each.dataset.child,
  { activity: each.dataset.activity, here: !each.classList.contains('away'),
    hand: each.textContent.includes('needs help') }]))"""
SINCE = time.perf_counter()


def say(*what: object) -> None:
    """Print progress with the seconds since the start."""
    print(f"{time.perf_counter() - SINCE:7.1f}", *what, flush=True)


class Measured:
    """All durations in milliseconds, and the refusals."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)
        self.refused: dict[str, int] = defaultdict(int)
        self.wrong: list[str] = []
        self.looks: dict[str, int] = defaultdict(int)
        self.states = 0
        self.late: list[float] = []  # how long each wrong state was shown, in seconds

    def must(self, true: bool, what: str) -> None:
        if not true:
            self.wrong.append(what)
            say("WRONG:", what)

    def table(self) -> str:
        lines = [f"{'ms':24}{'count':>8}{'p50':>9}{'p99':>9}{'largest':>9}"]
        for what, times in self.took.items():
            times.sort()
            p50, p99 = (times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.99))
            lines.append(f"{what:24}{len(times):8,}{p50:9.1f}{p99:9.1f}{times[-1]:9.1f}")
        return "\n".join(lines)


class Truth:
    """What is true of one child, or the values of which either may be shown; and since when."""

    def __init__(self) -> None:
        self.values: dict[str, set[Any]] = {"activity": {"none"}, "hand": {False}, "here": {True}}
        self.since = dict.fromkeys(self.values, time.perf_counter())
        self.gone = False

    def now(self, **values: Any) -> None:
        for what, value in values.items():
            found = value if isinstance(value, set) else {value}
            if found != self.values[what]:
                self.values[what], self.since[what] = found, time.perf_counter()

    def allow(self, what: str, *values: Any) -> None:
        """Until it is known which of these is true, any of them may be shown."""
        self.now(**{what: {*self.values[what], *values}})


class Device:
    """One device: its token, its cookie, and requests that are repeated while the server is down."""

    def __init__(self, world: World, http: Http) -> None:
        self.world = world
        self.http = http
        self.token = secrets.token_hex(16)
        self.passing = ""
        self.id = ""
        self.awake = asyncio.Event()
        self.awake.set()
        self.acting = asyncio.Lock()

    async def once(self, path: str, body: Any = None) -> Answer:
        headers = {"Authorization": f"Bearer {self.token}"}
        if self.passing:
            headers["Cookie"] = f"class={self.passing}"
        answer = await self.http.ask(path, body, headers)
        self.passing = answer.cookie("class") or self.passing
        return answer

    async def ask(self, what: str, path: str, body: Any = None) -> Any:
        """Send a request until it is answered; the time is that of the successful attempt."""
        for _ in range(200):
            async with self.acting:
                await self.awake.wait()
                began = time.perf_counter()
                try:
                    answer = await self.once(path, body)
                except OSError:
                    answer = None
            if answer is not None and answer.status not in TRANSIENT:
                if answer.status >= 400:
                    over = answer.status == 404 and self.world.ending
                    self.world.measured.must(over, f"{what}: {answer.status} {answer.text[:200]}")
                    raise RuntimeError(answer.text)
                self.world.measured.took[what].append(1000 * (time.perf_counter() - began))
                return answer.json() if answer.is_json else answer.text
            if answer is not None:
                self.world.measured.refused[f"{what} {answer.status}"] += 1
            await asyncio.sleep(random.uniform(0.5, 1))
        raise RuntimeError(f"{what}: no answer")

    async def act(self, what: str, path: str, body: Any = None) -> Any:
        return await self.ask(what, f"/api/classes/{self.id}{path}", body)


class Child(Device):
    """A child, and what the server has acknowledged to it."""

    number = 0
    name = animal = ""
    step = ""
    chosen: int | None = None
    last = 0  # the last event it has received
    moved = 0.0
    seat = 0
    polls: dict[int, asyncio.Future[Answer]]
    playing: asyncio.Task[bool] | None = None
    game = ""  # in the current round
    moves = False  # whether it waits until a report is acknowledged
    unsure = 0  # reports of answers that it did not wait for
    all_tried = False
    where = ""  # the last place that it has reported, or nothing since its game began
    thinks = (0.0, 0.0)  # seconds before each move and each answer
    leaves = False  # whether it leaves its game for a moment at its next turn

    def __init__(self, world: World, http: Http) -> None:
        super().__init__(world, http)
        self.truth = Truth()
        self.polls = {}
        self.question: list[int] = []  # the answers to choose from
        self.solved: set[str] = set()
        self.missed: set[str] = set()
        self.tasks: dict[str, tuple[float, dict[str, Any]]] = {}
        self.task: dict[str, Any] | None = None
        self.told = asyncio.Event()

    async def think(self) -> None:
        await asyncio.sleep(random.uniform(*self.thinks))

    async def join(self, animal: str, code: str) -> None:
        page = await self.ask("page", "/join")
        # Files that the browser has not loaded yet come from six connections at most.
        await asyncio.gather(*(self.once(file) for file in sorted(files_in(page))))
        door = await self.ask("door", "/api/classes/enter", {"code": code.lower()})
        self.id = door["id"]
        body = {"code": code, "animal": animal, "token": self.token}
        told = await self.ask("join", "/api/classes/enter", body)
        # The answer was lost, so it is sent again.
        again = await self.ask("join", "/api/classes/enter", body)
        self.number, self.name, self.animal = told["number"], told["name"], animal
        self.world.measured.must(again["number"] == self.number, "a child came in twice")
        await self.reports("class", "", "")

    async def reports(self, place: str, what: str, step: str, stuck: int = 0) -> None:
        """Report a place as the pages do; it is true once the server has acknowledged it."""
        self.truth.allow("hand", False)  # the next step lowers it
        body = {"place": place, "what": what, "step": step, "stuck": stuck}
        with self.world.moving(self, place):
            told = await self.act("report", "/report", body)
        self.truth.now(hand=told["hand"])

    async def listen(self, tab: int = 0) -> None:
        """Wait for news in one of the child's windows."""
        while True:
            await self.awake.wait()
            path = f"/me?after={self.last}&wait=1" if self.last else "/me"
            began = time.perf_counter()
            try:
                self.polls[tab] = asyncio.ensure_future(self.once(f"/api/classes/{self.id}{path}"))
                answer = await self.polls[tab]
            except asyncio.CancelledError:
                if asyncio.current_task().cancelling():  # type: ignore[union-attr]
                    raise
                await asyncio.sleep(0.05)  # the device sleeps, or another one continues
                continue
            except OSError:
                await asyncio.sleep(random.uniform(0.5, 1))
                continue
            if answer.status == 404 and self.world.ending:
                return
            if answer.status != 200:
                known = answer.status in TRANSIENT
                self.world.measured.must(known, f"news: {answer.status} {answer.text[:200]}")
                self.world.measured.refused[f"news {answer.status}"] += 1
                await asyncio.sleep(random.uniform(0.5, 1))
                continue
            self.hear(answer.json())
            await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))

    def hear(self, told: dict[str, Any]) -> None:
        self.world.measured.must(
            (told["number"], told["name"]) == (self.number, self.name), "a child came back as another"
        )
        self.last = told["seq"]
        self.task = told["task"]
        self.question = told["choices"]
        self.chosen = told["chosen"]
        if self.task and (self.task["link"] or "").startswith("/g/"):
            self.world.now_plays(self, self.task["link"].split("/")[2].partition("#")[0])
        if self.task and key_of(self.task) not in self.tasks:
            self.tasks[key_of(self.task)] = (time.perf_counter(), self.task)
        self.told.set()

    async def away(self, seconds: float) -> None:
        """Lose the Wi-Fi, or fall asleep: no request until the end of that time."""
        async with self.acting:  # an action under way arrives
            self.awake.clear()
        for poll in self.polls.values():
            poll.cancel()
        if self.playing is not None:
            self.playing.cancel()
        self.truth.now(here=False)
        await asyncio.sleep(seconds)
        self.truth.now(here=True)
        self.awake.set()

    async def doze(self) -> None:
        """Fall asleep now and then."""
        while True:
            await asyncio.sleep(random.choice([1, 3, 25, 25]))
            await self.away(random.uniform(0.2, 1.5))

    async def new_task(self, number: int) -> dict[str, Any]:
        while True:
            for _, task in self.tasks.values():
                if task["number"] == number:
                    return task
            await asyncio.sleep(0.01)

    async def learn(self, steps: int) -> None:
        for place in range(steps):
            step = f"drill-{place + 1}"
            for wrong in range(random.choice([1, 1, 4])):
                await self.reports("lesson", "number-duel", step, wrong)
                await self.think()
            self.step = step
            await asyncio.sleep(random.uniform(0.1, 0.5))

    async def raise_hand(self, up: bool) -> None:
        self.truth.allow("hand", up)
        await self.act("hand", "/hand", {"up": up})
        self.truth.now(hand=up)

    async def solve(self, task: dict[str, Any], most: int) -> None:
        game, _, query = task["link"].removeprefix("/puzzles/").partition("?")
        found = await self.ask("puzzles", f"/api/puzzles/{game}?{query}&count=20")
        for place, puzzle in enumerate(found["puzzles"][:most], 1):
            await self.reports("puzzle", game, str(place))
            await self.think()
            plain = {name: puzzle[name] for name in ("game", "options", "moves", "kind")}
            answer = puzzle["legal"] if puzzle["kind"] not in ("who", "seat") else [1, 2]
            guess = random.sample(answer, 1)
            tried = await self.ask("try", "/api/puzzles/try", {"puzzle": plain, "answer": guess})
            body = {"place": "puzzle", "what": puzzle["id"], "solved": tried["right"]}
            if place == 20:
                self.truth.allow("activity", "finished")
            self.unsure += 1
            await self.act("report", "/report", body)
            self.unsure -= 1
            (self.solved if tried["right"] else self.missed).add(puzzle["id"])
            self.all_tried = place == 20
            self.world.settle()

    async def play(self, task: dict[str, Any]) -> None:
        """Finish a game, always with numbers that fit; the connection breaks occasionally."""
        game, _, seat = task["link"].removeprefix("/g/").partition("#seat=")
        self.world.now_plays(self, game)
        await self.reports("game", self.game, "")
        while True:
            await self.awake.wait()
            self.playing = asyncio.ensure_future(self._play(seat))
            try:
                if await self.playing:
                    return
            except asyncio.CancelledError:
                if self.awake.is_set():
                    raise
            except (OSError, WebSocketException, TimeoutError):
                pass
            await asyncio.sleep(random.uniform(0.05, 0.3))

    async def _play(self, seat: str) -> bool:
        """Play over one connection; return whether the game is over."""
        url = f"ws://127.0.0.1:{self.world.server.port}/api/games/{self.game}/live"
        headers = {"Cookie": f"class={self.passing}"}
        async with connect(
            url, compression=None, additional_headers=headers, local_addr=(CHILDREN, 0), close_timeout=1
        ) as line:
            await line.send(json.dumps({"type": "hello", "token": seat, "positions": True}))
            for _ in range(random.choice([3, 50])):
                if await self._turn(line):
                    self.world.over(self.game)
                    return True
        return False

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
            if self.leaves:
                self.leaves = False
                await self.leave_game()
            await self.think()
            self.moved = time.perf_counter()
            if len(legal) == 1 or not self.thinks[1]:
                self.world.may_be_over(self.game)
            frame = {"type": "move", "id": secrets.token_hex(8), "number": random.choice(legal)}
            await line.send(json.dumps(frame))
        return False

    async def leave_game(self) -> None:
        """Leave the game for a moment, at its own turn so that it cannot end."""
        await self.reports("class", "", "")
        await asyncio.sleep(random.uniform(4, 8))
        await self.reports("game", self.game, "")

    async def change_tablet(self, code: str) -> None:
        """Leave with one tablet, and enter with another as the same animal: the work continues."""
        async with self.acting:
            self.awake.clear()
            for poll in self.polls.values():
                poll.cancel()
            self.truth.gone = True
            await self.once(f"/api/classes/{self.id}/leave", {})
            self.token, self.passing, self.last = secrets.token_hex(16), "", 0
            body = {"code": code, "animal": self.animal, "token": self.token}
            told = (await self.once("/api/classes/enter", body)).json()
            self.world.measured.must(told["number"] == self.number, "a child got another number")
            self.awake.set()
        self.truth.now(hand=False)
        self.truth.gone = False
        await self.reports("class", "", "")

    async def vote(self) -> None:
        if self.question and self.chosen is None:
            await self.act("vote", "/vote", {"answer": random.choice(self.question)})

    async def follow(self) -> None:
        """Do what the teacher starts, as the pages do: each task, and each new game, once."""
        doing: asyncio.Task[None] | None = None
        done = ""
        try:
            while True:
                await self.told.wait()
                self.told.clear()
                if self.question:
                    await self.think()
                    await self.vote()
                task = self.task
                if task is None or key_of(task) == done:
                    continue
                before, done = done.partition(" ")[2], key_of(task)
                if task["link"] and task["link"] == before:
                    continue
                if doing is not None:
                    doing.cancel()
                if task["link"]:
                    doing = asyncio.create_task(self._do(task))
        finally:
            if doing is not None:
                doing.cancel()

    async def _do(self, task: dict[str, Any]) -> None:
        await asyncio.sleep(random.uniform(0.1, 0.6))  # the page loads
        with suppress(RuntimeError):
            if task["kind"] == "lesson":
                await self.learn(99)
            elif task["kind"] == "puzzles":
                await self.solve(task, 20)
            else:
                await self.play(task)


def key_of(task: dict[str, Any]) -> str:
    """What a page remembers of a task that it has opened."""
    return f"{task['number']} {task['link'] or ''}"


def files_in(page: str) -> set[str]:
    return {part.partition('"')[0] for part in page.split('="')[1:] if part.startswith("/static/")}


class World:
    """The server, its clients, and the measurements."""

    def __init__(self, server: Server, arguments: argparse.Namespace) -> None:
        self.server = server
        self.arguments = arguments
        self.measured = Measured()
        self.ending = False
        self.guesses: dict[str, int] = defaultdict(int)
        self.children: list[Any] = []  # simulated ones, and those in browsers
        self.tasks: list[asyncio.Task[Any]] = []
        self.finished: set[str] = set()  # games
        self.up = 0.0  # since when the server answers
        self.task = "puzzles"  # the kind of the current task

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        self.tasks.append(asyncio.create_task(work))

    def http(self, address: str) -> Http:
        # As in browsers, each device has its own connections, so none waits for another.
        return Http(self.server.port, address)

    # What is true

    def at(self, game: str) -> list[Any]:
        return [each for each in self.children if game and each.game == game]

    def activity(self, child: Any) -> str:
        """What a child does, from the places that were acknowledged and the games that are over."""
        left = child.where not in ("", "game")
        if child.game and (not left or child.where == "class"):
            if child.game in self.finished:
                return "finished"
            partners = [each for each in self.at(child.game) if each is not child]
            if not left and any(each.where not in ("", "game") for each in partners):
                return "waiting"
            return "left" if left else "playing"
        places = {"": "none", "class": "waiting", "game": "playing"}
        if child.where == "puzzle" and child.all_tried and self.task == "puzzles":
            return "finished"
        return str(places.get(child.where, child.where))

    def settle(self) -> None:
        for child in self.children:
            if any(each.moves for each in [child, *self.at(child.game)]):
                child.truth.allow("activity", self.activity(child))  # not acknowledged yet
            else:
                child.truth.now(activity=self.activity(child))
            # The page of a browser that has not yet followed to its game still shows something else.
            if any(isinstance(each, Window) and not each.where for each in [child, *self.at(child.game)]):
                child.truth.allow("activity", "playing", "waiting", "left", "lesson", "puzzle", "finished")

    @contextmanager
    def moving(self, child: Any, place: str) -> Iterator[None]:
        """While a child reports a place, both what was true and what will be may be shown."""
        before, game = child.where, child.game
        child.where, child.moves = place, True
        for each in [child, *self.at(game)]:
            each.truth.allow("activity", self.activity(each))
        try:
            yield
        except BaseException:
            child.where = before
            raise
        finally:
            child.moves = False
            if child not in self.children:
                child.truth.now(activity=self.activity(child))
            self.settle()

    def now_plays(self, child: Any, game: str) -> None:
        """A child has a new game; its previous one is no longer in the round."""
        if child.game == game:
            return
        for each in self.at(child.game):
            if each is not child:
                each.game = ""
        child.game, child.where = game, ""
        self.settle()

    def may_be_over(self, game: str) -> None:
        for each in self.at(game):
            each.truth.allow("activity", "finished")

    def over(self, game: str) -> None:
        self.finished.add(game)
        self.settle()

    def paired(self, state: dict[str, Any]) -> None:
        """After a round has begun: who plays which game now."""
        children = {each.number: each for each in self.children}
        for pair in state["pairs"]:
            for number in (pair["first"], pair["second"]):
                if number in children and pair["current"] and not pair["over"]:
                    self.now_plays(children[number], pair["game"])
        self.settle()

    async def guess(self, where: str, address: str, pause: float = 0.005) -> None:
        """A stranger who tries codes, tokens and animals; behind the children's address, 20 a second."""
        stranger = Device(self, self.http(address))
        while True:
            body = {"code": "".join(random.choices(LETTERS, k=6)), "animal": "owl", "token": stranger.token}
            with suppress(OSError):
                answer = await stranger.once("/api/classes/enter", body)
                self.guesses[f"{where} {answer.status}"] += 1
                self.measured.must(answer.status in (404, *TRANSIENT), "a stranger was let in")
            await asyncio.sleep(pause)

    async def restart(self) -> None:
        say("kill -9")
        self.up = inf
        self.server.kill()
        await asyncio.sleep(0.5)
        await asyncio.get_running_loop().run_in_executor(None, self.server.start)
        self.up = time.perf_counter()
        say("started again")

    def compare(self, device: str, shown: dict[int, dict[str, Any]], right: dict[Any, float]) -> None:
        """Compare what a device of the teacher shows with the truth.

        A state counts as wrong since it was last seen right, or since the truth changed if that was later.
        """
        now = time.perf_counter()
        self.measured.looks[device] += 1
        for child in self.children:
            for what, truth in child.truth.values.items():
                self.measured.states += 1
                key = (child.number, what)
                if child.truth.gone or child.number not in shown or shown[child.number][what] in truth:
                    late = right.pop((*key, "late"), 0.0)
                    if late > 0:
                        self.measured.late.append(late)
                    right[key] = now
                    continue
                # Without the server, the page says that it cannot be reached.
                late = now - max(right.get(key, 0.0), child.truth.since[what], self.up)
                right[*key, "late"] = late
                if late > self.arguments.within and not right.get((*key, "said")):
                    right[*key, "said"] = now
                    found = shown[child.number][what], shown[child.number].get("at")
                    self.measured.must(
                        False, f"{child.name}: {what} is {truth}, shown for {late:.1f} s on {device}: {found}"
                    )
                elif late <= self.arguments.within:
                    right.pop((*key, "said"), None)

    async def look(self, device: str, teacher: Device) -> None:
        """A device of the teacher that looks twice a second."""
        seq, right = 0, dict[Any, float]()
        while True:
            began = time.perf_counter()
            told = await teacher.act("teacher's look", f"?after={seq}&wait=1")
            seq = told["seq"]
            self.compare(device, {each["number"]: each for each in told["children"]}, right)
            await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))

    async def all_at_once(self, children: list[Child]) -> None:
        """All children ask for help, or no longer do, at the same moment."""
        async with AsyncExitStack() as stack:
            for child in children:
                await stack.enter_async_context(child.acting)  # no other report meanwhile
            awake = [child for child in children if child.awake.is_set() and child.passing]
            ups = {child.number: child.truth.values["hand"] != {True} for child in awake}
            for child in awake:
                child.truth.allow("hand", True, False)
            asked = [
                (f"/api/classes/{child.id}/hand", child.token, child.passing, {"up": ups[child.number]})
                for child in awake
            ]
            self.measured.took["all at once"] += await asyncio.to_thread(burst, self.server.port, asked)
            for child in awake:
                child.truth.now(hand=ups[child.number])


def burst(port: int, asked: list[tuple[str, str, str, dict[str, Any]]]) -> list[float]:
    """Send requests of some devices at the same moment, and return the milliseconds until each answer."""
    lines = []
    for _ in asked:
        line = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(CHILDREN, 0))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines.append(line)
    time.sleep(0.2)  # the server has accepted them
    sent, took = [], []
    for line, (path, token, passing, body) in zip(lines, asked, strict=True):
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\nCookie: class={passing}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        sent.append(time.perf_counter())
        line.sendall(head.encode() + data)
    for line, began in zip(lines, sent, strict=True):
        answer = line.recv(4096)
        took.append(1000 * (time.perf_counter() - began))
        assert answer.startswith(b"HTTP/1.1 200 "), answer
        line.close()
    return took


# The short lesson


async def opened(world: World) -> tuple[Device, str]:
    teacher = Device(world, world.http(CHILDREN))
    told = await teacher.ask("open", "/api/classes", {"token": teacher.token})
    teacher.id = told["id"]
    return teacher, told["state"]["code"]


def second_device(teacher: Device) -> Device:
    found = Device(teacher.world, teacher.world.http(CHILDREN))
    found.token, found.id = teacher.token, teacher.id
    return found


async def lesson(world: World, half: Callable[[], Awaitable[None]]) -> None:
    """A class from start to finish, as fast as it can."""
    measured, arguments = world.measured, world.arguments
    teacher, code = await opened(world)
    children = [Child(world, world.http(CHILDREN)) for _ in range(arguments.children)]
    animals = random.sample(list(ANIMALS), arguments.children)
    await asyncio.gather(*(child.join(animal, code) for child, animal in zip(children, animals, strict=True)))
    await teacher.act("teacher", "/door", {"open": False})
    measured.must(sorted(child.number for child in children) == [*range(1, len(children) + 1)], "numbers")
    own = World(world.server, arguments)  # with its children, but the measurements of all classes
    own.measured, own.children = measured, children
    for child in children:
        child.world = own
    # One child has two tabs, and the teacher two devices.
    background = [asyncio.create_task(child.listen()) for child in children]
    background += [asyncio.create_task(children[0].listen(1))]
    dozing = [asyncio.create_task(child.doze()) for child in children[2:]]
    background += [
        asyncio.create_task(own.look(name, each))
        for name, each in (("a laptop", teacher), ("a tablet", second_device(teacher)))
    ]
    number = 0

    async def start(path: str, body: dict[str, Any]) -> list[dict[str, Any]]:
        nonlocal number
        number += 1
        began = time.perf_counter()
        awake = [child for child in children if child.awake.is_set()]
        if path == "/pairs":
            for child in children:
                child.truth.allow("activity", "playing")
        told = await teacher.act("teacher", path, {**body, "id": secrets.token_hex(8)})
        own.paired(told)
        tasks = await asyncio.gather(*(child.new_task(number) for child in children))
        measured.took["until awake know"] += [
            1000 * (child.tasks[key_of(task)][0] - began)
            for child, task in zip(children, tasks, strict=True)
            if child in awake and child.awake.is_set()
        ]
        return tasks

    await start("/lesson", {"lesson": "number-duel"})
    learning = asyncio.gather(*(child.learn(arguments.steps) for child in children))
    await half()
    await learning
    for _ in range(TOGETHER):
        await own.all_at_once(children)
        await asyncio.sleep(0.3)
    # One comes late.
    await teacher.act("teacher", "/door", {"open": True})
    late = Child(own, world.http(CHILDREN))
    await late.join(next(animal for animal in ANIMALS if animal not in animals), code)
    children.append(late)
    background.append(asyncio.create_task(late.listen()))
    tasks = await start("/puzzles", {"game": "order-challenge", "kind": "who"})
    await asyncio.gather(*(child.solve(task, 3) for child, task in zip(children, tasks, strict=True)))
    # One has no Wi-Fi.
    await children[1].away(arguments.drop)
    for _ in range(arguments.rounds):
        # Sleeping children would not be paired.
        while not all(each["here"] for each in (await teacher.act("teacher", ""))["children"]):
            await asyncio.sleep(0.05)
        tasks = await start("/pairs", GAME)
        measured.must(all(task["link"] for task in tasks), "a child has no game")
        await asyncio.gather(*(child.play(task) for child, task in zip(children, tasks, strict=True)))
    for task in dozing:
        task.cancel()
    last = await teacher.act("teacher", "")
    while not all(pair["over"] for pair in last["pairs"]):
        await asyncio.sleep(0.05)
        last = await teacher.act("teacher", "")
    compare_counts(measured, last, children, arguments.rounds)
    await finish(own, teacher, background)


async def finish(world: World, teacher: Device, background: list[asyncio.Task[None]]) -> None:
    """End the class, and wait until the children know."""
    looking = [task for task in background if "look" in repr(task.get_coro())]
    for task in looking:
        task.cancel()
    world.ending = True
    await teacher.act("end", "/end", {})
    for child in world.children:
        if isinstance(child, Child):
            child.awake.set()
    await asyncio.wait(background, timeout=10)
    for task in background:
        task.cancel()
    for result in await asyncio.gather(*background, return_exceptions=True):
        if isinstance(result, Exception):
            world.measured.must(False, repr(result))


def compare_counts(
    measured: Measured, last: dict[str, Any], children: list[Child], rounds: int | None = None
) -> None:
    """Compare the teacher's view with the acknowledged reports of each child."""
    seen = {each["number"]: each for each in last["children"]}
    for child in children:
        found = seen[child.number]
        measured.must(found["name"] == child.name, f"{child.name} is {found['name']}")
        more = (found["solved"] - len(child.solved), found["missed"] - len(child.missed))
        measured.must(min(more) >= 0 and sum(more) <= child.unsure, f"{child.name}: {more} answers too many")
        reached = [each["step"] for each in found["lessons"]]
        right = reached == [child.step][: bool(child.step)]
        if rounds is None:
            continue
        measured.must(right, f"{child.name} was at {child.step}, and is at {reached}")
        measured.must(found["played"] == rounds, f"{child.name} has played {found['played']} games")
    if rounds is not None:
        measured.must(len(seen) == len(children), f"{len(seen)} are in the class")
        won = sum(each["won"] for each in last["children"])
        least = rounds * (len(children) // 2)
        measured.must(least <= won <= least + rounds * (len(children) % 2), f"{won} games were won")


# The lesson in real time


def plan_of(minutes: float) -> list[dict[str, Any]]:
    plans = json.loads((STATIC / "class" / "plans.json").read_text())
    plan: list[dict[str, Any]] = plans[GAME["game"]]["45"]
    return [{**station, "seconds": station["minutes"] * minutes * 60 / 45} for station in plan]


class Teacher:
    """The teacher: by HTTP, or in a real browser if there is a page."""

    def __init__(self, device: Device, page: Any = None) -> None:
        self.device = device
        self.page = page

    async def act(self, what: str, body: dict[str, Any]) -> Any:
        return await self.device.act("teacher", f"/{what}", {**body, "id": secrets.token_hex(8)})

    async def begin(self, plan: list[dict[str, Any]], station: int) -> Any:
        """Start a station, as the button *Next* does."""
        now = plan[station - 1]
        if self.page is not None:
            await self.page.click("#next:enabled")
            for _ in range(200):
                state = await self.device.act("teacher", "")
                if state["station"] == station and not await self.page.is_disabled("#next, #next[hidden]"):
                    break
                if state["station"] == station == len(plan):
                    await asyncio.sleep(1)
                    break
                await asyncio.sleep(0.05)
            return await self.device.act("teacher", "")
        stations = [{name: value for name, value in each.items() if name != "seconds"} for each in plan]
        await self.act("plan", {"stations": stations, "station": station})
        await self.act("timer", {"seconds": int(now["seconds"])})
        kind, game = now["kind"], now["game"]
        board: dict[str, Any] = {
            name: now[name] for name in ("game", "options", "moves", "puzzle") if name in now
        }
        if kind in ("tiny", "puzzles", "pairs"):
            await self.act("show", {})
        if kind == "tiny":
            return await self.act("lesson", {"lesson": game})
        if kind == "puzzles":
            return await self.act("puzzles", {"game": game, "kind": now["puzzle"]})
        if kind == "pairs":
            return await self.act("pairs", {"game": game, "options": now["options"]})
        board = {"standings": True} if kind == "summary" else board
        return await self.act("show", board)


class Window:
    """A child in a real browser."""

    number = 0
    name = game = where = ""
    all_tried = moves = False

    def __init__(self, world: World, page: Any, url: str) -> None:
        self.world = world
        self.page = page
        self.url = url
        self.truth = Truth()
        self.busy = asyncio.Lock()

    async def join(self, animal: str, code: str) -> None:
        await self.page.goto(f"{self.url}/join")
        await self.page.fill("#code", code)
        await self.page.click("#knock button")
        await self.page.click(f"[data-animal={animal}]")
        await self.page.wait_for_selector("#strip b:not(:empty)")
        self.name = await self.page.inner_text("#strip b")
        self.where = "class"

    async def follow(self) -> None:
        """Note which page the browser shows, answer questions, and play when it is this child's turn."""
        while True:
            await asyncio.sleep(random.uniform(0.4, 0.9))
            async with self.busy:
                with suppress(PlaywrightError):
                    await self._once()

    async def _once(self) -> None:
        up = await self.page.get_attribute("#strip button[aria-pressed]", "aria-pressed", timeout=5000)
        self.truth.now(hand=up == "true")
        path = self.page.url.removeprefix(self.url)
        parts = path.replace("#", "/").replace("?", "/").split("/")
        where = {"learn": "lesson", "puzzles": "puzzle", "g": "game"}.get(parts[1], "class")
        if where == "game":
            self.world.now_plays(self, parts[2])
        if where != self.where:
            with self.world.moving(self, where):
                await asyncio.sleep(0.3)  # the page has been loaded, and reports
        if "/puzzles/" in path:
            await self._click("#choices button:enabled", "#next:visible")
        elif "/join" in path:
            await self._click("#ask-choices button[aria-pressed=false]:visible")
        elif "/g/" in path and await self.page.is_visible("#pool .number.fits:not(.idle)"):
            self.world.may_be_over(self.game)
            await self._click("#pool .number.fits:not(.idle)")
        if "/g/" in path and await self.page.is_visible("#result"):
            self.world.over(parts[2])

    async def _click(self, *selectors: str) -> None:
        for selector in selectors:
            found = self.page.locator(selector)
            if count := await found.count():
                await found.nth(random.randrange(count)).click(timeout=1000)
                return

    async def raise_hand(self, up: bool) -> None:
        async with self.busy:
            self.truth.allow("hand", up)
            button = self.page.locator("#strip button[aria-pressed]")
            if (await button.get_attribute("aria-pressed")) != str(up).lower():
                await button.click()
            await self.page.wait_for_selector(f"#strip button[aria-pressed={str(up).lower()}]")
            self.truth.now(hand=up)

    async def away(self, seconds: float) -> None:
        async with self.busy:
            await self.page.context.set_offline(True)
            self.truth.now(here=False)
            await asyncio.sleep(seconds)
            await self.page.context.set_offline(False)
            self.truth.now(here=True)

    async def reload(self) -> None:
        async with self.busy:
            await self.page.reload()

    async def second_window(self) -> None:
        """Open the same task in a second window for a while: the child stays one child in one place."""
        other = await self.page.context.new_page()
        await other.goto(self.page.url)
        await asyncio.sleep(5)
        await other.close()


async def watch(world: World, page: Any) -> None:
    """Compare the teacher's page with the truth every second, as it is drawn."""
    right = dict[Any, float]()
    while True:
        with suppress(PlaywrightError):
            shown = await page.evaluate(SHOWN)
            world.compare("the teacher's page", {int(each): what for each, what in shown.items()}, right)
        await asyncio.sleep(1)


async def troubles(world: World, seconds: float) -> None:
    """Occasionally a child loses its Wi-Fi, sleeps, reloads, asks for help, or leaves its game."""
    drop = min(world.arguments.drop, seconds / 3)
    while True:
        await asyncio.sleep(random.uniform(1, 2) * max(1.0, min(10.0, seconds / 30)))
        present = [
            each for each in world.children if not each.truth.gone and each.truth.values["here"] == {True}
        ]
        child = random.choice(present)
        if isinstance(child, Window):
            kinds: list[Callable[[], Coroutine[Any, Any, None]]]
            kinds = [partial(child.away, drop), child.reload, child.second_window]
            lowers = child.truth.values["hand"] == {True}
            what = child.raise_hand(False) if lowers else random.choice(kinds)()
        elif random.random() < 0.4:
            what = child.away(random.choice([drop, drop, random.uniform(1, 8)]))
        elif random.random() < 0.3 and "playing" in child.truth.values["activity"]:
            child.leaves = True
            continue
        else:
            what = child.raise_hand(child.truth.values["hand"] != {True})
        world.spawn(what)


async def paced(world: World, pages: list[Any]) -> None:
    """A lesson in real time by the plan, with a kill -9 in the middle of the games."""
    measured, arguments = world.measured, world.arguments
    tasks = world.tasks
    url = f"http://127.0.0.1:{world.server.port}"
    plan = plan_of(arguments.minutes)
    page, projector, *windows = pages or [None, None]
    if page is None:
        device, code = await opened(world)
    else:
        await page.goto(f"{url}/class")
        await page.click("#open")
        await page.wait_for_selector("#stations li")
        await page.click("#plan-panel > summary")
        await page.select_option("#ready", GAME["game"])
        await page.select_option("#length", "45")
        await page.click("#use-plan")
        await page.wait_for_selector("#stations li:nth-child(6)")
        await asyncio.sleep(1)
        await page.click("#plan-panel > summary")
        code = await page.text_content("#code")
        own = json.loads(await page.evaluate("localStorage['outnumber:teacher']"))
        device = Device(world, world.http(CHILDREN))
        device.token, device.id = own["token"], own["id"]
        await projector.goto(f"{url}/class/board")
    teacher = Teacher(device, page)
    second = second_device(device)
    browsers = [Window(world, each, url) for each in windows]
    children = [Child(world, world.http(CHILDREN)) for _ in range(arguments.children - len(browsers))]
    for child in children:
        child.thinks = (2.0, min(15.0, arguments.minutes))
    animals = random.sample(list(ANIMALS), arguments.children + 1)
    world.children = []

    async def comes(child: Any, animal: str) -> None:
        await child.join(animal, code.replace(" ", ""))
        if isinstance(child, Child):
            world.spawn(child.listen())
        else:
            state = await second.act("teacher", "")
            child.number = next(each["number"] for each in state["children"] if each["animal"] == animal)
        world.children.append(child)
        world.settle()
        world.spawn(child.follow())

    late, *early = children
    world.spawn(world.look("a second device", second))
    if page is None:
        world.spawn(world.look("the first device", device))
    else:
        world.spawn(watch(world, page))
    await asyncio.gather(*(comes(*each) for each in zip([*early, *browsers], animals, strict=False)))
    world.spawn(early[0].listen(1))  # two tabs
    world.spawn(troubles(world, arguments.minutes * 60))
    say(f"{len(world.children)} children are in")
    for number, station in enumerate(plan, 1):
        ends = time.perf_counter() + station["seconds"]
        if station["kind"] == "pairs":
            for child in world.children:
                child.truth.allow("activity", "playing")
        state = await teacher.begin(plan, number)
        say(f"station {number}: {station['kind']}, {station['seconds']:.0f} s")
        if station["kind"] in ("tiny", "puzzles", "pairs"):
            world.task = station["kind"]
            world.settle()
        if station["kind"] == "pairs":
            world.paired(state)
        if station["kind"] == "tiny":
            world.spawn(comes(late, animals[-1]))
        await asyncio.sleep(station["seconds"] / 4)
        await world.all_at_once([child for child in world.children if isinstance(child, Child)])
        if station["kind"] == "puzzles":
            await early[1].change_tablet(code)
        if station["kind"] == "pairs":
            await asyncio.sleep(station["seconds"] / 8)
            await world.restart()
        while (rest := ends - time.perf_counter()) > 0:
            await asyncio.sleep(min(rest, max(8.0, station["seconds"] / 12)))
            if station["kind"] == "pairs" and rest > station["seconds"] / 6:
                await pair_free(world, second, station)
    last = await second.act("teacher", "")
    compare_counts(measured, last, [each for each in world.children if isinstance(each, Child)])
    measured.must(len(last["children"]) == arguments.children, f"{len(last['children'])} are in the class")
    for task in tasks:
        if any(name in repr(task.get_coro()) for name in ("troubles", "watch", "World.look")):
            task.cancel()
    await asyncio.sleep(0.1)
    world.ending = True
    if page is not None:
        await page.click("#end")
        await page.click("#sure [value=yes]")
        for window in browsers:
            await window.page.wait_for_selector("#over:not([hidden])", timeout=60_000)
        for task in tasks:
            task.cancel()
    else:
        await device.act("end", "/end", {})
    await asyncio.wait(tasks, timeout=5)
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception) and not isinstance(result, (PlaywrightError, RuntimeError)):
            measured.must(False, repr(result))


async def pair_free(world: World, teacher: Device, station: dict[str, Any]) -> None:
    """Pair the children who have finished their games."""
    for child in world.children:
        if "finished" in child.truth.values["activity"] or "waiting" in child.truth.values["activity"]:
            child.truth.allow("activity", "playing", "finished", "waiting")
    body = {"game": station["game"], "options": station["options"], "free": True, "id": secrets.token_hex(8)}
    try:
        answer = await teacher.once(f"/api/classes/{teacher.id}/pairs", body)
    except OSError:
        return
    world.paired(answer.json() if answer.status == 200 else {"pairs": []})


async def browsers_of(stack: AsyncExitStack) -> list[Any]:
    """The pages of the teacher, the projector and three children; each child has a browser profile."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    executable = os.environ.get("OUTNUMBER_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    playwright = await stack.enter_async_context(async_playwright())
    browser = await playwright.chromium.launch(
        executable_path=executable, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    )
    stack.push_async_callback(browser.close)
    contexts = [await browser.new_context(locale="en-GB") for _ in range(4)]
    teacher, *children = [await each.new_page() for each in contexts]
    return [teacher, await contexts[0].new_page(), *children]


def left_in(directory: Path) -> list[int]:
    """The number of games and events in the database."""
    with closing(sqlite3.connect(directory / "server.db")) as database:
        count = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)"
        return [*database.execute(count).fetchone()]


async def short(world: World) -> None:
    """All classes at once, as fast as they can, with a kill -9 in the middle."""
    waiting = world.arguments.classes
    restarted = asyncio.Event()

    async def half() -> None:
        """Synchronise the children: the last one to arrive kills the server."""
        nonlocal waiting
        waiting -= 1
        await asyncio.sleep(world.arguments.steps * 0.15)
        if not waiting:
            waiting = -1
            await world.restart()
            restarted.set()

    async def guess_later() -> None:
        await restarted.wait()
        await world.guess("same address", CHILDREN, 0.05)

    world.spawn(guess_later())
    await asyncio.gather(*(lesson(world, half) for _ in range(world.arguments.classes)))


async def run(arguments: argparse.Namespace, directory: Path) -> int:
    server = Server(directory, limits={})
    server.start()
    world = World(server, arguments)
    measured = world.measured
    began = time.perf_counter()
    load = os.getloadavg()[0]
    guessing = asyncio.create_task(world.guess("elsewhere", STRANGER))
    async with AsyncExitStack() as stack:
        if arguments.minutes:
            await paced(world, await browsers_of(stack) if arguments.browsers else [])
        else:
            await short(world)
    for task in [guessing, *world.tasks]:
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
    measured.must(left == [0, 0], f"{left[0]} games and {left[1]} events are left")
    print(measured.table())
    print()
    print(f"{arguments.classes} x {arguments.children} children, one kill -9, {seconds:.0f} s;", end=" ")
    print(f"the server took {cpu:.1f} s of a core after it, and {memory:.0f} MB")
    print(f"load before and after: {load:.1f} {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    late = sorted(measured.late, reverse=True)
    print(f"{measured.states:,} states compared in looks of the teacher: {dict(measured.looks)}")
    print(f"shown late: {len(late)}; longer than a second: {sum(each > 1 for each in late)};", end=" ")
    print(f"the longest, in seconds: {', '.join(f'{each:.1f}' for each in late[:5]) or 'none'}")
    print("refused on the way:", dict(measured.refused) or "nothing")
    print("guesses, by answer:", dict(world.guesses))
    print("left in the database:", *left)
    for what in measured.wrong[:20]:
        print("WRONG:", what)
    print("nothing lost, nobody let in" if not measured.wrong else f"{len(measured.wrong)} wrong")
    return 1 if measured.wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--children", type=int, default=40)
    parser.add_argument("--classes", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--within", type=float, default=2, help="seconds for which a look may be untrue")
    parser.add_argument("--drop", type=float, default=30, help="seconds without Wi-Fi")
    parser.add_argument(
        "--minutes", type=float, default=0, help="a lesson in real time by the plan, this long"
    )
    parser.add_argument(
        "--browsers", action="store_true", help="three children, the teacher and the projector in Chromium"
    )
    with tempfile.TemporaryDirectory() as directory:
        return asyncio.run(run(parser.parse_args(), Path(directory)))


if __name__ == "__main__":
    sys.exit(main())
