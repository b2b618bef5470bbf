"""An HTTP connection: counts, times and limits requests before uvicorn reads them.

uvicorn limits neither how long a request takes to arrive, nor the size of its head, nor the number of
pipelined requests. Here each request has a timeout and a maximum size, and pipelined requests wait until the
previous one is answered. `HttpConnection` parses requests with httptools to find their boundaries, and passes
the bytes on to uvicorn's protocol through asyncio's interface.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from functools import partial
from http import HTTPStatus
from typing import Any

import httptools

from outnumber.api.errors import Refused, bad_request
from outnumber.server.errors import as_json
from outnumber.workers.fair_queue import network, plain

from .connections import Connections, end, probing
from .limits import CLASS, PROBING
from .uvicorn_internals import Uvicorn
from .websocket import WebSocket

LARGEST_HEAD = 32_768
LARGEST_REQUEST = 65_536
# Twice the longest real URL: a board with hundreds of moves.
LARGEST_ADDRESS = 8192
MOST_HEADERS = 100
# Bytes parsed before other connections get a turn. They may contain a hundred requests.
SLICE = 2048
# Overhead of each read in bytes, so that sending single bytes does not pay.
TOLL = 32
# Timeout for the response, including any computation.
ANSWER_SECONDS = 120.0
# Timeout for the next request.
IDLE_SECONDS = 30.0
# Time for the client to read the last response.
LINGER_SECONDS = 2.0


class _Transport:
    """The transport that uvicorn sees: no control over reading, no writing after the end."""

    def __init__(self, connection: HttpConnection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection.transport, name)

    def pause_reading(self) -> None:
        """Ignored: `HttpConnection` controls reading."""

    def resume_reading(self) -> None:
        """Ignored: `HttpConnection` controls reading."""

    def write(self, data: bytes) -> None:
        if not self._connection.ended and not self._connection.transport.is_closing():
            self._connection.transport.write(data)

    def close(self) -> None:
        if not self._connection.ended:
            self._connection.transport.close()


class HttpConnection(asyncio.Protocol):
    """One HTTP connection."""

    transport: asyncio.Transport
    _client: tuple[str, int] | None = None
    _address: str | None = None  # the address this connection is counted for
    _timer: asyncio.TimerHandle | None = None
    _uvicorn: Any = None  # uvicorn's protocol, created after the first complete head
    _unread = b""
    _unseen = b""  # not yet passed to uvicorn
    _soon = False  # whether a read is scheduled
    _paused = False
    ended = False  # refused, lost, or upgraded to a WebSocket
    # The request being received
    _size = 0
    _in_head = _arriving = True
    _url = b""
    pending = 0  # requests received but not answered
    _answering = False  # whether a response has started

    def __init__(self, backend: Uvicorn, connections: Connections) -> None:
        self._backend = backend
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self._parser: Any = httptools.HttpRequestParser(self)
        # Ignore data after the last request instead of refusing the request.
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._headers: list[tuple[bytes, bytes]] = []

    def admit(self, client: tuple[Any, ...]) -> Refused | None:
        """Count a connection from an address; return a refusal if it exceeds a limit."""
        self._client = (plain(client[0]), client[1])
        full = self._connections.full()
        self._connections.all.add(self)
        # A proxy forwards the requests of many clients; each request's head names its client.
        return full or (None if self._backend.trusts(self._client[0]) else self._enter())

    def _enter(self) -> Refused | None:
        self._address = network(self._client[0] if self._client else "")
        return self._connections.enter(self._address)

    def leave(self) -> None:
        """Stop counting the connection."""
        self._connections.all.discard(self)
        self._hurry_no_more()
        if self._address is not None:
            self._connections.of_address.closed(self._address)
            self._address = None

    # Called by asyncio and the server

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        refusal = self.admit(transport.get_extra_info("peername")) if self._client is None else None
        if refusal is None:
            self._within(self._connections.seconds)
        else:
            self._refuse(503 if refusal.code == "server-full" else 429, refusal)

    def data_received(self, data: bytes) -> None:
        if self.ended:
            return
        self._unread += data
        if len(self._unread) > LARGEST_REQUEST:
            self._refuse(413, Refused("message-too-large", most=LARGEST_REQUEST))
        elif not self._soon:
            self._read()

    def pause_writing(self) -> None:
        if self._uvicorn is not None:
            self._uvicorn.pause_writing()

    def resume_writing(self) -> None:
        if self._uvicorn is not None:
            self._uvicorn.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended = True
        self.leave()
        if self._uvicorn is not None:
            self._uvicorn.connection_lost(exc)
        self._parser = self._uvicorn = None  # break the reference cycle

    def shutdown(self) -> None:
        """Abort an idle connection when the server stops."""
        if self._uvicorn is None or self.ended:
            self.transport.abort()

    # Reading

    def _read(self) -> None:
        """Parse one slice of the received data; the rest waits for its turn and for earlier responses."""
        self._soon = False
        if self.ended:
            return
        if self._unread and self.pending < 2:
            data, self._unread = self._unread[:SLICE], self._unread[SLICE:]
            self._size += len(data) + TOLL
            self._feed(data)
        if self.ended:
            return
        status, most = (431, LARGEST_HEAD) if self._in_head else (413, LARGEST_REQUEST)
        if self._size > most:
            self._refuse(status, Refused("message-too-large", most=most))
            return
        self._pause(bool(self._unread) or self.pending > 1)
        if self._unread and self.pending < 2:
            self._read_soon()

    def _read_soon(self) -> None:
        if not self._soon:
            self._soon = True
            self._loop.call_soon(self._read)

    def _pause(self, paused: bool) -> None:
        if paused != self._paused and not self.transport.is_closing():
            self._paused = paused
            (self.transport.pause_reading if paused else self.transport.resume_reading)()

    def _feed(self, data: bytes) -> None:
        """Parse some bytes, and pass them to uvicorn once the head is complete."""
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if dict(self._headers).get(b"upgrade", b"").lower() == b"websocket":
                # The client would match the upgrade response to an earlier request that is still unanswered.
                if self.pending > 1:
                    self._refuse(400, bad_request("it is not HTTP"))
                else:
                    self._upgrade()
                return
        except httptools.HttpParserError:
            if not self.ended:
                self._refuse(400, bad_request("it is not HTTP"))
            return
        self._unseen += data
        if self._in_head and not self.pending:
            return
        if self._uvicorn is None:
            self._uvicorn = self._backend.http_protocol(self._answer)
            self._uvicorn.connection_made(_Transport(self))
        data, self._unseen = self._unseen, b""
        self._uvicorn.data_received(data)

    def on_message_begin(self) -> None:
        self._url, self._headers = b"", []
        self._arriving = True
        self._within(self._connections.seconds)

    def on_url(self, url: bytes) -> None:
        self._url += url
        if len(self._url) > LARGEST_ADDRESS:
            self._stop(414, Refused("message-too-large", most=LARGEST_ADDRESS))

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.lower(), value))
        if len(self._headers) > MOST_HEADERS:
            self._stop(431, bad_request("it has more than {most} headers", most=MOST_HEADERS))

    def on_headers_complete(self) -> None:
        self._in_head = False
        self.pending += 1
        httptools.parse_url(self._url).path.decode("ascii")  # raises what uvicorn would raise
        proxied = any(name == b"x-forwarded-for" for name, _ in self._headers)
        if self._address is None and not proxied and (refusal := self._enter()):
            self._stop(429, refusal)

    def on_message_complete(self) -> None:
        self._size, self._in_head, self._arriving = 0, True, False
        self._within(ANSWER_SECONDS if self.pending else IDLE_SECONDS)

    def _stop(self, status: int, error: Refused) -> None:
        self._refuse(status, error)
        raise error  # to stop the parser

    # Answering

    async def _answer(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        """Let the application answer a request, then resume reading."""

        async def noted(message: Any) -> None:
            self._answering = True
            await send(message)

        scope["client"] = self._client
        scope.setdefault("extensions", {})[PROBING] = partial(probing, self.transport)
        try:
            await self._backend.application(scope, receive, noted)
        finally:
            self._answering = False
            self.pending -= 1
            # A trusted proxy has no limits; `who` names the limits of the request.
            if self._address is not None and str(scope["state"].get("who", "")).startswith(CLASS):
                self._connections.has_member(self._address)
            if not self.ended and not self.transport.is_closing():
                # A request answered early must still arrive completely.
                if not self._arriving and not self.pending:
                    self._within(IDLE_SECONDS)
                self._read_soon()

    def _upgrade(self) -> None:
        """Hand the connection over to a `WebSocket`."""
        self.ended = True
        self.leave()
        self._pause(False)
        head = [self._parser.get_method(), b" ", self._url, b" HTTP/1.1\r\n"]
        for name, value in self._headers:
            head += [name, b": ", value, b"\r\n"]
        if self._uvicorn is not None:
            self._uvicorn.connection_lost(ConnectionAbortedError())
        self._parser = self._uvicorn = None
        WebSocket(self._connections, self._client).begin(
            self.transport, b"".join([*head, b"\r\n"]), self._backend.application
        )

    # Limits

    def _within(self, seconds: float) -> None:
        self._hurry_no_more()
        self._timer = self._loop.call_later(seconds, self._too_late)

    def _hurry_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        if self.transport.is_closing() or not (self._arriving or self.pending):
            self.transport.abort()
        else:
            self._refuse(408, bad_request("it did not arrive in time"))

    def _refuse(self, status: int, error: Refused) -> None:
        """Send an error response without involving the application, and close."""
        self.ended = True
        self._hurry_no_more()
        if self._answering or not (self._in_head or self.pending):
            self.transport.abort()  # a response has already been sent
            return
        body = as_json(error)
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        head += f"connection: close\r\ncontent-length: {len(body)}\r\n"
        if "seconds" in error.numbers:
            head += f"retry-after: {error.numbers['seconds']}\r\n"
        self.transport.write(f"{head}\r\n".encode() + body)
        self._timer = end(self.transport, LINGER_SECONDS)
