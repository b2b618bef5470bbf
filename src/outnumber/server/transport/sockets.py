"""One open WebSocket on a game: its rate limit, and sending without waiting."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Protocol

from outnumber.api.frames import RefusedFrame, encode
from outnumber.games.errors import GameError
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.server.errors import told
from outnumber.workers.rate_limits import RateLimit

# Maximum number of messages queued for a slow client.
PATIENCE = 256
# Number of consecutive rate limit refusals after which the socket is closed.
LAST_WARNING = 100


class Disconnected(Exception):
    """The client has disconnected or closed the WebSocket."""


class Connection(Protocol):
    """The interface of a WebSocket that games use; `websocket.py` implements it."""

    limit: RateLimit | None

    @property
    def writable(self) -> bool: ...

    def accept(self) -> None: ...

    async def receive(self) -> str | None: ...

    def listen(self, heard: Callable[[str | None], None]) -> None: ...

    async def closed(self) -> None: ...

    def push(self, message: bytes) -> None: ...

    async def drained(self) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


class Socket:
    """One open WebSocket on one game."""

    __slots__ = (
        "_allowance", "_behind", "_connection", "_last", "_warned",
        "key", "participant", "positions", "voice",
    )  # fmt: skip

    def __init__(self, connection: Connection, burst: float) -> None:
        self.participant = 0  # 0 for a spectator
        self.key: str | None = None  # the hash of its seat token
        self.positions = False
        self.voice: Voice = ENGLISH
        self._connection = connection
        self._behind = 0
        self._allowance = burst
        self._last = monotonic()
        self._warned = 0

    def allowed(self, rate: float, burst: float) -> bool:
        """Count a message, and return whether it is within the rate limit."""
        now = monotonic()
        left = self._allowance + (now - self._last) * rate
        self._last = now
        self._allowance = left = left if left < burst else burst
        if left < 1:
            self._warned += 1
            return False
        self._allowance = left - 1
        self._warned = 0
        return True

    def charge(self, messages: float) -> None:
        """Charge an expensive request as several messages."""
        self._allowance -= messages

    @property
    def should_disconnect(self) -> bool:
        """Whether the client has ignored too many refusals."""
        return self._warned > LAST_WARNING

    async def send(self, message: bytes) -> None:
        """Send, and wait for a slow client."""
        self._connection.push(message)
        await self._connection.drained()

    def push(self, message: bytes) -> None:
        """Send without waiting; disconnect a client that does not read before its queue fills the memory."""
        if self._connection.writable:
            self._behind = 0
        elif (behind := self._behind + 1) > PATIENCE:
            self._connection.close(1013, "too-slow-in-reading")
            return
        else:
            self._behind = behind
        self._connection.push(message)

    def refuse(self, error: GameError, id: str | None = None) -> None:
        self.push(encode(RefusedFrame(id, told(error, self.voice))))

    def close(self, code: int, reason: str) -> None:
        self._connection.close(code, reason)
