"""The MCP server over HTTP, with allowed host names, rate limits and timeouts.

uvicorn has no timeouts for receiving a request or for sending its response, so a few hundred idle clients
could block all others.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from typing import ClassVar

import h11
import prometheus_client as prometheus
import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from outnumber import __version__
from outnumber.api.errors import status_of, too_many
from outnumber.workers.fair_queue import address_of, network
from outnumber.workers.rate_limits import AddressLimits, OpenConnections

from .games import caller, give_name, name_in
from .tools import LARGEST_REQUEST

MOST_CONNECTIONS = 200
# Maximum of one address, so that others can still connect.
MOST_OF_ONE = 150
# Rate limit of an address: requests per second, and burst; one client gets half.
REQUESTS = 50.0
REQUESTS_BURST = 200.0
# Clients over the limit are delayed by up to this many seconds, then refused. Sequential requests are only
# delayed.
SLOWED = 2.0
# JSON-RPC reserves -32099 to -32000 for servers; the SDK uses the last few.
TOO_MANY_REQUESTS = -32029
# Timeouts in seconds: for receiving a request, and then for computing and sending its response.
REQUEST_SECONDS = 10.0
ANSWER_SECONDS = 60.0
WATCHED = ("/healthz", "/livez", "/readyz", "/metrics")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class RequestTimeoutProtocol(H11Protocol):
    """uvicorn's protocol, with timeouts for requests and responses.

    Of uvicorn's protocols, only the one based on h11 limits the size of request headers.
    """

    _open: ClassVar = OpenConnections()
    _timer: asyncio.TimerHandle | None = None
    _arriving: bool | None = None
    _address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # The address of the peer, which may be a proxy.
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
        self._open.closed(self._address)
        super().connection_lost(exc)

    def _hurry(self) -> None:
        """Restart the timer when a request begins or is complete."""
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
    """The ASGI application, which serves `/mcp` under these host names."""
    app = server.streamable_http_app(
        # Games have their own ids, so the SDK needs no sessions.
        stateless_http=True,
        json_response=True,
        max_request_body_size=LARGEST_REQUEST,
        transport_security=allowed((*LOOPBACK, *names)),
    )
    return guarded(app)


def serve(server: MCPServer, listening: socket.socket, names: Sequence[str]) -> None:
    """Serve `/mcp` under these host names until interrupted."""
    config = uvicorn.Config(
        application(server, names),
        http=RequestTimeoutProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run([listening])


def guarded(app: ASGIApp) -> ASGIApp:
    """Add rate limits, names for clients without one, and the addresses for monitoring.

    Requests over the limit are delayed or refused. The addresses are those of `outnumber serve`: this server
    has no database. Event streams are refused: the server sends no events, and each would occupy a
    connection.
    """
    addresses = AddressLimits(REQUESTS, REQUESTS_BURST)
    clients = AddressLimits(REQUESTS / 2, REQUESTS_BURST / 2)
    registry = prometheus.CollectorRegistry()
    prometheus.ProcessCollector(registry=registry)
    text = "1, with the version of the program."
    prometheus.Gauge("outnumber_build_info", text, ("version",), registry=registry).labels(__version__).set(1)
    text = "Answered requests to /mcp."
    answered = prometheus.Counter("outnumber_mcp_requests_total", text, ("status",), registry=registry)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        request, path, method = HTTPConnection(scope), scope["path"], scope["method"]
        who = caller(request)
        limits = clients.of(who), addresses.of(address_of(who))

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered.labels(str(message["status"])).inc()
            await send(message)

        async def charged(message: Message) -> None:
            if message["type"] == "http.response.start" and not name_in(request.headers):
                give_name(message, request.headers)
            for limit in limits:
                limit.charge(len(message.get("body", b"")))
            await counted(message)

        if path in WATCHED and method in ("GET", "HEAD"):
            told = {"status": "ok", "version": __version__, "damaged": 0}
            found: Response = JSONResponse(told, headers={"Cache-Control": "no-store"})
            if path == "/metrics":
                found = PlainTextResponse(prometheus.generate_latest(registry))
            await found(scope, receive, send)
        elif method == "GET":
            refusal = PlainTextResponse("Send messages with POST.\n", 405, {"Allow": "POST"})
            await refusal(scope, receive, counted)
        elif (wait := max(limit.reserve() for limit in limits)) > SLOWED:
            # A refused request does not count against other clients at the address.
            for limit in limits:
                limit.give_back()
            await _too_many(wait)(scope, receive, counted)
        else:
            await asyncio.sleep(wait)
            await app(scope, receive, charged)

    return answer


def _too_many(wait: float) -> JSONResponse:
    """An error as HTTP status and as JSON-RPC message."""
    refusal = too_many(wait)
    told = {"code": TOO_MANY_REQUESTS, "message": str(refusal), "data": {"code": refusal.code}}
    # Pipelined requests are over the limit too.
    headers = {"Retry-After": str(refusal.numbers["seconds"]), "Connection": "close"}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": told}, status_of(refusal), headers)


def allowed(names: Sequence[str]) -> TransportSecuritySettings:
    """Security settings that allow only these host names, against DNS rebinding.

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
