"""A file of SQLite: one server has it at a time, and on a full disk it can still be read."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from outnumber.store.files import held
from outnumber.web.errors import DatabaseError
from outnumber.web.settings import file_of
from outnumber.web.storage.writers import set_pragmas


def alone(url: str) -> AbstractContextManager[None]:
    """Keep other servers from a file; raises `DatabaseError` when one has it. Backups need not ask."""
    file = Path(file_of(url)).resolve()
    return held(Path(f"{file}-lock"), DatabaseError("database-in-use", file=file))


def reading(url: str, seconds: float) -> AsyncEngine:
    """Connections to read by, while another one writes."""
    # Named, because SQLAlchemy before 2.0.38 keeps no connections to a file otherwise.
    engine = create_async_engine(
        url, isolation_level="AUTOCOMMIT", poolclass=AsyncAdaptedQueuePool, pool_timeout=seconds
    )
    event.listen(engine.sync_engine, "connect", set_pragmas)
    return engine


def looking(url: str) -> AsyncEngine:
    """Connections that need no room on the disk, one at a time: nobody else has the file meanwhile."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    event.listen(engine.sync_engine, "connect", _write_nothing)
    return engine


def _write_nothing(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    # Alone, SQLite keeps the index of its journal in memory and not in a file.
    for pragma in ("locking_mode=EXCLUSIVE", "query_only=1", "busy_timeout=4000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
