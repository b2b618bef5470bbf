"""The MCP server over HTTP: for requests to names that are allowed, and with an end to its patience.

uvicorn waits for a request, and for its answer to be read, for as long as it takes. Some hundred clients that
do neither would keep everybody else out.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import h11
import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from outnumber.agents.mcp.clients import caller, give_name, name_in
from outnumber.agents.mcp.tools import LARGEST_REQUEST
from outnumber.api.errors import status_of, too_many
from outnumber.workers.fair_queue import address_of, network
from outnumber.workers.rate_limits import AddressLimits

MOST_CONNECTIONS = 200
# Of one address, so that some are always left for others.
MOST_OF_ONE = 150
# Rate limit of an address: requests a second, and burst; a single client has half of it.
REQUESTS = 50.0
REQUESTS_BURST = 200.0
# The longest delay before a client is refused: programs that ask one after another are only slowed down.
SLOWED = 2.0
# JSON-RPC leaves the codes from -32099 to -32000 to servers; the SDK has meanings for the last few.
TOO_MANY_REQUESTS = -32029
# Seconds for a request to come; and from then on until its answer has been read, with all the solvers' work.
REQUEST_SECONDS = 10.0
ANSWER_SECONDS = 60.0
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class RequestTimeoutProtocol(H11Protocol):
    """uvicorn's protocol with a time for each request to come and for each answer to go.

    It is the one of uvicorn's protocols that also keeps the heads of requests small.
    """

    _open: ClassVar[Counter[str]] = Counter()
    _timer: asyncio.TimerHandle | None = None
    _arriving: bool | None = None
    _address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Whom the socket is connected with; behind a proxy that is the proxy.
        self._address = network(self.client[0]) if self.client else ""
        self._open[self._address] += 1
        if self._open[self._address] > MOST_OF_ONE:
            transport.abort()
        else:
            self._hurry()

    def handle_events(self) -> None:
        super().handle_events()
        self._hurry()

    def on_response_complete(self) -> None:
        self._arriving = None
        super().on_response_complete()
        self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._open[self._address] -= 1
        if not self._open[self._address]:
            del self._open[self._address]
        super().connection_lost(exc)

    def _hurry(self) -> None:
        """Set the time anew when a request begins or has come."""
        arriving = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if arriving is not self._arriving:
            self._arriving = arriving
            self._stop()
            seconds = REQUEST_SECONDS if arriving else ANSWER_SECONDS
            self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def application(server: MCPServer, names: Sequence[str]) -> ASGIApp:
    """What answers at `/mcp` to these names."""
    app = server.streamable_http_app(
        # Games have their own ids, so the SDK needs no sessions.
        stateless_http=True,
        json_response=True,
        max_request_body_size=LARGEST_REQUEST,
        transport_security=allowed((*LOOPBACK, *names)),
    )
    return limited(app)


def serve(server: MCPServer, listening: socket.socket, names: Sequence[str]) -> None:
    """Serve at `/mcp` until told to stop; clients know the listening address by one of these names."""
    config = uvicorn.Config(
        no_streams(application(server, names)),
        http=RequestTimeoutProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run([listening])


def limited(app: ASGIApp) -> ASGIApp:
    """The application with rate limits: clients that ask too often wait, or are refused for a while.

    Each client that has no name is given one.
    """
    addresses = AddressLimits(REQUESTS, REQUESTS_BURST)
    clients = AddressLimits(REQUESTS / 2, REQUESTS_BURST / 2)

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        who = caller(request)
        limits = clients.of(who), addresses.of(address_of(who))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and not name_in(request.headers):
                give_name(message, request.headers)
            for limit in limits:
                limit.charge(len(message.get("body", b"")))
            await send(message)

        wait = max(limit.reserve() for limit in limits)
        if wait > SLOWED:
            # What one client is refused is not taken from others at its address.
            for limit in limits:
                limit.give_back()
            await _too_many(wait)(scope, receive, send)
            return
        await asyncio.sleep(wait)
        await app(scope, receive, answer)

    return guarded


def _too_many(wait: float) -> JSONResponse:
    """A refusal that clients can read as HTTP, and as an answer to their message."""
    refusal = too_many(wait)
    told = {"code": TOO_MANY_REQUESTS, "message": str(refusal), "data": {"code": refusal.code}}
    # Whatever else has come over this connection is too much as well.
    headers = {"Retry-After": str(refusal.numbers["seconds"]), "Connection": "close"}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": told}, status_of(refusal), headers)


def no_streams(app: ASGIApp) -> ASGIApp:
    """The application without event streams: it sends none, and each would hold a connection permanently."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET":
            refusal = PlainTextResponse("Send messages with POST.\n", 405, {"Allow": "POST"})
            await refusal(scope, receive, send)
        else:
            await app(scope, receive, send)

    return guarded


def allowed(names: Sequence[str]) -> TransportSecuritySettings:
    """Only requests to these names are answered: a page of another site cannot give its own name to us.

    >>> allowed(["localhost"]).allowed_hosts
    ['localhost', 'localhost:*']
    """
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[text for name in names for text in (name, f"{name}:*")],
        allowed_origins=[
            f"{scheme}://{name}{port}"
            for name in names
            for scheme in ("http", "https")
            for port in ("", ":*")
        ],
    )
