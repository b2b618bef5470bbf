"""One open WebSocket: how much it may ask, and how it is told things without waiting."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from time import monotonic
from typing import Any, Generic, TypeVar

from outnumber.api.frames import RefusedFrame, encode
from outnumber.games.errors import GameError
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.server.errors import told
from outnumber.server.transport.websocket import DirectProtocol, text_frame

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
T = TypeVar("T")

# So many messages may wait for a client that reads slowly.
PATIENCE = 256
# So many refusals in a row for being too fast, and the socket is closed.
LAST_WARNING = 100


class Socket:
    """One open WebSocket on one game."""

    __slots__ = (
        "_allowance",
        "_backlog",
        "_closing",
        "_direct",
        "_last",
        "_send",
        "_warned",
        "key",
        "participant",
        "positions",
        "voice",
    )

    def __init__(self, send: Send, burst: float, direct: DirectProtocol | None = None) -> None:
        self.participant = 0  # 0 watches
        self.key: str | None = None  # what is kept of the seat token that it came with
        self.positions = False
        self.voice: Voice = ENGLISH
        self._send = send
        self._direct = direct
        self._backlog: deque[Message] | None = None
        self._closing = False
        self._allowance = burst
        self._last = monotonic()
        self._warned = 0

    def allowed(self, rate: float, burst: float) -> bool:
        """Whether one more message now is within the limit of a socket."""
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
        """Count what was asked for as so many messages more."""
        self._allowance -= messages

    @property
    def incorrigible(self) -> bool:
        return self._warned > LAST_WARNING

    async def send(self, message: bytes) -> None:
        """Send, however long the client takes to read."""
        await self._send({"type": "websocket.send", "text": message.decode()})

    def push(self, message: bytes) -> None:
        """Send without waiting; a client that does not read is closed before it fills the memory."""
        if self._closing:
            return
        direct = self._direct
        if direct is None or self._backlog is not None or not direct.write_frame(text_frame(message)):
            self._put({"type": "websocket.send", "text": message.decode()})

    def refuse(self, error: GameError, id: str | None = None) -> None:
        self.push(encode(RefusedFrame(id, told(error, self.voice))))

    def close(self, code: int, reason: str) -> None:
        if not self._closing:
            self._put({"type": "websocket.close", "code": code, "reason": reason})
            self._closing = True

    def _put(self, message: Message) -> None:
        if self._backlog is not None:
            if len(self._backlog) < PATIENCE:
                self._backlog.append(message)
            elif not self._closing:
                self._backlog.clear()
                self._backlog.append(
                    {"type": "websocket.close", "code": 1013, "reason": "too-slow-in-reading"}
                )
                self._closing = True
            return
        # Nearly always there is room in the system's buffer, and the coroutine ends at once without a task.
        sending: Coroutine[Any, Any, None] = self._send(message)  # type: ignore[assignment]
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except (OSError, RuntimeError):
            self._closing = True  # gone; its own task finds out as well
            return
        self._backlog = deque()
        task = asyncio.ensure_future(self._catch_up(Resumed(sending, waits_for)))
        _catching_up.add(task)
        task.add_done_callback(_catching_up.discard)

    async def _catch_up(self, first: Resumed[None]) -> None:
        try:
            await first
            while self._backlog:
                await self._send(self._backlog.popleft())
        except (OSError, RuntimeError):
            self._closing = True
        finally:
            self._backlog = None


# Tasks must be held, or they may vanish while they wait.
_catching_up: set[asyncio.Task[None]] = set()


class Resumed(Generic[T]):
    """A coroutine that has already begun to wait for something, to be awaited to its end."""

    def __init__(self, begun: Coroutine[Any, Any, T], waits_for: Any) -> None:
        self._begun = begun
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, T]:
        yield self._waits_for
        return (yield from self._begun.__await__())
