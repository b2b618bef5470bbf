"""Connections between clients and processes that can freeze, break, and mistreat messages."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from collections.abc import Callable
from random import Random
from typing import Any

from outnumber.server.transport.sockets import Disconnected
from outnumber.workers.rate_limits import RateLimit
from tests.server.simulation.loop import Loop, Process

# The capacity in messages of a connection whose client does not read.
ROOM = 8


class Gone(Exception):
    """The other side is unreachable."""


class Network:
    """The latency and the fate of messages."""

    def __init__(self, loop: Loop, chance: Random, faults: Counter[str]) -> None:
        self.loop = loop
        self.chance = chance
        self.faults = faults
        # How many messages of a hundred are lost, duplicated or overtaken by the next.
        self.bad = 0.0
        self.links: list[Link] = []
        self.cut_off: set[Process] = set()

    def delay(self) -> float:
        return self.chance.uniform(0.005, 0.08)

    def fate(self) -> str:
        """The fate of a message."""
        if self.chance.random() * 100 >= self.bad:
            return ""
        fate = self.chance.choice(("dropped", "doubled", "reordered"))
        self.faults[fate] += 1
        return fate


class Inbox:
    """The received messages of a client: cheaper than a queue, because most simulated time is spent here."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self.messages: deque[dict[str, Any] | None] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, message: dict[str, Any] | None) -> None:
        self.messages.append(message)
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def filled(self, seconds: float) -> bool:
        """Wait for a message with a timeout; returns whether there is one."""
        if not self.messages:
            self._waiting = self._loop.create_future()
            timer = self._loop.call_later(seconds, self._wake)
            await self._waiting
            timer.cancel()
        return bool(self.messages)


class Link:
    """One WebSocket; in each direction messages arrive in order unless the network is bad."""

    def __init__(self, network: Network, process: Process) -> None:
        self._network = network
        self._loop = network.loop
        self.process = process
        self.frozen = False
        self.open = True
        self.bad = False  # whether a message for the client got lost or arrived out of order
        self._to_server: asyncio.Queue[str | None] = asyncio.Queue()
        self._closed = False  # by the server
        self._to_client = Inbox(self._loop)
        self._held: list[tuple[Any, Any]] = []
        self._room = asyncio.Event()
        self._room.set()
        self._last = {id(self._to_server): 0.0, id(self._to_client): 0.0}
        network.links.append(self)

    # The client's side

    def send(self, **message: Any) -> None:
        if self.open:
            self._carry(self._to_server, json.dumps(message))

    async def next(self, seconds: float) -> dict[str, Any] | None:
        """The next message, or None after some seconds; raises `Gone` after the last one."""
        if not await self._to_client.filled(seconds):
            return None
        message = self._to_client.messages.popleft()
        if message is None:
            raise Gone
        return message

    def leave(self) -> None:
        """Close on the client's side; the server may notice much later."""
        self.open = False
        self._carry(self._to_server, None, sure=True)

    # The server's side

    limit: RateLimit | None = None

    @property
    def writable(self) -> bool:
        return self._room.is_set()

    def accept(self) -> None:
        """Accept immediately."""

    async def receive(self) -> str:
        message = await self._to_server.get()
        if message is None:
            raise Disconnected
        return message

    def listen(self, heard: Callable[[str | None], None]) -> None:
        self._heard = heard

    async def closed(self) -> None:
        while (message := await self._to_server.get()) is not None:
            self._heard(message)

    def push(self, message: bytes) -> None:
        if not self._closed:
            self._carry(self._to_client, json.loads(message))

    async def drained(self) -> None:
        await self._room.wait()

    def close(self, code: int, reason: str) -> None:  # noqa: ARG002
        if not self._closed:
            self._closed = True
            self._carry(self._to_client, None, sure=True)
            self._carry(self._to_server, None, sure=True)

    # Between them

    def _carry(self, to: Any, message: Any, sure: bool = False) -> None:
        fate = "" if sure else self._network.fate()
        if to is self._to_client and fate:
            self.bad = True
        if fate == "dropped":
            return
        now = self._loop.time()
        arrives = now + self._network.delay()
        if fate != "reordered":
            # Timers at the same moment would fire in any order.
            arrives = self._last[id(to)] = max(arrives, self._last[id(to)] + 1e-6)
        for _ in range(2 if fate == "doubled" else 1):
            self._loop.later(arrives - now, self._arrive, to, message)

    def _arrive(self, to: Any, message: Any) -> None:
        if self.frozen or self.process in self._network.cut_off:
            self._held.append((to, message))
            if len(self._held) > ROOM:
                self._room.clear()
        else:
            to.put_nowait(message)

    def thaw(self) -> None:
        """Deliver what was held up, however late."""
        self.frozen = False
        if self.process not in self._network.cut_off:
            held, self._held = self._held, []
            for to, message in held:
                to.put_nowait(message)
            self._room.set()

    def cut(self) -> None:
        """Break the connection: both sides notice, unless they are frozen."""
        if self.open:
            self.open = False
            self._room.set()
            self._carry(self._to_client, None, sure=True)
            self._carry(self._to_server, None, sure=True)
