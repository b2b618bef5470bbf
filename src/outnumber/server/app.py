"""The ASGI application: its parts, start and stop."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from outnumber.api.errors import Refused
from outnumber.games import GameError, Phrase
from outnumber.workers.pool import AnyWorker, Bounds, Pool

from .classes.classes import Classes
from .errors import Damaged, StorageError, unusable
from .http import install, openapi, pages, puzzles, worksheets
from .metrics import UPDATE, Metrics
from .play.connection import Live
from .play.service import GameService
from .settings import ServerSettings, database_url, file_of
from .storage.log import Log
from .storage.retention import PAUSE, Retention
from .storage.updates import Updates
from .transport.addresses import at
from .transport.limits import Guards, refusal
from .transport.sockets import CONNECTION

logger = logging.getLogger("outnumber.server")

# Minimum size of compressed answers in bytes, and the gzip level: a page takes half a millisecond.
WORTH_PACKING, PACKING = 1000, 5
# Maximum length of the solver queue: in total, and per address (of a school).
SOLVER_QUEUE, SOLVER_SHARE, SCHOOL_SHARE = 64, 8, 64


class Application:
    """The server as an ASGI application, between `start` and `stop`."""

    _started = False

    def __init__(
        self,
        settings: ServerSettings,
        worker: Callable[[int], AnyWorker] | None = None,
        elsewhere: str | None = None,
    ) -> None:
        """`worker` makes the workers of the solver pool.

        On a device that no one else can connect to, `elsewhere` is the URL of a server, or empty.
        """
        self.settings = settings
        self.metrics = Metrics()
        self.log = Log(database_url(settings.database), settings.database_seconds)
        share = SCHOOL_SHARE if settings.school else SOLVER_SHARE
        bounds = Bounds(settings.solvers, settings.solver_seconds, SOLVER_QUEUE, share)
        self.solvers = Pool(bounds, self.metrics.solving.observe, worker)
        self.log.writer.took = self.metrics.commits.observe
        self.service = GameService(self.log, self.solvers, settings, self.metrics)
        self.updates = Updates(self.service)
        self.retention = Retention(self.service)
        self.classes = Classes(self.service, self.retention)
        guards = Guards(settings, self.metrics, self.classes.budget)
        routes = [*openapi.routes(), *install.routes, *worksheets.routes, *pages.routes]
        if elsewhere is not None:
            routes = [route for route in routes if not openapi.SERVER_ONLY.match(getattr(route, "path", ""))]
        self.starlette = Starlette(
            routes=routes,
            exception_handlers=dict.fromkeys((GameError, HTTPException, StorageError, Exception), _refused),
        )
        # Starlette's redirects would repeat the host name that the client sent.
        self.starlette.router.redirect_slashes = False
        self.starlette.state.service = self.service
        self.starlette.state.classes = self.classes
        self.starlette.state.settings = settings
        self.starlette.state.elsewhere = elsewhere
        # Outside the guards, so that they charge for the uncompressed size.
        self._http = GZipMiddleware(guards.around(self.starlette), WORTH_PACKING, PACKING)
        self._live = Live(self.service, guards)

    # Not `async`: that would keep another coroutine in memory for each open socket.
    def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> Awaitable[None]:
        if scope["type"] == "websocket":
            return self._live(scope, scope["extensions"][CONNECTION])
        return self._http(scope, receive, send)

    async def start(self) -> None:
        """Start everything; raises `GameError` if the database cannot be used."""
        try:
            await self.log.open()
            await self.updates.start()
            self.service.every(PAUSE, lambda: self.retention.sweep(time.time()))
            self.service.every(self.service.lobby.pause, self.service.lobby.tell)
            await self.classes.start()
        except self.log.errors as error:
            if isinstance(error, GameError):
                raise
            what = file_of(self.log.url) or Phrase("The database")
            raise unusable(what, str(error.__cause__ or error)) from error
        openapi.text(
            self.settings.rounds, self.starlette.state.elsewhere is None
        )  # now, so that no move waits for it
        self.service.every(UPDATE, self._measure)
        if self.starlette.state.elsewhere is None:  # one device has better things to compute
            self.service.every(puzzles.AHEAD_EVERY, lambda: puzzles.make_ahead(self.solvers))
        self._started = True
        logger.info("started", extra={"database": "postgresql" if self.log.shared else "sqlite"})

    async def _measure(self) -> None:
        self.metrics.update(self.service, self.classes)

    async def say_goodbye(self) -> None:
        """Refuse new moves, save accepted ones, and ask clients to reconnect."""
        if not self.service.stopping:
            await self.service.stop()
            self.classes.say_goodbye()
            await self.solvers.stop()

    async def stop(self) -> None:
        if not self._started:
            return
        self._started = False
        await self.say_goodbye()
        await self.updates.cancel_tasks()
        await self.log.close()
        logger.info("stopped")


async def _refused(request: Request, error: Exception) -> Response:
    """The response to an exception."""
    if isinstance(error, GameError):
        return refusal(request.scope, error)
    if isinstance(error, StorageError):
        if not isinstance(error, Damaged):
            logger.error("the database failed; the request was refused", extra={"error": str(error)})
        return refusal(request.scope, Refused(error.code))
    if not isinstance(error, HTTPException):
        # The log has the traceback; the client gets a standard error.
        return refusal(request.scope, Refused("internal"))
    asks_for_page = "text/html" in request.headers.get("accept", "")
    path = request.url.path
    if error.status_code == 404 and (asks_for_page or path == at(request.scope)) and path[:5] != "/api/":
        return pages.missing(request)
    code = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "bad-request")
    return refusal(request.scope, Refused(code, what=error.detail), error.status_code, error.headers)
