"""The log of all games: append-only, committed in groups, then acknowledged.

One transaction writes the events of many games. If two events have the same number, the database accepts one
and rejects the other; the rest of the group is unaffected.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from outnumber.games import Phrase
from outnumber.server.errors import Damaged, Gone, StorageError, reason, shows_damage
from outnumber.server.play.tasks import BackgroundTasks

from .calendar import Calendar
from .checksums import LogRow, flaw
from .deletion import Deletion
from .schema import CLASS_OVER, GONE, marks, migrate, must_be_current
from .sqlite import File, SqliteWriter, alone
from .uptime import TICK, Uptime
from .writers import LARGEST_GROUP, LogEntry, LogWriter, NewGame

if TYPE_CHECKING:
    from .postgres import Connections

__all__ = ["Log", "LogEntry", "LogRow", "NewGame"]

logger = logging.getLogger("outnumber.server.storage.log")

# Seconds between heartbeats of a process, and the longest silence before the database counts as unresponsive.
BEAT = 1.0
SILENCE = 3.0
# Default timeout of a query, and the timeout of a migration, in seconds.
PATIENCE = 5.0
MIGRATION = 600.0


# All SQL below is built from constants; values are always passed as parameters.
# ruff: noqa: S608
_COLUMNS = "id, setup, created, state, listed, maker, class, checksum"
_GAMES = f"SELECT {_COLUMNS} FROM games"
# Returns one row even if the row of the game is missing, so that the loss is noticed.
_WANTED = (
    "FROM (SELECT CAST($1 AS TEXT) AS wanted) AS asked LEFT JOIN games ON id = wanted"
    " LEFT JOIN tails ON tails.game = wanted"
)
# Maximum number of events read and applied at a time.
SLICE = 500
# Lists other than that of open games choose from this many of the newest games.
NEWEST = 1000


class Log:
    """The log in one database; each process has one instance."""

    _beating = inf  # by time.monotonic: the start of the pending heartbeat
    _forgotten = 0.0  # the midnight before which no pseudonyms of addresses are left

    # The exceptions of an unusable database.
    errors: tuple[type[Exception], ...] = (StorageError, sqlite3.Error)

    def __init__(self, url: str, seconds: float = PATIENCE) -> None:
        self.url = url
        self.seconds = seconds
        self.shared = url.startswith("postgresql")
        self.database: Connections | File
        self.writer: LogWriter
        if self.shared:
            # Imported here, because SQLite does not need the driver.
            from .postgres import ERRORS, Connections, PostgresWriter

            self.errors = (StorageError, *ERRORS, OSError, ValueError)
            self.database = Connections(url, seconds)
            self.writer = PostgresWriter(self.database)
        else:
            self.database = File(url)
            self.writer = SqliteWriter(url, seconds)
        self.append = self.writer.append
        self.uptime: Uptime
        self.calendar: Calendar
        self.deletion = Deletion(self.run)
        self._beats = BackgroundTasks()
        self._asking: set[asyncio.Task[list[Any]]] = set()
        self._damaged: set[str] = set()
        self._alone = contextlib.ExitStack()
        self._one = asyncio.Lock()  # one query at a time while read-only

    async def open(self) -> None:
        """Connect, migrate the tables, and start the heartbeats.

        On a full disk the server starts read-only: it refuses moves until there is room.
        """
        try:
            await self._connect()
            steady = asyncio.get_running_loop().time
            self.uptime = Uptime(self.run, self.shared, SILENCE, steady)
            self.calendar = Calendar(self.run, self.shared)
            await self.uptime.begin()
            await self._beat()
        except BaseException:
            await self._let_go()
            raise
        self._beats.every(TICK, self._tick)
        self._beats.every(BEAT, self._beat)

    async def _connect(self) -> None:
        if not isinstance(self.database, File):
            async with self.database.connected(MIGRATION) as run:
                await migrate(run, "postgresql")
            return
        self._alone.enter_context(alone(self.url))
        try:
            self.database = await self._migrated_file()
        except sqlite3.OperationalError as error:
            self.database, self.writer.closed = File(self.url, look_only=True), True
            try:
                async with self.database.connected() as run:
                    await must_be_current(run)
            except sqlite3.OperationalError:
                raise error from None
            self._cannot_write(error)

    async def _migrated_file(self) -> File:
        file = File(self.url)
        try:
            async with file.connected() as run:
                await migrate(run, "sqlite")
        except BaseException:
            await file.close()
            raise
        return file

    async def close(self) -> None:
        """Write waiting entries, send the last heartbeat, and close the database."""
        await self.flushed()
        await self._beats.cancel_tasks()
        # From here on, do not wait for anything that hangs.
        with contextlib.suppress(StorageError, TimeoutError):
            async with asyncio.timeout(1):
                await self._beat_once()
                await self.uptime.end()
        await self._let_go()

    async def _let_go(self) -> None:
        await self.writer.close()
        await asyncio.wait([asyncio.ensure_future(self.database.close()), *self._asking], timeout=1)
        self.database.cut_off()
        self._alone.close()

    async def flushed(self) -> None:
        """Wait until all appended entries have been written or refused, or until the timeout.

        After the timeout, the outcome of pending entries is unknown, and the writer ends.
        """
        try:
            async with asyncio.timeout(self.seconds):
                await self.writer.idle.wait()
        except TimeoutError:
            logger.error("the database does not answer; pending requests are refused")
            self.database.cut_off()
            self.writer.end()

    async def written(self, row: LogRow | None, game: NewGame | None = None, state: str = "") -> bool | None:
        """Write an entry and return the outcome: see `LogEntry`."""
        outcome: asyncio.Future[bool | None] = asyncio.Future()

        def done(written: bool | None) -> None:
            if not outcome.done():
                outcome.set_result(written)

        self.append(LogEntry(row, done, game, state))
        return await outcome

    # Reading

    async def game(self, id: str) -> NewGame | None:
        """The game or class with an id, or None; raises `Damaged`."""
        events = "EXISTS (SELECT 1 FROM events WHERE events.game = wanted)"
        found = await self._of(id, f"SELECT {_COLUMNS}, tails.seq, {events} {_WANTED}", (id,))
        ((*row, tail, left),) = found
        self._must_not_lack_its_row(id, row[0], tail, left)
        game = self._read(row) if row[0] is not None and row[3] not in (GONE, CLASS_OVER) else None
        if isinstance(game, Damaged):
            raise game
        return game

    async def in_state(self, state: str) -> list[NewGame]:
        """All rows in a state; only for classes, of which there are few."""
        rows = await self.run(f"{_GAMES} WHERE state = $1 ORDER BY created", (state,))
        return [game for game in map(self._read, rows) if isinstance(game, NewGame)]

    async def events(
        self, id: str, after: int = 0, most: int = SLICE, *, ended: bool = False
    ) -> list[LogRow]:
        """The events of a game after a number, in order; raises `Damaged` if they fail a check.

        Raises `Gone` if the game has been deleted, or is a class that has ended, unless `ended` is set.
        """
        # Includes the previous event for its checksum. A single statement, so that it sees a consistent state
        # while other processes add or delete events.
        found = await self._of(
            id,
            f"SELECT state, class, tails.seq, {', '.join(f'told.{name}' for name in LogRow._fields)}"
            f" {_WANTED} LEFT JOIN (SELECT * FROM events"
            f" WHERE game = $1 AND seq >= $2 ORDER BY seq LIMIT {int(most) + 1})"
            " AS told ON told.game = wanted ORDER BY told.seq",
            (id, after),
        )
        state, group, tail = found[0][:3]
        rows = [LogRow(*row[3:]) for row in found if row[3] is not None]
        self._must_not_lack_its_row(id, state, tail, bool(rows))
        if state in (None, GONE) or (state == CLASS_OVER and not ended):
            raise Gone(id)
        whole = len(rows) <= most
        before = rows.pop(0) if after and rows else None
        if after and (before is None or before.seq != after):
            raise self.damaged(id, f"event {after} is missing")
        if wrong := flaw(rows, before, tail or 0 if whole else 0):
            raise self.damaged(id, wrong)
        if tail is None and group is not None and state != CLASS_OVER:
            raise self.damaged(id, "the number of its newest event is missing")
        return rows[:most]

    def _must_not_lack_its_row(self, id: str, row: str | None, tail: int | None, events: bool) -> None:
        # In a shared database, a process of an older version deletes everything except the tail.
        if row is None and tail is not None and (events or not self.shared):
            raise self.damaged(id, "its row is missing")

    async def beyond(self, id: str, seq: int, *, ended: bool = False) -> AsyncIterator[LogRow]:
        """All events of a game after a number, read in slices."""
        rows: list[LogRow] | None = None
        while rows is None or len(rows) == SLICE:
            rows = await self.events(id, seq, SLICE, ended=ended)
            for row in rows:
                yield row
                seq = row.seq

    def damaged(self, id: str, what: str | Phrase) -> Damaged:
        """The error for a damaged game, logged once per game."""
        if id not in self._damaged:
            self._damaged.add(id)
            logger.error(
                "a game is damaged; restore a backup to recover it", extra={"game": id, "what": str(what)}
            )
        return Damaged(str(what))

    @property
    def damages(self) -> int:
        """The number of damaged games that this process has found."""
        return len(self._damaged)

    def forget_damages(self) -> None:
        """Look at damaged games again: another program may have repaired some."""
        self._damaged.clear()
        self.writer.damaged.clear()

    async def _of(self, id: str, statement: str, values: tuple[Any, ...]) -> list[Any]:
        """Query one game; data that the database cannot read raises `Damaged`, not an error to retry."""
        if id in self.writer.damaged:
            raise self.damaged(id, self.writer.damaged[id])
        try:
            return await self.run(statement, values)
        except StorageError as error:
            if shows_damage(error.__cause__):
                raise self.damaged(id, str(error)) from None
            raise

    def _read(self, row: Any) -> NewGame | Damaged:
        """The game in a row, or `Damaged`."""
        game = NewGame(*row)
        if not game.right:
            return self.damaged(game.id, "the game has a wrong checksum")
        return game._replace(checksum=None)

    async def listed(
        self, state: str, most: int = 100, since: float = 0.0, seen: float = 0.0
    ) -> list[NewGame]:
        """Some listed games in a state: the newest of each maker, then the second newest, and so on.

        Open games must be created after `since`, and their makers seen after `seen`.
        """
        # The + keeps SQLite from using the index on `created`: far more games match it than match `seen`.
        chosen = (
            "games WHERE listed = 1 AND state = 'open' AND +created > $1 AND seen > $2"
            if state == "open"
            else "(SELECT id, maker, created FROM games WHERE listed = 1 AND state = $1 AND created > $2"
            f" ORDER BY created DESC LIMIT {NEWEST}) AS newest"
        )
        rows = await self.run(
            f"{_GAMES} JOIN (SELECT id AS game, created AS made, row_number() OVER (PARTITION BY"
            f" coalesce(maker, id) ORDER BY created DESC) AS turn FROM {chosen} ORDER BY turn, made DESC"
            f" LIMIT {int(most)}) AS shares ON id = game ORDER BY turn, made DESC",
            (since, seen) if state == "open" else (state, since),
        )
        return [game for game in map(self._read, rows) if isinstance(game, NewGame)]

    async def seen(self, ids: Sequence[str], now: float) -> None:
        """Record that the makers of some open games are connected."""
        for start in range(0, len(ids), LARGEST_GROUP):
            some = ids[start : start + LARGEST_GROUP]
            here = f"UPDATE games SET seen = $1 WHERE state = 'open' AND id IN ({marks(len(some), 2)})"
            await self.run(here, (now, *some))

    async def newest(self, ids: Sequence[str]) -> dict[str, int]:
        """The newest event's number of each game; deleted games and ended classes are left out."""
        found: dict[str, int] = {}
        for start in range(0, len(ids), LARGEST_GROUP):
            some = tuple(ids[start : start + LARGEST_GROUP])
            found |= await self.run(
                "SELECT id, coalesce((SELECT max(seq) FROM events WHERE game = id), 0) FROM games"
                f" WHERE id IN ({marks(len(some))}) AND state NOT IN ('{GONE}', '{CLASS_OVER}')",
                some,
            )
        return found

    async def older(self, state: str, before: float, most: int) -> list[str]:
        """Games in a state whose creation and last event are older than `before`, oldest first."""
        rows = await self.run(
            "SELECT id FROM games WHERE state = $1 AND created < $2 AND coalesce((SELECT at FROM events"
            f" WHERE game = id ORDER BY seq DESC LIMIT 1), 0) < $2 ORDER BY created LIMIT {int(most)}",
            (state, before),
        )
        return [row[0] for row in rows]

    async def forget_makers(self, midnight: float) -> None:
        """Delete the pseudonyms of addresses of earlier days, once a day."""
        if midnight <= self._forgotten:
            return
        old = "SELECT id FROM games WHERE maker IS NOT NULL AND created < $1 AND id > $2 ORDER BY id"
        last = ""
        while ids := await self.run(f"{old} LIMIT {LARGEST_GROUP}", (midnight, last)):
            forget = f"UPDATE games SET maker = NULL WHERE id IN ({marks(len(ids))})"
            await self.run(forget, tuple(id for (id,) in ids))
            last = ids[-1][0]
        self._forgotten = midnight

    @property
    def well(self) -> bool:
        """Whether writing works, judged by the latest writes; there is at least a heartbeat every second."""
        return not self.writer.failing and time.monotonic() - min(self.writer.since, self._beating) < SILENCE

    # Between processes that share a database

    async def notify(self, notices: Sequence[tuple[str, str]]) -> None:
        """Send notifications: each has a channel and a text."""
        listed = "unnest($1::text[], $2::text[]) AS notices (channel, text)"
        await self.run(f"SELECT pg_notify(channel, text) FROM {listed}", tuple(zip(*notices, strict=True)))

    async def listen(self, channels: Sequence[str], heard: Callable[..., None]) -> None:
        """Receive the notifications of some channels until the connection fails; raises `StorageError`."""
        if not isinstance(self.database, File):
            try:
                await self.database.listen(channels, heard, BEAT)
            except Exception as error:
                raise StorageError(reason(error)) from error

    async def run(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        """Run a statement; raises `StorageError` if it fails or times out.

        After a timeout the statement continues in the background: cancelling would mean waiting for the
        driver.
        """
        asking = asyncio.ensure_future(self._execute(statement, values))
        self._asking.add(asking)
        asking.add_done_callback(self._asked)
        done, _ = await asyncio.wait([asking], timeout=self.seconds)
        if not done:
            raise StorageError("the database does not answer")
        try:
            return asking.result()
        except Exception as error:  # drivers raise arbitrary exceptions
            raise StorageError(reason(error)) from error

    def _asked(self, asking: asyncio.Task[list[Any]]) -> None:
        self._asking.discard(asking)
        if not asking.cancelled():
            asking.exception()  # mark it as retrieved

    async def _execute(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        async with self._one if self.database.look_only else contextlib.nullcontext():
            return await self.database.run(statement, values)

    # Heartbeats: game clocks stop while no server can answer.

    async def _tick(self) -> None:
        self.uptime.tick()

    async def _beat(self) -> None:
        try:
            if self.database.look_only:  # because the disk was full
                await self._try_to_open()
            await self._beat_once()
        except StorageError as error:
            self._cannot_write(error)

    async def _try_to_open(self) -> None:
        try:
            async with self._one:
                looking, self.database = self.database, await self._migrated_file()
                self.writer.closed = False
                await looking.close()
        except sqlite3.OperationalError as error:
            raise StorageError(reason(error)) from None

    def _cannot_write(self, error: Exception) -> None:
        logger.warning("cannot write to the database; retrying every second", extra={"error": reason(error)})
        self.writer.failing = True

    async def _beat_once(self) -> None:
        self._beating = time.monotonic()
        try:
            await self.uptime.beat()
        finally:
            self._beating = inf
        self.writer.failing = False
