"""Group commit: entries are written in groups, each in one transaction.

While one group is being written, new entries form the next group. To keep the disk busy, the writer submits
the next group before it reports the outcome of the last one. `sqlite.py` and `postgres.py` have the two
writers.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from outnumber.api.fields import StateName
from outnumber.server.errors import reason

from .checksums import LogRow, checksum
from .schema import GONE, marks

logger = logging.getLogger("outnumber.server.storage.log")

LARGEST_GROUP = 500
# Seconds to wait after a failed group.
PAUSE = 0.2


class NewGame(NamedTuple):
    """One row of the table `games`; `setup` is JSON. The writer fills in the last two columns."""

    id: str
    setup: str
    created: float
    state: StateName
    listed: int
    maker: str | None = None  # a pseudonym of the maker's address
    group: str | None = ""  # the key of its class; None in rows of older versions
    checksum: int | None = None
    seen: float | None = None

    @property
    def right(self) -> bool:
        """Whether the checksum is right; rows of older versions have none."""
        return self.checksum in (None, checksum(tuple(self[:3])))


@dataclass(slots=True, eq=False)
class LogEntry:
    """An event, a game, or both to be written; `done` is called with the outcome.

    `done(True)`: it is on disk. `done(False)`: another event has its number, or its game or class is being
    deleted. `done(None)`: the database failed, and the entry may or may not be on disk.
    """

    row: LogRow | None
    done: Callable[[bool | None], None]
    game: NewGame | None = None
    state: str = ""  # the new state of the row's game, if it changes


class LogWriter(ABC):
    """Writes the entries of one process to the database."""

    _writing: asyncio.Task[None] | None = None
    closed = False  # whether entries are refused
    since = inf  # by time.monotonic: the start of the current write
    failing = False
    count = 0

    def __init__(self) -> None:
        self._queue: deque[LogEntry] = deque()
        self.damaged: dict[str, str] = {}  # games that cannot be written, with the reason
        self._group: list[LogEntry] = []  # being written
        self._written: list[tuple[LogEntry, bool | None]] = []  # outcomes of the previous group
        self.idle = asyncio.Event()  # whether all entries have been written or refused
        self.idle.set()
        self.took: Callable[[float], None] = lambda _: None  # called with the seconds of each commit
        # Awaited after each commit, before its entries are acknowledged.
        self.stored: Callable[[], Awaitable[None]] | None = None

    def __len__(self) -> int:
        return len(self._queue)

    def append(self, entry: LogEntry) -> None:
        """Add an entry to the next group."""
        if self.closed:
            entry.done(None)
            return
        self._queue.append(entry)
        if self._writing is None:
            self.idle.clear()
            self._writing = asyncio.ensure_future(self._write_all())

    def end(self) -> None:
        """Refuse all further entries. A running write continues, because cancelling would mean waiting."""
        self.closed = True
        self._tell_written()
        self._refuse_all()
        self.idle.set()

    @abstractmethod
    async def write(self, group: list[LogEntry], meanwhile: Callable[[], None]) -> set[LogEntry]:
        """Commit a group, in which no two events have the same number, and return the accepted entries.

        Raises within some seconds if it failed. `meanwhile` is called once the database is busy.
        """

    @abstractmethod
    async def forget(self) -> None:
        """Drop a failed connection; `write` opens a new one."""

    async def close(self) -> None:
        """Refuse further entries, and close the database connection."""
        self.end()
        await self.forget()

    async def _write_all(self) -> None:
        """Write until the queue is empty; never cancelled."""
        while (self._queue or self._written) and not self.closed:
            if self._queue:
                await self._write_group()
            else:
                self._tell_written()
        self._writing = None
        self.idle.set()

    async def _write_group(self) -> None:
        self._group = group = [self._queue.popleft() for _ in range(min(len(self._queue), LARGEST_GROUP))]
        self.since = time.monotonic()
        # If two events of a group have the same number, the first in the queue wins.
        claimed: dict[object, LogEntry] = {}
        for entry in group:
            claimed.setdefault(entry if entry.row is None else entry.row[:2], entry)
        try:
            written = await self.write(list(claimed.values()), self._tell_written)
            if self.stored is not None:
                await self.stored()
        except Exception as error:  # report any failure to the callers, and continue with the next group
            logger.error(
                "cannot write to the database; pending requests are refused", extra={"error": reason(error)}
            )
            self.since = inf
            self.failing = True
            self._tell_written()
            self._refuse_all()
            await self.forget()
            await asyncio.sleep(PAUSE)
            return
        self.took(time.monotonic() - self.since)
        self.since = inf
        if not self.closed:
            self._group, self._written = [], [(entry, entry in written) for entry in group]
            self.count += 1
            self.failing = False

    def _tell_written(self) -> None:
        """Report the outcomes of the previous group."""
        written, self._written = self._written, []
        for entry, verdict in written:
            try:
                entry.done(verdict)
            except Exception:  # one failing callback must not stop the log
                logger.exception("a callback of the log failed")

    def _refuse_all(self) -> None:
        """Report an unknown outcome to all: entries queued behind a failed group would only time out too."""
        self._written = [(entry, None) for entry in (*self._group, *self._queue)]
        self._group = []
        self._queue.clear()
        self._tell_written()


# All SQL here is built from constants; values are always passed as parameters.
# ruff: noqa: S608
COLUMNS = "INTO events (game, seq, kind, participant, number, request, data, at, checksum) "
GAME = (
    "INSERT INTO games (id, setup, created, state, listed, maker, class, checksum, seen)"
    # Several processes may create the same game of a class.
    f" VALUES ({marks(9)}) ON CONFLICT DO NOTHING"
)
_STATE = f"UPDATE games SET state = $1 WHERE id = $2 AND state <> '{GONE}'"


def changes_of_games(group: list[LogEntry]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for entry in group:
        if entry.game is not None:
            yield GAME, (*entry.game[:7], checksum(tuple(entry.game[:3])), entry.game.created)
        if entry.state and entry.row is not None:
            yield _STATE, (entry.state, entry.row.game)


def classes_of(group: list[LogEntry]) -> set[str]:
    """The keys of the classes that a group adds games to."""
    return {entry.game.group for entry in group if entry.game is not None and entry.game.group}


def allowed(group: list[LogEntry], classes: set[str]) -> list[LogEntry]:
    """The entries of a group, without games of classes that have ended."""
    return [each for each in group if each.game is None or not each.game.group or each.game.group in classes]
