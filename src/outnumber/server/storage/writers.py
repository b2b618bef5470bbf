"""How entries get to the disk: in groups, each in one transaction.

One group is being written, and all entries that come meanwhile are the next one. The disk never waits for
the server: it gets the next group before anybody hears of the last one. `sqlite.py` has one kind of writer,
and `postgres.py` the other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from outnumber.api.fields import StateName
from outnumber.server.errors import reason
from outnumber.server.storage.checksums import LogRow, checksum
from outnumber.server.storage.schema import GONE

logger = logging.getLogger("outnumber.server.storage.log")

LARGEST_GROUP = 500
# After a group that failed.
PAUSE = 0.2


class NewGame(NamedTuple):
    """A game as it is kept: what was agreed on before the first move, as JSON."""

    id: str
    setup: str
    created: float
    state: StateName
    listed: int
    maker: str | None = None  # known again, but not who it is
    group: str | None = ""  # the key of its class; None in rows of older versions


@dataclass(slots=True, eq=False)
class LogEntry:
    """Something to be written: an event, a game, or both; `done` is told what became of it.

    `done(True)`: it is on disk. `done(False)`: another event has its number, or its game or class is being
    deleted. `done(None)`: the database failed, and nobody knows.
    """

    row: LogRow | None
    done: Callable[[bool | None], None]
    game: NewGame | None = None
    state: str = ""  # the new state of the row's game, if it changes


class LogWriter(ABC):
    """The entries of one process on their way to the disk."""

    def __init__(self) -> None:
        self._queue: deque[LogEntry] = deque()
        self._group: list[LogEntry] = []  # on its way to the disk
        self._written: list[tuple[LogEntry, bool | None]] = []  # what became of the group before it
        self._writing: asyncio.Task[None] | None = None
        self._idle = asyncio.Event()
        self._idle.set()
        self.closed = False  # nothing can be written now
        self.since = inf  # by time.monotonic: when the group on its way set out
        self.failing = False
        self.count = 0

    def __len__(self) -> int:
        return len(self._queue)

    def append(self, entry: LogEntry) -> None:
        """Have an entry written with the next group."""
        if self.closed:
            entry.done(None)
            return
        self._queue.append(entry)
        if self._writing is None:
            self._idle.clear()
            self._writing = asyncio.ensure_future(self._write_all())

    async def flushed(self, seconds: float) -> bool:
        """Wait until everything has been written or refused, so long at most; whether it has."""
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def end(self) -> None:
        """Write nothing more. What is on its way is left alone: to cancel it would mean to wait for it."""
        self.closed = True
        self._tell_written()
        self._refuse_all()
        self._idle.set()

    @abstractmethod
    async def write(self, group: list[LogEntry], meanwhile: Callable[[], None]) -> set[LogEntry]:
        """Commit a group, in which no two events have the same number, and return those that got in.

        Raises within some seconds if it failed. `meanwhile` is called once the database has work to do.
        """

    @abstractmethod
    async def forget(self) -> None:
        """Give up a connection that failed; `write` makes a new one."""

    async def close(self) -> None:
        """Write nothing more, and let go of the database."""
        self.end()
        await self.forget()

    async def _write_all(self) -> None:
        """Write until nothing is left; never cancelled."""
        while (self._queue or self._written) and not self.closed:
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
            written = await self.write(list(claimed.values()), self._tell_written)
        except Exception as error:  # whatever it is, those who wait are told, and the next group is tried
            logger.error("a group could not be written", extra={"error": reason(error)})
            self.since = inf
            self.failing = True
            self._tell_written()
            self._refuse_all()
            await self.forget()
            await asyncio.sleep(PAUSE)
            return
        self.since = inf
        if not self.closed:
            self._group, self._written = [], [(entry, entry in written) for entry in group]
            self.count += 1
            self.failing = False

    def _tell_written(self) -> None:
        """Tell each entry of the group before what became of it."""
        written, self._written = self._written, []
        for entry, verdict in written:
            try:
                entry.done(verdict)
            except Exception:  # one listener's fault must not stop the log
                logger.exception("a listener failed")

    def _refuse_all(self) -> None:
        """Tell everybody that nobody knows: who waits behind a group that failed would only wait as long."""
        self._written = [(entry, None) for entry in (*self._group, *self._queue)]
        self._group = []
        self._queue.clear()
        self._tell_written()


# Every statement here is made of constants; values are always given apart.
# ruff: noqa: S608
COLUMNS = "INTO events (game, seq, kind, participant, number, request, data, at, checksum) "
GAME = (
    "INSERT INTO games (id, setup, created, state, listed, maker, class, checksum, seen)"
    # The games of a class are made by whoever comes first.
    " VALUES ({0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}) ON CONFLICT DO NOTHING"
)
_STATE = f"UPDATE games SET state = {{0}} WHERE id = {{1}} AND state <> '{GONE}'"


def changes_of_games(group: list[LogEntry]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for entry in group:
        if entry.game is not None:
            yield GAME, (*entry.game, checksum(tuple(entry.game[:3])), entry.game.created)
        if entry.state and entry.row is not None:
            yield _STATE, (entry.state, entry.row.game)


def classes_of(group: list[LogEntry]) -> set[str]:
    """The keys of the classes that a group adds games to."""
    return {entry.game.group for entry in group if entry.game is not None and entry.game.group}


def allowed(group: list[LogEntry], classes: set[str]) -> list[LogEntry]:
    """The entries of a group, without games of classes that have ended."""
    return [each for each in group if each.game is None or not each.game.group or each.game.group in classes]
