"""The ends of turns to come, one timer for all of them; and the delay of a move that is forgiven."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from typing import NamedTuple


class Clocks:
    """Calls back when a turn's time is up, unless the game has gone on since: whoever is called looks."""

    def __init__(self, up: Callable[[str, int], None]) -> None:
        self._up = up
        self._ends: list[tuple[float, str, int]] = []
        self._timer: asyncio.TimerHandle | None = None

    def set(self, id: str, seq: int, seconds: float) -> None:
        """Call back in so many seconds about the turn after event `seq` of a game."""
        loop = asyncio.get_running_loop()
        heapq.heappush(self._ends, (loop.time() + seconds, id, seq))
        self._arm(loop)

    def stop(self) -> None:
        """Forget everything: time stands still."""
        self._ends.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(self._ends[0][0], self._ring) if self._ends else None

    def _ring(self) -> None:
        loop = asyncio.get_running_loop()
        while self._ends and self._ends[0][0] <= loop.time():
            _, id, seq = heapq.heappop(self._ends)
            self._up(id, seq)
        self._arm(loop)


class Lag(NamedTuple):
    """How much of a move's way to the server is forgiven: a small stock that every move fills up a little.

    As lichess has it: who is always slow to reach gets the gain of each move and no more, and nobody wins
    more than that by telling a lie about it.

    >>> lag = Lag.of(300)
    >>> lag.forgives(0.2), lag.forgives(60), lag.after(3.0)
    (0.2, 3.0, Lag(gain=1.0, stock=1.0))
    """

    gain: float
    stock: float

    @classmethod
    def of(cls, seconds: float) -> Lag:
        """What is forgiven in a game in which somebody has so many seconds."""
        gain = 1.0 if seconds >= 180 else 0.2 if seconds <= 15 else 0.2 + 0.8 * (seconds - 15) / 165
        return cls(gain, 3 * gain)

    def forgives(self, seconds: float) -> float:
        """So much of a delay."""
        return min(max(seconds, 0.0), self.stock)

    def after(self, forgiven: float) -> Lag:
        """What is left of the stock after a move of which so much was forgiven."""
        return Lag(self.gain, max(0.0, min(self.stock + self.gain - forgiven, 7 * self.gain)))
