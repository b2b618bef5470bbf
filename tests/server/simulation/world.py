"""One history: games, players and processes, with faults."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any
from unittest import mock

import msgspec

from outnumber.api.bodies import Create, Move, Resign, Sit, Takeback
from outnumber.server.http import api
from outnumber.server.storage import calendar
from outnumber.server.transport import sockets
from outnumber.workers.rate_limits import RateLimit
from tests.server.simulation.agreement import check
from tests.server.simulation.clients import Client, Wish
from tests.server.simulation.disk import Disk
from tests.server.simulation.loop import Loop, Process, Stuck
from tests.server.simulation.model import Disagreement, View
from tests.server.simulation.network import Link, Network
from tests.server.simulation.server import EPOCH, Server

# Faults occur for the first period; then everything works, and within the second all games must finish.
TROUBLE = 12.0
QUIET = 150.0
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("strategy-stacks", {"range": 9}),
    ("order-challenge", {"range": 9}),
    ("number-stack-duel", {"range": 9}),
    ("number-stack-attack", {"target": 21}),
    ("number-stack-attack", {"target": 15, "tokens": [4, 5, 6, 7]}),
    ("number-duel", {"range": 14}),
)


class Report:
    """The figures of a history; several can be added up."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.histories = 0
        self.faults: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.acknowledged = 0
        self.events = 0
        self.seconds = 0.0
        self.wrong: list[str] = []
        self.stalls: list[str] = []
        self.slowest = 0.0  # to finish all games after the last fault
        self.trace = ""

    def add(self, other: Report) -> None:
        for name in ("faults", "refused", "outcomes"):
            getattr(self, name).update(getattr(other, name))
        for name in ("histories", "acknowledged", "events", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wrong += other.wrong
        self.stalls += other.stalls
        self.slowest = max(self.slowest, other.slowest)


@dataclass
class Away:
    """The times when the server could not answer some clients, and the reasons."""

    began: float
    ended: float
    why: object
    whom: set[tuple[str, int]]


class Game:
    """A game of the history."""

    def __init__(self, id: str, body: dict[str, Any]) -> None:
        self.id = id
        self.body = body

    def view(self) -> View:
        body = self.body
        seated = body["opponent"] == "random"
        return View(body["game"], body["options"], body["rounds"], seated, body.get("first", 1))


class World:
    """The whole state of one history."""

    teaches = False  # whether there are classes

    def __init__(self, seed: int, mutate: Callable[[Server], None] | None = None) -> None:
        self.seed = seed
        self.chance = Random(f"history {seed}")
        self.loop = Loop()
        self.report = Report(seed)
        self.disk = Disk(self.loop, self.chance)
        self.network = Network(self.loop, self.chance, self.report.faults)
        self.processes = self.chance.choice((1, 1, 2, 3))
        self.listeners: dict[Process, tuple[Sequence[str], Callable[..., None]]] = {}
        self.servers: list[Server] = []
        self.games: list[Game] = []
        self.clients: list[Client] = []
        self.stepped = 0.0
        self._mutate = mutate
        self._number = 0
        self._healed = False
        # The times when the server could not answer some clients.
        self.away: list[Away] = []

    def thinking(self) -> float:
        return self.chance.choice((0.02, 0.3, 1.0, 3.0)) * self.chance.random()

    # Processes

    def boot(self) -> None:
        self._number += 1
        server = Server(self, self._number)
        if self._mutate is not None:
            self._mutate(server)
        self.servers.append(server)
        server.process.spawn(server.start())

    def die(self, server: Server, pause: float = 0.5) -> None:
        """Kill a process; a new one replaces it after a while."""
        if server in self.servers:
            self.servers.remove(server)
            server.process.kill()
            self.listeners.pop(server.process, None)
            for link in self.network.links:
                if link.process is server.process:
                    link.cut()
            if self.processes == 1:
                self.unable(pause, server)
            self.loop.later(pause, self.boot)

    def unable(self, seconds: float, why: object, process: Process | None = None) -> None:
        """No process, or one process, answers for some seconds."""
        now = self.loop.time()
        whom = {
            (client.game.id, client.participant)
            for client in self.clients
            if process is None or self.processes == 1 or (client.link and client.link.process is process)
        }
        self.away.append(Away(now, now + seconds, why, whom))

    def able(self, why: object = None) -> None:
        """End an outage, perhaps sooner than planned."""
        for away in self.away:
            if why is None or away.why is why:
                away.ended = min(away.ended, self.loop.time())

    def moved(self, client: Client, process: Process) -> None:
        """A client has switched to another process, so outages of the old one no longer matter."""
        key, now = (client.game.id, client.participant), self.loop.time()
        for away in list(self.away):
            if (
                isinstance(away.why, Process)
                and away.why is not process
                and key in away.whom
                and away.ended > now
            ):
                away.whom.discard(key)
                self.away.append(Away(away.began, now, None, {key}))

    def thaw(self, process: Process) -> None:
        process.thaw()
        self.able(process)

    def mend(self) -> None:
        self.disk.work_again()
        self.able(self.disk)

    def notice(self, sender: Process, channel: str, text: str) -> None:
        for process, (channels, heard) in self.listeners.items():
            if process is not sender and channel in channels and self.chance.random() < 0.9:
                self.loop.later(self.network.delay(), self._noticed, process, heard, text)

    def _noticed(self, process: Process, heard: Callable[..., None], text: str) -> None:
        async def hear() -> None:
            heard(text)

        process.spawn(hear())

    # The network

    def _reachable(self) -> list[Server]:
        cut_off = self.network.cut_off
        return [each for each in self.servers if each.ready and each.process not in cut_off]

    async def connect(self, game: str) -> Link | None:
        await asyncio.sleep(self.network.delay())
        servers = self._reachable()
        return self.chance.choice(servers).connect(game) if servers else None

    async def post(self, client: Client, wish: Wish) -> Any:
        """An HTTP request; None without a response."""
        bodies: dict[str, Any] = {"move": Move, "resign": Resign, "takeback": Takeback}
        return await self._post(
            api.act, bodies[wish.kind](id=wish.id, **wish.more), client.game.id, client.token or ""
        )

    async def _post(self, handler: Any, body: Any, id: str = "", token: str = "", query: Any = None) -> Any:
        await asyncio.sleep(self.network.delay())
        servers = self._reachable()
        if not servers or self.network.fate() == "dropped":
            return None
        server = self.chance.choice(servers)
        for _ in range(2 if self.network.fate() == "doubled" else 1):
            answering = server.process.spawn(server.call(handler, body, id, token, query))
        done, _ = await asyncio.wait([answering], timeout=8)
        await asyncio.sleep(self.network.delay())
        if not done or self.network.fate() == "dropped" or server.process in self.network.cut_off:
            return None
        return answering.result()

    # Faults

    def plan(self) -> None:
        chance = self.chance
        self.network.bad = chance.choice((0.0, 0.0, 1.0, 5.0))
        faults: list[Callable[[], None]] = [
            self.kill, self.restart, self.freeze_process, self.freeze_process, self.hang_disk, self.fail_disk,
            self.slow_disk, self.step_clock, self.partition, self.freeze_link, self.cut_link, self.cut_link,
        ]  # fmt: skip
        for _ in range(chance.randint(0, 9)):
            self.loop.later(chance.uniform(0.3, TROUBLE), self._go_wrong, chance.choice(faults))
        self.loop.later(TROUBLE, self.heal)

    def _go_wrong(self, fault: Callable[[], None]) -> None:
        if not self._healed:
            self.report.faults[fault.__name__] += 1
            fault()

    def _some(self) -> Server | None:
        return self.chance.choice(self.servers) if self.servers else None

    def kill(self) -> None:
        if server := self._some():
            self.die(server, self.chance.uniform(0.2, 3))

    def restart(self) -> None:
        server = self._some()
        if server and server.ready:
            server.process.spawn(server.stop())

    def freeze_process(self) -> None:
        if server := self._some():
            seconds = self.chance.choice((0.5, 2.0, 8.0)) * self.chance.random()
            self.unable(seconds, server.process, server.process)
            server.process.freeze()
            self.loop.later(seconds, self.thaw, server.process)

    def hang_disk(self) -> None:
        self.disk.hanging = True
        seconds = self.chance.choice((0.5, 4.0, 9.0)) * self.chance.random()
        self.unable(seconds, self.disk)
        self._disk_works_in(seconds)

    def fail_disk(self) -> None:
        self.disk.failing = self.chance.choice(("before", "after"))
        self._disk_works_in(self.chance.uniform(0.1, 4))

    def slow_disk(self) -> None:
        self.disk.seconds = self.chance.choice((0.1, 0.5, 1.5))
        self._disk_works_in(self.chance.uniform(1, 6))

    def _disk_works_in(self, seconds: float) -> None:
        self.loop.later(seconds, self.mend)

    def step_clock(self) -> None:
        self.stepped += self.chance.choice((-86_400.0, -30.0, 30.0, 86_400.0))

    def partition(self) -> None:
        if server := self._some():
            self.network.cut_off.add(server.process)
            self.loop.later(self.chance.uniform(0.5, 6), self._reunite, server.process)

    def _reunite(self, process: Process) -> None:
        self.network.cut_off.discard(process)
        for link in self.network.links:
            if link.process is process and not link.frozen:
                link.thaw()

    def freeze_link(self) -> None:
        links = [link for link in self.network.links if link.open]
        if links:
            link = self.chance.choice(links)
            link.frozen = True
            if self.chance.random() < 0.7:  # others stay so until a client gives up
                self.loop.later(self.chance.uniform(0.5, 8), link.thaw)

    def cut_link(self) -> None:
        links = [link for link in self.network.links if link.open]
        if links:
            self.chance.choice(links).cut()

    def heal(self) -> None:
        """Stop all faults."""
        self._healed = True
        self.network.bad = 0.0
        self.mend()
        for server in self.servers:
            self.thaw(server.process)
            self._reunite(server.process)

    # The history

    async def live(self) -> None:
        for _ in range(self.processes):
            self.boot()
        for number in range(self.chance.choice((1, 2, 2))):
            await self._begin(number)
        self.plan()
        players = [asyncio.ensure_future(client.run()) for client in self.clients]
        done, waiting = await asyncio.wait(
            players, timeout=TROUBLE + QUIET, return_when=asyncio.FIRST_EXCEPTION
        )
        for each in done:
            each.result()
        if waiting:
            late = [
                f"{client.name} knows {client.view.seq} events"
                for client in self.clients
                if not client.view.over
            ]
            self.report.stalls.append(f"seed {self.seed}: " + ", ".join(late))
        self.report.slowest = max(0.0, self.loop.time() - TROUBLE)
        self.heal()
        await self._read_again()

    async def _begin(self, number: int) -> None:
        chance = self.chance
        game, options = chance.choice(GAMES)
        body: dict[str, Any] = {
            "game": game, "options": options, "opponent": chance.choice(("open", "open", "open", "random")),
            "rounds": chance.choice((1, 1, 2)),
        }  # fmt: skip
        clock, game_clock = chance.choice(((0, 0), (chance.choice((2, 6)), 0), (0, chance.choice((6, 20)))))
        clocks: dict[str, Any] = {"clock": clock} if clock else {}
        if game_clock:
            clocks = {"game_clock": {"seconds": game_clock, "increment": 1}}
        sleepy = bool(clocks) and chance.random() < 0.3
        made = msgspec.convert(body | clocks, Create)
        made_game = await self._insist(api.create, made)
        tokens: list[str | None] = [made_game["token"]]
        played = Game(made_game["id"], body | {"clocks": clocks})
        self.games.append(played)
        if body["opponent"] == "open":
            tokens.append((await self._insist(api.take_seat, Sit(id=f"sit{number}"), played.id))["token"])
        for participant, token in enumerate(tokens, start=1):
            self.clients.append(Client(self, played, participant, token))
        self.clients[-1].sleepy = sleepy
        for _ in range(chance.choice((0, 0, 1))):
            self.clients.append(Client(self, played, 0, None))

    async def _insist(self, handler: Any, body: Any, game: str = "") -> Any:
        while True:
            answer = await self._post(handler, body, game)
            if answer is not None and "error" not in answer:
                return answer
            await asyncio.sleep(0.1)

    async def _read_again(self) -> None:
        """Restart everything, and compare the reloaded state with the rules."""
        for server in list(self.servers):
            self.die(server, 1e9)
        self.boot()
        while not (self.servers and self.servers[-1].ready):
            await asyncio.sleep(0.05)
        service = self.servers[-1].service
        for game in self.games:
            view = self.told(game)
            live = await service.games.find(game.id)
            found = [tuple(each.moves) for each in live.match.rounds]
            if found != [each.moves for each in view.rounds]:
                raise Disagreement(f"{game.id}: the server reads {found}, the rules {view.rounds}")
            winners = [each.outcome.winner for each in live.match.rounds if each.outcome]
            if winners != view.winners:
                raise Disagreement(
                    f"{game.id}: won by {winners} for the server, by {view.winners} by the rules"
                )

    def rows(self, game: Game) -> list[Any]:
        return self.disk.database.execute(
            "SELECT seq, kind, participant, number, request, data FROM events WHERE game = ? ORDER BY seq",
            (game.id,),
        ).fetchall()

    def told(self, game: Game) -> View:
        view = game.view()
        for _, kind, participant, number, _, _ in self.rows(game):
            view.apply(kind, participant, number)
        return view


@contextlib.contextmanager
def _made_up(world: World) -> Iterator[None]:
    """Replace time and randomness with simulated ones."""
    chance = Random(f"secrets {world.seed}")
    steady = world.loop.time
    with (
        mock.patch.multiple(time, monotonic=steady, time=lambda: EPOCH + steady() + world.stepped),
        mock.patch.object(sockets, "RateLimit", partial(RateLimit, now=steady)),
        mock.patch.object(calendar, "steady", steady),
        mock.patch.multiple(
            secrets,
            token_hex=lambda size: f"{chance.getrandbits(8 * size):0{2 * size}x}",
            choice=chance.choice,
            randbits=chance.getrandbits,
            randbelow=chance.randrange,
        ),
    ):
        yield


def run(seed: int, mutate: Callable[[Server], None] | None = None, kind: type[World] = World) -> Report:
    """Run one history; the same for the same seed."""
    logging.disable(logging.CRITICAL)
    world = kind(seed, mutate)
    report = world.report
    report.histories = 1
    with _made_up(world):
        try:
            world.loop.run_until_complete(world.live())
            check(world)
        except (Disagreement, Stuck) as error:
            report.wrong.append(f"seed {seed}: {error!r}")
        finally:
            world.loop.end()
            logging.disable(logging.NOTSET)
    report.seconds = world.loop.time()
    whole = repr((world.loop.steps, report.seconds, [world.rows(game) for game in world.games]))
    report.trace = hashlib.sha256(whole.encode()).hexdigest()[:16]
    return report
