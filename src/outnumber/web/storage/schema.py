"""The tables, and how older ones become newer ones: numbered steps, each run once.

`games` has what was agreed on before the first move; `events` has everything since, one row each, with a
number that only one row of a game can have.
"""

from __future__ import annotations

from typing import Any, Protocol

from outnumber.web.errors import DatabaseError


class Connected(Protocol):
    """A connection to a database of some kind, one's own for a while."""

    kind: str

    async def run(self, statement: str) -> list[Any]: ...


# {float} is the type of a time, {big} of a checksum: databases name them differently.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    # 1: games and their events
    (
        "CREATE TABLE games (id TEXT PRIMARY KEY, setup TEXT NOT NULL, created {float} NOT NULL)",
        "CREATE TABLE events (game TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL,"
        " participant INTEGER NOT NULL, number INTEGER, request TEXT, data TEXT, at {float} NOT NULL,"
        " PRIMARY KEY (game, seq)){compact}",
        "CREATE UNIQUE INDEX events_request ON events (game, request) WHERE request IS NOT NULL",
    ),
    # 2: lists of games, and the times at which no server ran
    (
        "ALTER TABLE games ADD COLUMN state TEXT NOT NULL DEFAULT 'playing'",
        "ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX games_listed ON games (state, created) WHERE listed = 1",
        "CREATE TABLE beats (id INTEGER PRIMARY KEY, at {float} NOT NULL)",
        "CREATE TABLE outages (began {float} NOT NULL, ended {float} NOT NULL)",
    ),
    # 3: whoever writes an event knows all before it, with their request ids; looking for them here as well
    # would double what goes to the disk
    ("DROP INDEX events_request",),
    # 4: checksums, and games by their age
    (
        "ALTER TABLE games ADD COLUMN checksum {big}",
        "ALTER TABLE events ADD COLUMN checksum {big}",
        "CREATE INDEX games_age ON games (state, created)",
    ),
    # 5: the list of open games: a share for each maker, while they are there
    (
        "ALTER TABLE games ADD COLUMN maker TEXT",
        "ALTER TABLE games ADD COLUMN seen {float}",
        "CREATE INDEX games_seen ON games (state, seen) WHERE listed = 1",
    ),
)

_TYPES = {
    # Rows of one game stand together on the disk, found without a second index.
    "sqlite": {"float": "REAL", "big": "INTEGER", "compact": " WITHOUT ROWID"},
    "postgresql": {"float": "DOUBLE PRECISION", "big": "BIGINT", "compact": ""},
}
# Any number that no other program uses for its locks.
_LOCK = 7_236_415


def must_be_known(version: int) -> None:
    """Raise `DatabaseError` for tables of a version that only a newer program knows."""
    if version > len(MIGRATIONS):
        raise DatabaseError("newer-database", found=version, known=len(MIGRATIONS))


async def must_be_current(connection: Connected) -> None:
    """Raise `DatabaseError` where the tables cannot be read as they are."""
    if await _version(connection) < len(MIGRATIONS):
        raise DatabaseError("old-database")


async def _version(connection: Connected) -> int:
    ((found,),) = await connection.run("SELECT max(version) FROM schema_version")
    version = found or 0
    must_be_known(version)
    return int(version)


async def migrate(connection: Connected, upto: int = len(MIGRATIONS)) -> int:
    """Bring the tables up to date in one transaction, and return how many steps that took.

    Several processes may start at once: the first does it, the others wait and find it done.
    """
    if connection.kind == "postgresql":
        await connection.run("BEGIN")
        await connection.run(f"SELECT pg_advisory_xact_lock({_LOCK})")
    else:
        await connection.run("BEGIN IMMEDIATE")
    await connection.run("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    version = await _version(connection)
    for number, steps in enumerate(MIGRATIONS[version:upto], start=version + 1):
        for step in steps:
            await connection.run(step.format(**_TYPES[connection.kind]))
        await connection.run(f"INSERT INTO schema_version VALUES ({int(number)})")  # noqa: S608
    await connection.run("COMMIT")
    return max(0, upto - version)
