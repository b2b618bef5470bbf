"""Help between two people: each sees whether the other asked for it. Pages contain public data."""

import asyncio
import json
import re
from html import unescape
from typing import Any

import pytest

from outnumber.server.storage.log import LogEntry
from tests.server.running import Running, play, running


async def helped(server: Running, game: str) -> Any:
    return (await server.get(game)).json()["helped"]


def test_a_game_records_that_a_player_asked_for_help(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game, ada, ben = await server.begin(rounds=2)
            watcher = await server.live(game)
            await watcher.next("welcome")
            # Spectators may look, which helps no player.
            assert (await server.get(f"{game}/verdict")).status_code == 200
            assert await helped(server, game) == []
            for _ in range(2):
                assert (await server.get(f"{game}/hint?level=1", ada)).status_code == 200
                assert (await server.get(f"{game}/verdict", ada)).status_code == 200
            assert await helped(server, game) == [1]
            told = (await watcher.next("event"))["event"]
            assert (told["kind"], told["participant"], told["seq"]) == ("help", 1, 2)
            assert (await server.get(f"{game}/verdict", "0" * 32)).status_code == 401
            # A recorded request makes no move late.
            assert (await server.move(game, ada, 6, after=1)).status_code == 200
            assert (await server.move(game, ben, 3, after=2)).json()["error"]["code"] == "stale"
            assert (await server.get(f"{game}/hint?level=1", ben)).status_code == 200
            assert await helped(server, game) == [1, 2]
            await watcher.close()
            id = game
        # It is in the log, like every event.
        async with running(sqlite_url) as server:
            assert await helped(server, id) == [1, 2]
            assert '[Helped "yes"]' in (await server.get(f"{id}/record")).text

    play(test)


def test_simultaneous_requests_for_help_are_recorded_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game, ada, _ = await server.begin()
            log, held = server.application.log, []

            def append(entry: LogEntry) -> None:
                # The second request is read before the first is on disk, so neither sees the other.
                held.append(entry)
                if len(held) >= 2:
                    monkeypatch.undo()
                    for each in held:
                        log.append(each)

            monkeypatch.setattr(log, "append", append)
            asked = (server.get(f"{game}/hint?level={level}", ada) for level in (1, 2))
            assert [answer.status_code for answer in await asyncio.gather(*asked)] == [200] * 2
            events = (await server.get(f"{game}/events")).json()["events"]
            assert [event["kind"] for event in events].count("help") == 1

    play(test)


def test_at_one_device_help_is_recorded_for_the_player_to_move(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(opponent="here", name="Ada", other="Bea")
            game, token = made["id"], made["token"]
            await server.move(game, token, 6)
            assert (await server.get(f"{game}/hint?level=1")).status_code == 200
            assert await helped(server, game) == []
            assert (await server.get(f"{game}/hint?level=1", token)).status_code == 200
            assert await helped(server, game) == [2]
            await server.move(game, token, 3)
            assert (await server.get(f"{game}/verdict", token)).status_code == 200
            assert await helped(server, game) == [1, 2]

    play(test)


def test_an_offer_stays_open_when_a_player_asks_for_help(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game, ada, ben = await server.begin()
            await server.move(game, ada, 6)
            await server.post(f"{game}/takeback", {"action": "offer"}, ada)
            await server.get(f"{game}/hint?level=1", ben)
            assert (await server.get(game)).json()["offer"]["kind"] == "takeback"
            answer = await server.post(f"{game}/takeback", {"action": "accept"}, ben)
            assert answer.status_code == 200

    play(test)


def test_help_against_a_computer_is_not_recorded(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(opponent="random")
            assert "Helped" not in (await server.get(f"{made['id']}/record")).text
            assert (await server.get(f"{made['id']}/hint?level=1", made["token"])).status_code == 200
            assert (made["state"]["helped"], await helped(server, made["id"])) == ([], [])

    play(test)


def test_a_game_page_contains_public_data_and_is_never_cached(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game, ada, _ = await server.begin(name="</template><b>&amp;")
            await server.move(game, ada, 6)
            for path in (f"/g/{game}", f"/g/{game}/review"):
                answer = await server.http.get(path, headers={"Accept-Language": "de"})
                assert answer.headers["cache-control"] == "no-store"
                (told,) = re.findall(r'<template id="now">(.*?)</template>', answer.text, re.DOTALL)
                assert "<" not in told
                state = json.loads(unescape(told))
                now = (await server.http.get(f"/api/games/{game}?lang=de")).json()
                assert state == now
                assert state["you"] is None
                assert state["participants"][0]["name"] == "</template><b>&amp;"
            lost = await server.http.get("/g/0123456789ab")
            assert (lost.status_code, "<template" in lost.text) == (200, False)
            # API responses are not cached either: a user who goes back must see the current state.
            for path in (f"/api/games/{game}", "/api/games", f"/api/games/{game}/scene", "/api/catalogue"):
                assert (await server.http.get(path)).headers["cache-control"] == "no-store"

    play(test)
