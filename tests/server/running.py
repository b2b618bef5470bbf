"""A server inside the test's own event loop, and clients for it."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from importlib.util import find_spec
from typing import Any
from unittest import mock

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from outnumber.server import app
from outnumber.server.app import Application
from outnumber.server.classes import classes
from outnumber.server.play import connection, lobby, service
from outnumber.server.settings import Rate, ServerSettings
from outnumber.server.transport import connections, limits
from outnumber.server.transport.connections import Connections
from outnumber.server.transport.logs import set_up_logs
from outnumber.server.transport.server import Server, bind

if find_spec("sniffio") is None:
    # httpx searches for it in each request, which takes a third of its time.
    sys.modules["sniffio"] = None  # type: ignore[assignment]

# Requests of tests must not fail because a machine is slow.
FAST = {"limits": 1e6, "solver_seconds": 30.0}
# Constants that tests change: `running(url, requests=1.0, requests_burst=5.0, events=20)`.
RATES: dict[str, tuple[Any, str]] = {
    "requests": (limits, "REQUESTS"),
    "creations": (limits, "CREATIONS"),
    "codes": (limits, "CODES"),
    "checks": (limits, "CHECKS"),
    "frames": (limits, "FRAMES"),
    "messages": (connection, "MESSAGES"),
    "openings": (connections, "OPENINGS"),
    "class_makes": (classes, "OPENED"),
    "guesses": (classes, "GUESSES"),
}
CONSTANTS: dict[str, tuple[Any, str]] = {
    "events": (service, "MOST_EVENTS"),
    "away_seconds": (lobby, "AWAY"),
    "class_share": (classes, "SHARE"),
    "solver_queue": (app, "SOLVER_QUEUE"),
    "solver_share": (app, "SOLVER_SHARE"),
}


def constants(settings: dict[str, Any]) -> ExitStack:
    """Change the constants among the settings until the end of a block."""
    stack, factor = ExitStack(), settings["limits"]
    for name, (module, constant) in RATES.items():
        rate, burst = settings.pop(name, None), settings.pop(f"{name}_burst", None)
        if rate is not None or burst is not None:
            usual = getattr(module, constant)
            given = Rate((usual.per_second if rate is None else rate) / factor, (burst or 1e6) / factor)
            stack.enter_context(mock.patch.object(module, constant, given))
    for name, (module, constant) in CONSTANTS.items():
        if name in settings:
            stack.enter_context(mock.patch.object(module, constant, settings.pop(name)))
    return stack


class Running:
    """A running server with an HTTP client."""

    def __init__(
        self, application: Application, connections: Connections, port: int, http: httpx.AsyncClient
    ) -> None:
        self.application = application
        self.connections = connections
        self.port = port
        self.http = http

    async def create(self, game: str = "strategy-stacks", **body: Any) -> dict[str, Any]:
        answer = await self.http.post("/api/games", json={"game": game, **body})
        assert answer.status_code == 201, answer.text
        told: dict[str, Any] = answer.json()
        return told

    async def begin(self, game: str = "strategy-stacks", **body: Any) -> tuple[str, str, str]:
        """A game with both seats taken: its id and both seat tokens."""
        made = await self.create(game, opponent="open", **body)
        seat = (await self.post(f"{made['id']}/seat", {})).json()
        return made["id"], made["token"], seat["token"]

    async def post(self, path: str, body: Any, token: str = "", **headers: str) -> httpx.Response:
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return await self.http.post(f"/api/games/{path}", json=body, headers=headers)

    async def get(self, path: str, token: str = "") -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return await self.http.get(f"/api/games/{path}", headers=headers)

    async def move(self, game: str, token: str, number: int, **more: Any) -> httpx.Response:
        return await self.post(f"{game}/moves", {"number": number, **more}, token)

    async def live(self, id: str, **hello: Any) -> Live:
        """A WebSocket on a game after the hello; without a token it watches."""
        socket = await connect(
            f"ws://127.0.0.1:{self.port}/api/games/{id}/live", compression=None, close_timeout=0.5
        )
        live = Live(socket)
        await live.send(type="hello", **hello)
        return live


class Live:
    """A WebSocket client."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message, or the next of some kinds; presence is skipped unless requested."""
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 30))
            if message["type"] in kinds or (not kinds and message["type"] != "presence"):
                return message

    async def close(self) -> None:
        await self.socket.close()


@asynccontextmanager
async def running(database: str, **settings: Any) -> AsyncIterator[Running]:
    """A server on a free port of this machine, or of a `host`, stopped at the end as by Ctrl-C."""
    host = settings.pop("host", "127.0.0.1")
    settings = FAST | settings
    with constants(settings):
        async with _running(host, ServerSettings(database=database, **settings)) as server:
            yield server


@asynccontextmanager
async def _running(host: str, chosen: ServerSettings) -> AsyncIterator[Running]:
    application = Application(chosen)
    # Written immediately, even if the test captures it.
    set_up_logs("WARNING", logging.StreamHandler(sys.stderr))
    server = Server(chosen, application)
    listening = bind(host, 0)
    listening.listen(100)
    port = listening.getsockname()[1]
    serving = asyncio.ensure_future(server._serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
        if serving.done():
            serving.result()
            raise RuntimeError("the server did not start")
    # Loading the system's certificates would take longer than many tests, which never need them.
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, timeout=50, verify=False) as http:  # noqa: S501
        try:
            yield Running(application, server.connections, port, http)
        finally:
            server.should_exit = True
            await serving


def play(test: Callable[[], Awaitable[None]]) -> None:
    """Run an asynchronous test."""
    asyncio.run(asyncio.wait_for(test(), 180))


def later(server: Running, seconds: float) -> None:
    """Let some seconds of uptime pass at once."""
    server.application.log.uptime.base += seconds


def pass_by(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let some seconds pass on all clocks at once: due timers of the loop fire."""
    wall, steady = time.time, time.monotonic
    monkeypatch.setattr(time, "time", lambda: wall() + seconds)
    monkeypatch.setattr(time, "monotonic", lambda: steady() + seconds)


async def settled(application: Application, wait: float = 0) -> None:
    """Wait until no work is pending."""
    service = application.service
    # A real socket may still buffer some.
    await asyncio.sleep(wait)
    for _ in range(3):
        await asyncio.sleep(0)
    while (
        len(application.log.writer) or service.tasks or any(game.pending for game in service.games.values())
    ):
        await asyncio.sleep(0.001)
    for _ in range(3):
        await asyncio.sleep(0)
