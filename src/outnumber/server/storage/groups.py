"""Entries go to the disk in groups: one is on its way, and all that come meanwhile are the next one.

The disk never waits for the server: it gets the next group before anybody hears of the last one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from math import inf

from outnumber.server.errors import reason
from outnumber.server.storage.writers import LogEntry, LogWriter

logger = logging.getLogger("outnumber.server.storage.log")

LARGEST_GROUP = 500
# After a group that failed.
PAUSE = 0.2


class Groups:
    """The entries of one process on their way to the disk."""

    def __init__(self, writer: LogWriter) -> None:
        self.writer = writer
        self._queue: deque[LogEntry] = deque()
        self._group: list[LogEntry] = []  # on its way to the disk
        self._written: list[tuple[LogEntry, bool | None]] = []  # what became of the group before it
        self._writing: asyncio.Task[None] | None = None
        self._idle = asyncio.Event()
        self._idle.set()
        self._ended = False
        self.since = inf  # by time.monotonic: when the group on its way set out
        self.failing = False
        self.count = 0

    def __len__(self) -> int:
        return len(self._queue)

    def append(self, entry: LogEntry) -> None:
        """Have an entry written with the next group."""
        if self._ended:
            entry.done(None)
            return
        self._queue.append(entry)
        if self._writing is None:
            self._idle.clear()
            self._writing = asyncio.ensure_future(self._write())

    async def flushed(self, seconds: float) -> bool:
        """Wait until everything has been written or refused, so long at most; whether it has."""
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def end(self) -> None:
        """Write nothing more. What is on its way is left alone: to cancel it would mean to wait for it."""
        self._ended = True
        self._tell_written()
        self._refuse_all()
        self._idle.set()

    async def close(self) -> None:
        """Write nothing more, and let go of the database."""
        self.end()
        await self.writer.close()

    def could_write(self, could: bool) -> None:
        """Something could be written, or not."""
        self.failing = not could

    async def _write(self) -> None:
        """Write until nothing is left; never cancelled."""
        while (self._queue or self._written) and not self._ended:
            if self._queue:
                await self._write_group()
            else:
                self._tell_written()
        self._writing = None
        self._idle.set()

    async def _write_group(self) -> None:
        self._group = group = [self._queue.popleft() for _ in range(min(len(self._queue), LARGEST_GROUP))]
        self.since = time.monotonic()
        # Two of one group with the same number: the first in the queue is the one the database would take.
        claimed: dict[object, LogEntry] = {}
        for entry in group:
            claimed.setdefault(entry if entry.row is None else entry.row[:2], entry)
        try:
            written = await self.writer.write(list(claimed.values()), self._tell_written)
        except Exception as error:  # whatever it is, those who wait are told, and the next group is tried
            logger.error("a group could not be written", extra={"error": reason(error)})
            self.since = inf
            self.could_write(False)
            self._tell_written()
            self._refuse_all()
            await self.writer.forget()
            await asyncio.sleep(PAUSE)
            return
        self.since = inf
        if not self._ended:
            self._group, self._written = [], [(entry, entry in written) for entry in group]
            self.count += 1
            self.could_write(True)

    def _tell_written(self) -> None:
        written, self._written = self._written, []
        _tell(written)

    def _refuse_all(self) -> None:
        """Tell everybody that nobody knows: who waits behind a group that failed would only wait as long."""
        refused = [*self._group, *self._queue]
        self._group = []
        self._queue.clear()
        _tell([(entry, None) for entry in refused])


def _tell(written: list[tuple[LogEntry, bool | None]]) -> None:
    """Tell each entry what became of it."""
    for entry, verdict in written:
        try:
            entry.done(verdict)
        except Exception:  # one listener's fault must not stop the log
            logger.exception("a listener failed")
