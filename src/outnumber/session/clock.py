"""Time for each turn. The time of day is injected, so that tests need not wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


def stamp(at: datetime) -> str:
    """A moment as records and files have it.

    >>> from datetime import UTC, datetime
    >>> stamp(datetime(2026, 11, 15, 12, tzinfo=UTC))
    '2026-11-15T12:00:00Z'
    """
    from datetime import UTC  # only somebody with a date pays for it

    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Clock:
    """Counts one turn: `start` it, ask what is `left`; without a limit there is always time.

    >>> now = iter([100.0, 107.0, 111.0])
    >>> clock = Clock(10, now=lambda: next(now))
    >>> clock.start()
    >>> clock.left(), clock.left()
    (3.0, -1.0)
    """

    def __init__(self, seconds: float | None, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._now = now
        self._began = 0.0

    def start(self) -> None:
        if self.seconds is not None:
            self._began = self._now()

    def left(self) -> float | None:
        """Seconds left in this turn, below zero when it is too late; None without a limit."""
        if self.seconds is None:
            return None
        return self.seconds - (self._now() - self._began)

    @property
    def run_out(self) -> bool:
        left = self.left()
        return left is not None and left <= 0
