"""Back up an SQLite database while a server writes to it, and restore a backup.

SQLite's backup API copies a consistent snapshot. A plain copy of the file would lack the transactions that
are still in the journal.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from outnumber.games.sentences import Phrase
from outnumber.server.errors import DatabaseError
from outnumber.server.storage.checksums import LogRow, checksum, flaw
from outnumber.server.storage.schema import CLASS_OVER, GONE, must_be_known
from outnumber.store.files import file_lock, put_in_place, why

# All SQL here is built from constants.
# ruff: noqa: S608

# The schema versions that introduced checksums and `tails`.
_SINCE, _TAILS = 4, 6
# Games that lack their last events, their row, or their tail.
_LACKING = (
    "SELECT game FROM tails LEFT JOIN games ON id = game WHERE id IS NULL"
    " OR seq > coalesce((SELECT max(seq) FROM events WHERE events.game = tails.game), 0)"
    " UNION SELECT id FROM games LEFT JOIN tails ON game = id"
    f" WHERE game IS NULL AND class IS NOT NULL AND state NOT IN ('{GONE}', '{CLASS_OVER}')"
)


class BackupSummary(NamedTuple):
    """The contents of a copy; `damaged` lists games that were already damaged in the original."""

    games: int
    events: int
    damaged: tuple[str, ...]


def back_up(database: Path, file: Path, force: bool = False) -> BackupSummary:
    """Copy a database to a file, and check the copy; `force` overwrites an existing file."""
    if file.exists() and not force:
        raise DatabaseError("bad-database", what=file, why=Phrase("that file exists; choose another name."))
    _must_exist(database)
    draft = file.with_name(f".{file.name}.{os.getpid()}.new")
    with _errors(database):
        try:
            with closing(_source(database)) as source, closing(_opened(draft, "rwc")) as copy:
                source.backup(copy)
                # A single file without a separate journal.
                copy.execute("PRAGMA journal_mode=DELETE")
                copied = _checked(copy, database)
            with open(draft, "rb+") as written:
                os.fsync(written.fileno())
            put_in_place(draft, file)
        finally:
            with suppress(OSError):
                draft.unlink()
    return copied


def restore(file: Path, database: Path, force: bool = False) -> BackupSummary:
    """Copy a backup into a new or empty database; `force` accepts damaged games."""
    _must_exist(file)
    with _errors(file), closing(_opened(file, "ro")) as backup:
        copied = _checked(backup, file)
        if copied.damaged and not force:
            raise DatabaseError("damaged-backup", games=len(copied.damaged), file=file, option="force")
        in_use = DatabaseError("database-in-use", file=database, option="database")
        with _errors(database), file_lock(Path(f"{database.resolve()}-lock"), in_use):
            _must_be_empty(database)
            with closing(_opened(database, "rwc")) as target:
                # WAL mode would fix the page size, which may differ from the backup's.
                target.execute("PRAGMA journal_mode=DELETE")
                backup.backup(target)
    return copied


def _opened(file: Path, mode: str = "rw") -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    connection.execute("PRAGMA busy_timeout=4000")
    return connection


def _source(database: Path) -> sqlite3.Connection:
    source = _opened(database)
    try:
        source.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        # On a full disk SQLite needs exclusive access.
        source.close()
        source = _opened(database)
        source.execute("PRAGMA locking_mode=EXCLUSIVE")
    return source


@contextmanager
def _errors(file: Path) -> Iterator[None]:
    """Convert errors of SQLite and the system into `DatabaseError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise DatabaseError("bad-database", what=file, why=f"{error}.") from None
    except OSError as error:
        raise DatabaseError("bad-database", what=error.filename or file, why=why(error)) from None


def _must_exist(file: Path) -> None:
    if not file.is_file():
        raise DatabaseError("bad-database", what=file, why=Phrase("there is no such file."))


def _must_be_empty(database: Path) -> None:
    journal = Path(f"{database}-wal")
    if not database.exists() and journal.exists() and journal.stat().st_size:
        raise DatabaseError("not-empty", file=journal, option="database")
    if not database.exists() or not database.stat().st_size:
        return
    with closing(_opened(database)) as target:
        tables = {name for (name,) in target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        ours = tables & {"games", "events"}
        if (tables and not ours) or any(target.execute(f"SELECT 1 FROM {name}").fetchone() for name in ours):
            raise DatabaseError("not-empty", file=database, option="database")


def _checked(connection: sqlite3.Connection, name: Path) -> BackupSummary:
    """The contents of a database; raises `DatabaseError` if it is foreign, too new, or corrupt."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchone()
    if not found:
        raise DatabaseError(
            "bad-database", what=name, why=Phrase("it is not the database of an Outnumber server.")
        )
    (version,) = connection.execute("SELECT max(version) FROM schema_version").fetchone()
    must_be_known(version)
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise DatabaseError("bad-database", what=name, why=Phrase("it is damaged ({what}).", what=verdict))
    sums = ", checksum" if version >= _SINCE else ", NULL"
    columns = ", ".join(LogRow._fields[:-1])
    games, events = 0, 0
    damaged = {id for (id,) in connection.execute(_LACKING)} if version >= _TAILS else set()
    for id, setup, created, kept in connection.execute(f"SELECT id, setup, created{sums} FROM games"):
        games += 1
        if kept is not None and kept != checksum((id, setup, created)):
            damaged.add(id)
    rows = map(LogRow._make, connection.execute(f"SELECT {columns}{sums} FROM events ORDER BY game, seq"))
    for id, group in groupby(rows, lambda row: row.game):
        rows_of_game = list(group)
        events += len(rows_of_game)
        if flaw(rows_of_game):
            damaged.add(id)
    return BackupSummary(games, events, tuple(sorted(damaged)))
