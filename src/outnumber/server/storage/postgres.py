"""Connections to PostgreSQL that never keep anybody waiting for ever.

A network may swallow everything without a word. Then cancelling a statement does not help, and closing
politely does not either: both need an answer from the same server. So a connection that has not answered in
time is cut off on this side. Whoever waits on it is told at once, and the next one gets a new one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any
from weakref import WeakSet

import asyncpg

from outnumber.server.errors import StorageError
from outnumber.server.storage.schema import CLASS_OVER, GONE, Run
from outnumber.server.storage.writers import (
    COLUMNS,
    GAME,
    LogEntry,
    LogWriter,
    allowed,
    changes_of_games,
    classes_of,
)

# So many questions are asked at once; who writes and who listens have connections of their own.
READERS = 6
# A move is acknowledged once it is on disk, whatever the default of the database is. Only "off" does not wait
# for the disk: any other choice of the operator stays.
_DURABLE = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)


class Connections:
    """Connections to a database; nothing that is asked of one takes longer than so many seconds."""

    look_only = False

    def __init__(self, url: str, seconds: float) -> None:
        self.seconds = seconds
        # Another name for it, which addresses of some drivers have.
        self._url = url.replace("?ssl=", "?sslmode=").replace("&ssl=", "&sslmode=")
        self._room = asyncio.Semaphore(READERS)
        self._idle: list[Any] = []
        self._all: WeakSet[Any] = WeakSet()
        self.in_use = 0

    async def connect(self) -> Any:
        """A new connection that belongs to whoever asks for it."""
        try:
            driver = await asyncpg.connect(self._url, timeout=self.seconds)
        except TimeoutError:
            raise StorageError("the database does not answer") from None
        self._all.add(driver)
        try:
            with self.limited(driver):
                # A transaction of ours that was cut off must not keep its numbers from those who try again.
                limit = f"SET idle_in_transaction_session_timeout = {int(2000 * self.seconds)}"
                await driver.execute(f"{limit}; {_DURABLE}")
        except BaseException:
            driver.terminate()  # nobody else knows of it
            raise
        return driver

    @asynccontextmanager
    async def connected(self, seconds: float | None = None) -> AsyncIterator[Run]:
        """A connection for so many seconds at most; if anything goes wrong, nobody else gets it."""
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
        """A connection that is not in use, unless the other side has closed it."""
        while self._idle:
            if not (driver := self._idle.pop()).is_closed():
                return driver
        return None

    async def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """The answer to a question; what it changes is on disk then."""
        async with self.connected() as run:
            return await run(statement, values)

    @contextmanager
    def limited(self, driver: Any, seconds: float | None = None) -> Iterator[None]:
        """Cut a connection off unless what is done with it now is done in time."""
        end = asyncio.get_running_loop().call_later(seconds or self.seconds, driver.terminate)
        try:
            yield
        finally:
            end.cancel()

    async def listen(self, channel: str, heard: Callable[..., None], check: float) -> None:
        """Pass on notices until the connection fails; it is asked for a sign of life every few seconds."""
        driver = await self.connect()
        try:
            with self.limited(driver):
                await driver.add_listener(channel, heard)
            while True:
                await asyncio.sleep(check)
                with self.limited(driver):
                    await driver.fetchval("SELECT 1")
        finally:
            driver.terminate()

    async def close(self) -> None:
        """Close all connections that are not in use."""
        while driver := self._kept():
            await driver.close()

    def cut_off(self) -> None:
        """Cut off all connections."""
        for driver in list(self._all):
            driver.terminate()


async def _rows(driver: Any, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
    return [tuple(row) for row in await driver.fetch(statement, *values)]


# Every statement here is made of constants; values are always given apart.
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
    """Writes over one connection that it keeps."""

    def __init__(self, connections: Connections) -> None:
        super().__init__()
        self._connections = connections
        self.driver: Any = None

    async def write(self, group: list[LogEntry], meanwhile: Callable[[], None]) -> set[LogEntry]:
        writing = asyncio.ensure_future(self._write(group))
        await asyncio.sleep(0)
        meanwhile()
        return await writing

    async def _write(self, group: list[LogEntry]) -> set[LogEntry]:
        if self.driver is None or self.driver.is_closed():
            self.driver = await self._connections.connect()
        with self._connections.limited(self.driver):
            async with self.driver.transaction():
                return await self._insert(group)

    async def _insert(self, group: list[LogEntry]) -> set[LogEntry]:
        if classes := classes_of(group):
            # With the games of the events: one statement must lock all rows that a group needs.
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
            marked = (_NEW if statement == GAME else statement).format(*(f"${n}" for n in range(1, 10)))
            await self.driver.execute(marked, *values)
        return set(group)

    async def forget(self) -> None:
        if self.driver is not None:
            self.driver.terminate()
            self.driver = None
