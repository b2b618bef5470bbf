"""Rate limits: requests of one address per second, and of all in one iteration of the event loop."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from functools import lru_cache

# The bytes of a long answer that count as one more request.
LONG = 32_768
# The number of addresses that are remembered.
ADDRESSES = 10_000


class RateLimit:
    """A token bucket: `rate` actions per second, and up to `burst` at once."""

    __slots__ = ("_burst", "_left", "_now", "_rate", "_then")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._left = burst
        self._then = now()

    def wait(self) -> float:
        """Take one, and return 0; or take nothing, and return the seconds after which one is available."""
        seconds = self.reserve()
        if seconds:
            self.give_back()
        return seconds

    def give_back(self) -> None:
        """Return one that was taken for something that cost nothing."""
        self._left = min(self._burst, self._left + 1)

    def reserve(self, count: float = 1) -> float:
        """Take some, and return the seconds until they are available: each later caller waits longer."""
        # Called for every message, so without further calls.
        now = self._now()
        left = self._left + (now - self._then) * self._rate
        self._left = left = (left if left < self._burst else self._burst) - count
        self._then = now
        return -left / self._rate if left < 0 else 0

    def charge(self, size: int) -> None:
        """Charge for an answer: a long one is as much work as several short ones."""
        self._left -= size // LONG


class AddressLimits:
    """A rate limit for each address; the least recently used ones are forgotten."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        # The limit of one address.
        self.of = lru_cache(ADDRESSES)(lambda _: RateLimit(rate, burst, now))

    def wait(self, address: str) -> float:
        """Take one for an address, and return 0; or return the seconds after which one is available."""
        return self.of(address).wait()


class OpenConnections(Counter[str]):
    """How many connections each address has open."""

    def closed(self, address: str) -> None:
        """Stop counting a connection of an address."""
        self[address] -= 1
        if self[address] <= 0:
            del self[address]


class Throttle:
    """Lets a number of callers through in one iteration of the event loop; the others wait for the next."""

    _through = 0

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def passed(self) -> None:
        """Wait for a turn; usually there is no wait."""
        loop = asyncio.get_running_loop()
        if not self._through:
            loop.call_soon(self._turn)
        if self._through < self._at_once:
            self._through += 1
            return
        waiting = loop.create_future()
        self._waiting.append(waiting)
        await waiting

    def _turn(self) -> None:
        self._through = 0
        while self._waiting and self._through < self._at_once:
            waiting = self._waiting.popleft()
            if not waiting.done():  # or the caller has gone
                waiting.set_result(None)
                self._through += 1
        if self._through:
            asyncio.get_running_loop().call_soon(self._turn)
