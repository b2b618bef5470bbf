"""The log: the same tests on SQLite and on PostgreSQL."""

import asyncio
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from outnumber.api.fields import StateName
from outnumber.server.settings import database_url
from outnumber.server.storage.log import Log, LogEntry, LogRow, NewGame
from outnumber.server.storage.postgres import Connections
from outnumber.server.storage.schema import MIGRATIONS, migrate
from outnumber.server.storage.sqlite import File, SqliteWriter
from tests.server.running import play, running


async def opened(database: str, *games: str) -> Log:
    """A log with some games."""
    log = Log(database_url(database))
    await log.open()
    await write(log, *((None, new(id)) for id in games))
    return log


async def write(log: Log, *entries: tuple[LogRow | None, NewGame | None]) -> list[bool | None]:
    """Append entries at once, and return the outcome of each."""
    loop = asyncio.get_running_loop()
    verdicts = [loop.create_future() for _ in entries]
    for (row, game), verdict in zip(entries, verdicts, strict=True):
        log.append(LogEntry(row, verdict.set_result, game))
    return list(await asyncio.gather(*verdicts))


def move(game: str, seq: int, request: str | None = None, number: int = 1) -> LogRow:
    return LogRow(game, seq, "move", 1, number, request, None, 1.5)


def new(id: str, state: StateName = "open", listed: int = 1) -> NewGame:
    return NewGame(id, "{}", 1.0, state, listed)


def test_written_data_is_read_back(database: str) -> None:
    async def test() -> None:
        log = await opened(database)
        row = LogRow("g", 1, "seat", 2, None, "r", '{"name": "Ünïcode \'\\""}', 1234.5678)
        assert await write(log, (None, new("g"))) == [True]
        assert await write(log, (row, None), (move("g", 2, None, 10**6), None)) == [True] * 2
        await log.close()
        log = await opened(database)
        assert await log.game("g") == new("g")
        assert await log.events("g") == [row, move("g", 2, None, 10**6)]
        assert await log.events("g", 1) == [move("g", 2, None, 10**6)]
        assert await log.newest(["g", "h"]) == {"g": 2}
        assert await log.game("h") is None
        await log.close()

    play(test)


def test_of_two_events_with_one_number_the_first_counts_and_others_are_unaffected(database: str) -> None:
    async def test() -> None:
        log = await opened(database, "a", "b", "c")
        # In one group, and across groups.
        first = (move("a", 1, "x"), None), (move("a", 1, "y"), None), (move("b", 1), None)
        assert await write(log, *first) == [True, False, True]
        second = (move("b", 2), None), (move("a", 1, "z"), None), (move("c", 1), None)
        assert await write(log, *second) == [True, False, True]
        assert [row.request for row in await log.events("a")] == ["x"]
        await log.close()

    play(test)


def test_many_events_go_to_disk_in_few_groups(database: str) -> None:
    async def test() -> None:
        log = await opened(database, *(f"g{number}" for number in range(400)))
        before = log.writer.count
        assert all(await write(log, *((move(f"g{number}", 1), None) for number in range(400))))
        assert log.writer.count - before <= 3
        await log.close()

    play(test)


def test_two_logs_on_one_postgresql_agree_on_every_number(postgres_url: str) -> None:
    async def test() -> None:
        logs = [await opened(postgres_url, "g") for _ in range(2)]
        for seq in range(1, 30):
            taken = await asyncio.gather(
                *(write(log, (move("g", seq, f"{n}-{seq}"), None)) for n, log in enumerate(logs))
            )
            assert sorted(each[0] is True for each in taken) == [False, True]
        assert len(await logs[0].events("g")) == 29
        for log in logs:
            await log.close()

    play(test)


def test_a_failing_database_is_reported_and_the_log_recovers(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        log = await opened(sqlite_url, "g")
        works = log.writer.write

        async def broken(*_: Any) -> set[LogEntry]:
            raise sqlite3.OperationalError("the disk is full")

        monkeypatch.setattr(log.writer, "write", broken)
        assert await write(log, (move("g", 1), None)) == [None]
        monkeypatch.setattr(log.writer, "write", works)
        assert await write(log, (move("g", 1), None)) == [True]
        await log.close()

    play(test)


def test_an_unopenable_file_is_a_database_error(tmp_path: Path) -> None:
    async def test() -> None:
        log = Log(database_url(f"sqlite:///{tmp_path}"))  # a folder
        with pytest.raises(log.errors, match="unable to open"):
            await log.open()

    play(test)


def test_sqlite_waits_for_the_disk(sqlite_url: str) -> None:
    async def test() -> None:
        log = await opened(sqlite_url, "g")
        assert await write(log, (move("g", 1), None)) == [True]
        assert isinstance(log.writer, SqliteWriter)
        connection = log.writer.connection
        assert connection is not None
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        await log.close()

    play(test)


def test_server_downtime_does_not_count(sqlite_url: str) -> None:
    async def test() -> None:
        log = await opened(sqlite_url)
        log.uptime.outages = [(100.0, 200.0), (300.0, 310.0)]
        assert log.uptime.run_time(50, 400) == 240
        assert log.uptime.run_time(150, 160) == 0
        assert log.uptime.run_time(190, 305) == 100
        assert log.uptime.run_time(310, 400) == 90
        await log.close()

    play(test)


def test_a_game_from_an_older_schema_continues(database: str) -> None:
    setup: dict[str, Any] = {
        "game": "strategy-stacks", "options": {"range": 9, "opening": "any"}, "opponent": "open",
        "names": ["Ada", ""], "plays": ["human", "human"], "first": 1, "rounds": 1, "clock": None,
        "help": True, "takebacks": True, "seed": 7, "date": "2026-01-01T00:00:00Z", "invite": None,
    }  # fmt: skip
    one, two = "1" * 32, "2" * 32

    async def test() -> None:
        from outnumber.server.play.tokens import digest

        url = database_url(database)
        older = File(url) if "sqlite" in database else Connections(url, 5.0)
        async with older.connected() as run:
            assert await migrate(run, "sqlite" if "sqlite" in database else "postgresql", upto=1) == 1
            kept = json.dumps({**setup, "hashes": [digest(one), digest(two)]}).replace("'", "''")
            await run(
                f"INSERT INTO games (id, setup, created) VALUES ('oldgame00000', '{kept}', {time.time()})"  # noqa: S608
            )
            for seq, participant, number in ((1, 1, 6), (2, 2, 3)):
                await run(
                    "INSERT INTO events (game, seq, kind, participant, number, request, data, at)"  # noqa: S608
                    f" VALUES ('oldgame00000', {seq}, 'move', {participant}, {number}, 'r{seq}', NULL, 1.0)"
                )
        await older.close()
        async with running(database) as server:
            state = (await server.get("oldgame00000", one)).json()
            assert state["history"][0]["moves"] == [6, 3]
            assert (await server.move("oldgame00000", one, 9)).status_code == 200
            assert (await server.move("oldgame00000", one, 6, id="r1")).json()["seq"] == 1
        log = await opened(database)
        version = await log.run("SELECT max(version) FROM schema_version", ())
        assert version[0][0] == len(MIGRATIONS)
        await log.close()

    play(test)


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 32, 33, 119, 120, 121, 240, 250, 499, 501])
def test_a_group_of_any_size_is_written_completely(sqlite_url: str, count: int) -> None:
    async def test() -> None:
        log = await opened(sqlite_url, *(f"g{number}" for number in range(count)))
        rows = [move(f"g{number}", 1, f"r{number}", number) for number in range(count)]
        assert await write(log, *((row, None) for row in rows)) == [True] * count
        late = [(row._replace(request="late"), None) for row in rows[: count // 2]]
        assert await write(log, *late, (move("g0", 2), None)) == [False] * len(late) + [True]
        kept = await log.run("SELECT count(*), count(DISTINCT game), max(number) FROM events", ())
        assert tuple(kept[0]) == (count + 1, count, max(count - 1, 1))
        await log.close()

    play(test)
