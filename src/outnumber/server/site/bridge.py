"""Runs the server's application inside a browser, where Pyodide imports this module in a Web Worker.

`python.js` passes on the requests and messages of the page, and saves the database. A browser has no threads
and no processes: queries run in this thread, and jobs run in a second Web Worker or, while it starts, here.
"""

from __future__ import annotations

import asyncio
import logging
import pickle  # only between two workers of the same page
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import unquote

from outnumber.api.errors import Refused
from outnumber.server.app import Application
from outnumber.server.play.tasks import BackgroundTasks
from outnumber.server.settings import ServerSettings
from outnumber.server.storage import sqlite
from outnumber.server.transport.addresses import below
from outnumber.server.transport.sockets import CONNECTION, Disconnected
from outnumber.workers import process
from outnumber.workers.pool import QUICK, PendingJob

logger = logging.getLogger("outnumber.server.site")

# The file is in memory, and `python.js` saves it after each transaction: a journal on disk protects nothing.
PRAGMAS = ("page_size=1024", "secure_delete=ON", "journal_mode=MEMORY", "synchronous=OFF")
# Jobs take up to four times as long as on a server.
SECONDS = 20.0


class Solver:
    """Answers jobs in the second Web Worker; quick ones here, while that worker is not ready."""

    def __init__(
        self, solve: Callable[[bytes, float], Awaitable[Any]] | None, ready: Callable[[], bool]
    ) -> None:
        self._solve = solve
        self._ready = ready

    async def ask(self, question: PendingJob) -> Any:
        if self._solve is None or (question.effort <= QUICK and not self._ready()):
            await asyncio.sleep(0)  # requests that arrived meanwhile come first
            return pickle.loads(process.answer(pickle.loads(question.job)))  # noqa: S301
        told = await self._solve(question.job, question.limit)
        if told is None:
            raise Refused("too-slow")
        return pickle.loads(told)  # noqa: S301

    async def end(self) -> None:
        pass  # the browser ends all workers of a page


class Line:
    """One open connection of the page, with the methods of `transport.websocket.WebSocket`."""

    def __init__(self, tell: Callable[[str, str, int], object]) -> None:
        """`tell` sends "open", "message" or "close", with a text and a code."""
        self.limit: Any = None
        self.writable = True
        self._tell = tell
        self._first: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._heard: Callable[[str | None], None] | None = None
        self._early: list[str] = []

    # Used by the application

    def accept(self) -> None:
        self._tell("open", "", 0)

    async def receive(self) -> str:
        await asyncio.wait((self._first, self._closed), return_when=asyncio.FIRST_COMPLETED)
        if self._closed.done():
            raise Disconnected
        return self._first.result()

    def listen(self, heard: Callable[[str | None], None]) -> None:
        self._heard = heard
        while self._early:
            heard(self._early.pop(0))

    async def closed(self) -> None:
        await self._closed

    def push(self, message: bytes) -> None:
        if not self._closed.done():
            self._tell("message", message.decode(), 0)

    async def drained(self) -> None:
        if self._closed.done():
            raise Disconnected

    def close(self, code: int, reason: str) -> None:
        if not self._closed.done():
            self._tell("close", reason, code)
            self.left()

    # Called by the page

    def received(self, text: str) -> None:
        if not self._first.done():
            self._first.set_result(text)
        elif self._heard is None:
            self._early.append(text)
        else:
            self._heard(text)

    def left(self) -> None:
        if not self._closed.done():
            self._closed.set_result(None)


class Device:
    """The application of one device, below the prefix `root`."""

    def __init__(
        self,
        database: str,
        root: str = "",
        elsewhere: str = "",
        save: Callable[[], Awaitable[None]] | None = None,
        solver: Callable[[int], Solver] | None = None,
    ) -> None:
        """`save` stores the database; what has been acknowledged is stored."""
        settings = ServerSettings(
            database=f"sqlite:///{database}", limits=1e6, solver_seconds=SECONDS, school=0, open_days=0
        )
        self._save = save
        self.application = Application(settings, solver, elsewhere)
        self.application.log.writer.stored = save
        self._serve = below(root, lambda _: False, self.application)
        self._tasks = BackgroundTasks()

    async def answer(
        self, method: str, address: str, headers: list[tuple[str, str]], body: bytes = b""
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """The status, headers and body of the response to a request."""
        path, _, query = address.partition("?")
        status, told, parts = 500, [], []
        asked = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            # The page never hangs up: files would not be sent.
            return asked.pop() if asked else await asyncio.get_running_loop().create_future()

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal status, told
            if message["type"] == "http.response.start":
                status = message["status"]
                told = [
                    (name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]
                ]
            else:
                parts.append(message.get("body", b""))

        scope = self._scope("http", path, query, headers) | {"method": method, "http_version": "1.1"}
        try:
            await self._serve(scope, receive, send)
        except Exception:  # the answer has been sent, as on a server
            logger.exception("a request failed")
        if self._save and method != "GET":
            await self._save()
        return status, told, b"".join(parts)

    def open(self, address: str, tell: Callable[[str, str, int], object]) -> Line:
        """Open a connection that a page would open as a WebSocket."""
        line = Line(tell)
        scope = self._scope("websocket", address, "", []) | {"extensions": {CONNECTION: line}}
        self._tasks.spawn(self._serve(scope, None, None))
        return line

    @staticmethod
    def _scope(kind: str, path: str, query: str, headers: list[tuple[str, str]]) -> dict[str, Any]:
        return {
            "type": kind,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
            "scheme": "http",
            "server": ("localhost", 80),
            "client": ("127.0.0.1", 1),
            "root_path": "",
        }


async def start(database: str, root: str, elsewhere: str, page: Any) -> Device:
    """Start the application for `python.js`, whose functions `page` has."""
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    async def save() -> None:
        await page.save()

    async def solve(job: bytes, seconds: float) -> bytes | None:
        told = await page.solve(to_js(job), seconds)
        return None if told is None else bytes(told.to_bytes())

    sqlite.PRAGMAS = PRAGMAS  # type: ignore[assignment]  # of another length
    device = Device(
        database, root, elsewhere, save,
        # As on a server, the first worker takes only quick moves of the computer, so these never wait.
        lambda number: Solver(solve if number else None, page.ready),
    )  # fmt: skip
    await device.application.start()
    return device
