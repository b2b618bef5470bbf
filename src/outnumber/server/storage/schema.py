"""The database schema, and its migrations: numbered steps, each run once.

`games` has the settings of each game. `events` has one row for each event, with a number that is unique
within its game. `tails` has the number of each game's newest event, which reveals missing events at the end.
Nothing can be added to a game or a class without a row in `tails`, so a deletion deletes that row first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from outnumber.server.errors import DatabaseError, shows_damage

# Runs a statement with parameters, and returns the rows.
Run = Callable[..., Awaitable[list[Any]]]


def marks(count: int, first: int = 1) -> str:
    """Placeholders for some parameters of a statement, as PostgreSQL writes them; SQLite writes ?1.

    >>> marks(2)
    '$1, $2'
    """
    return ", ".join(f"${number}" for number in range(first, first + count))


# The states of a game and of a class that are being deleted. Lookups skip both.
GONE, CLASS_OVER = "gone", "class-over"

# For rows of older versions. Both statements read all events. They are skipped if damage prevents that; each
# tail then starts with the game's next event.
_ORPHANS = "DELETE FROM events WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = game)"
_FILL = "UPDATE tails SET seq = coalesce((SELECT max(seq) FROM events WHERE events.game = tails.game), 0)"

# SQLite only, so that one call from Python inserts many rows; `PostgresWriter` does the same in its
# statements.
_TRIGGERS = (
    "CREATE TRIGGER guard BEFORE INSERT ON events WHEN NOT EXISTS (SELECT 1 FROM tails"
    " WHERE game = NEW.game AND seq < NEW.seq) BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER advance AFTER INSERT ON events"
    " BEGIN UPDATE tails SET seq = NEW.seq WHERE game = NEW.game; END",
    "CREATE TRIGGER begin_tail AFTER INSERT ON games"
    " BEGIN INSERT OR IGNORE INTO tails VALUES (NEW.id, 0); END",
)

# {float} is the type of a time, and {big} of a checksum; their names depend on the database.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    # 1: games and their events
    (
        "CREATE TABLE games (id TEXT PRIMARY KEY, setup TEXT NOT NULL, created {float} NOT NULL)",
        "CREATE TABLE events (game TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL,"
        " participant INTEGER NOT NULL, number INTEGER, request TEXT, data TEXT, at {float} NOT NULL,"
        " PRIMARY KEY (game, seq)){compact}",
        "CREATE UNIQUE INDEX events_request ON events (game, request) WHERE request IS NOT NULL",
    ),
    # 2: lists of games, and the downtime of servers
    (
        "ALTER TABLE games ADD COLUMN state TEXT NOT NULL DEFAULT 'playing'",
        "ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX games_listed ON games (state, created) WHERE listed = 1",
        "CREATE TABLE beats (id INTEGER PRIMARY KEY, at {float} NOT NULL)",
        "CREATE TABLE outages (began {float} NOT NULL, ended {float} NOT NULL)",
    ),
    # 3: the writer of an event knows all earlier request ids, and the index doubled the amount of data
    # written
    ("DROP INDEX events_request",),
    # 4: checksums, and an index of games by age
    (
        "ALTER TABLE games ADD COLUMN checksum {big}",
        "ALTER TABLE events ADD COLUMN checksum {big}",
        "CREATE INDEX games_age ON games (state, created)",
    ),
    # 5: the list of open games: a share for each connected maker
    (
        "ALTER TABLE games ADD COLUMN maker TEXT",
        "ALTER TABLE games ADD COLUMN seen {float}",
        "CREATE INDEX games_seen ON games (state, seen) WHERE listed = 1",
    ),
    # 6: the newest event of each game, and the class that a game belongs to ('' for none; NULL in rows of
    # older versions, which may have no tail). Events without a game are leftovers of ended classes.
    (
        # Not {compact}: in order of creation, the games being played now share a few pages.
        "CREATE TABLE tails (game TEXT PRIMARY KEY, seq INTEGER NOT NULL)",
        _ORPHANS,
        "INSERT INTO tails SELECT id, 0 FROM games",
        _FILL,
        *_TRIGGERS,
        "ALTER TABLE games ADD COLUMN class TEXT",
        "CREATE INDEX games_class ON games (class) WHERE class <> ''",
    ),
)

TYPES = {
    # Stores the rows of a game together, without a second index.
    "sqlite": {"float": "REAL", "big": "INTEGER", "compact": " WITHOUT ROWID"},
    "postgresql": {"float": "DOUBLE PRECISION", "big": "BIGINT", "compact": ""},
}
# An arbitrary number for the advisory lock.
_LOCK = 7_236_415


async def must_be_current(run: Run) -> None:
    """Raise `DatabaseError` if the tables need a migration."""
    if await table_version(run) < len(MIGRATIONS):
        raise DatabaseError("old-database")


async def table_version(run: Run) -> int:
    """The version of the tables; raises `DatabaseError` if a newer program created them."""
    ((found,),) = await run("SELECT max(version) FROM schema_version")
    version = int(found or 0)
    if version > len(MIGRATIONS):
        raise DatabaseError("newer-database", found=version, known=len(MIGRATIONS))
    return version


async def _readable(run: Run) -> bool:
    """Whether SQLite can read all events of older tables; an error during the migration would abort it."""
    try:
        await run("SELECT max(at) FROM events WHERE (SELECT max(version) FROM schema_version) < 6")
    except sqlite3.Error as error:
        return not shows_damage(error)
    return True


async def migrate(run: Run, kind: Literal["sqlite", "postgresql"], upto: int = len(MIGRATIONS)) -> int:
    """Migrate the tables in one transaction, and return the number of steps.

    If several processes start at once, the first one migrates, and the others wait for it.
    """
    skipped = _TRIGGERS if kind == "postgresql" else () if await _readable(run) else (_ORPHANS, _FILL)
    if kind == "postgresql":
        await run("BEGIN")
        await run(f"SELECT pg_advisory_xact_lock({_LOCK})")
    else:
        await run("BEGIN IMMEDIATE")
    await run("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    version = await table_version(run)
    for number, steps in enumerate(MIGRATIONS[version:upto], start=version + 1):
        for step in steps:
            if step not in skipped:
                await run(step.format(**TYPES[kind]))
        await run(f"INSERT INTO schema_version VALUES ({int(number)})")  # noqa: S608
    await run("COMMIT")
    return max(0, upto - version)
