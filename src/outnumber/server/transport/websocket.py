"""A shorter way between a WebSocket and the game for what is done ten thousand times a second.

uvicorn hands each message to a queue that wakes a task, and builds each frame from several objects. Here a
message goes straight to whoever listens, and a frame, the same for all who hear of an event, straight to the
transport. Everything else (handshake, fragments, pings, closing) stays uvicorn's.
"""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import Callable, MutableMapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C, where that is installed

from outnumber.server.settings import LARGEST_MESSAGE
from outnumber.workers.fair_queue import plain
from outnumber.workers.rate_limits import RateLimit

# Pings, fragments and long messages are not counted as messages, so their bytes are: so many at once, and so
# many a second. An empty frame takes as long as one of some size, and so does half of one.
BURST, RATE = 65_536, 16_384
TOLL = 128

# For a client to read the last words and close; then it is cut off, whatever it has not read.
LINGER_SECONDS = 10.0

CLOSE = 8  # the opcode
# The head of a frame, by how its size is written.
_SHORT, _LONG, _LONGEST = (struct.Struct(form).pack for form in (">BB", ">BBH", ">BBQ"))

# Where the application finds the protocol of a socket.
EXTENSION = "outnumber.direct"


class Mailbox:
    """What uvicorn needs of an `asyncio.Queue`, for one reader: an empty queue takes 3 KB of each socket."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: tuple[MutableMapping[str, Any], ...] = ()
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, message: MutableMapping[str, Any]) -> None:
        self._messages = (*self._messages, message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> MutableMapping[str, Any]:
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        message, *rest = self._messages
        self._messages = tuple(rest)
        return message


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with a direct line: `heard` gets each text message once it is set.

    Whatever comes is read frame by frame, and every frame is counted. A socket that sends too much is closed;
    where the sockets of one address together do, each frame has to wait for its turn.
    """

    heard: Callable[[str], None] | None = None
    turns: RateLimit | None = None  # what all sockets of one address may send, frame by frame
    # What has come and is not read yet: the beginning of a frame, or all that waits for its turn.
    _unread = b""
    _waiting = False
    _room, _then = float(BURST), 0.0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Mailbox()  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client = plain_client(self.client)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse()
        elif not self.handshake_complete:
            self.transport.abort()  # nobody may speak before they are answered
        elif self._waiting:
            self._unread += data
            self.transport.pause_reading()  # uvicorn reads on, to hear a goodbye
        else:
            self._read(self._unread + data if self._unread else data)

    def _refuse(self) -> None:
        """End a connection whose first request, which comes as a whole, asks for no WebSocket after all."""
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()
        self.part()

    def _read(self, data: bytes, its_turn: bool = False) -> None:
        """Read the frames that are there as a whole."""
        at, size = 0, len(data)
        while at < size:
            # Nearly always a short message with a mask.
            short = data[at + 1] - 0x80 if at + 1 < size else -1
            end = at + 6 + short if 0 <= short < 126 else _end_of_frame(data, at)
            if end > size:
                self._unread = data[at:]
                self._pay(0)
                return
            wait = 0.0 if its_turn or self.turns is None else self.turns.reserve()
            if wait:
                self._unread = data[at:]
                self._wait(wait)
                return
            its_turn = False
            if not self._take(data[at:end]):
                break
            at = end
        if self._unread:
            self._unread = b""

    def _take(self, frame: bytes) -> bool:
        """Read one frame; False when nothing after it is to be read."""
        # The short messages of those who may send some are read here; anything else goes to the parser,
        # and so does what comes in the middle of another message.
        short = frame[0] == 0x81 and 0x80 <= frame[1] <= 0xFD
        if short and self.heard is not None and not self.frames and not self.close_sent:
            try:
                text = apply_mask(frame[6:], frame[2:6]).decode()
            except UnicodeDecodeError:
                pass  # the parser closes
            else:
                self.heard(text)
                return True
        if not self._pay(len(frame)):
            return False
        # Who has been told to go has nothing more to say than goodbye.
        if not self.close_sent or frame[0] & 0x0F == CLOSE:
            super().data_received(frame)
        return not self.transport.is_closing()

    def _pay(self, size: int) -> bool:
        """Count what is no short message; False, and the end of the connection, when it is too much."""
        now = time.monotonic()
        self._room = min(BURST, self._room + (now - self._then) * RATE) - size - TOLL
        self._then = now
        if self._room >= 0:
            return True
        self._unread = b""
        if self.close_sent:
            self.transport.abort()
        else:
            self.conn.fail(1008, "too-many-requests")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            self.part()
        return False

    def _wait(self, seconds: float) -> None:
        """Read nothing for a while: nobody can send more than the system's buffers hold."""
        if len(self._unread) > BURST and not self._pay(len(self._unread)):
            return
        self._waiting = True
        self.transport.pause_reading()
        self.loop.call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        self._waiting = False
        if not self.transport.is_closing():
            self._read(self._unread, its_turn=True)
        if not self._waiting and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if not self._waiting and not self.transport.is_closing():
                self.transport.resume_reading()
        return message

    def handle_ping(self) -> None:
        answer = b"".join(self.conn.data_to_send())
        if self.writable.is_set():  # or nobody reads the answers
            self.transport.write(answer)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        if self.transport.is_closing():
            self.transport.abort()  # it has been told; uvicorn would fail to, and the server to stop
        else:
            super().shutdown()

    def part(self) -> None:
        """See that the connection ends: closing alone would wait until everything is read."""
        if not self.disconnected:
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment, index, unused-ignore]

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            text = str(data, "utf-8")
        except UnicodeDecodeError:
            # As uvicorn does, but without a line in the log for what a visitor does wrong.
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        if self.heard is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.heard(text)

    def slim(self) -> None:
        """Forget what only the handshake needed: most sockets are quiet, and there may be many."""
        self.scope["headers"] = []
        for part in ("request", "response"):
            if part in self.__dict__:
                # Emptied as well, for others hold on to them.
                self.__dict__.pop(part).headers.clear()

    def write_frame(self, frame: bytes) -> bool:
        """Send a whole frame now; False when the client is too slow for that, and nothing was sent."""
        if not self.writable.is_set():
            return False
        if not self.close_sent and not self.disconnected and not self.transport.is_closing():
            self.transport.write(frame)
        return True


def plain_client(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Where somebody comes from, as everybody writes it: proxies are known by it."""
    return client and (plain(client[0]), client[1])


def _end_of_frame(data: bytes, at: int) -> int:
    """Where the frame that begins at a place ends, or at least must go on to.

    >>> _end_of_frame(bytes((0x81, 0x82, 1, 2, 3, 4, 105, 107)), 0)
    8
    """
    if len(data) < at + 2:
        return at + 2
    size = data[at + 1]
    end = at + (6 if size & 0x80 else 2)
    size &= 0x7F
    if size < 126:
        return end + size
    more = 2 if size == 126 else 8
    size = int.from_bytes(data[at + 2 : at + 2 + more], "big")
    # Of one that is too large the head is enough for the parser to refuse it.
    return end + more + (size if size <= LARGEST_MESSAGE else 0)


def text_frame(payload: bytes) -> bytes:
    """A text message as the frame that a server sends.

    >>> text_frame(b"hi")
    b'\\x81\\x02hi'
    """
    size = len(payload)
    if size < 126:
        return _SHORT(0x81, size) + payload
    if size < 65536:
        return _LONG(0x81, 126, size) + payload
    return _LONGEST(0x81, 127, size) + payload
