"""Connections to PostgreSQL that never keep anybody waiting for ever.

A network may swallow everything without a word. Then cancelling a statement does not help, and closing
politely does not either: both need an answer from the same server. So a connection that has not answered in
time is cut off on this side. Whoever waits on it is told at once, and the pool makes a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from outnumber.web.storage.writers import COLUMNS, Entry, changes_of_games


class Connections:
    """A pool of connections; nothing that is asked of one takes longer than so many seconds."""

    def __init__(self, url: str, seconds: float) -> None:
        self.seconds = seconds
        # When each is cut off, if it is in use.
        self._ends: WeakKeyDictionary[Any, asyncio.TimerHandle] = WeakKeyDictionary()
        self.engine = create_async_engine(
            url, pool_size=4, max_overflow=4, pool_timeout=seconds,
            connect_args={"timeout": seconds, "async_creator_fn": self._connect},
        )  # fmt: skip
        event.listen(self.engine.sync_engine, "checkout", _must_be_open)

    async def _connect(self, *given: Any, **named: Any) -> Any:
        import asyncpg

        driver = await asyncpg.connect(*given, **named)
        # Until somebody gets it, SQLAlchemy asks it this and that.
        self._limit(driver, self.seconds)
        # A transaction of ours that was cut off must not keep its numbers from those who try again.
        await driver.execute(f"SET idle_in_transaction_session_timeout = {int(2000 * self.seconds)}")
        return driver

    @asynccontextmanager
    async def connected(self, seconds: float | None = None) -> AsyncIterator[Connected]:
        """A connection for so many seconds at most; whatever goes wrong with it is raised."""
        with ExitStack() as limited:
            async with self.engine.connect() as connection:
                limited.enter_context(self.limited(await driver_of(connection), seconds))
                yield Connected(connection)

    async def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """The answer to a question; what it changes is on disk then."""
        async with self.connected() as connection:
            rows = await connection.run(statement, values)
            await connection.commit()
            return rows

    @contextmanager
    def limited(self, driver: Any, seconds: float | None = None) -> Iterator[None]:
        """Cut a connection off unless what is done with it now is done in time."""
        end = self._limit(driver, seconds or self.seconds)
        try:
            yield
        finally:
            end.cancel()  # ours alone: the next one may have the connection, and a limit of their own

    def _limit(self, driver: Any, seconds: float) -> asyncio.TimerHandle:
        if driver in self._ends:
            self._ends[driver].cancel()
        end = asyncio.get_running_loop().call_later(seconds, driver.terminate)
        self._ends[driver] = end
        return end

    async def listen(self, channel: str, heard: Callable[..., None], check: float) -> None:
        """Pass on notices until the connection fails; it is asked for a sign of life every few seconds."""
        async with self.engine.connect() as connection:
            driver = await driver_of(connection)
            try:
                with self.limited(driver):
                    await driver.add_listener(channel, heard)
                while True:
                    await asyncio.sleep(check)
                    with self.limited(driver):
                        await driver.fetchval("SELECT 1")
            finally:
                driver.terminate()
                await connection.invalidate()

    async def close(self) -> None:
        """Close all connections that are not in use."""
        await self.engine.dispose()

    def cut_off(self) -> None:
        """Cut off all connections that are in use."""
        for driver, end in list(self._ends.items()):
            end.cancel()
            driver.terminate()


class Connected:
    """A connection that is one's own for a while."""

    kind = "postgresql"

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.commit = connection.commit

    async def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        result = await self._connection.exec_driver_sql(statement, values)
        return list(result) if result.returns_rows else []


async def driver_of(connection: AsyncConnection) -> Any:
    """The driver's own connection behind one of SQLAlchemy's."""
    return (await connection.get_raw_connection()).driver_connection


def _must_be_open(connection: Any, *_: object) -> None:
    """Have the pool replace a connection that the other side has closed."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


# Every statement here is made of constants; values are always given apart.
# ruff: noqa: S608
_UNNESTED = (
    COLUMNS + "SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::int[], $6::text[],"
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
        for statement, values in changes_of_games(group):
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
