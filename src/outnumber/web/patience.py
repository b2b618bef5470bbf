"""HTTP connections do not last for ever: not with half a request, and not with an answer that nobody reads.

uvicorn reads a request for as long as it takes, and however long its head is. Here each request has a time to
come, its head a largest size, and each address so many connections. WebSockets have limits of their own.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from outnumber.web.errors import Refused, as_json
from outnumber.web.guards import network
from outnumber.web.settings import Settings

LARGEST_HEAD = 32_768
# From the last byte of a request to the last byte of its answer, with whatever must be worked out between.
ANSWER_SECONDS = 120.0
# For a last word to be read.
LINGER_SECONDS = 2.0


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol with an end to its patience."""

    # Set for each server by `patient`.
    _most: int
    _seconds: float
    _open: Counter[str]

    _address = ""
    _timer: asyncio.TimerHandle | None = None
    _head = 0  # bytes of a head that is not complete yet; -1 between it and the end of its request
    _arriving = True  # whether the request is not complete yet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._within(self._seconds)
        address = self.client[0] if self.client else ""
        # A proxy comes with everybody's requests. Behind it, addresses have their limits all the same.
        if address in getattr(self.app, "trusted_hosts", ()):
            return
        self._address = network(address)
        self._open[self._address] += 1
        if self._open[self._address] > self._most:
            self._refuse(429, Refused("too-many-requests", seconds=1))

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._head >= 0:
            self._head += len(data)
        super().data_received(data)
        if self._head > LARGEST_HEAD and not self.transport.is_closing():
            self._refuse(431, Refused("message-too-large", most=LARGEST_HEAD))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._arriving = True
        self._within(self._seconds)

    def on_headers_complete(self) -> None:
        self._head = -1
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._head, self._arriving = 0, False
        self._within(ANSWER_SECONDS)
        if self.cycle is not None and self.cycle.response_complete:
            self._no_hurry()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # Whoever was answered before the end of the request still has to come to it; and who is to be closed
        # may not read what was written.
        if not self._arriving and not self.pipeline and not self.transport.is_closing():
            self._no_hurry()

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it knows this object, and would keep it

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)
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
            self._refuse(408, Refused("bad-request", what="it did not come in time"))

    def _refuse(self, status: int, error: Refused) -> None:
        """Answer what the application never sees, and close."""
        body = as_json(error)
        self.transport.write(
            STATUS_LINE[status] + b"content-type: application/json\r\nconnection: close\r\n"
            b"content-length: %d\r\n\r\n%b" % (len(body), body)
        )
        self.transport.close()
        self._within(LINGER_SECONDS)

    def _leave(self) -> None:
        self._no_hurry()
        if self._address:
            self._open[self._address] -= 1
            if self._open[self._address] <= 0:
                del self._open[self._address]
            self._address = ""


def patient(settings: Settings) -> type[PatientProtocol]:
    """The protocol of one server."""
    limits = {"_most": settings.connections, "_seconds": settings.request_seconds, "_open": Counter()}
    return type("PatientProtocol", (PatientProtocol,), limits)
