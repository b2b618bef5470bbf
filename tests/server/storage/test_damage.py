"""Holes, wrong checksums and tables of a newer version: refused with the reason, and nobody else suffers."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from outnumber.server.errors import DatabaseError
from outnumber.server.storage.checksums import LogRow, checksum, flaw
from outnumber.server.storage.log import Log, logger
from outnumber.server.storage.schema import MIGRATIONS
from tests.server.running import Running, play, running
from tests.server.storage.test_log import opened


def chained(count: int, after: int | None = None) -> list[LogRow]:
    rows = []
    for seq in range(1, count + 1):
        row = LogRow("g", seq, "move", 1, seq, f"r{seq}", None, 1763237077.123456)
        after = checksum(tuple(row[:8]), after)
        rows.append(row._replace(checksum=after))
    return rows


def test_the_checksum_is_what_the_docs_say() -> None:
    import json
    import zlib

    text = json.dumps(["g", 1, "seat", 2, None, "r", '{"name":"Ünï"}', 1.5], ensure_ascii=False)
    expected = zlib.crc32(text.replace(", ", ",").encode(), 7)
    assert checksum(("g", 1, "seat", 2, None, "r", '{"name":"Ünï"}', 1.5), 7) == expected


@pytest.mark.parametrize("field", range(2, 9))
def test_any_other_value_is_seen(field: int) -> None:
    rows = chained(4)
    other: Any = (0, 0, "resign", 2, 9, None, "{}", 1763237077.123457, rows[2][8])[field]
    rows[1] = rows[1]._replace(**{LogRow._fields[field]: other})
    assert str(flaw(rows)) == "event 2 has a wrong checksum"


def test_holes_and_lost_checksums_are_seen_and_older_rows_are_taken() -> None:
    rows = chained(4)
    assert not flaw(rows)
    assert not flaw(rows[2:], rows[1])
    assert str(flaw([rows[0], *rows[2:]])) == "event 2 is missing"
    assert str(flaw(rows[1:])) == "event 1 is missing"
    assert str(flaw([*rows[:2], rows[2]._replace(checksum=None)])) == "event 3 has a wrong checksum"
    older = [row._replace(checksum=None) for row in rows[:2]]
    assert not flaw([*older, rows[2]._replace(checksum=checksum(tuple(rows[2][:8])))])
    assert str(flaw([older[1]])) == "event 1 is missing"


async def changed(log: Log, statement: str) -> None:
    await log.run(statement, ())


async def asked(server: Running, id: str) -> tuple[int, str]:
    answer = await server.get(id)
    return answer.status_code, answer.json().get("error", {}).get("code", "")


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM events WHERE game = '{0}' AND seq = 2",
        "DELETE FROM events WHERE game = '{0}' AND seq = 1",
        "UPDATE events SET number = 9 WHERE game = '{0}' AND seq = 2",
        "UPDATE events SET checksum = NULL WHERE game = '{0}' AND seq = 3",
        "UPDATE games SET setup = replace(setup, '\"rounds\":1', '\"rounds\":2') WHERE id = '{0}'",
        # What has no checksum, as in old rows, shows when it is read.
        "UPDATE games SET setup = '[]', checksum = NULL WHERE id = '{0}'",
        "UPDATE games SET setup = 'x', checksum = NULL WHERE id = '{0}'",
        "UPDATE events SET data = '[', checksum = NULL WHERE game = '{0}'",
        "UPDATE events SET number = NULL, checksum = NULL WHERE game = '{0}'",
    ],
)
def test_one_damaged_game_is_refused_and_others_go_on(
    database: str, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[str] = []
    monkeypatch.setattr(logger, "error", lambda text, **_: logged.append(text))

    async def test() -> None:
        async with running(database) as server:
            games = [await server.begin() for _ in range(2)]
            for id, one, two in games:
                assert (await server.move(id, one, 6)).status_code == 200
                assert (await server.move(id, two, 3)).status_code == 200
        async with running(database) as server:
            (bad, one, _), (good, other, _) = games
            await changed(server.application.log, damage.format(bad))
            for _ in range(2):
                assert await asked(server, bad) == (500, "damaged")
            assert (await server.move(bad, one, 1)).json()["error"]["code"] == "damaged"
            live = await server.live(bad, token=one)
            assert (await live.next())["error"]["code"] == "damaged"
            await live.socket.wait_closed()
            assert live.socket.close_code == 1008
            assert (await server.http.get("/api/games")).status_code == 200
            assert (await server.move(good, other, 9)).status_code == 200

    play(test)
    assert logged == ["a game is damaged; restore a backup to recover it"]


def test_the_list_of_games_leaves_a_damaged_one_out(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            bad, good = [(await server.create(opponent="open"))["id"] for _ in range(2)]
            log = server.application.log
            await changed(log, f"UPDATE games SET setup = '[]' WHERE id = '{bad}'")  # noqa: S608
            listed = (await server.http.get("/api/games")).json()["games"]
            assert [game["id"] for game in listed] == [good]

    play(test)


def test_an_end_that_was_lost_is_seen(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, _ = await server.begin()
            assert (await server.post(f"{id}/resign", {}, one)).status_code == 200
        log = await opened(sqlite_url)
        await changed(log, "DELETE FROM events WHERE kind = 'resign'")
        await log.close()
        async with running(sqlite_url) as server:
            assert await asked(server, id) == (500, "damaged")

    play(test)


def test_processes_that_share_a_database_make_one_chain(postgres_url: str) -> None:
    async def test() -> None:
        async with running(postgres_url) as left, running(postgres_url) as right:
            id, one, two = await left.begin("number-stack-attack", options={"target": 1000})
            for turn in range(20):
                server = (left, right)[turn // 2 % 2]
                assert (await server.move(id, (one, two)[turn % 2], 1)).status_code == 200
            rows = await left.application.log.events(id)
            assert len(rows) == 21
            assert None not in [row.checksum for row in rows]

    play(test)


def test_tables_of_a_newer_version_are_refused(database: str) -> None:
    async def test() -> None:
        log = await opened(database)
        await changed(log, f"INSERT INTO schema_version VALUES ({len(MIGRATIONS) + 1})")  # noqa: S608
        await log.close()
        with pytest.raises(DatabaseError, match="created by a newer Outnumber"):
            await opened(database)

    play(test)


def test_events_from_before_checksums_are_taken_and_a_hole_in_them_is_seen(sqlite_url: str) -> None:
    file = Path(sqlite_url.removeprefix("sqlite:///"))

    async def begin() -> tuple[str, str, str]:
        async with running(sqlite_url) as server:
            return await server.begin()

    async def goes_on(id: str, one: str, two: str) -> None:
        async with running(sqlite_url) as server:
            assert (await server.move(id, one, 6)).status_code == 200
            assert (await server.move(id, two, 3)).status_code == 200
            rows = await server.application.log.events(id)
            assert [row.checksum is None for row in rows] == [True, False, False]

    async def is_damaged(id: str) -> None:
        async with running(sqlite_url) as server:
            assert await asked(server, id) == (500, "damaged")

    id, one, two = "", "", ""

    async def first() -> None:
        nonlocal id, one, two
        id, one, two = await begin()

    def change(statement: str) -> None:
        with sqlite3.connect(file) as connection:
            connection.execute(statement)
        connection.close()

    play(first)
    change("UPDATE events SET checksum = NULL")
    change("UPDATE games SET checksum = NULL")
    play(lambda: goes_on(id, one, two))
    change("UPDATE events SET checksum = NULL")
    change("DELETE FROM events WHERE seq = 2")
    play(lambda: is_damaged(id))
