"""The log of all games: append-only, committed in groups, then acknowledged.

Many games' events go to the disk in one transaction. Which of two events with the same number counts is
decided by the database: the other one is told that it came too late, and nothing else in its group suffers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from outnumber.web.schema import migrate

logger = logging.getLogger("outnumber.web.log")

LARGEST_GROUP = 500
# A server that has not been heard of for so long did not run.
BEAT = 1.0
SILENCE = 3.0


class Row(NamedTuple):
    """One event as it is kept."""

    game: str
    seq: int
    kind: str
    participant: int
    number: int | None
    request: str | None
    data: str | None
    at: float


class NewGame(NamedTuple):
    """A game as it is kept: what was agreed on before the first move, as JSON."""

    id: str
    setup: str
    created: float
    state: str
    listed: int


class Entry:
    """Something to be written: an event, a game, or both; `done` is told what became of it.

    `done(True)`: it is on disk. `done(False)`: another event has its number or request id. `done(None)`: the
    database failed, and nobody knows.
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


# Every statement below is made of constants; values are always given apart.
# ruff: noqa: S608
_EVENT = "INSERT INTO events (game, seq, kind, participant, number, request, data, at) "
_SQLITE_EVENT = _EVENT + "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
# A whole group in one step: a thread that comes back to Python for each row waits each time for its turn.
_SQLITE_EVENTS = (
    _EVENT + "SELECT " + ", ".join(f"json_extract(value, '$[{column}]')" for column in range(8)) + " "
    "FROM json_each(?) WHERE true ON CONFLICT DO NOTHING"
)
_POSTGRES_EVENTS = (
    _EVENT + "SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::int[], $6::text[],"
    " $7::text[], $8::float8[]) ON CONFLICT DO NOTHING RETURNING game, seq"
)


_GAME = "INSERT INTO games (id, setup, created, state, listed) VALUES ({0}, {1}, {2}, {3}, {4})"


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
        self._writing: AsyncConnection | None = None
        self._file: Engine
        self._thread = ThreadPoolExecutor(1, "log")
        self._idle = asyncio.Event()
        self._idle.set()

    async def open(self) -> None:
        """Connect, bring the tables up to date, and start to write."""
        if self.shared:
            self.engine = create_async_engine(self.url, pool_size=4, max_overflow=4, pool_pre_ping=True)
        else:
            self.engine = create_async_engine(self.url, isolation_level="AUTOCOMMIT")
            event.listen(self.engine.sync_engine, "connect", _set_pragmas)
            # Writing has a plain connection in a thread of its own: one step to it and back for each group.
            self._file = create_engine(
                self.url.replace("+aiosqlite", ""), isolation_level="AUTOCOMMIT", poolclass=StaticPool,
                connect_args={"check_same_thread": False},
            )  # fmt: skip
            event.listen(self._file, "connect", _set_pragmas)
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
        if self._writing is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await self._writing.close()
            self._writing = None
        await self.engine.dispose()
        if not self.shared:
            self._file.dispose()
        self._thread.shutdown()

    async def flushed(self) -> None:
        """Wait until everything that was appended has been written or refused."""
        await self._idle.wait()

    def append(self, entry: Entry) -> None:
        """Have an entry written with the next group."""
        self._queue.append(entry)
        self._idle.clear()
        self._wake.set()

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

    async def by_request(self, id: str, request: str) -> Row | None:
        """The event of a game that a request made, if any."""
        rows = await self._run(
            "SELECT game, seq, kind, participant, number, request, data, at FROM events"
            " WHERE game = {0} AND request = {1}",
            (id, request),
        )
        return Row(*rows[0]) if rows else None

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
            except (SQLAlchemyError, OSError) as error:
                logger.error("a group could not be written", extra={"error": type(error).__name__})
                verdicts = [None] * len(group)
                await self._forget_connection()
            written = list(zip(group, verdicts, strict=True))

    async def _forget_connection(self) -> None:
        connection, self._writing = self._writing, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
                await connection.close()
        await asyncio.sleep(0.2)

    async def _commit(self, group: list[Entry]) -> list[bool | None]:
        # Two of one group with the same number: the first in the queue is the one the database would take.
        claimed: set[tuple[str, int]] = set()
        tried: list[Entry] = []
        for entry in group:
            if entry.row is not None:
                key = entry.row[:2]
                if key in claimed:
                    continue
                claimed.add(key)
            tried.append(entry)
        if self.shared:
            if self._writing is None:
                self._writing = await self.engine.connect()
            written = await self._insert_postgres(self._writing, tried)
        else:
            written = await asyncio.get_running_loop().run_in_executor(
                self._thread, self._insert_sqlite, tried
            )
        return [entry in written for entry in group]

    def _insert_sqlite(self, tried: list[Entry]) -> set[Entry]:
        """Write a group; runs in the one thread that writes."""
        with self._file.connect() as connection:
            run = connection.exec_driver_sql
            run("BEGIN IMMEDIATE")
            try:
                rows = [entry.row for entry in tried if entry.row is not None]
                if rows and run(_SQLITE_EVENTS, (json.dumps(rows),)).rowcount != len(rows):
                    # Somebody came too late. Rare: find out who, one by one.
                    run("ROLLBACK")
                    run("BEGIN IMMEDIATE")
                    tried = [e for e in tried if e.row is None or run(_SQLITE_EVENT, e.row).rowcount == 1]
                for entry in tried:
                    for statement, values in self._changes_of_games(entry):
                        run(statement, values)
                run("COMMIT")
            except BaseException:
                with contextlib.suppress(SQLAlchemyError):
                    run("ROLLBACK")
                raise
        return set(tried)

    async def _insert_postgres(self, connection: AsyncConnection, tried: list[Entry]) -> set[Entry]:
        rows = [entry.row for entry in tried if entry.row is not None]
        if rows:
            columns: Any = tuple(list(column) for column in zip(*rows, strict=True))
            result = await connection.exec_driver_sql(_POSTGRES_EVENTS, columns)
            inserted = {tuple(row) for row in result}
            tried = [entry for entry in tried if entry.row is None or entry.row[:2] in inserted]
        for entry in tried:
            for statement, values in self._changes_of_games(entry):
                await connection.exec_driver_sql(statement, values)
        await connection.commit()
        return set(tried)

    def _changes_of_games(self, entry: Entry) -> Iterator[tuple[str, tuple[Any, ...]]]:
        if entry.game is not None:
            yield self._marked(_GAME, 5), tuple(entry.game)
        if entry.state and entry.row is not None:
            yield (
                self._marked("UPDATE games SET state = {0} WHERE id = {1}", 2),
                (entry.state, entry.row.game),
            )

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


def _tell(written: list[tuple[Entry, bool | None]]) -> None:
    """Tell each entry what became of it."""
    for entry, verdict in written:
        try:
            entry.done(verdict)
        except Exception:  # one listener's fault must not stop the log
            logger.exception("a listener failed")


# Each game of a group has its own page in the tree, and the whole page goes to the disk: small ones are
# faster by half.
PRAGMAS = (
    "page_size=1024",
    "journal_mode=WAL",
    "synchronous=FULL",
    "busy_timeout=5000",
    "wal_autocheckpoint=16000",
)


def _set_pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
