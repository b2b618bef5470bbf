"""Server uptime, the time base of all game clocks: it runs only while servers can answer.

It does not use the system clock, which may be changed. Each process counts by its monotonic clock, and only
while its event loop runs and the database answers. Once a second it writes its uptime to the database and
reads those of the others; the largest is adopted by all. If a process is away, the time that the others count
meanwhile is recorded as an outage, which no player is charged for. No player's time runs out until that
process is back or declared gone.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from .schema import Run

# Seconds between signs of life of the event loop, and the most that a pause of the loop counts.
TICK = 0.1
STALL = 0.3
# A process that is more seconds than this behind the others has been away.
AWAY = 1.0
# A process without a heartbeat for this many seconds may be away; heartbeats are due every second.
SILENT = 1.5
# A process that has been silent for this many seconds is declared gone.
GONE = 10.0
# Older outages are irrelevant, because no turn is longer than a day.
OLDEST = 7 * 86_400.0

# Row 0 of `beats` belongs to `Calendar`, row 1 has the common uptime, and each other row has the uptime of
# one process that shares the database.
_BEAT = (
    "INSERT INTO beats (id, at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET at ="
    " CASE WHEN beats.at < excluded.at THEN excluded.at ELSE beats.at END"
)
_BEATS = "SELECT id, at FROM beats WHERE id > 0"
_ALL = 1


class Running:
    """A time that runs for up to `patience` seconds after each sign of life, and then stops until the next.

    >>> now = iter([0.0, 2.0, 60.0, 60.0, 60.0, 61.0])
    >>> running = Running(lambda: next(now), 3.0)
    >>> running(), running(), running.sign(), running()
    (2.0, 3.0, None, 4.0)
    """

    _past = 0.0

    def __init__(self, steady: Callable[[], float], patience: float, *, gives_back: bool = False) -> None:
        self._steady = steady
        self._patience = patience
        # Whether a longer pause does not count at all, not even its beginning.
        self._gives_back = gives_back
        self._sign = steady()

    def __call__(self) -> float:
        pause = self._steady() - self._sign
        if pause <= self._patience:
            return self._past + pause
        return self._past if self._gives_back else self._past + self._patience

    def sign(self) -> None:
        """Record a sign of life."""
        self._past, self._sign = self(), self._steady()


class Uptime:
    """The uptime, as one process knows it."""

    _stopped: float | None = None

    def __init__(
        self,
        run: Run,
        shared: bool,
        silence: float,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._run = run
        self._shared = shared
        self._turning = Running(steady, STALL)
        self._answered = Running(self._turning, silence, gives_back=True)
        # The system clock at the start, because older versions used it; it is not read again.
        self.base = time.time()
        self.began = self.base  # when this process started
        self.outages: list[tuple[float, float]] = []
        self._name = 2 + secrets.randbelow(2**31 - 2)
        # The latest uptime of each other process, and when it last changed.
        self._others: dict[int, tuple[float, float]] = {}

    def now(self) -> float:
        """The uptime in seconds."""
        return self.base + self._answered() if self._stopped is None else self._stopped

    def run_time(self, began: float, now: float) -> float:
        """The seconds between two times in which every process could answer, as far as is known."""
        heard = self._turning()
        silent = [(told, now) for told, at in self._others.values() if heard - at > SILENT]
        outages = _merged([*self.outages, *silent]) if silent else self.outages
        stood_still = sum(max(0.0, min(now, end) - max(began, start)) for start, end in outages)
        return max(0.0, now - began - stood_still)

    def tick(self) -> None:
        """Record that the event loop is running."""
        self._turning.sign()

    def stop(self) -> None:
        """Stop the uptime, because the server accepts no more requests."""
        self._stopped = self.now()

    def heard_since(self, at: float) -> bool:
        """Whether every process has reported since a time, so that all requests until then are known."""
        return all(told >= at for told, _ in self._others.values())

    async def begin(self) -> None:
        """Continue the stored uptime; known processes may be away until their next heartbeat."""
        told = {row[0]: row[1] for row in await self._run(_BEATS, ())}
        if (furthest := told.pop(_ALL, None)) is not None:
            self.base = furthest - self._answered()
            if self._shared:
                now = self._turning()
                self._others = {name: (at, now - (furthest - at)) for name, at in told.items()}
        self.began = self.now()
        await self._read_outages()

    async def beat(self) -> None:
        """Write the uptime of this process to the database, and read those of the others."""
        # Other processes adopt this value, so it cannot be reduced later.
        mine = self.now()
        await self._run(_BEAT, (_ALL, mine))
        if self._shared:
            await self._run(_BEAT, (self._name, mine))
            await self._hear(mine, await self._run(_BEATS, ()))
            await self._read_outages()
        self._answered.sign()
        self.base += max(0.0, mine - self.base - self._answered())

    async def end(self) -> None:
        """Remove this process from the database, so that the others do not wait for it."""
        if self._shared:
            await self._run("DELETE FROM beats WHERE id = $1", (self._name,))

    async def _hear(self, mine: float, rows: Iterable[Any]) -> None:
        told = {row[0]: row[1] for row in rows}
        furthest = told.pop(_ALL)
        told.pop(self._name, None)
        if furthest - mine > AWAY:
            await self._note(mine, furthest)
        if furthest > self.now() and self._stopped is None:
            self.base += furthest - self.now()
        now = self._turning()
        for name in set(self._others) - set(told):
            del self._others[name]
        for name, at in told.items():
            if self._others.get(name, (None,))[0] != at:
                self._others[name] = at, now
            elif now - self._others[name][1] > GONE:
                await self._note(at, furthest)
                await self._run("DELETE FROM beats WHERE id = $1 AND at = $2", (name, at))
                del self._others[name]

    async def _note(self, began: float, ended: float) -> None:
        await self._run("INSERT INTO outages (began, ended) VALUES ($1, $2)", (began, ended))

    async def _read_outages(self) -> None:
        rows = await self._run("SELECT began, ended FROM outages WHERE ended > $1", (self.now() - OLDEST,))
        self.outages = _merged([(row[0], row[1]) for row in rows])


def _merged(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Merge overlapping spans: several processes may have recorded one outage.

    >>> _merged([(5, 9), (1, 3), (2, 4)])
    [(1, 4), (5, 9)]
    """
    merged: list[tuple[float, float]] = []
    for began, ended in sorted(spans):
        if merged and began <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], ended)
        else:
            merged.append((began, ended))
    return merged
