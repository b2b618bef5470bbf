"""A WebSocket: an asyncio protocol on the documented Sans-I/O layer of websockets.

For speed, this module parses short text messages itself (ten thousand per second) and writes frames directly
to the transport. websockets handles the handshake, fragments, pings and closing.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from outnumber.server.settings import LARGEST_MESSAGE
from outnumber.workers.rate_limits import RateLimit

from .connections import Connections, end
from .sockets import CONNECTION, Disconnected

logger = logging.getLogger("outnumber.server")
# Keep the reports of websockets about malformed frames out of the log.
silent = logging.getLogger("outnumber.server.transport.frames")
silent.setLevel(logging.CRITICAL)

# Limit in bytes for pings, fragments and long messages, which the message limit does not count: burst size,
# bytes per second, and the overhead of each frame or partial frame.
BURST, RATE = 65_536, 16_384
TOLL = 128
# Frames read in one iteration of the event loop; the next ones wait until other clients had their turn.
FRAMES_AT_ONCE = 100
# Seconds for a client to read the last message and close; then the connection is aborted.
LINGER_SECONDS = 10.0
# Seconds between pings; a client that has not answered one by the next is disconnected.
PING_SECONDS = 30.0

# The head of a frame, for each encoding of its size.
_SHORT, _LONG, _LONGEST = (struct.Struct(form).pack for form in (">BB", ">BBH", ">BBQ"))

BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class WebSocket(asyncio.Protocol):
    """One WebSocket, which counts every frame that it reads.

    A socket that exceeds its own limit is closed. If all sockets of an address together exceed theirs, frames
    wait.
    """

    limit: RateLimit | None = None  # shared by all sockets of one address
    writable = True
    closing = False  # whether a close frame has been sent
    _heard: Callable[[str | None], None] | None = None
    _drained: asyncio.Future[None] | None = None
    # Unparsed bytes: an incomplete frame, or frames that wait for their turn.
    _unread = b""
    _waiting = _held = False
    _text = False
    _pinged = False
    _timer: asyncio.TimerHandle | None = None  # for the next ping, or for the final abort

    def __init__(self, connections: Connections, client: tuple[str, int] | None) -> None:
        self._connections = connections
        self._client = client
        self._loop = asyncio.get_running_loop()
        self._parser = ServerProtocol(max_size=LARGEST_MESSAGE, logger=silent)
        self._closed = self._loop.create_future()
        self._first: asyncio.Future[str | None] = self._loop.create_future()
        self._fragments: list[bytes] = []
        self._bytes = RateLimit(RATE, BURST)

    # The handshake

    def begin(self, transport: asyncio.Transport, head: bytes, application: Callable[..., Any]) -> None:
        """Start the application for a request, or refuse an invalid handshake."""
        self.transport = transport
        self._connections.all.add(self)
        transport.set_protocol(self)
        self._parser.receive_data(head)
        request = next(iter(self._parser.events_received()), None)
        if not isinstance(request, Request):
            self._parser.data_to_send()  # discard the response of websockets
            transport.write(BAD_REQUEST)
            self._end()
            return
        self._response = self._parser.accept(request)
        if self._response.status_code != 101:
            self._parser.send_response(self._response)
            self._end()
            return
        path, _, query = request.path.partition("?")
        self._scope: dict[str, Any] = {
            "type": "websocket",
            "scheme": "wss" if transport.get_extra_info("sslcontext") else "ws",
            "client": self._client,
            "path": unquote(path),
            "query_string": query.encode(),
            "headers": [
                (name.lower().encode(), value.encode("latin-1"))
                for name, value in request.headers.raw_items()
            ],
            "extensions": {CONNECTION: self},
        }
        self._task = self._loop.create_task(application(self._scope, None, None))
        self._task.add_done_callback(self._finished)

    def accept(self) -> None:
        """Answer the handshake."""
        self._parser.send_response(self._response)
        self._response.headers.clear()
        self._flush()
        self._after(PING_SECONDS, self._ping)

    def _finished(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a WebSocket failed", exc_info=error)
        if self._parser.state is State.CONNECTING:
            self.transport.abort()
        else:
            self.close(1011, "")

    # Used by the application

    async def receive(self) -> str | None:
        """The first message, or None if it is not text; raises `Disconnected` if the client leaves.

        Later messages are not read until `listen` is called.
        """
        message = await self._first
        if self._closed.done():
            raise Disconnected
        return message

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Call a function with each message from now on, and free the memory of the handshake."""
        self._heard = heard
        self._scope["headers"] = []
        self._release()

    async def closed(self) -> None:
        """Wait until the client has disconnected or closed the WebSocket."""
        await self._closed

    def push(self, message: bytes) -> None:
        """Send a text without waiting."""
        if not self.closing and not self.transport.is_closing():
            self.transport.write(text_frame(message))

    async def drained(self) -> None:
        """Wait until the client has read nearly everything; raises `Disconnected` if it has left."""
        if not self.writable and not self._closed.done():
            self._drained = self._loop.create_future()
            await self._drained
        if self._closed.done():
            raise Disconnected

    def close(self, code: int, reason: str) -> None:
        """Send a close frame, and give the client some seconds to read everything before it."""
        if not self.closing and not self._closed.done() and self._parser.state is State.OPEN:
            self.closing = True
            self._parser.send_close(code, reason)
            self._flush()
            self._after(LINGER_SECONDS, self.transport.abort)
            self._release()  # the client's close frame may be among the waiting frames

    # Called by asyncio and the server

    def pause_writing(self) -> None:
        self.writable = False

    def resume_writing(self) -> None:
        self.writable = True
        _wake(self._drained)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._connections.all.discard(self)
        self._leave()

    def shutdown(self) -> None:
        """Close the WebSocket when the server stops."""
        if self.transport.is_closing():
            self.transport.abort()
        else:
            self.close(1012, "")
            self.transport.close()

    def _leave(self) -> None:
        self._heard = None
        if self._timer is not None:
            self._timer.cancel()
        for waiting in (self._closed, self._first, self._drained):
            _wake(waiting)

    def _end(self, goodbye: bool = False) -> None:
        """Send pending data and end the connection; read on only if the client has sent a close frame."""
        self.closing = True
        self._flush()
        self._leave()
        if goodbye:
            self.transport.close()
            self._timer = self._loop.call_later(LINGER_SECONDS, self.transport.abort)
        else:
            self._timer = end(self.transport, LINGER_SECONDS)

    def _flush(self) -> None:
        data = b"".join(self._parser.data_to_send())
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def _after(self, seconds: float, do: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._closed.done():
            self._timer = self._loop.call_later(seconds, do)

    def _ping(self) -> None:
        if self._pinged:
            self.close(1011, "keepalive ping timeout")
            self.transport.abort()
        else:
            self._pinged = True
            self._parser.send_ping(b"")
            self._flush()
            self._after(PING_SECONDS, self._ping)

    # Reading

    def data_received(self, data: bytes) -> None:
        if self._parser.state is State.CONNECTING:
            self.transport.abort()  # clients must wait for the handshake response
        elif self._waiting:
            self._unread += data
        else:
            self._read(self._unread + data if self._unread else data)

    def _read(self, data: bytes, its_turn: bool = False) -> None:
        """Read all complete frames."""
        at, size, frames = 0, len(data), 0
        while at < size:
            # Nearly always a short masked message.
            short = data[at + 1] - 0x80 if at + 1 < size else -1
            finish = at + 6 + short if 0 <= short < 126 else _end_of_frame(data, at)
            if finish > size:
                self._unread = data[at:]
                self._pay(0)
                return
            if self._heard is None and self._first.done() and not self.closing:
                self._unread, self._held = data[at:], True
                self._pause()
                return
            if frames == FRAMES_AT_ONCE:
                self._unread = data[at:]
                self._pause()
                self._loop.call_soon(self._continue, False)
                return
            frames += 1
            wait = 0.0 if its_turn or self.limit is None else self.limit.reserve()
            if wait:
                self._unread = data[at:]
                self._pause()
                self._loop.call_later(wait, self._continue)
                return
            its_turn = False
            if not self._take(data[at:finish]):
                break
            at = finish
        if self._unread:
            self._unread = b""

    def _take(self, frame: bytes) -> bool:
        """Read one frame; return False if no further frames should be read."""
        # Fast path for short messages. Everything else goes to the parser, including frames between
        # fragments.
        short = frame[0] == 0x81 and 0x80 <= frame[1] <= 0xFD
        if short and self._heard is not None and not self._fragments and not self.closing:
            try:
                text = unmasked(frame).decode()
            except UnicodeDecodeError:
                pass  # the parser below closes the connection
            else:
                self._heard(text)
                return True
        if not self._pay(len(frame)):
            return False
        # After our close frame, only the client's close frame counts.
        if not self.closing or frame[0] & 0x0F == Opcode.CLOSE:
            self._parse(frame)
        return not self.transport.is_closing()

    def _parse(self, frame: bytes) -> None:
        self._parser.receive_data(frame)
        for event in self._parser.events_received():
            assert isinstance(event, Frame)  # noqa: S101  # never a Request after the handshake
            if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._collect(event)
            elif event.opcode is Opcode.PONG:
                self._pinged = False
        if self._parser.close_expected():
            self._end(goodbye=frame[0] & 0x0F == Opcode.CLOSE)
        elif self.writable:  # otherwise the client is not reading, so drop the pongs
            self._flush()
        else:
            self._parser.data_to_send()

    def _collect(self, frame: Frame) -> None:
        """Add a frame to its message, and deliver the message when it is complete."""
        if frame.opcode is not Opcode.CONT:
            self._text = frame.opcode is Opcode.TEXT
        self._fragments.append(bytes(frame.data))
        if not frame.fin:
            return
        data, self._fragments = b"".join(self._fragments), []
        try:
            message = data.decode() if self._text else None
        except UnicodeDecodeError:
            self._parser.fail(1007)
            return
        if self._heard is not None:
            self._heard(message)
        else:
            self._first.set_result(message)

    def _pay(self, size: int) -> bool:
        """Charge bytes to the limit; if it is exceeded, end the connection and return False."""
        if not self._bytes.reserve(size + TOLL):
            return True
        self._unread = b""
        if self.closing:
            self.transport.abort()
        else:
            self._parser.fail(1008, "too-many-requests")
            self._end()
        return False

    def _pause(self) -> None:
        """Stop reading for a while; the client can then only fill the system's buffers."""
        if len(self._unread) <= BURST or self._pay(len(self._unread)):
            self._waiting = True
            self.transport.pause_reading()

    def _release(self) -> None:
        """Read the frames that waited for `listen`."""
        if self._held:
            self._held = False
            self._loop.call_soon(self._continue)

    def _continue(self, its_turn: bool = True) -> None:
        self._waiting = False
        if not self.transport.is_closing():
            self._read(self._unread, its_turn)
        if not self._waiting and not self.transport.is_closing():
            self.transport.resume_reading()


def _wake(waiting: asyncio.Future[Any] | None) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(None)


def unmasked(frame: bytes) -> bytes:
    """The payload of a short masked frame.

    >>> unmasked(bytes((0x81, 0x82, 1, 2, 3, 4, 105, 107)))
    b'hi'
    """
    size = len(frame) - 6
    mask = int.from_bytes((frame[2:6] * 32)[:size], "little")
    return (int.from_bytes(frame[6:], "little") ^ mask).to_bytes(size, "little")


def _end_of_frame(data: bytes, at: int) -> int:
    """The end of the frame that starts at an offset, or a lower bound if its head is incomplete.

    >>> _end_of_frame(bytes((0x81, 0x82, 1, 2, 3, 4, 105, 107)), 0)
    8
    """
    if len(data) < at + 2:
        return at + 2
    size = data[at + 1]
    finish = at + (6 if size & 0x80 else 2)
    size &= 0x7F
    if size < 126:
        return finish + size
    more = 2 if size == 126 else 8
    size = int.from_bytes(data[at + 2 : at + 2 + more], "big")
    # The head of an oversized frame is enough for the parser to refuse it.
    return finish + more + (size if size <= LARGEST_MESSAGE else 0)


def text_frame(payload: bytes) -> bytes:
    """A text message as an unmasked frame.

    >>> text_frame(b"hi")
    b'\\x81\\x02hi'
    """
    size = len(payload)
    if size < 126:
        return _SHORT(0x81, size) + payload
    if size < 65536:
        return _LONG(0x81, 126, size) + payload
    return _LONGEST(0x81, 127, size) + payload
