"""One open WebSocket on a game: its rate limit, and sending without waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outnumber.api.answers import Event
from outnumber.api.errors import Refused
from outnumber.api.frames import Ack, RefusedFrame, encode
from outnumber.games import ENGLISH, GameError, Voice
from outnumber.server.errors import told
from outnumber.server.metrics import Metrics
from outnumber.workers.rate_limits import RateLimit

if TYPE_CHECKING:
    from .websocket import WebSocket

# The key of the connection in the extensions of a WebSocket's scope.
CONNECTION = "outnumber.connection"
# Maximum number of messages queued for a slow client.
PATIENCE = 256
# Number of consecutive rate limit refusals after which the socket is closed.
LAST_WARNING = 100


class Disconnected(Exception):
    """The client has disconnected or closed the WebSocket."""


class Socket:
    """One open WebSocket on one game."""

    participant = 0  # 0 for a spectator
    key: str | None = None  # the hash of its seat token
    positions = False
    voice: Voice = ENGLISH
    _behind = 0
    _warned = 0

    def __init__(self, connection: WebSocket, rate: tuple[float, float], metrics: Metrics) -> None:
        self._connection = connection
        self._limit = RateLimit(*rate)
        self._metrics = metrics

    def allowed(self) -> bool:
        """Count a message; one over the rate limit is refused, and too many close the socket."""
        if not self._limit.wait():
            self._warned = 0
            return True
        self._warned += 1
        self.refuse(Refused("too-many-requests", seconds=1))
        if self._warned > LAST_WARNING:
            self.close(1008, "too-many-requests")
        return False

    def charge(self, messages: float) -> None:
        """Charge an expensive request as several messages."""
        self._limit.reserve(messages)

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

    def answer(self, result: Event | GameError, id: str | None) -> None:
        if isinstance(result, Event):
            self.push(encode(Ack(id or "", result)))
        else:
            self.refuse(result, id)

    def refuse(self, error: GameError, id: str | None = None) -> None:
        """Refuse the socket, or a message from its client."""
        self._metrics.refused.labels(error.code).inc()
        self.push(encode(RefusedFrame(id, told(error, self.voice))))

    def close(self, code: int, reason: str) -> None:
        self._connection.close(code, reason)
