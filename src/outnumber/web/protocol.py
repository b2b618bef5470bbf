"""A shorter way between a WebSocket and the game for what is done ten thousand times a second.

uvicorn hands each message to a queue that wakes a task, and builds each frame from several objects. Here a
message goes straight to whoever listens, and a frame, the same for all who hear of an event, straight to the
transport. Everything else (handshake, fragments, pings, closing) stays uvicorn's.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, MutableMapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

# Pings, fragments and long messages are not counted as messages, so their bytes are: so many at once, and so
# many a second. An empty fragment costs as much time as a message.
BURST, RATE = 65_536, 16_384

# For a client to read the last words and close; then it is cut off, whatever it has not read.
LINGER_SECONDS = 10.0

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
    """uvicorn's protocol with a direct line: `heard` gets each text message once it is set."""

    heard: Callable[[str], None] | None = None
    # Whether what comes next is the beginning of a frame, as far as we can tell.
    _between_frames = False
    _room, _then = float(BURST), 0.0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Mailbox()  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            self._between_frames = data.endswith(b"\r\n\r\n")
            super().data_received(data)
            return
        # Whole short messages are read here; anything else goes to the parser, frame by frame.
        while self._between_frames and len(data) >= 6:
            size = data[1] & 0x7F
            if size > 125 or len(data) < 6 + size:
                break
            frame, data = data[: 6 + size], data[6 + size :]
            if self.heard is None or frame[0] != 0x81 or not frame[1] & 0x80 or self.close_sent:
                self._parse(frame)
                continue
            try:
                text = _unmasked(frame).decode()
            except UnicodeDecodeError:
                self._parse(frame)  # which closes
                continue
            self.heard(text)
        if data:
            self._between_frames = False
            self._parse(data)

    def _parse(self, data: bytes) -> None:
        """Let uvicorn read what is no short message, as long as it is not too much."""
        now = time.monotonic()
        self._room = min(BURST, self._room + (now - self._then) * RATE) - len(data)
        self._then = now
        if self._room < 0 and not self.close_sent:
            self.conn.fail(1008, "too-many-requests")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            self.part()
            return
        super().data_received(data)

    def handle_ping(self) -> None:
        answer = b"".join(self.conn.data_to_send())
        if self.writable.is_set():  # or nobody reads the answers
            self.transport.write(answer)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def part(self) -> None:
        """See that the connection ends: closing alone would wait until everything is read."""
        if not self.disconnected:
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment, index, unused-ignore]

    def send_receive_event_to_app(self) -> None:
        if self.heard is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        try:
            text = str(data, "utf-8")
        except UnicodeDecodeError:
            self.frames = [bytes(data)]
            super().send_receive_event_to_app()  # which closes
            return
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


def _unmasked(frame: bytes) -> bytes:
    """The payload of a short masked frame.

    >>> _unmasked(bytes((0x81, 0x82, 1, 2, 3, 4, ord("h") ^ 1, ord("i") ^ 2)))
    b'hi'
    """
    size = len(frame) - 6
    mask = (frame[2:6] * (size // 4 + 1))[:size]
    return (int.from_bytes(frame[6:], "big") ^ int.from_bytes(mask, "big")).to_bytes(size, "big")


def text_frame(text: str) -> bytes:
    """A text message as the frame that a server sends.

    >>> text_frame("hi")
    b'\\x81\\x02hi'
    """
    payload = text.encode()
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload
