"""A file that is locked, or on a disk that fails or hangs: clear errors and automatic recovery."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from outnumber.api.frames import Ack, Welcome
from outnumber.local.join.client import Message, Reconnected, RemoteGame
from outnumber.server.storage.sqlite import SqliteWriter
from tests.server.running import play, running
from tests.server.storage.outages import ATTACK, code, healthy, impatient, unhealthy, until


def test_a_terminal_repeats_a_move_that_the_database_lost(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = SqliteWriter.write
    failures = 2

    async def broken(self: SqliteWriter, group: list[Any], meanwhile: Any) -> Any:
        nonlocal failures
        if any(entry.row and entry.row.request == "m1" for entry in group) and failures:
            failures -= 1
            raise sqlite3.OperationalError("disk I/O error")
        return await works(self, group, meanwhile)

    monkeypatch.setattr(SqliteWriter, "write", broken)

    def visit(link: str) -> list[Message]:
        line = RemoteGame(link).line()
        welcome = line.next()
        line.send(type="move", id="m1", number=6)
        while isinstance(told := line.next(), Reconnected):
            pass
        line.close()
        return [welcome, told]

    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, _ = await server.begin()
            welcome, told = await asyncio.to_thread(
                visit, f"http://127.0.0.1:{server.port}/g/{id}#seat={one}"
            )
            assert isinstance(welcome, Welcome)
            assert isinstance(told, Ack)
            assert told.event.number == 6

    play(test)
    assert failures == 0


def test_a_locked_file_refuses_moves_until_it_is_free(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=100")
    monkeypatch.setattr("outnumber.server.storage.sqlite.PRAGMAS", pragmas)

    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, _ = await server.begin(**ATTACK)
            other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            for _ in range(2):
                assert code(await server.move(id, one, 7, id="m1")) == (503, "storage")
            assert code(await server.http.post("/api/games", json={"game": "number-duel"})) == (
                503,
                "storage",
            )
            await until(lambda: unhealthy(server))
            # Reading needs no lock.
            assert (await server.get(id)).json()["seq"] == 1
            other.execute("ROLLBACK")
            other.close()
            assert (await server.move(id, one, 7, id="m1")).json()["seq"] == 2
            await until(lambda: healthy(server))

    play(test)


async def accepted(asked: Awaitable[Any]) -> bool:
    return bool((await asked).status_code == 200)


def test_a_hanging_disk_blocks_neither_clients_nor_shutdown(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = threading.Event()
    works = SqliteWriter.insert

    def slow(self: SqliteWriter, group: list[Any]) -> Any:
        while hangs.is_set():
            time.sleep(0.01)
        return works(self, group)

    monkeypatch.setattr(SqliteWriter, "insert", slow)

    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(**ATTACK)
            hangs.set()
            with impatient(server):
                for _ in range(3):
                    assert code(await server.move(id, one, 7, id="m1")) == (503, "storage")
            hangs.clear()
            await until(lambda: accepted(server.move(id, one, 7, id="m1")))
            # The first may be on disk after all: it counts once.
            assert (await server.move(id, one, 7, id="m1")).json()["seq"] == 2
            assert (await server.move(id, two, 8, id="m2")).json()["seq"] == 3
            hangs.set()
            server.application.log.seconds = 0.5
            waiting = asyncio.ensure_future(server.move(id, one, 9, id="m3"))
            await asyncio.sleep(0.1)
        assert code(await waiting) == (503, "storage")

    try:
        play(test)
    finally:
        hangs.clear()
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    with sqlite3.connect(file) as connection:
        kept = connection.execute("SELECT number FROM events WHERE kind = 'move' ORDER BY seq").fetchall()
    connection.close()
    assert kept[:2] == [(7,), (8,)]
