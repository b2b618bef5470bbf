"""An SQLite database file: used by one server at a time, and readable even on a full disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from outnumber.server.errors import DatabaseError, StorageError, reason, shows_damage
from outnumber.server.settings import file_of
from outnumber.store.files import file_lock

from .checksums import LogRow
from .schema import Run
from .writers import (
    COLUMNS,
    LogEntry,
    LogWriter,
    allowed,
    changes_of_games,
    classes_of,
)

# Each game of a group touches a separate page, and whole pages are written, so small pages halve the time.
PAGE = 1024
PRAGMAS = (
    f"page_size={PAGE}",
    "secure_delete=ON",
    "journal_mode=WAL",
    "synchronous=FULL",
    # Less than the timeout of a query, so that the error names the reason.
    "busy_timeout=4000",
    "wal_autocheckpoint=16000",
)
# In exclusive mode SQLite stores the index of its journal in memory, not in a file.
_WRITE_NOTHING = ("locking_mode=EXCLUSIVE", "query_only=1", "busy_timeout=4000")
# Maximum number of concurrent queries.
READERS = 8


# Runs a statement with parameters, in the writer's thread.
Execute = Callable[..., sqlite3.Cursor]


def alone(url: str) -> AbstractContextManager[None]:
    """Lock a file against other servers; raises `DatabaseError` if one uses it. Backups ignore the lock."""
    file = Path(file_of(url)).resolve()
    return file_lock(Path(f"{file}-lock"), DatabaseError("database-in-use", file=file, option="database"))


def opened(url: str, pragmas: Iterable[str] | None = None) -> sqlite3.Connection:
    """Open a connection in autocommit mode; threads may use it one after another."""
    connection = sqlite3.connect(file_of(url), check_same_thread=False, isolation_level=None)
    try:
        for pragma in PRAGMAS if pragmas is None else pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


class File:
    """A database file that is queried in threads, with one round trip per query."""

    _closed = False

    def __init__(self, url: str, *, look_only: bool = False) -> None:
        """`look_only` opens it read-only: this needs no disk space, but each query locks the file."""
        self._url = url
        self.look_only = look_only
        self._threads = ThreadPoolExecutor(1 if look_only else READERS, "file")
        self._idle: list[sqlite3.Connection] = []

    async def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """Run a statement, commit it, and return its rows."""
        rows: list[Any] = await self._in_thread(self._ask, statement, values)
        return rows

    def _ask(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        with self._connection() as connection:
            return _rows(connection, statement, values)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Run]:
        """Borrow a connection for several statements; uncommitted changes are rolled back."""
        using = self._connection()
        connection = await self._in_thread(using.__enter__)
        try:
            yield partial(self._in_thread, _rows, connection)
        finally:
            await self._in_thread(using.__exit__, None, None, None)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = opened(self._url, _WRITE_NOTHING if self.look_only else None)
        try:
            yield connection
        finally:
            with suppress(sqlite3.Error):
                connection.rollback()  # in case a statement failed
            if self.look_only or connection.in_transaction:
                connection.close()
            else:
                self._idle.append(connection)
            if self._closed:
                self._close()

    def cut_off(self) -> None:
        """Do nothing: a file has no network connections."""

    async def close(self) -> None:
        """Close the file; running queries still finish."""
        self._closed = True
        await self._in_thread(self._close)
        self._threads.shutdown(wait=False)

    def _close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _in_thread(self, work: Callable[..., Any], *given: Any) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *given)


def numbered(statement: str) -> str:
    """A statement with the placeholders of SQLite."""
    return statement.replace("$", "?")


def _rows(connection: sqlite3.Connection, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
    return connection.execute(numbered(statement), values).fetchall()


# Writing

# Rows per statement: with one call for each row, the thread would wait for the interpreter lock each time.
# Only a few sizes, so that all statements stay prepared; older versions of SQLite accept at most 999
# parameters.
_SIZES = (1, 8, 32, 110)
_MARKS = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
# With ON CONFLICT DO NOTHING, SQLite would write a statement journal, in case another constraint fails
# halfway.
# That would double the amount of data written.
_EVENTS = {size: f"INSERT OR IGNORE {COLUMNS}VALUES {', '.join([_MARKS] * size)}" for size in _SIZES}


class SqliteWriter(LogWriter):
    """Writes to a file in a separate thread, with one round trip per group.

    If the disk hangs, so does the thread. Callers then wait no longer than the timeout, and the thread gets
    no more work until it responds.
    """

    connection: sqlite3.Connection | None = None

    def __init__(self, url: str, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self.thread = ThreadPoolExecutor(1, "log")
        self.open: Callable[[], sqlite3.Connection] = partial(opened, url)
        self._working: Future[set[LogEntry]] = Future()
        self._working.set_result(set())

    async def write(self, group: list[LogEntry], meanwhile: Callable[[], None]) -> set[LogEntry]:
        if not self._working.done():  # an earlier group has timed out
            await self._result()
        self._working = self.thread.submit(self.insert, group)
        meanwhile()
        return await self._result()

    async def _result(self) -> set[LogEntry]:
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.wrap_future(self._working)
        except TimeoutError:
            raise StorageError("the disk does not answer") from None

    async def forget(self) -> None:
        # A connection in use cannot be closed.
        if self.connection is not None and self._working.done():
            self.connection.close()
            self.connection = None

    async def close(self) -> None:
        await super().close()
        self.thread.shutdown(wait=self._working.done())

    def insert(self, group: list[LogEntry]) -> set[LogEntry]:
        """Write a group; runs in the writer's thread."""
        connection = self.connection = self.connection or self.open()
        try:
            with connection:  # commits, or rolls back after an exception
                return self._insert_all(connection.execute, group)
        except sqlite3.DatabaseError as error:
            if shows_damage(error) and len(group) == 1 and group[0].row is not None:
                self.damaged[group[0].row.game] = reason(error)
            elif shows_damage(error):
                # One entry belongs on a damaged page. Write each separately to find it; the callers retry
                # all.
                for entry in group:
                    with suppress(sqlite3.DatabaseError):
                        self.insert([entry])
            raise

    def _insert_all(self, run: Execute, group: list[LogEntry]) -> set[LogEntry]:
        run("BEGIN IMMEDIATE")
        if classes := classes_of(group):
            tail = "SELECT 1 FROM tails WHERE game = ?"
            group = allowed(group, {key for key in classes if run(tail, (key,)).fetchone()})
        rows = [entry.row for entry in group if entry.row is not None]
        if _inserted(run, rows) != len(rows):
            # Some entry came too late, which is rare. Insert them one by one to find it.
            run("ROLLBACK")
            run("BEGIN IMMEDIATE")
            group = [each for each in group if each.row is None or _inserted(run, [each.row])]
        for statement, values in changes_of_games(group):
            run(numbered(statement), values)
        return set(group)


def _inserted(run: Execute, rows: Sequence[LogRow]) -> int:
    """Insert rows, and return how many were accepted."""
    count = 0
    for start in range(0, len(rows), _SIZES[-1]):
        part = rows[start : start + _SIZES[-1]]
        size = next(size for size in _SIZES if size >= len(part))
        values = list(chain.from_iterable(part))
        values += part[-1] * (size - len(part))  # duplicates are ignored and not counted
        count += run(_EVENTS[size], values).rowcount
    return count
