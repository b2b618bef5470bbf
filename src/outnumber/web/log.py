"""The log of all games: append-only, committed in groups, then acknowledged.

Many games' events go to the disk in one transaction. Which of two events with the same number counts is
decided by the database: the other one is told that it came too late, and nothing else in its group suffers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from outnumber.web.schema import migrate
from outnumber.web.writers import Entry, NewGame, PostgresWriter, Row, SqliteWriter, Writer, set_pragmas

__all__ = ["Entry", "Log", "NewGame", "Row"]

logger = logging.getLogger("outnumber.web.log")

LARGEST_GROUP = 500
# A server that has not been heard of for so long did not run.
BEAT = 1.0
SILENCE = 3.0


# Every statement below is made of constants; values are always given apart.
# ruff: noqa: S608


class Log:
    """The log in one database; one object a process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: AsyncEngine
        self.outages: list[tuple[float, float]] = []
        self.groups = 0
        self.shared = url.startswith("postgresql")
        self._queue: deque[Entry] = deque()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._writer: Writer
        self._idle = asyncio.Event()
        self._idle.set()

    async def open(self) -> None:
        """Connect, bring the tables up to date, and start to write."""
        if self.shared:
            self.engine = create_async_engine(self.url, pool_size=4, max_overflow=4, pool_pre_ping=True)
            self._writer = PostgresWriter(self.engine)
        else:
            self.engine = create_async_engine(self.url, isolation_level="AUTOCOMMIT")
            event.listen(self.engine.sync_engine, "connect", set_pragmas)
            self._writer = SqliteWriter(self.url)
        async with self.engine.connect() as connection:
            await migrate(connection)
        await self._note_outage()
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._beat())]

    async def close(self) -> None:
        """Write what is waiting, say that the server stops, and let go of the database."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.flushed(), 5)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self._run("UPDATE beats SET at = {0}", (time.time(),))
        await self._writer.close()
        await self.engine.dispose()

    async def flushed(self) -> None:
        """Wait until everything that was appended has been written or refused."""
        await self._idle.wait()

    def append(self, entry: Entry) -> None:
        """Have an entry written with the next group."""
        if not self._queue:
            self._idle.clear()
            self._wake.set()
        self._queue.append(entry)

    @property
    def waiting(self) -> int:
        return len(self._queue)

    # Reading

    async def game(self, id: str) -> NewGame | None:
        rows = await self._run("SELECT id, setup, created, state, listed FROM games WHERE id = {0}", (id,))
        return NewGame(*rows[0]) if rows else None

    async def events(self, id: str, after: int = 0, most: int = -1) -> list[Row]:
        """The events of a game after a number, in order."""
        limit = f" LIMIT {int(most)}" if most >= 0 else ""
        rows = await self._run(
            "SELECT game, seq, kind, participant, number, request, data, at FROM events"
            f" WHERE game = {{0}} AND seq > {{1}} ORDER BY seq{limit}",
            (id, after),
        )
        return [Row(*row) for row in rows]

    async def listed(self, state: str, most: int = 100) -> list[NewGame]:
        """The newest listed games in a state."""
        rows = await self._run(
            "SELECT id, setup, created, state, listed FROM games"
            f" WHERE listed = 1 AND state = {{0}} ORDER BY created DESC LIMIT {int(most)}",
            (state,),
        )
        return [NewGame(*row) for row in rows]

    async def newest(self, ids: Sequence[str]) -> dict[str, int]:
        """The newest event's number of each of some games."""
        if not ids:
            return {}
        marks = ", ".join(f"{{{index}}}" for index in range(len(ids)))
        rows = await self._run(
            f"SELECT game, max(seq) FROM events WHERE game IN ({marks}) GROUP BY game", tuple(ids)
        )
        return {row[0]: row[1] for row in rows}

    async def alive(self) -> None:
        """Raise unless the database answers."""
        await self._run("SELECT 1", ())

    async def _run(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        async with self.engine.connect() as connection:
            result = await connection.exec_driver_sql(self._marked(statement, len(values)), values)
            rows = list(result) if result.returns_rows else []
            if self.shared:
                await connection.commit()
            return rows

    def _marked(self, statement: str, count: int) -> str:
        """The statement with the marks for values that its database wants."""
        return statement.format(*(f"${i}" if self.shared else f"?{i}" for i in range(1, count + 1)))

    # Writing

    async def _write(self) -> None:
        written: list[tuple[Entry, bool | None]] = []
        while True:
            if not self._queue:
                if written:
                    _tell(written)
                    written = []
                    continue
                self._wake.clear()
                self._idle.set()
                await self._wake.wait()
            group = [self._queue.popleft() for _ in range(min(len(self._queue), LARGEST_GROUP))]
            # While the disk is busy with one group, everybody hears of the one before.
            job = asyncio.ensure_future(self._commit(group))
            await asyncio.sleep(0)
            _tell(written)
            try:
                verdicts: Iterable[bool | None] = await job
                self.groups += 1
            except Exception as error:  # whatever it is, those who wait are told, and the next group is tried
                logger.error("a group could not be written", extra={"error": _reason(error)})
                verdicts = [None] * len(group)
                await self._writer.forget()
                await asyncio.sleep(0.2)
            written = list(zip(group, verdicts, strict=True))

    async def _commit(self, group: list[Entry]) -> list[bool]:
        # Two of one group with the same number: the first in the queue is the one the database would take.
        claimed: dict[object, Entry] = {}
        for entry in group:
            claimed.setdefault(entry if entry.row is None else entry.row[:2], entry)
        written = await self._writer.write(list(claimed.values()))
        return [entry in written for entry in group]

    # Time at which no server ran does not count on any clock.

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._run("UPDATE beats SET at = {0}", (time.time(),))
                if self.shared:
                    await self._read_outages()
            except (SQLAlchemyError, OSError):
                logger.warning("the database does not answer")

    async def _note_outage(self) -> None:
        now = time.time()
        last = await self._run("SELECT at FROM beats", ())
        if not last:
            await self._run("INSERT INTO beats (id, at) VALUES (1, {0}) ON CONFLICT DO NOTHING", (now,))
        # Only one process can have an SQLite file: there every gap is an outage.
        elif now - last[0][0] > (SILENCE if self.shared else 0):
            await self._run("INSERT INTO outages (began, ended) VALUES ({0}, {1})", (last[0][0], now))
            await self._run("UPDATE beats SET at = {0}", (now,))
        await self._read_outages()

    async def _read_outages(self) -> None:
        # No turn is longer than a day, so older ones matter to nobody.
        rows = await self._run(
            "SELECT began, ended FROM outages WHERE ended > {0}", (time.time() - 7 * 86_400,)
        )
        self.outages = [(row[0], row[1]) for row in rows]

    def run_time(self, began: float, now: float) -> float:
        """The seconds from one time to another during which a server ran."""
        stood_still = sum(max(0.0, min(now, end) - max(began, start)) for start, end in self.outages)
        return now - began - stood_still


def _reason(error: Exception) -> str:
    """What the database says, without the statement and its values."""
    return f"{type(error).__name__}: {getattr(error, 'orig', error)}"


def _tell(written: list[tuple[Entry, bool | None]]) -> None:
    """Tell each entry what became of it."""
    for entry, verdict in written:
        try:
            entry.done(verdict)
        except Exception:  # one listener's fault must not stop the log
            logger.exception("a listener failed")
