"""How a group of entries gets to the disk: one transaction, in SQLite or in PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

from sqlalchemy import create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import StaticPool

from outnumber.web.errors import StorageError
from outnumber.web.storage.checksums import Row, checksum
from outnumber.web.storage.postgres import Connections, driver_of
from outnumber.wire.fields import StateName


class NewGame(NamedTuple):
    """A game as it is kept: what was agreed on before the first move, as JSON."""

    id: str
    setup: str
    created: float
    state: StateName
    listed: int
    maker: str | None = None  # known again, but not who it is


class Entry:
    """Something to be written: an event, a game, or both; `done` is told what became of it.

    `done(True)`: it is on disk. `done(False)`: another event has its number. `done(None)`: the database
    failed, and nobody knows.
    """

    __slots__ = ("done", "game", "row", "state")

    def __init__(
        self,
        row: Row | None,
        done: Callable[[bool | None], None],
        game: NewGame | None = None,
        state: str = "",
    ) -> None:
        self.row = row
        self.done = done
        self.game = game
        self.state = state  # the new state of the row's game, if it changes


class Writer(Protocol):
    """Writes groups in which no two events have the same number."""

    async def write(self, group: list[Entry], meanwhile: Callable[[], None]) -> set[Entry]:
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
_COLUMNS = "INSERT INTO events (game, seq, kind, participant, number, request, data, at, checksum) "
_GAME = (
    "INSERT INTO games (id, setup, created, state, listed, maker, checksum, seen)"
    # The games of a class are made by whoever comes first.
    " VALUES ({0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}) ON CONFLICT DO NOTHING"
)
_STATE = "UPDATE games SET state = {0} WHERE id = {1}"


def _changes_of_games(group: list[Entry]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for entry in group:
        if entry.game is not None:
            yield _GAME, (*entry.game, checksum(tuple(entry.game[:3])), entry.game.created)
        if entry.state and entry.row is not None:
            yield _STATE, (entry.state, entry.row.game)


# SQLite

# Many rows in one step: a thread that comes back to Python for each waits each time for its turn. A few sizes
# only, so that all these statements stay prepared; older versions of SQLite take no more than 999 values.
_SIZES = (1, 8, 32, 110)
_MARKS = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
_EVENTS = {size: f"{_COLUMNS}VALUES {', '.join([_MARKS] * size)} ON CONFLICT DO NOTHING" for size in _SIZES}

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


def set_pragmas(connection: Any, _: object) -> None:
    """Set up a new connection to SQLite."""
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


Run = Callable[..., sqlite3.Cursor]


class SqliteWriter:
    """Writes to a file in a thread of its own: one step to it and back for each group.

    A disk may hang, and the thread with it. Then nobody waits for it longer than so many seconds, and it gets
    nothing more to do until it is back.
    """

    def __init__(self, url: str, seconds: float) -> None:
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(1, "log")
        self._working: Future[set[Entry]] | None = None
        self._engine = create_engine(
            url.replace("+aiosqlite", ""), isolation_level="AUTOCOMMIT", poolclass=StaticPool,
            connect_args={"check_same_thread": False},
        )  # fmt: skip
        event.listen(self._engine, "connect", set_pragmas)

    async def write(self, group: list[Entry], meanwhile: Callable[[], None]) -> set[Entry]:
        if self._working is not None and not self._working.done():  # an earlier group that took too long
            await self._result(self._working)
        self._working = self._thread.submit(self._insert, group)
        meanwhile()
        return await self._result(self._working)

    @property
    def _hangs(self) -> bool:
        return self._working is not None and not self._working.done()

    async def _result(self, working: Future[set[Entry]]) -> set[Entry]:
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(working)
        except TimeoutError:
            raise StorageError("the disk does not answer") from None

    async def forget(self) -> None:
        # A connection that is in use cannot be closed, and needs not be.
        if not self._hangs:
            self._engine.dispose()

    async def close(self) -> None:
        await self.forget()
        self._thread.shutdown(wait=not self._hangs)

    def _insert(self, group: list[Entry]) -> set[Entry]:
        """Write a group; runs in the thread."""
        with contextlib.closing(self._engine.raw_connection()) as pooled:
            # Past SQLAlchemy, which would take longer for a statement than SQLite does.
            connection: Any = pooled.driver_connection
            with connection:  # commits, or rolls back when something is raised
                return self._insert_all(connection.execute, group)

    def _insert_all(self, run: Run, group: list[Entry]) -> set[Entry]:
        run("BEGIN IMMEDIATE")
        rows = [entry.row for entry in group if entry.row is not None]
        if _inserted(run, rows) != len(rows):
            # Somebody came too late. Rare: find out who, one by one.
            run("ROLLBACK")
            run("BEGIN IMMEDIATE")
            group = [each for each in group if each.row is None or _inserted(run, [each.row])]
        for statement, values in _changes_of_games(group):
            run(statement.format(*"????????"), values)
        return set(group)


def _inserted(run: Run, rows: Sequence[Row]) -> int:
    """Insert rows, and return how many got in."""
    count = 0
    for start in range(0, len(rows), _SIZES[-1]):
        part = rows[start : start + _SIZES[-1]]
        size = next(size for size in _SIZES if size >= len(part))
        values = [value for row in part for value in row]
        values += part[-1] * (size - len(part))  # what is there already is left out, and not counted
        count += run(_EVENTS[size], values).rowcount
    return count


# PostgreSQL

_UNNESTED = (
    _COLUMNS + "SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::int[], $6::text[],"
    " $7::text[], $8::float8[], $9::int8[]) ON CONFLICT DO NOTHING RETURNING game, seq"
)


class PostgresWriter:
    """Writes over one connection that it keeps."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._connection: AsyncConnection | None = None
        self._driver: Any = None

    async def write(self, group: list[Entry], meanwhile: Callable[[], None]) -> set[Entry]:
        writing = asyncio.ensure_future(self._write(group))
        await asyncio.sleep(0)
        meanwhile()
        return await writing

    async def _write(self, group: list[Entry]) -> set[Entry]:
        if self._connection is None or self._driver.is_closed():
            await self.forget()
            self._connection = await self._connections.engine.connect()
            self._driver = await driver_of(self._connection)
        with self._connections.limited(self._driver):
            return await self._insert(self._connection, group)

    async def _insert(self, connection: AsyncConnection, group: list[Entry]) -> set[Entry]:
        run = connection.exec_driver_sql
        rows = [entry.row for entry in group if entry.row is not None]
        if rows:
            columns: Any = tuple(list(column) for column in zip(*rows, strict=True))
            inserted = {tuple(row) for row in await run(_UNNESTED, columns)}
            group = [entry for entry in group if entry.row is None or entry.row[:2] in inserted]
        for statement, values in _changes_of_games(group):
            await run(statement.format(*(f"${number}" for number in range(1, 9))), values)
        await connection.commit()
        return set(group)

    async def close(self) -> None:
        await self.forget()

    async def forget(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._driver.terminate()
            with contextlib.suppress(Exception):  # it is cut off already
                await connection.invalidate()
                await connection.close()
