"""Connections to PostgreSQL with timeouts that always work.

If a network silently drops packets, neither cancelling a statement nor closing a connection helps: both wait
for an answer from the server. So a connection that has not answered in time is terminated on this side. Its
user gets an error at once, and the next user gets a new connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from functools import partial
from typing import Any
from weakref import WeakSet

import asyncpg

from outnumber.server.errors import StorageError

from .schema import CLASS_OVER, GONE, Run
from .writers import (
    COLUMNS,
    GAME,
    LogEntry,
    LogWriter,
    allowed,
    changes_of_games,
    classes_of,
)

# What the driver raises, other than for an address that is unreachable or invalid.
ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError)
# Maximum number of concurrent queries; the writer and the listener use separate connections.
READERS = 6
# Moves are acknowledged once they are on disk. Only "off" does not wait for the disk, so only "off" is
# overridden.
_DURABLE = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)


class Connections:
    """A connection pool; each operation has a timeout of `seconds`."""

    look_only = False

    in_use = 0

    def __init__(self, url: str, seconds: float) -> None:
        self.seconds = seconds
        # Some drivers call the parameter `ssl`.
        self._url = url.replace("?ssl=", "?sslmode=").replace("&ssl=", "&sslmode=")
        self._room = asyncio.Semaphore(READERS)
        self._idle: list[Any] = []
        self._all: WeakSet[Any] = WeakSet()

    async def connect(self) -> Any:
        """Open a connection that the caller owns."""
        try:
            driver = await asyncpg.connect(self._url, timeout=self.seconds)
        except TimeoutError:
            raise StorageError("the database does not answer") from None
        except (ValueError, OverflowError):  # its message may contain a part of the password
            raise StorageError("its URL is invalid") from None
        self._all.add(driver)
        try:
            with self.limited(driver):
                # A transaction that was cut off must not block retries of its events.
                limit = f"SET idle_in_transaction_session_timeout = {int(2000 * self.seconds)}"
                await driver.execute(f"{limit}; {_DURABLE}")
        except BaseException:
            driver.terminate()  # the caller never gets it
            raise
        return driver

    @asynccontextmanager
    async def connected(self, seconds: float | None = None) -> AsyncIterator[Run]:
        """Borrow a connection for a limited time; after an error it is not reused."""
        async with asyncio.timeout(self.seconds):
            await self._room.acquire()
        self.in_use += 1
        driver = None
        try:
            driver = self._kept() or await self.connect()
            with self.limited(driver, seconds):
                yield partial(_rows, driver)
            self._idle.append(driver)
        except BaseException:
            if driver is not None:
                driver.terminate()
            raise
        finally:
            self.in_use -= 1
            self._room.release()

    def _kept(self) -> Any:
        """An idle connection that is still open, or None."""
        while self._idle:
            if not (driver := self._idle.pop()).is_closed():
                return driver
        return None

    async def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """Run a statement, commit it, and return its rows."""
        async with self.connected() as run:
            return await run(statement, values)

    @contextmanager
    def limited(self, driver: Any, seconds: float | None = None) -> Iterator[None]:
        """Terminate a connection unless the block ends in time."""
        end = asyncio.get_running_loop().call_later(seconds or self.seconds, driver.terminate)
        try:
            yield
        finally:
            end.cancel()

    async def listen(self, channels: Sequence[str], heard: Callable[..., None], check: float) -> None:
        """Pass notifications to a callback until the connection fails; test it every `check` seconds."""
        driver = await self.connect()
        try:
            with self.limited(driver):
                for channel in channels:
                    await driver.add_listener(channel, heard)
            while True:
                await asyncio.sleep(check)
                with self.limited(driver):
                    await driver.fetchval("SELECT 1")
        finally:
            driver.terminate()

    async def close(self) -> None:
        """Close all idle connections."""
        while driver := self._kept():
            await driver.close()

    def cut_off(self) -> None:
        """Terminate all connections."""
        for driver in list(self._all):
            driver.terminate()


async def _rows(driver: Any, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
    return [tuple(row) for row in await driver.fetch(statement, *values)]


# All SQL here is built from constants; values are always passed as parameters.
# ruff: noqa: S608
# Rows of `tails` are locked in the order of their names, so that two processes cannot deadlock. A missing row
# means that its game or class is being deleted.
_LOCKED = "SELECT game, seq FROM tails WHERE game = ANY({}) ORDER BY game FOR NO KEY UPDATE"
_UNNESTED = (
    f"WITH locked AS ({_LOCKED.format('$1::text[]')}), added AS (INSERT {COLUMNS}SELECT new.* FROM"
    " unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::int[], $6::text[], $7::text[], $8::float8[],"
    " $9::int8[]) AS new (game, seq) JOIN locked ON new.game = locked.game AND new.seq > locked.seq"
    " ON CONFLICT DO NOTHING RETURNING game, seq),"
    " advanced AS (UPDATE tails SET seq = newest.seq FROM (SELECT game, max(seq) AS seq FROM added"
    " GROUP BY game) AS newest WHERE tails.game = newest.game) SELECT game, seq FROM added"
)
_NEW = f"WITH made AS ({GAME} RETURNING id) INSERT INTO tails SELECT id, 0 FROM made"
# Games made by a process of an older version have no class and no tail yet. Any other missing tail is damage.
_ADOPT = (
    "INSERT INTO tails SELECT id, 0 FROM games WHERE id = ANY($1)"
    f" AND class IS NULL AND state NOT IN ('{GONE}', '{CLASS_OVER}')"
    " AND NOT EXISTS (SELECT 1 FROM tails WHERE game = id) ORDER BY id FOR UPDATE ON CONFLICT DO NOTHING"
    " RETURNING game"
)


class PostgresWriter(LogWriter):
    """Writes over one permanent connection."""

    driver: Any = None

    def __init__(self, connections: Connections) -> None:
        super().__init__()
        self._connections = connections

    async def write(self, group: list[LogEntry], meanwhile: Callable[[], None]) -> set[LogEntry]:
        writing = asyncio.ensure_future(self._write(group))
        await asyncio.sleep(0)
        meanwhile()
        return await writing

    async def _write(self, group: list[LogEntry]) -> set[LogEntry]:
        if self.driver is None or self.driver.is_closed():
            self.driver = await self._connections.connect()
        # A group of moves is one statement, which commits itself: one round trip instead of three.
        alone = not any(entry.game or entry.state for entry in group)
        with self._connections.limited(self.driver):
            async with nullcontext() if alone else self.driver.transaction():
                return await self._insert(group)

    async def _insert(self, group: list[LogEntry]) -> set[LogEntry]:
        if classes := classes_of(group):
            # Includes the games of the events: one statement must lock all rows that a group needs.
            names = classes | {entry.row.game for entry in group if entry.row is not None}
            found = {row[0] for row in await self.driver.fetch(_LOCKED.format("$1"), list(names))}
            if missing := names - found:
                found |= {row[0] for row in await self.driver.fetch(_ADOPT, list(missing))}
            group = allowed(group, found)
        rows = [entry.row for entry in group if entry.row is not None]
        if rows:
            columns = (list(column) for column in zip(*rows, strict=True))
            inserted = {tuple(row) for row in await self.driver.fetch(_UNNESTED, *columns)}
            group = [entry for entry in group if entry.row is None or entry.row[:2] in inserted]
            if refused := {row.game for row in rows if row[:2] not in inserted}:
                await self.driver.execute(_ADOPT, list(refused))  # the writer retries
        for statement, values in changes_of_games(group):
            statement = _NEW if statement == GAME else statement
            await self.driver.execute(statement, *values)
        return set(group)

    async def forget(self) -> None:
        if self.driver is not None:
            self.driver.terminate()
            self.driver = None
