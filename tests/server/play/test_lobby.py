"""The list of open games: a share for each address, and only with connected makers."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from outnumber.server.play.live_game import OPEN
from outnumber.server.storage.log import Log, LogEntry, NewGame
from tests.server.running import Running, play, running, settled

AWAY = 1.2


async def made_by(server: Running, visitor: str, name: str, **body: Any) -> dict[str, Any]:
    """A game of a client behind a proxy."""
    answer = await server.http.post(
        "/api/games",
        json={"game": "strategy-stacks", "opponent": "open", "name": name, **body},
        headers={"X-Forwarded-For": visitor},
    )
    made: dict[str, Any] = answer.json()
    return made


async def names(server: Running, state: str = "open") -> list[str]:
    return [game["name"] for game in (await server.http.get(f"/api/games?state={state}")).json()["games"]]


async def until_listed(server: Running, *expected: str) -> None:
    while await names(server) != [*expected]:
        await asyncio.sleep(0.02)


def test_a_client_with_many_games_leaves_room_in_the_list_for_others(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            await made_by(server, "192.0.2.1", "Ada")
            await made_by(server, "192.0.2.2", "Ben")
            for number in range(120):
                await made_by(server, "198.51.100.7", f"flood {number}")
            # One household, with any of its addresses.
            for number in range(3):
                await made_by(server, f"2001:db8::{number}", f"six {number}")
            listed = await names(server)
            assert len(listed) == 100
            assert listed[:4] == ["six 2", "flood 119", "Ben", "Ada"]
            assert listed[4:8] == ["six 1", "flood 118", "six 0", "flood 117"]

    play(test)


def test_other_lists_have_shares_too(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            games = [await made_by(server, "192.0.2.1", "Ada")]
            games += [await made_by(server, "198.51.100.7", f"flood {number}") for number in range(3)]
            for game in games:
                await server.post(f"{game['id']}/seat", {})
            assert await names(server, "playing") == ["flood 2", "Ada", "flood 1", "flood 0"]

    play(test)


def test_the_database_does_not_reveal_where_a_game_was_made(sqlite_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for _ in range(2):
                await made_by(server, "192.0.2.1", "Ada")
        async with running(sqlite_url) as server:
            await made_by(server, "192.0.2.1", "Ada")

    play(test)
    with closing(sqlite3.connect(tmp_path / "server.db")) as connection:
        dump = "\n".join(connection.iterdump())
        makers = [maker for (maker,) in connection.execute("SELECT maker FROM games ORDER BY created")]
    assert "192.0.2.1" not in dump
    # The key is lost when the server stops.
    assert makers[0] == makers[1] != makers[2]
    assert all(len(maker) == 16 for maker in makers)


def test_a_game_is_listed_while_its_maker_is_connected(database: str) -> None:
    async def test() -> None:
        async with running(database, away_seconds=AWAY) as server:
            made = await server.create(opponent="open", name="Ada")
            await until_listed(server, "Ada")
            await until_listed(server)
            # The link works nevertheless.
            assert (await server.get(made["id"])).json()["state"] == "open"
            watcher = await server.live(made["id"])
            await watcher.next("welcome")
            assert await names(server) == []
            maker = await server.live(made["id"], token=made["token"])
            await until_listed(server, "Ada")
            await asyncio.sleep(2 * AWAY)
            await until_listed(server, "Ada")
            await maker.close()
            await until_listed(server)
            # A client without a socket counts as present when it sends requests.
            await server.get(made["id"], made["token"])
            await until_listed(server, "Ada")
            await watcher.close()

    play(test)


def test_a_maker_at_another_process_counts_as_present(postgres_url: str) -> None:
    async def test() -> None:
        settings = {"away_seconds": AWAY, "key": "shared"}
        async with running(postgres_url, **settings) as one, running(postgres_url, **settings) as two:
            made = await one.create(opponent="open", name="Ada")
            maker = await two.live(made["id"], token=made["token"])
            await maker.next("welcome")
            await asyncio.sleep(2 * AWAY)
            await until_listed(one, "Ada")
            await one.create(opponent="open", name="Ben")
            await two.create(opponent="open", name="Cy")
            assert (await names(one))[0] == "Cy"
            await maker.close()

    play(test)


def test_frequent_requests_cause_few_writes(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            told: list[str] = []
            seen = server.application.log.seen

            async def counted(ids: list[str], now: float) -> None:
                told.extend(ids)
                await seen(ids, now)

            monkeypatch.setattr(server.application.log, "seen", counted)
            made = await server.create(opponent="open")
            invite = await server.create(opponent="invite")
            for _ in range(20):
                await server.get(made["id"], made["token"])
                await server.get(invite["id"], invite["token"])
                await server.application.service.lobby.tell()
            assert told == [made["id"]]

    play(test)


def test_games_of_older_servers_are_listed_when_their_makers_return(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(opponent="open", name="Ada")
            await server.application.log.run("UPDATE games SET seen = NULL, maker = NULL", ())
            assert await names(server) == []
            await server.get(made["id"], made["token"])
            await server.application.service.lobby.tell()
            assert await names(server) == ["Ada"]
            await settled(server.application)

    play(test)


def test_many_open_games_cost_little(sqlite_url: str) -> None:
    """The list uses an index of present makers, however many games have absent ones."""

    async def test() -> None:
        async with running(sqlite_url) as server:
            log: Log = server.application.log
            run = log.run

            async def explained(statement: str, values: tuple[Any, ...]) -> list[Any]:
                return await run(f"EXPLAIN QUERY PLAN {statement}", values)

            with pytest.MonkeyPatch.context() as patch:
                plans: list[str] = []
                patch.setattr(log, "run", explained)
                patch.setattr(log, "_read", lambda row: plans.append(str(row)))
                await log.listed(OPEN)
            assert "games_seen (state=? AND seen>?)" in "".join(plans)
            done = asyncio.get_running_loop().create_future()
            made = await server.create(opponent="open", name="Ada")
            kept = await log.game(made["id"])
            assert kept is not None
            log.append(LogEntry(None, done.set_result, NewGame("old", kept.setup, 1.0, OPEN, 1, "somebody")))
            assert await done
            assert [game.id for game in await log.listed(OPEN, since=0.0, seen=2.0)] == [made["id"]]

    play(test)
