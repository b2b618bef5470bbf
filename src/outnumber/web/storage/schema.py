"""The tables, and how older ones become newer ones: numbered steps, each run once.

`games` has what was agreed on before the first move; `events` has everything since, one row each, with a
number that only one row of a game can have.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

# Per dialect where they differ: {float} and {big} are the types of a time and of a large number.
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
)

_TYPES = {
    # Rows of one game stand together on the disk, found without a second index.
    "sqlite": {"float": "REAL", "compact": " WITHOUT ROWID"},
    "postgresql": {"float": "DOUBLE PRECISION", "compact": ""},
}
# Any number that no other program uses for its locks.
_LOCK = 7_236_415


async def migrate(connection: AsyncConnection, upto: int = len(MIGRATIONS)) -> int:
    """Bring the tables up to date in one transaction, and return how many steps that took.

    Several processes may start at once: the first does it, the others wait and find it done.
    """
    dialect = connection.dialect.name
    if dialect == "postgresql":
        await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    else:
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
    await connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    version = (await connection.exec_driver_sql("SELECT max(version) FROM schema_version")).scalar() or 0
    for number, steps in enumerate(MIGRATIONS[version:upto], start=version + 1):
        for step in steps:
            await connection.exec_driver_sql(step.format(**_TYPES[dialect]))
        await connection.exec_driver_sql(f"INSERT INTO schema_version VALUES ({int(number)})")  # noqa: S608
    await connection.commit()
    return max(0, upto - version)
