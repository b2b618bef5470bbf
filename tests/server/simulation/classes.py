"""Histories with a class: several processes share a database, and some are frozen or down when it ends.

Simulated: each process has the real log, games, updates, retention and classes, and the real HTTP handlers.
All processes run their statements on one SQLite database, whole transactions at a time, with the conditions
of its triggers and inserts. Not simulated: concurrent transactions in PostgreSQL, and the SQL of
`PostgresWriter`; tests/server/classes has servers on a real PostgreSQL.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from outnumber.api.bodies import Move, Rematch
from outnumber.api.classes import EndClass, EnterClass, MakeClass, News, RaiseHand, SetPairs
from outnumber.language.animals import ANIMALS
from outnumber.server.classes.persistence import seat_of
from outnumber.server.http import api
from outnumber.server.http import classes as http
from outnumber.server.play.tokens import digest
from tests.server.simulation.clients import TRY_AGAIN, Client
from tests.server.simulation.loop import Process
from tests.server.simulation.model import Disagreement
from tests.server.simulation.network import Link
from tests.server.simulation.server import Server
from tests.server.simulation.world import GAMES, Game, World

# Seconds after the end of a class by which every reachable process refuses it.
SOON = 5.0
# Seconds that the history continues after the end: every process has swept twice by then.
AFTERWARDS = 75.0
# Seconds that children's pages keep asking after the end.
STUBBORN = 20.0
REFUSALS = TRY_AGAIN | {"no-such-class", "no-such-game"}


class Pupil(Client):
    """A child in a game of the class; sometimes plays a rematch."""

    world: Lesson

    @property
    def done(self) -> bool:
        return self.view.over or not self.world.goes_on()

    async def run(self) -> None:
        await super().run()
        id = f"again{self.participant}"
        while self.world.goes_on():
            for action in ("offer", "accept"):
                await self.world.post_to(
                    api.act, Rematch(action=action, id=id + action), self.game.id, self.token
                )
            await asyncio.sleep(self.chance.uniform(1, 3))


class Lesson(World):
    """One class, its children and their games, and an unrelated game."""

    teaches = True

    def __init__(self, seed: int, mutate: Callable[[Server], None] | None = None) -> None:
        super().__init__(seed, mutate)
        self.processes = self.chance.choice((1, 2, 2, 3))
        self.id = self.code = ""
        self.teacher = self._token()
        self.children = [self._token() for _ in range(self.chance.randint(2, 5))]
        self.class_games: list[Game] = []
        self.ending = False  # whether the teacher has requested the end
        self.ended = 0.0  # when the teacher got the answer
        self._disk_well = 0.0
        self._asleep: set[Process] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._links: list[Link] = []  # to games of the class, made before its end

    def _token(self) -> str:
        return f"{self.chance.getrandbits(128):032x}"

    def goes_on(self) -> bool:
        """Whether the children still ask about the class."""
        return not self.ended or self.loop.time() < self.ended + STUBBORN

    async def connect(self, game: str) -> Link | None:
        link = await super().connect(game)
        if link is not None and not self.ended and any(live.id == game for live in self.class_games):
            self._links.append(link)
        return link

    # Faults

    def miss_the_end(self) -> None:
        """Freeze or stop a process while the class ends."""
        if server := self._some():
            seconds = self.chance.uniform(2, 45)
            if self.chance.random() < 0.5:
                self.die(server, seconds)
                return
            self._asleep.add(server.process)
            self.unable(seconds, server.process, server.process)
            server.process.freeze()
            self.loop.later(seconds, self._wake, server.process)

    def _wake(self, process: Process) -> None:
        self._asleep.discard(process)
        self.thaw(process)

    def thaw(self, process: Process) -> None:
        if process in self._asleep:
            return
        for server in self.servers:
            if server.process is process and process.frozen:
                server.since = self.loop.time()
        super().thaw(process)

    def mend(self) -> None:
        super().mend()
        self._disk_well = self.loop.time()

    # The lesson

    async def live(self) -> None:
        for _ in range(self.processes):
            self.boot()
        await self._begin(0)
        # Processes are away for longer than clocks compensate.
        self.games[0].body["clocks"] = {}
        opened = await self._insist(http.open_class, MakeClass(token=self.teacher))
        self.id, self.code = opened["id"], opened["state"]["code"]
        for animal, token in zip(ANIMALS, self.children, strict=False):
            await self._insist(http.enter, EnterClass(code=self.code, animal=animal, token=token))
        self.plan()
        for client in self.clients:
            self._go(client.run())
        for token in self.children:
            self._go(self._learn(token))
        teaching = self._go(self._teach())
        while not teaching.done():
            await asyncio.wait(self._tasks, timeout=1, return_when=asyncio.FIRST_EXCEPTION)
            for task in self._tasks:
                if task.done():
                    task.result()
            if self.loop.time() > 600:
                self.report.stalls.append(f"seed {self.seed}: the class does not end")
                return
        self._nothing_remains()
        self.heal()
        await self._read_again()
        await self._must_refuse(self.servers[-1])
        self._nothing_remains()

    def _go(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.append(task)
        return task

    async def post_to(self, handler: Any, body: Any, id: str, token: str | None, query: Any = None) -> Any:
        """A response of any process, or None."""
        answer = await self._post(handler, body, id, token or "", query)
        code = answer["error"]["code"] if answer and "error" in answer else ""
        if not self.ending and code in ("no-such-class", "not-in-class"):
            raise Disagreement(f"before the class ends, a client gets {code}")
        if code in ("damaged", "internal"):
            raise Disagreement(f"a client gets {code}")
        return answer

    async def _teach(self) -> None:
        chance = self.chance
        end = chance.uniform(3, 18)
        if chance.random() < 0.7:
            self.loop.later(max(0.0, end - chance.uniform(0, 3)), self._go_wrong_always, self.miss_the_end)
        for number in range(chance.choice((1, 1, 2))):
            await self._pair(f"round{number}", free=number > 0)
            await asyncio.sleep(chance.uniform(0, end - self.loop.time()) if end > self.loop.time() else 0)
        await asyncio.sleep(max(0.0, end - self.loop.time()))
        self.ending = True
        while not self.ended:
            answer = await self.post_to(http.end, EndClass(id="end"), self.id, self.teacher)
            if answer and answer.get("error", {}).get("code", "no-such-class") == "no-such-class":
                self.ended = self.loop.time()
            else:
                await asyncio.sleep(0.3)
        if chance.random() < 0.3:
            self._go_wrong_always(self.kill)
        while self.loop.time() < self.ended + AFTERWARDS:
            await asyncio.sleep(chance.uniform(0.5, 3))
            for server in list(self.servers):
                await self._must_refuse(server)

    def _go_wrong_always(self, fault: Callable[[], None]) -> None:
        self.report.faults[fault.__name__] += 1
        fault()

    async def _pair(self, id: str, free: bool) -> None:
        game, options = self.chance.choice(GAMES)
        body = SetPairs(game=game, options=options, free=free, computer="random", id=id)
        for _ in range(8):
            answer = await self.post_to(http.pairs, body, self.id, self.teacher)
            if answer and "error" not in answer:
                self._seat(answer["pairs"])
                return
            await asyncio.sleep(0.5)

    def _seat(self, pairs: list[Any]) -> None:
        known = {game.id for game in self.class_games}
        for pair in pairs:
            id = pair["game"]
            made = self.disk.database.execute("SELECT setup FROM games WHERE id = ?", (id,)).fetchone()
            if made is None or id in known:  # if it is missing, the next sweep creates it
                continue
            setup = json.loads(made[0])
            body = {name: setup[name] for name in ("game", "options", "rounds", "first")}
            # All seats are taken from the start.
            game = Game(id, body | {"opponent": "random"})
            self.class_games.append(game)
            for participant, number in enumerate((pair["first"], pair["second"]), start=1):
                if number is not None:
                    seat = seat_of(self.children[number - 1])
                    self._go(Pupil(self, game, participant, seat).run())

    async def _learn(self, token: str) -> None:
        while self.goes_on():
            if self.chance.random() < 0.3:
                up = RaiseHand(up=self.chance.random() < 0.5)
                await self.post_to(http.hand, up, self.id, token)
            else:
                news = News(after=self.chance.choice((None, 1000)), wait=self.chance.choice((0, 3)))
                await self.post_to(http.me, None, self.id, token, news)
            await asyncio.sleep(self.chance.uniform(0.3, 2))

    # Invariants

    async def _must_refuse(self, server: Server) -> None:
        """Ask a process about the class, if it has had time to learn that it is over."""
        disk = self.disk
        began = self.loop.time()
        since = max(self.ended, server.since, self._disk_well)
        if not server.ready or server.process.frozen or disk.hanging or disk.failing or began - since < SOON:
            return
        held = (link for link in self._links if link.process is server.process)
        if any(link.open and not link.frozen and link.process not in self.network.cut_off for link in held):
            raise Disagreement(f"{server.process.name} keeps a child at a game of the class that has ended")
        child, game = (
            self.chance.choice(self.children),
            self.chance.choice(self.class_games or [Game("", {})]),
        )
        newcomer = EnterClass(code=self.code, animal="zebra", token=self._token())
        probes = {
            "the teacher": (http.read, None, self.id, self.teacher, News()),
            "a child": (http.me, None, self.id, child, News()),
            "a newcomer": (http.enter, newcomer),
            "a game": (api.read, None, game.id, seat_of(child)),
            "a move": (api.act, Move(number=1, id="late"), game.id, seat_of(child)),
        }
        who = self.chance.choice(sorted(probes))
        answering = server.process.spawn(server.call(*probes[who]))  # type: ignore[arg-type]
        done, _ = await asyncio.wait([answering], timeout=8)
        code = answering.result().get("error", {}).get("code") if done else "storage"
        if code not in REFUSALS:
            seconds = began - self.ended
            raise Disagreement(
                f"{seconds:.1f} s after the end {server.process.name} tells {who} {code or 'all'}"
            )

    def _nothing_remains(self) -> None:
        """Only the unrelated game is in the database, and no secret of the class."""
        known = {game.id for game in self.games}
        ask = self.disk.database.execute
        left = {row[0] for row in ask("SELECT id FROM games UNION SELECT game FROM events")} - known
        if left:
            raise Disagreement(f"{len(left)} games or classes remain: {sorted(left)}")
        everything = "\n".join(self.disk.database.iterdump())
        secrets = [self.id, self.code, *(live.id for live in self.class_games), digest(self.teacher)]
        secrets += [digest(made) for token in self.children for made in (token, seat_of(token))]
        found = [secret for secret in secrets if secret in everything]
        if found:
            raise Disagreement(f"of the class remains: {found}")
