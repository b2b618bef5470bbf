"""Back up a database while servers write to it, restore a backup, and repair single games.

A backup is an SQLite file. SQLite's backup API copies a consistent snapshot: a plain copy of the file would
lack the transactions that are still in the journal. Between different kinds of database, rows are copied.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from math import inf
from pathlib import Path
from typing import NamedTuple

import msgspec

from outnumber.api.frames import encode
from outnumber.games import Phrase
from outnumber.server.errors import DatabaseError, unusable
from outnumber.server.settings import SQLITE, file_of
from outnumber.store.files import put_in_place

from .checksums import LogRow, checksum
from .deletion import delete
from .inspection import TABLES, StoredGame, batches, inspect, named
from .schema import GONE, migrate
from .session import Session, connected, errors, opened, reading
from .sqlite import PRAGMAS, alone
from .updates import POLL

# All SQL here is built from constants.
# ruff: noqa: S608

# Seconds that every running server needs to forget a deleted game, and to send a heartbeat.
FORGOTTEN, HEARD = POLL + 1, 2.5
_GAMES, _TAILS, _EVENTS = TABLES
_ANYTHING = "SELECT 1 FROM games UNION ALL SELECT 1 FROM events LIMIT 1"


class BackupSummary(NamedTuple):
    """The contents of a copy; `damaged` lists games that were already damaged in the original.

    The losses if it was salvaged: `shorter` has the games that lack their last events, with how many.
    """

    games: int
    events: int
    damaged: tuple[str, ...]
    shorter: dict[str, int] | None = None
    lost: list[str] | None = None


def url_of(file: Path) -> str:
    return f"{SQLITE}:///{file}"


async def back_up(url: str, file: Path, force: bool = False) -> BackupSummary:
    """Copy a database to a file, and check the copy; `force` overwrites an existing file."""
    with new_file(file, force) as draft:
        if database := file_of(url):
            async with connected(url) as source:
                try:
                    source.driver.execute("SELECT 1 FROM sqlite_master").fetchone()
                except sqlite3.OperationalError:  # on a full disk SQLite needs exclusive access
                    source.driver.execute("PRAGMA locking_mode=EXCLUSIVE")
                with closing(opened(draft, "rwc")) as copy:
                    source.driver.backup(copy)
                    # A single file without a separate journal.
                    copy.execute("PRAGMA journal_mode=DELETE")
        else:
            async with reading(url) as session, empty(draft) as target:
                await _copy(session, target)
        return await _checked(draft, database or file)


async def restore(file: Path, url: str, force: bool = False) -> BackupSummary:
    """Copy a backup into a new or empty database; `force` accepts damaged games."""
    copied = await _checked(file, file)
    if copied.damaged and not force:
        raise DatabaseError("damaged-backup", games=len(copied.damaged), file=file, option="force")
    if not (name := file_of(url)):
        async with reading(url_of(file)) as backup, connected(url) as target:
            await migrate(target.run, "postgresql")
            await _must_be_free(target)
            await target.run("BEGIN")
            await target.run("LOCK TABLE games, events IN EXCLUSIVE MODE")
            if await target.run(_ANYTHING):
                raise DatabaseError("not-empty", file=target.name, option="database")
            await _copy(backup, target)
            await target.run("COMMIT")
        return copied
    database = Path(name)
    with errors(database), alone(url):
        journal = Path(f"{database}-wal")
        if not database.exists() and journal.exists() and journal.stat().st_size:
            raise DatabaseError("not-empty", file=journal, option="database")
        with closing(opened(file, "ro")) as source, closing(opened(database, "rwc")) as copy:
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if tables and (not {"games", "events"} <= tables or copy.execute(_ANYTHING).fetchone()):
                raise DatabaseError("not-empty", file=database, option="database")
            # WAL mode would fix the page size, which may differ from the backup's.
            copy.execute("PRAGMA journal_mode=DELETE")
            source.backup(copy)
    return copied


async def restore_game(file: Path, url: str, id: str) -> BackupSummary:
    """Copy one game of a backup into a database that servers may use; raises if the one there is intact."""
    async with reading(url_of(file)) as backup:
        game, backed_up = await only(backup, id), await _uptime(backup)
        if game is None:
            raise DatabaseError("no-such-game", id=id, file=file)
        if wrong := game.flaw(shared=False):
            raise unusable(id, Phrase("{why} in {file}.", why=wrong, file=file))
    async with connected(url) as target:
        await target.must_be_ours()
        there = await only(target, id)
        if there and there.row and there.row.state != GONE and not there.flaw(target.shared):
            raise DatabaseError("intact", id=id, file=target.name)
        if game.row and game.row.group and await only(target, game.row.group) is None:
            raise DatabaseError("class-ended", id=id)
        if there:
            await delete(target.run, [id])
            # A server that remembers later events would leave a gap.
            await asyncio.sleep(FORGOTTEN)
        later = await _uptime(target) - backed_up
        await target.run("BEGIN")
        # The pseudonym of an address is not carried over to another day.
        row = game.row and game.row._replace(maker=None)
        await put(target, [game._replace(row=row, events=list(_moved(game.events, later)))])
        await target.run("COMMIT")
    return BackupSummary(1, len(game.events), ())


async def _uptime(session: Session) -> float:
    ((now,),) = await session.run(
        "SELECT coalesce(max(CAST(at AS DOUBLE PRECISION)), 0) FROM beats WHERE id = 1"
    )
    return float(now)


def _moved(events: Sequence[LogRow], seconds: float) -> Iterator[LogRow]:
    """Events whose last turn begins some seconds later, so that no player loses the time since the backup."""
    turn = max((row.seq for row in events if row.data and '"tick"' in row.data), default=inf)
    before: int | None = None
    for row in events:
        if row.seq == turn:
            data = msgspec.json.decode(row.data or "")
            row = row._replace(data=encode(data | {"tick": data["tick"] + seconds}).decode())
        if row.seq >= turn:
            row = row._replace(checksum=checksum(tuple(row[:8]), before))
        before = row.checksum
        yield row


async def only(session: Session, id: str) -> StoredGame | None:
    """One game, or None if the database has no trace of it."""
    (game,) = await named(session, [id])
    return None if game == StoredGame(id) else game


@contextmanager
def new_file(file: Path, force: bool) -> Iterator[Path]:
    """The name of a draft that replaces a file at the end of the block."""
    if file.exists() and not force:
        raise unusable(file, Phrase("that file exists; choose another name."))
    # A replaced database would take the next moves of its server with it.
    if Path(f"{file}-wal").exists():
        raise unusable(file, Phrase("a server uses it; choose another name."))
    if not file.parent.is_dir():
        raise unusable(file, Phrase("there is no such folder."))
    draft = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        yield draft
        with errors(file):
            with open(draft, "rb+") as written:
                os.fsync(written.fileno())
            put_in_place(draft, file)
    finally:
        with suppress(OSError):
            draft.unlink()


@asynccontextmanager
async def empty(file: Path) -> AsyncIterator[Session]:
    """A new SQLite file with empty tables, in one transaction."""
    with errors(file), closing(opened(file, "rwc")) as connection:
        connection.execute(f"PRAGMA {PRAGMAS[0]}")
        session = Session(connection, str(file))
        await migrate(session.run, "sqlite")
        await session.run("BEGIN")
        yield session
        await session.run("COMMIT")


async def _copy(source: Session, target: Session) -> None:
    """Copy all games, and the uptime by which their clocks run."""
    async for some in batches(source):
        await put(target, some)
    await copy_clocks(source, target)


async def copy_clocks(source: Session, target: Session) -> None:
    """Copy the uptime and the outages, so that no player loses the time between backup and restore."""
    for table, which in (("beats (id, at)", " WHERE id IN (0, 1)"), ("outages (began, ended)", "")):
        name, _, columns = table.partition(" (")
        await target.run(f"DELETE FROM {name}")
        await target.insert(table, await source.run(f"SELECT {columns[:-1]} FROM {name}{which}"))


async def put(target: Session, games: Iterable[StoredGame]) -> None:
    """Write games with their events; leave out what is being deleted, and events without a game."""
    kept = [game for game in games if game.row and game.row.state != GONE]
    await target.insert(_GAMES, [game.row for game in kept if game.row])
    await target.insert(_EVENTS, [event for game in kept for event in game.events])
    tails = [(game.id, game.tail) for game in kept if game.tail is not None]
    await target.insert(_TAILS, tails, "ON CONFLICT (game) DO UPDATE SET seq = excluded.seq")


async def _checked(file: Path, name: object) -> BackupSummary:
    """The contents of a file; raises `DatabaseError` if it is foreign, too new, or corrupt."""
    report = await inspect(url_of(file), str(name))
    if report.file:
        raise unusable(name, Phrase("it is damaged ({what}).", what=report.file))
    return BackupSummary(report.games + report.classes, report.events, tuple(report.damaged))


async def _must_be_free(target: Session) -> None:
    """Refuse a shared database whose servers run: their uptime would be later than that of the backup."""
    beats = "SELECT id, at FROM beats WHERE id > 1 ORDER BY id"
    if before := await target.run(beats):
        await asyncio.sleep(HEARD)
        if await target.run(beats) != before:
            raise DatabaseError("database-in-use", file=target.name, option="database")
