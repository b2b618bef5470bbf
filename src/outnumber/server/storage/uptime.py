"""The time that counts on clocks: it runs while the servers can answer, and they all agree on it.

No system clock is asked, which somebody may set. Each process counts by its own steady clock, and only while
its loop turns and the database answers. Once a second it tells the database how far it has come and hears how
far the others have: the furthest is right. What the others count while one process is away is noted as an
outage, and charged to nobody; so nobody's time is up either until it is back, or known to be gone.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from outnumber.server.storage.schema import Run

# The loop shows every so many seconds that it turns; of a pause, so much counts at most.
TICK = 0.1
STALL = 0.3
# So far behind the others, a process has been away.
AWAY = 1.0
# One that tells nothing new for so long, though it should every second, may be away just now.
SILENT = 1.5
# A process that has been silent for so long does not come back.
GONE = 10.0
# No turn is longer than a day, so older outages matter to nobody.
OLDEST = 7 * 86_400.0

# Row 0 of `beats` belongs to `Calendar`, row 1 has the time of all processes, and each other row has that of
# one process that shares the database.
_BEAT = (
    "INSERT INTO beats (id, at) VALUES ({0}, {1}) ON CONFLICT (id) DO UPDATE SET at ="
    " CASE WHEN beats.at < excluded.at THEN excluded.at ELSE beats.at END"
)
_BEATS = "SELECT id, at FROM beats WHERE id > 0"
_ALL = 1


class Running:
    """A time that runs on for some seconds after each sign of life, and then stands still until the next.

    >>> now = iter([0.0, 2.0, 60.0, 60.0, 60.0, 61.0])
    >>> running = Running(lambda: next(now), 3.0)
    >>> running(), running(), running.sign(), running()
    (2.0, 3.0, None, 4.0)
    """

    def __init__(self, steady: Callable[[], float], patience: float, *, gives_back: bool = False) -> None:
        self._steady = steady
        self._patience = patience
        # Whether nothing at all counts of a pause, not even its beginning.
        self._gives_back = gives_back
        self._past = 0.0
        self._sign = steady()

    def __call__(self) -> float:
        pause = self._steady() - self._sign
        if pause <= self._patience:
            return self._past + pause
        return self._past if self._gives_back else self._past + self._patience

    def sign(self) -> None:
        """Show that all is well."""
        self._past, self._sign = self(), self._steady()


class Uptime:
    """The time that counts, as one process knows it."""

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
        # An epoch like that of the system clock, by which older versions counted; it is not asked again.
        self.base = time.time()
        self.began = self.base  # when this process did
        self._stopped: float | None = None
        self.outages: list[tuple[float, float]] = []
        self._name = 2 + secrets.randbelow(2**31 - 2)
        # What each of the other processes told last, and when it told something new.
        self._others: dict[int, tuple[float, float]] = {}

    def now(self) -> float:
        """The time that counts, in seconds."""
        return self.base + self._answered() if self._stopped is None else self._stopped

    def run_time(self, began: float, now: float) -> float:
        """The seconds from one time to another in which every process could answer, as far as is known."""
        heard = self._turning()
        silent = [(told, now) for told, at in self._others.values() if heard - at > SILENT]
        outages = _merged([*self.outages, *silent]) if silent else self.outages
        stood_still = sum(max(0.0, min(now, end) - max(began, start)) for start, end in outages)
        return max(0.0, now - began - stood_still)

    def tick(self) -> None:
        """The loop turns."""
        self._turning.sign()

    def stop(self) -> None:
        """Stand still: no more requests are taken."""
        self._stopped = self.now()

    def heard_since(self, at: float) -> bool:
        """Whether every process that shares the database has run since then: what it was sent is known."""
        return all(told >= at for told, _ in self._others.values())

    async def begin(self) -> None:
        """Go on from where the last one stopped; who else was there may be away, and must be heard first."""
        told = {row[0]: row[1] for row in await self._run(_BEATS, ())}
        if (furthest := told.pop(_ALL, None)) is not None:
            self.base = furthest - self._answered()
            if self._shared:
                now = self._turning()
                self._others = {name: (at, now - (furthest - at)) for name, at in told.items()}
        self.began = self.now()
        await self._read_outages()

    async def beat(self) -> None:
        """Tell the database how far this process has come, and hear of the others."""
        # Others go on from what is told here, so nothing of it can be given back later.
        mine = self.now()
        await self._run(_BEAT, (_ALL, mine))
        if self._shared:
            await self._run(_BEAT, (self._name, mine))
            await self._hear(mine, await self._run(_BEATS, ()))
            await self._read_outages()
        self._answered.sign()
        self.base += max(0.0, mine - self.base - self._answered())

    async def end(self) -> None:
        """Tell the others not to wait for this process."""
        if self._shared:
            await self._run("DELETE FROM beats WHERE id = {0}", (self._name,))

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
                await self._run("DELETE FROM beats WHERE id = {0} AND at = {1}", (name, at))
                del self._others[name]

    async def _note(self, began: float, ended: float) -> None:
        await self._run("INSERT INTO outages (began, ended) VALUES ({0}, {1})", (began, ended))

    async def _read_outages(self) -> None:
        rows = await self._run("SELECT began, ended FROM outages WHERE ended > {0}", (self.now() - OLDEST,))
        self.outages = _merged([(row[0], row[1]) for row in rows])


def _merged(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same times, none twice: several processes may have noted one outage.

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
