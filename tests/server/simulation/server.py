"""The real server's parts on a simulated disk and network."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from outnumber.api.errors import Refused
from outnumber.games.errors import GameError
from outnumber.server.classes.classes import Classes
from outnumber.server.errors import StorageError
from outnumber.server.http.endpoints import Call
from outnumber.server.metrics import Metrics
from outnumber.server.play.connection import Live
from outnumber.server.play.service import GameService
from outnumber.server.settings import ServerSettings
from outnumber.server.storage.log import Log
from outnumber.server.storage.retention import PAUSE, Retention
from outnumber.server.storage.sqlite import File, SqliteWriter, numbered
from outnumber.server.storage.updates import Updates
from outnumber.server.transport.limits import PROBING, Guards
from tests.server.simulation.disk import Connection, Executor
from tests.server.simulation.loop import Process
from tests.server.simulation.network import Link

if TYPE_CHECKING:
    from tests.server.simulation.world import World

SETTINGS = ServerSettings(limits=1e9)
_metrics = Metrics()
EPOCH = 1_800_000_000.0


async def _connected() -> Any:
    """Wait for the end of a connection that does not break."""
    await asyncio.get_running_loop().create_future()


class SimulatedFile(File):
    """A stub: the statements go to the simulated disk."""

    async def close(self) -> None:
        """No resources to release."""


class SimulatedLog(Log):
    """The log with its statements on the disk of the simulation."""

    def __init__(self, world: World, process: Process) -> None:
        super().__init__("sqlite:///simulated.db", SETTINGS.database_seconds)
        self._world, self._process = world, process
        self.shared = world.processes > 1
        self._reader = Executor(world.disk, process)
        self.database = SimulatedFile(self.url)
        assert isinstance(self.writer, SqliteWriter)
        self.writer.thread = Executor(world.disk, process)  # type: ignore[assignment]
        self.writer.open = lambda: Connection(world.disk)  # type: ignore[assignment,return-value]

    async def _connect(self) -> None:
        """A stub: the disk is ready."""

    async def _execute(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        if "clock_timestamp()" in statement:
            return [(EPOCH + self._world.loop.time(),)]  # SQLite does not have its own clock
        asked = self._reader.submit(self._world.disk.ask, numbered(statement), values)
        rows: list[Any] = await asyncio.wrap_future(asked)
        return rows

    async def notify(self, notices: Sequence[tuple[str, str]]) -> None:
        for channel, text in notices:
            self._world.notice(self._process, channel, text)

    async def listen(self, channels: Sequence[str], heard: Callable[..., None]) -> None:
        self._world.listeners[self._process] = channels, heard
        await asyncio.get_running_loop().create_future()


class Chooser:
    """Computer players without separate processes."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    async def choose(self, match: Any, who: str, attempt: int) -> int:  # noqa: ARG002
        await asyncio.sleep(self._chance.uniform(0.01, 0.5))
        if self._chance.random() < 0.05:
            raise Refused("server-busy")
        return int(self._chance.choice(list(match.current.position.legal_moves())))


class Server:
    """A process of the server, as far as the network goes."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.process = Process(world.loop, f"server {number}")
        self.ready = False
        self.log = SimulatedLog(world, self.process)
        self.service = GameService(self.log, Chooser(world.chance), SETTINGS, _metrics)  # type: ignore[arg-type]
        self.updates = Updates(self.service)
        self.live = Live(self.service, Guards(SETTINGS, _metrics))
        self.retention = Retention(self.service)
        self.classes = Classes(self.service, self.retention)
        self.since = 0.0  # when it last started to answer

    async def start(self) -> None:
        try:
            await self.log.open()
        except StorageError:
            self.world.loop.later(1.0, self.world.die, self)
            return
        await self.updates.start()
        if self.world.teaches:
            self.service.every(PAUSE, lambda: self.retention.sweep(time.time()))
            await self.classes.start()
        self.ready, self.since = True, self.world.loop.time()

    async def stop(self) -> None:
        """As SIGTERM."""
        self.ready = False
        await self.service.stop()
        self.classes.say_goodbye()
        await self.updates.cancel_tasks()
        await self.log.close()
        self.world.loop.later(0.0, self.world.die, self)

    def connect(self, game: str) -> Link:
        link = Link(self.world.network, self.process)
        scope = {"path": f"/api/games/{game}/live", "client": ("10.0.0.1", 1), "headers": []}
        # A link has the methods of a WebSocket that games use.
        task = self.process.spawn(self.live(scope, link))  # type: ignore[arg-type]
        task.add_done_callback(lambda _: link.cut())
        return link

    async def call(self, handler: Any, body: Any, id: str = "", token: str = "", query: Any = None) -> Any:
        """The server's response to an HTTP request about a game or a class."""
        scope = {
            "type": "http", "path": "/", "scheme": "http", "query_string": b"", "client": ("10.0.0.1", 1),
            "headers": [(b"authorization", f"Bearer {token}".encode())] if token else [],
            "app": SimpleNamespace(state=SimpleNamespace(service=self.service, classes=self.classes)),
            "path_params": {"id": id}, "state": {"who": "10.0.0.1"}, "extensions": {PROBING: lambda: float},
        }  # fmt: skip
        try:
            answer = await handler(Call(Request(scope, _connected)), *filter(None, (query, body)))
        except GameError as error:
            return {"error": {"code": error.code}}
        except StorageError as error:
            return {"error": {"code": error.code}}
        if isinstance(answer, Response):
            return msgspec.json.decode(answer.body)
        return msgspec.to_builtins(answer)
