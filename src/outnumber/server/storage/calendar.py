"""Checks the system clock: games are deleted by age only while it can be trusted."""

from __future__ import annotations

import logging
import time

from outnumber.server.settings import DAY

from .schema import Run

logger = logging.getLogger("outnumber.server.storage.calendar")

# Tolerance in seconds: how far the system clock may be ahead of other clocks.
AHEAD = 3600.0
# The row of `beats` with the last time at which the system clock was trusted.
_TRUSTED = 0


def steady() -> float:
    """A monotonic clock; where the system supports it, one that also runs while the machine sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Calendar:
    """Compares the system clock with independent clocks."""

    _ahead = False
    _known = False  # whether the clock was right when this process started

    def __init__(self, run: Run, shared: bool) -> None:
        self._run = run
        self._shared = shared
        self.steady = steady
        self._began = steady()
        self._offset = time.time() - self._began

    async def trusted(self, now: float) -> bool:
        """Whether the system clock, which shows `now`, is reliable enough to delete games by age.

        It is not while it is more than an hour ahead of the monotonic clock or of the database server's
        clock. A process that has just started cannot tell whether the clock was changed while it was down: it
        waits for a day, unless the clock was trusted less than an hour ago.
        """
        others = [self.steady() + self._offset]
        if self._shared:
            others += (await self._run("SELECT extract(epoch FROM clock_timestamp())::float8", ()))[0]
        ahead, self._ahead = self._ahead, now - min(others) > AHEAD
        if self._ahead:
            if not ahead:
                logger.warning(
                    "system clock is ahead, so no games are deleted: correct it, or restart if it is right",
                    extra={"seconds": round(now - min(others))},
                )
            return False
        if not self._known:
            rows = await self._run("SELECT at FROM beats WHERE id = $1", (_TRUSTED,))
            lately = any(abs(now - at) <= AHEAD for (at,) in rows)
            self._known = lately or self.steady() - self._began >= DAY
        if self._known:
            await self._run(
                "INSERT INTO beats (id, at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
                (_TRUSTED, now),
            )
        return self._known
