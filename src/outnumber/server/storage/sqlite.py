"""A file of SQLite: one server has it at a time, and on a full disk it can still be read."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from outnumber.server.errors import DatabaseError
from outnumber.server.settings import file_of
from outnumber.server.storage.schema import Run
from outnumber.store.files import file_lock

# Each game of a group has its own page in the tree, and the whole page goes to the disk: small ones are
# faster by half.
PRAGMAS = (
    "page_size=1024",
    "journal_mode=WAL",
    "synchronous=FULL",
    # Less than a question to the database may take, so that the reason is told.
    "busy_timeout=4000",
    "wal_autocheckpoint=16000",
)
# Alone, SQLite keeps the index of its journal in memory and not in a file.
_WRITE_NOTHING = ("locking_mode=EXCLUSIVE", "query_only=1", "busy_timeout=4000")
# So many questions are answered at once.
READERS = 8


def alone(url: str) -> AbstractContextManager[None]:
    """Keep other servers from a file; raises `DatabaseError` when one has it. Backups need not ask."""
    file = Path(file_of(url)).resolve()
    return file_lock(Path(f"{file}-lock"), DatabaseError("database-in-use", file=file, option="database"))


def opened(url: str, pragmas: Iterable[str] | None = None) -> sqlite3.Connection:
    """A new connection, for one thread after another, that begins no transaction by itself."""
    connection = sqlite3.connect(file_of(url), check_same_thread=False, isolation_level=None)
    try:
        for pragma in PRAGMAS if pragmas is None else pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


class File:
    """A file that is asked in threads: one step there and back for each question."""

    def __init__(self, url: str, *, look_only: bool = False) -> None:
        """To `look_only` needs no room on the disk, but each question has the file for itself."""
        self._url = url
        self._look_only = look_only
        self._threads = ThreadPoolExecutor(1 if look_only else READERS, "file")
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    async def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """The answer to a question; what it changes is on disk then."""
        rows: list[Any] = await self._in_thread(self._ask, statement, values)
        return rows

    def _ask(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        with self._connection() as connection:
            return _rows(connection, statement, values)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Run]:
        """A connection for several questions in a row; what is not committed is undone."""
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
            connection = opened(self._url, _WRITE_NOTHING if self._look_only else None)
        try:
            yield connection
        finally:
            with contextlib.suppress(sqlite3.Error):
                connection.rollback()  # where something failed on the way
            if self._look_only or connection.in_transaction:
                connection.close()
            else:
                self._idle.append(connection)
            if self._closed:
                self._close()

    async def close(self) -> None:
        """Let go of the file; what it is being asked is answered yet."""
        self._closed = True
        await self._in_thread(self._close)
        self._threads.shutdown(wait=False)

    def _close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _in_thread(self, work: Callable[..., Any], *given: Any) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *given)


def _rows(connection: sqlite3.Connection, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
    return connection.execute(statement, values).fetchall()
