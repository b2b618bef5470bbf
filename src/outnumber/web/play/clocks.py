"""The ends of turns to come: one timer for all of them."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable


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
