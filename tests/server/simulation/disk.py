"""A disk that can be slow, hang and fail, below the server's SQLite statements."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cache
from random import Random
from typing import Any

from outnumber.server.storage.schema import MIGRATIONS, TYPES
from tests.server.simulation.loop import Loop, Process


@cache
def _empty() -> bytes:
    """A database with all tables."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    for steps in MIGRATIONS:
        for step in steps:
            database.execute(step.format(**TYPES["sqlite"]))
    database.commit()
    return database.serialize()


class Disk:
    """The durable data, which outlives every process."""

    def __init__(self, loop: Loop, chance: Random) -> None:
        self.loop = loop
        self.chance = chance
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        self.database.deserialize(_empty())
        self.seconds = 0.002  # for every operation
        self.hanging = False
        self.failing = ""  # "before" or "after" a commit
        self._hung: list[Callable[[], None]] = []
        # When each event of each game was committed.
        self.committed: dict[tuple[str, int], float] = {}
        self.failures = 0

    def do(self, process: Process, work: Callable[[], Any], done: Future[Any]) -> None:
        """Run an operation after a moment, if the disk works by then."""
        self.loop.later(self.seconds * self.chance.uniform(0.5, 2), self._try, process, work, done)

    def _try(self, process: Process, work: Callable[[], Any], done: Future[Any]) -> None:
        if self.hanging:
            self._hung.append(lambda: self._try(process, work, done))
        elif process.frozen:
            self.loop.later(0.05, self._try, process, work, done)
        # Pending operations may have succeeded when their process died.
        elif process.alive or self.chance.random() < 0.5:
            try:
                done.set_result(work())
            except Exception as error:  # for the waiting caller
                done.set_exception(error)

    def work_again(self) -> None:
        """Run the operations that hung, and stop failing."""
        self.hanging, self.failing, self.seconds = False, "", 0.002
        hung, self._hung = self._hung, []
        for work in hung:
            self.loop.later(0.001, work)

    def ask(self, statement: str, values: Sequence[Any]) -> list[Any]:
        """Run a single statement."""
        if self.failing:
            self.failures += 1
            raise sqlite3.OperationalError("disk I/O error")
        return self.database.execute(statement, values).fetchall()


class Executor:
    """The thread of a writer."""

    def __init__(self, disk: Disk, process: Process) -> None:
        self._disk, self._process = disk, process

    def submit(self, work: Callable[..., Any], *given: Any) -> Future[Any]:
        done: Future[Any] = Future()
        self._disk.do(self._process, lambda: work(*given), done)
        return done

    def shutdown(self, wait: bool = True) -> None:
        """No thread to stop."""


class Connection:
    """The driver's connection: commits, fails before it, or fails after it."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._inserted: list[tuple[str, int]] = []

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        if statement.startswith("INSERT OR IGNORE INTO events"):
            self._inserted += [(values[at], values[at + 1]) for at in range(0, len(values), 9)]
        elif statement.startswith(("BEGIN", "ROLLBACK")):
            self._inserted.clear()
        return self._disk.database.execute(statement, values)

    def close(self) -> None:
        """No resources to release."""

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        disk = self._disk
        if kind is not None or disk.failing == "before":
            if disk.database.in_transaction:
                disk.database.rollback()
        else:
            disk.database.commit()
            for each in self._inserted:
                disk.committed.setdefault(each, disk.loop.time())
        if kind is None and disk.failing:
            disk.failures += 1
            raise sqlite3.OperationalError("disk I/O error")
