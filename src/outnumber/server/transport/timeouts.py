"""HTTP connections do not last for ever, nor take all the server's time.

uvicorn reads a request for as long as it takes, however long its head is and however many others come behind
it. Here each request has a time to come and a largest size, requests behind others wait until those are
answered, and each address may have so many connections and open so many a second. WebSockets have limits of
their own.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import get_remote_addr

from outnumber.api.errors import Refused
from outnumber.games.sentences import Phrase
from outnumber.server.errors import as_json
from outnumber.server.settings import Rate, ServerSettings
from outnumber.server.transport.files import Room, most_connections
from outnumber.server.transport.websocket import plain_client
from outnumber.workers.fair_queue import network
from outnumber.workers.rate_limits import AddressLimits

# Connections and sockets that one address opens.
OPENINGS = Rate(50.0, 400.0, school=(500.0, 5000.0))
LARGEST_HEAD = 32_768
LARGEST_REQUEST = 65_536
# The longest address, a board with hundreds of moves, has half of it.
LARGEST_ADDRESS = 8192
MOST_HEADERS = 100
# So much is read in one go. It may be a hundred requests.
SLICE = 2048
# Reading a single byte takes as long as reading some more.
TOLL = 32
# From the last byte of a request to the last byte of its answer, with whatever must be worked out between.
ANSWER_SECONDS = 120.0
# For a last word to be read.
LINGER_SECONDS = 2.0
# When somebody who finds no room may try again.
FULL_SECONDS = 5


class _NoMore(Exception):
    """Stops the parser: the connection has been refused."""


class _Flow(FlowControl):
    """uvicorn's flow of bytes, which does not go on while some that came are still unread."""

    held = False

    def resume_reading(self) -> None:
        if not self.held:
            super().resume_reading()


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol with an end to its patience."""

    # Set for each server by `patient`.
    _most: int
    seconds: float  # for a request to come, and for a handshake before it
    _open: Counter[str]
    _openings: AddressLimits
    _room: Room

    flow: _Flow
    _counted = False  # whether this was done before the handshake
    _address: str | None = None  # whose connections this one counts among
    _timer: asyncio.TimerHandle | None = None
    _unread = b""
    _soon = False  # whether more of it is about to be read
    _size = 0  # bytes of a request that is not complete yet
    _in_head = True
    _arriving = True  # whether the request is not complete yet
    _answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client = plain_client(self.client)
        self.flow = _Flow(transport)
        self._within(self.seconds)
        if self._counted:
            return  # before its handshake
        if refusal := self._objection():
            self._refuse(*refusal)

    def may_come(self, transport: asyncio.BaseTransport) -> bool:
        """Count a connection before anything is said; False when it is one too many."""
        self.client = plain_client(get_remote_addr(transport))  # type: ignore[arg-type]
        self._counted = True
        return self._objection() is None

    def _objection(self) -> tuple[int, Refused] | None:
        """Why a new connection is one too many, if so."""
        if self._room.full(len(self.connections)):
            return 503, Refused("server-full", seconds=FULL_SECONDS)
        # A proxy comes with everybody's requests: their heads tell whose they are.
        if self.client is None or self.client[0] not in getattr(self.app, "trusted_hosts", ()):
            return self._count()
        return None

    def _count(self) -> tuple[int, Refused] | None:
        """Count the connection for its address, which may have too many."""
        self._address = network(self.client[0] if self.client else "")
        self._open[self._address] += 1
        if self._open[self._address] > self._most or self._openings.wait(self._address):
            return 429, Refused("too-many-requests", seconds=1)
        return None

    def data_received(self, data: bytes) -> None:
        self._unread = self._unread + data if self._unread else data
        if len(self._unread) > LARGEST_REQUEST and not self.transport.is_closing():
            self._refuse(413, Refused("message-too-large", most=LARGEST_REQUEST))
        elif not self._soon:
            self._read()

    def _read(self) -> None:
        """Read some of what has come; the rest waits for its turn, and for the answers before it."""
        self._soon = False
        if self._unread and not self.pipeline and not self.transport.is_closing():
            data, self._unread = self._unread[:SLICE], self._unread[SLICE:]
            self._size += len(data) + TOLL
            super().data_received(data)
        if self.parser is None or self.transport.is_closing():
            return  # it has become a WebSocket, or ends
        status, most = (431, LARGEST_HEAD) if self._in_head else (413, LARGEST_REQUEST)
        if self._size > most:
            self._refuse(status, Refused("message-too-large", most=most))
        elif not self._unread:
            self.flow.held = False
            if not self.pipeline:
                self.flow.resume_reading()
        else:
            self.flow.held = True
            self.flow.pause_reading()
            if not self.pipeline:
                self._read_soon()

    def _read_soon(self) -> None:
        if not self._soon:
            self._soon = True
            self.loop.call_soon(self._read)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._arriving = True
        self._within(self.seconds)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LARGEST_ADDRESS:
            self._refuse(414, Refused("message-too-large", most=LARGEST_ADDRESS))
            raise _NoMore

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self._refuse(
                431, Refused("bad-request", what=Phrase("it has more than {most} headers", most=MOST_HEADERS))
            )
            raise _NoMore

    def on_headers_complete(self) -> None:
        self._in_head = False
        proxied = any(name == b"x-forwarded-for" for name, _ in self.headers)
        if self._address is None and not proxied and (refusal := self._count()):
            self._refuse(*refusal)
            raise _NoMore
        super().on_headers_complete()
        if not self.pipeline:
            self._answering = self.cycle

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._size, self._in_head, self._arriving = 0, True, False
        self._within(ANSWER_SECONDS)
        if self.cycle is not None and self.cycle.response_complete:
            self._no_hurry()

    def on_response_complete(self) -> None:
        if self.pipeline:
            self._answering = self.pipeline[-1][0]
        super().on_response_complete()
        # Whoever was answered before the end of the request still has to come to it; and who is to be closed
        # may not read what was written.
        if not self._arriving and not self.pipeline and not self.transport.is_closing():
            self._no_hurry()
        if self._unread:
            self._read_soon()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        if not self.transport.is_closing():
            self._refuse(400, Refused("bad-request", what=Phrase("it is no HTTP")))

    def handle_websocket_upgrade(self) -> None:
        self.leave()
        self._unread = b""
        self.flow.held = False
        self.flow.resume_reading()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it knows this object, and would keep it

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        if self._answering is not None:
            self._answering.disconnected = True  # uvicorn tells only the newest
        super().connection_lost(exc)
        self._answering = None
        self.cycle = None  # type: ignore[assignment]  # the same

    def timeout_keep_alive_handler(self) -> None:
        self.transport.abort()

    def _within(self, seconds: float) -> None:
        self._no_hurry()
        self._timer = self.loop.call_later(seconds, self._too_late)

    def _no_hurry(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        if self.transport.is_closing() or (self.cycle is not None and self.cycle.response_started):
            self.transport.abort()
        else:
            self._refuse(408, Refused("bad-request", what=Phrase("it did not come in time")))

    def _refuse(self, status: int, error: Refused) -> None:
        """Answer what the application never sees, and close."""
        if not self._in_head and self.cycle is not None and self.cycle.response_started:
            self.transport.abort()  # it has had its answer
            return
        body = as_json(error)
        head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n" % len(body)
        if "seconds" in error.numbers:
            head += b"retry-after: %b\r\n" % str(error.numbers["seconds"]).encode()
        self.transport.write(STATUS_LINE[status] + head + b"\r\n" + body)
        self.transport.close()
        self._within(LINGER_SECONDS)

    def leave(self) -> None:
        """Count the connection no more."""
        self._no_hurry()
        if self._address is not None:
            self._open[self._address] -= 1
            if self._open[self._address] <= 0:
                del self._open[self._address]
            self._address = None


def patient(settings: ServerSettings) -> type[PatientProtocol]:
    """The protocol of one server process."""
    limits = {
        "_most": settings.connections,
        "seconds": settings.request_seconds,
        "_open": Counter(),
        "_openings": AddressLimits(*settings.rate(OPENINGS)),
        "_room": Room(most_connections(settings.solvers)),
    }
    return type("PatientProtocol", (PatientProtocol,), limits)
