"""HTTPS connections before they can say anything: counted and ended like all others.

asyncio tells a protocol of an HTTPS connection only after the handshake. Whoever never finishes it would have
as many as there are files, for a minute each; and a handshake costs more than most requests.
"""

from __future__ import annotations

import asyncio
import ssl
from typing import Any, cast

from outnumber.server.transport.sockets import Resumed
from outnumber.server.transport.timeouts import LINGER_SECONDS, PatientProtocol


class Secure:
    """An HTTPS connection that, once closed, reads no more: asyncio's would read on for another goodbye."""

    def __init__(self, tls: asyncio.Transport, below: asyncio.Transport) -> None:
        self._tls = tls
        self._below = below

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tls, name)

    def close(self) -> None:
        """Send what is left, and leave."""
        if not self._tls.is_closing():
            self._tls.close()
            self._below.pause_reading()
            self._wait()

    def _wait(self) -> None:
        asyncio.get_running_loop().call_later(LINGER_SECONDS, self._end)

    def _end(self) -> None:
        if self._below.is_closing():
            return
        if self._below.get_write_buffer_size():
            self._wait()  # asyncio itself waits half a minute
        else:
            self._tls.abort()


class Handshake(asyncio.Protocol):
    """Stands before the protocol of a connection until it is safe."""

    def __init__(self, context: ssl.SSLContext, protocol: PatientProtocol) -> None:
        self._context = context
        self._protocol = protocol
        self._task: asyncio.Task[None] | None = None
        # What comes before TLS reads; and then with the end of the handshake, before its own protocol does.
        self._early = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        protocol = self._protocol
        protocol.connections.add(self)  # type: ignore[arg-type]
        # Nobody can be told anything yet: who comes too often is cut off, and costs no handshake.
        if protocol.may_come(transport):
            self._task = protocol.loop.create_task(self._shake())
        else:
            self._end()
            transport.abort()

    async def _shake(self) -> None:
        protocol = self._protocol
        secure: asyncio.Transport | None = None
        if self._transport.is_closing():
            self._end()
            return
        try:
            begun = protocol.loop.start_tls(
                self._transport, self, self._context, server_side=True,
                ssl_handshake_timeout=protocol.seconds,
            )  # fmt: skip
            waits_for: Any = begun.send(None)
            # Just behind what that has put there: loops read before they are asked to.
            protocol.loop.call_soon(
                self._feed, cast(asyncio.BufferedProtocol, self._transport.get_protocol())
            )
            secure = await Resumed(begun, waits_for)
        except (OSError, RuntimeError) as error:
            # What TLS does not like, who takes too long or leaves, and a server that stops. The trace would
            # hold on to the buffers, 256 KB each, until somebody looks for cycles.
            error.with_traceback(None)
        self._task = None
        if secure is None or secure.is_closing():
            self._end()
            self._transport.abort()
            return
        protocol.connections.discard(self)
        secure.set_protocol(protocol)
        protocol.connection_made(cast(asyncio.Transport, Secure(secure, self._transport)))
        if self._early:
            protocol.data_received(self._early)

    def _feed(self, tls: asyncio.BufferedProtocol) -> None:
        """Give TLS what came before it."""
        early, self._early = self._early, b""
        while early and not self._transport.is_closing():
            room = memoryview(tls.get_buffer(len(early)))
            size = min(len(room), len(early))
            room[:size] = early[:size]
            early = early[size:]
            tls.buffer_updated(size)

    def data_received(self, data: bytes) -> None:
        self._early += data

    def _end(self) -> None:
        self._protocol.connections.discard(self)
        self._protocol.leave()

    def shutdown(self) -> None:
        """The server stops."""
        self._transport.abort()


def behind_tls(context: ssl.SSLContext, kind: type[PatientProtocol]) -> Any:
    """What makes the protocols of a server that speaks HTTPS."""

    def made(**given: Any) -> Handshake:
        return Handshake(context, kind(**given))

    return made
