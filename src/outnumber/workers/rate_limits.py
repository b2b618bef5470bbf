"""How much may be asked for: of one address in a second, and of the server in one turn of its loop."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable

# A long answer counts as one more for each so many bytes.
LONG = 32_768
# So many addresses are remembered.
ADDRESSES = 10_000


class RateLimit:
    """How much one address may still do: so much a second, and so much in one go."""

    __slots__ = ("_burst", "_left", "_now", "_rate", "_then")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._left = burst
        self._then = now()

    def wait(self) -> float:
        """Take one, and return 0; or take nothing, and return the seconds after which one is there."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return (1 - self._left) / self._rate
        self._left -= 1
        return 0

    def give_back(self) -> None:
        """Have one more again: what was taken turned out to cost nothing."""
        self._left = min(self._burst, self._left + 1)

    def reserve(self) -> float:
        """Take one, and return the seconds until it is there: who comes later waits longer."""
        # With every message: not even a call more than needed.
        now = self._now()
        left = self._left + (now - self._then) * self._rate
        self._left = left = (left if left < self._burst else self._burst) - 1
        self._then = now
        return -left / self._rate if left < 0 else 0

    def charge(self, size: int) -> None:
        """Count what was sent: a long answer is as much work as several short ones."""
        self._left -= size // LONG


class AddressLimits:
    """The allowances of all addresses, each the same at first."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._given = (rate, burst, now)
        self._of: OrderedDict[str, RateLimit] = OrderedDict()

    def of(self, address: str) -> RateLimit:
        """The allowance of one address; those not asked for the longest are forgotten."""
        allowance = self._of.get(address)
        if allowance is not None:
            self._of.move_to_end(address)
            return allowance
        allowance = self._of[address] = RateLimit(*self._given)
        if len(self._of) > ADDRESSES:
            self._of.popitem(last=False)
        return allowance

    def wait(self, address: str) -> float:
        """Take one for an address, and return 0; or return the seconds after which one is there."""
        return self.of(address).wait()


class Throttle:
    """Lets so many through in one turn of the loop; the others wait, while everybody else has their turn."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._through = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def passed(self) -> None:
        """Wait until it is one's turn: at once, as a rule."""
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
            if not waiting.done():  # or whoever waited has gone
                waiting.set_result(None)
                self._through += 1
        if self._through:
            asyncio.get_running_loop().call_soon(self._turn)
