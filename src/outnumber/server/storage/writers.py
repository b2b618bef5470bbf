"""How a group of entries gets to the disk, in one transaction. `postgres.py` has another writer."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, Protocol

from outnumber.api.fields import StateName
from outnumber.server.errors import StorageError, reason, shows_damage
from outnumber.server.storage.checksums import LogRow, checksum
from outnumber.server.storage.schema import GONE
from outnumber.server.storage.sqlite import opened


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


class LogWriter(Protocol):
    """Writes groups in which no two events have the same number."""

    async def write(self, group: list[LogEntry], meanwhile: Callable[[], None]) -> set[LogEntry]:
        """Commit a group and return those that got in; raises within some seconds if it failed.

        `meanwhile` is called once the database has work to do.
        """
        ...

    async def forget(self) -> None:
        """Give up a connection that failed; `write` makes a new one."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...


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


# SQLite

# Many rows in one step: a thread that comes back to Python for each waits each time for its turn. A few sizes
# only, so that all these statements stay prepared; older versions of SQLite take no more than 999 values.
_SIZES = (1, 8, 32, 110)
_MARKS = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
# With ON CONFLICT DO NOTHING instead, some other constraint might fail halfway, for which SQLite would keep a
# copy of each page in a file of its own: half of all that is written.
_EVENTS = {size: f"INSERT OR IGNORE {COLUMNS}VALUES {', '.join([_MARKS] * size)}" for size in _SIZES}

Run = Callable[..., sqlite3.Cursor]


class SqliteWriter:
    """Writes to a file in a thread of its own: one step to it and back for each group.

    A disk may hang, and the thread with it. Then nobody waits for it longer than so many seconds, and it gets
    nothing more to do until it is back.
    """

    def __init__(self, url: str, seconds: float) -> None:
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(1, "log")
        self._working: Future[set[LogEntry]] | None = None
        self._url = url
        self._connection: sqlite3.Connection | None = None
        # Called with each game that cannot be written to, and the reason.
        self.damaged: Callable[[str, str], object] = lambda *_: None

    async def write(self, group: list[LogEntry], meanwhile: Callable[[], None]) -> set[LogEntry]:
        if self._working is not None and not self._working.done():  # an earlier group that took too long
            await self._result(self._working)
        self._working = self._thread.submit(self._insert, group)
        meanwhile()
        return await self._result(self._working)

    @property
    def _hangs(self) -> bool:
        return self._working is not None and not self._working.done()

    async def _result(self, working: Future[set[LogEntry]]) -> set[LogEntry]:
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(working)
        except TimeoutError:
            raise StorageError("the disk does not answer") from None

    async def forget(self) -> None:
        # A connection that is in use cannot be closed, and needs not be.
        if self._connection is not None and not self._hangs:
            self._connection.close()
            self._connection = None

    async def close(self) -> None:
        await self.forget()
        self._thread.shutdown(wait=not self._hangs)

    def _insert(self, group: list[LogEntry]) -> set[LogEntry]:
        """Write a group; runs in the thread."""
        connection = self._connection = self._connection or self._open()
        try:
            with connection:  # commits, or rolls back when something is raised
                return self._insert_all(connection.execute, group)
        except sqlite3.DatabaseError as error:
            if shows_damage(error) and len(group) == 1 and group[0].row is not None:
                self.damaged(group[0].row.game, reason(error))
            elif shows_damage(error):
                # One entry belongs on a damaged page: writing each alone finds it. The callers retry all.
                for entry in group:
                    with suppress(sqlite3.DatabaseError):
                        self._insert([entry])
            raise

    def _open(self) -> sqlite3.Connection:
        return opened(self._url)

    def _insert_all(self, run: Run, group: list[LogEntry]) -> set[LogEntry]:
        run("BEGIN IMMEDIATE")
        if classes := classes_of(group):
            tail = "SELECT 1 FROM tails WHERE game = ?"
            group = allowed(group, {key for key in classes if run(tail, (key,)).fetchone()})
        rows = [entry.row for entry in group if entry.row is not None]
        if _inserted(run, rows) != len(rows):
            # Somebody came too late. Rare: find out who, one by one.
            run("ROLLBACK")
            run("BEGIN IMMEDIATE")
            group = [each for each in group if each.row is None or _inserted(run, [each.row])]
        for statement, values in changes_of_games(group):
            run(statement.format(*"?????????"), values)
        return set(group)


def _inserted(run: Run, rows: Sequence[LogRow]) -> int:
    """Insert rows, and return how many got in."""
    count = 0
    for start in range(0, len(rows), _SIZES[-1]):
        part = rows[start : start + _SIZES[-1]]
        size = next(size for size in _SIZES if size >= len(part))
        values = list(chain.from_iterable(part))
        values += part[-1] * (size - len(part))  # what is there already is left out, and not counted
        count += run(_EVENTS[size], values).rowcount
    return count
