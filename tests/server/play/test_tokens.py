"""A seat token that others may know is replaced by its owner."""

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosed

from outnumber.server.play.tokens import digest, new_token
from tests.server.running import Live, play, running


async def closed(live: Live) -> tuple[int | None, str | None, list[str]]:
    """How a socket was closed, and the types of its earlier messages."""
    said = []
    try:
        while True:
            said.append(json.loads(await asyncio.wait_for(live.socket.recv(), 30))["type"])
    except ConnectionClosed:
        return live.socket.close_code, live.socket.close_reason, said


def test_the_old_token_stops_working_at_once_and_the_new_one_plays(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            game, ada, ben = await server.begin()
            sockets = [await server.live(game, token=ada) for _ in range(2)]
            other = await server.live(game, token=ben)
            for each in (*sockets, other):
                await each.next("welcome")
            answer = await server.post(f"{game}/token", {"id": "t1"}, ada)
            assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
            new = answer.json()["token"]
            assert new != ada
            assert answer.json()["links"]["seat"].endswith(new)
            assert answer.json()["state"]["you"] == {"participant": 1, "seat": 1}
            for each in sockets:
                assert (await closed(each))[:2] == (1008, "bad-token")
            for path in ("moves", "resign", "token"):
                refused = await server.post(f"{game}/{path}", {"number": 5} if path == "moves" else {}, ada)
                assert (refused.status_code, refused.json()["error"]["code"]) == (401, "bad-token")
            assert (await server.get(game, ada)).status_code == 401
            late = await server.live(game, token=ada)
            assert (await late.next())["error"]["code"] == "bad-token"
            # Other clients are notified, without secrets.
            event = (await other.next("event"))["event"]
            assert (event["kind"], event["participant"]) == ("token", 1)
            assert set(event) == {"seq", "kind", "participant", "at"}
            said = (await server.get(f"{game}/events")).text
            assert new not in said
            assert digest(new) not in said
            assert digest(ada) not in said
            assert (await server.move(game, new, 5)).status_code == 200
            assert (await other.next("event"))["event"]["kind"] == "move"
            await other.close()
        async with running(database) as server:
            assert (await server.get(game, ada)).status_code == 401
            assert (await server.get(game, new)).json()["you"]["participant"] == 1

    play(test)


def test_repeating_the_request_with_the_new_token_is_safe(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(opponent="open")
            game, new = made["id"], new_token()
            body = {"id": "t1", "token": new}
            first = await server.post(f"{game}/token", body, made["token"])
            again = await server.post(f"{game}/token", body, new)
            assert first.json()["token"] == again.json()["token"] == new
            assert (await server.get(game)).json()["seq"] == 1
            other = await server.post(f"{game}/token", {"id": "t1", "token": new_token()}, new)
            assert other.json()["error"]["code"] == "id-reused"
            for wrong in ({"token": "x"}, {"token": new.upper()}, {"nonsense": 1}):
                assert (await server.post(f"{game}/token", wrong, new)).status_code == 400
            assert (await server.post(f"{game}/token", {})).json()["error"]["code"] == "no-token"

    play(test)


def test_an_offer_stays_open_and_a_rematch_has_the_new_token(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game, ada, ben = await server.begin()
            await server.post(f"{game}/resign", {}, ada)
            await server.post(f"{game}/rematch", {"action": "offer"}, ben)
            ada = (await server.post(f"{game}/token", {}, ada)).json()["token"]
            answer = await server.post(f"{game}/rematch", {"action": "accept"}, ada)
            after = answer.json()["event"]["game"]
            assert (await server.get(after, ada)).json()["you"]["participant"] == 1

    play(test)


def test_a_move_with_the_old_token_that_lost_the_race_does_not_count(postgres_url: str) -> None:
    """Another process does not know the new token yet, but the log does."""

    async def test() -> None:
        async with running(postgres_url) as one, running(postgres_url) as two:
            game, ada, _ = await one.begin()
            thief = await two.live(game, token=ada)
            await thief.next("welcome")
            two.application.updates.heard = lambda *_: None  # type: ignore[method-assign]
            await two.application.updates.cancel_tasks()
            await one.post(f"{game}/token", {}, ada)
            await thief.send(type="move", id="m1", number=5)
            code, why, said = await closed(thief)
            assert (code, why) == (1008, "bad-token")
            assert "ack" not in said
            kinds = [event["kind"] for event in (await one.get(f"{game}/events")).json()["events"]]
            assert kinds == ["seat", "token"]

    play(test)


def test_a_socket_that_is_catching_up_is_closed_too(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game, ada, _ = await server.begin()
            service = server.application.service
            told, reading, go_on = service.told, asyncio.Event(), asyncio.Event()

            async def slowly(*asked: object) -> object:
                reading.set()
                await go_on.wait()
                return await told(*asked)  # type: ignore[arg-type]

            monkeypatch.setattr(service, "told", slowly)
            live = await server.live(game, token=ada, after=0)
            await asyncio.wait_for(reading.wait(), 30)
            await server.post(f"{game}/token", {}, ada)
            go_on.set()
            assert (await live.next())["error"]["code"] == "bad-token"
            assert (await closed(live))[:2] == (1008, "bad-token")

    play(test)
