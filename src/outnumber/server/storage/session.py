"""One connection to a database of either kind, for commands that work beside running servers."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

from outnumber.games import Phrase
from outnumber.server.errors import DatabaseError, unusable
from outnumber.server.settings import file_of, without_password
from outnumber.store.files import why

from .schema import MIGRATIONS, marks, migrate, table_version
from .sqlite import numbered

# Timeout of PostgreSQL in seconds; statements that read a whole table take long.
PATIENCE = 600.0
# Readers do not block writers.
_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


class Session:
    """One connection. Statements have the placeholders $1, $2 and so on for both kinds of database."""

    def __init__(self, driver: Any, name: str) -> None:
        self.driver = driver
        self.name = name  # the file, or the URL without a password
        self.shared = not isinstance(driver, sqlite3.Connection)

    async def run(
        self, statement: str, values: Sequence[Any] = (), rows: list[Any] | None = None
    ) -> list[Any]:
        """Run a statement, and return its rows; add them to `rows` as far as they can be read."""
        rows = [] if rows is None else rows
        if self.shared:
            rows += map(tuple, await self.driver.fetch(statement, *values))
        else:
            rows += self.driver.execute(numbered(statement), values)
        return rows

    async def insert(self, into: str, rows: Sequence[Sequence[Any]], conflict: str = "") -> None:
        """Insert rows into a table; `into` names its columns too."""
        if rows:
            statement = f"INSERT INTO {into} VALUES ({marks(len(rows[0]))}) {conflict}"  # noqa: S608
            if self.shared:
                await self.driver.executemany(statement, rows)
            else:
                self.driver.executemany(numbered(statement), rows)

    async def must_be_ours(self) -> int:
        """The version of the tables; raises `DatabaseError` if they are foreign or too new."""
        shared, own = (
            "to_regclass('schema_version')",
            "max(name) FROM sqlite_master WHERE name = 'schema_version'",
        )
        ((found,),) = await self.run(f"SELECT {shared if self.shared else own}")
        if found is None:
            raise unusable(self.name, Phrase("it is not the database of an Outnumber server."))
        return await table_version(self.run)


@asynccontextmanager
async def connected(url: str, name: str = "") -> AsyncIterator[Session]:
    """A connection to an existing database; failures become `DatabaseError`, about `name` if it is given."""
    if file := file_of(url):
        name = name or file
        must_exist(Path(file))
        with errors(name), closing(opened(Path(file))) as connection:
            yield Session(connection, name)
        return
    from .postgres import ERRORS, Connections

    name = without_password(url)
    with errors(name, ERRORS):
        driver = await Connections(url, PATIENCE).connect()
        try:
            yield Session(driver, name)
        finally:
            driver.terminate()


@asynccontextmanager
async def reading(url: str, name: str = "") -> AsyncIterator[Session]:
    """A snapshot of an existing database. Tables of an older version are migrated in a temporary copy."""
    async with connected(url, name) as session:
        old = await session.must_be_ours() < len(MIGRATIONS)
        if old and session.shared:
            raise DatabaseError("migrate-first", file=session.name)
        if not old:
            await session.run(_SNAPSHOT if session.shared else "BEGIN")
            yield session
            return
        with closing(sqlite3.connect("", isolation_level=None)) as copy:
            session.driver.backup(copy)
            session.driver = copy
            await migrate(session.run, "sqlite")
            yield session


def opened(file: Path, mode: str = "rw") -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    connection.execute("PRAGMA busy_timeout=4000")
    connection.execute("PRAGMA secure_delete=ON")
    return connection


@contextmanager
def errors(file: Path | str, also: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Convert errors of SQLite, of the system, and `also` into `DatabaseError`."""
    failures: tuple[type[Exception], ...] = (sqlite3.Error, *also)
    try:
        yield
    except failures as error:
        raise unusable(file, f"{error}.") from None
    except (UnicodeError, TypeError) as error:  # damaged names of tables, and values of another type
        raise unusable(file, Phrase("it is damaged ({what}).", what=str(error))) from None
    except OSError as error:
        raise unusable(error.filename or file, why(error)) from None


def must_exist(file: Path) -> None:
    if not file.is_file():
        raise unusable(file, Phrase("there is no such file."))
