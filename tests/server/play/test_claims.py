"""A player has left: the opponent claims the win, and gets it unless the player returns."""

import asyncio
from typing import Any

import pytest

from outnumber.api.events import ClaimOffered
from outnumber.match.record import read
from tests.server.running import Running, play, running

SOON = {"claim_seconds": 0.0}


async def claim(server: Running, game: str, token: str, action: str, **more: Any) -> tuple[int, Any]:
    answer = await server.post(f"{game}/claim", {"action": action, **more}, token)
    told = answer.json()
    return answer.status_code, told.get("error", {}).get("code") or told["event"]


async def kinds(server: Running, game: str) -> list[str]:
    return [event["kind"] for event in (await server.get(f"{game}/events")).json()["events"]]


async def until_kind(server: Running, game: str, kind: str) -> None:
    while kind not in await kinds(server, game):
        await asyncio.sleep(0.02)


def test_the_remaining_player_wins_against_one_who_has_left(database: str) -> None:
    async def test() -> None:
        async with running(database, **SOON) as server:
            game, ada, _ = await server.begin(rounds=2)
            watcher = await server.live(game, positions=True)
            await watcher.next("welcome")
            await server.move(game, ada, 5)
            status, event = await claim(server, game, ada, "offer", id="c1")
            assert (status, event["kind"], event["seconds"]) == (200, "claim-offer", 0)
            assert (await server.get(game)).json()["offer"] == {
                "kind": "claim", "participant": 1, "plies": 0, "seconds": 0.0,
            }  # fmt: skip
            status, event = await claim(server, game, ada, "accept", id="c2")
            won = {"winner": 1, "participant": 1, "reason": "left"}
            assert (status, event["outcome"], event["seat"], event["round"]) == (200, won, 2, 1)
            assert "match" not in event
            # The same request has the same answer.
            assert await claim(server, game, ada, "accept", id="c2") == (200, event)
            state = (await server.get(game)).json()
            assert (state["round"], state["score"], state["offer"]) == (2, [1, 0], None)
            told = [(await watcher.next("event"))["event"]["kind"] for _ in range(3)]
            assert told == ["move", "claim-offer", "claim-accept"]
            await watcher.close()
            # In the next round Ben begins, and he is still away.
            await claim(server, game, ada, "offer")
            _, event = await claim(server, game, ada, "accept")
            assert event["match"] == "over"
            assert (await server.get(game)).json()["state"] == "over"
            record = (await server.get(f"{game}/record")).text
            assert record.count('[Result "1 left"]') == 1
            assert '[Result "2 left"]' in record
            match = read(record)
            assert [each.outcome.reason.value for each in match.rounds if each.outcome] == ["left", "left"]
            assert (await server.get(f"{game}/review?round=1")).json()["outcome"] == won
            assert "left" in (await server.get(f"{game}/events")).text
        async with running(database, **SOON) as server:
            assert (await server.get(game)).json()["score"] == [2, 0]

    play(test)


def test_there_is_time_to_come_back(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game, ada, ben = await server.begin()
            await server.move(game, ada, 5)
            await claim(server, game, ada, "offer")
            answer = await server.post(f"{game}/claim", {"action": "accept"}, ada)
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too-early")
            assert 50 < (await server.get(game)).json()["offer"]["seconds"] <= 60
            # Any request of Ben with his token shows that he is present.
            await server.get(game, ben)
            await until_kind(server, game, "claim-decline")
            assert await claim(server, game, ada, "accept") == (409, "no-offer")
            events = (await server.get(f"{game}/events")).json()["events"]
            assert (events[-1]["kind"], events[-1]["participant"]) == ("claim-decline", 2)

    play(test)


def test_server_downtime_does_not_count(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, claim_seconds=30.0) as server:
            game, ada, _ = await server.begin()
            await server.move(game, ada, 5)
            await claim(server, game, ada, "offer")
            uptime = server.application.log.uptime
            # As if it had been requested a minute ago, with the server down since.
            live = server.application.service.games[game]
            assert isinstance(live.offer, ClaimOffered)
            live.offer = ClaimOffered(1, live.offer.seconds, live.offer.since - 60)
            uptime.outages = [(live.offer.since, live.offer.since + 60)]
            assert await claim(server, game, ada, "accept") == (409, "too-early")
            uptime.outages = []
            assert (await claim(server, game, ada, "accept"))[0] == 200

    play(test)


def test_a_connected_player_has_not_left(database: str) -> None:
    async def test() -> None:
        async with running(database, **SOON) as server:
            game, ada, ben = await server.begin()
            await server.move(game, ada, 5)
            socket = await server.live(game, token=ben)
            await socket.next("welcome")
            assert await claim(server, game, ada, "offer") == (409, "opponent-here")
            await socket.close()
            while (await server.get(game)).json()["watching"]:
                await asyncio.sleep(0.01)
            assert (await claim(server, game, ada, "offer"))[0] == 200
            # Back just in time.
            socket = await server.live(game, token=ben)
            await socket.next("welcome")
            assert (await claim(server, game, ada, "accept"))[1] in ("opponent-here", "no-offer")
            await until_kind(server, game, "claim-decline")
            assert (await server.move(game, ben, 1)).status_code == 200
            await socket.close()

    play(test)


def test_a_player_at_another_process_is_present(postgres_url: str) -> None:
    async def test() -> None:
        slow = {"claim_seconds": 30.0}
        async with running(postgres_url, **slow) as one, running(postgres_url, **slow) as two:
            game, ada, ben = await one.begin()
            await one.move(game, ada, 5)
            socket = await two.live(game, token=ben)
            await socket.next("welcome")
            mine = await one.live(game, token=ada)
            await mine.next("welcome")
            await mine.send(type="claim", id="c1", action="offer")
            assert (await mine.next("ack"))["event"]["kind"] == "claim-offer"
            assert (await mine.next("event"))["event"]["kind"] == "claim-decline"
            for each in (socket, mine):
                await each.close()

    play(test)


@pytest.mark.parametrize(
    ("made", "code"),
    [
        ({"opponent": "perfect"}, "opponent-here"),
        ({"opponent": "open", "claims": False}, "switched-off"),
        ({"opponent": "open", "clock": 7200}, "switched-off"),
        ({"opponent": "open", "clock": 60, "first": "them"}, None),
        ({"opponent": "open", "first": "me"}, "your-turn"),
        # A player who must pick a seat delays the game, not the opponent.
        ({"opponent": "open", "first": "them", "start": "fair"}, "your-turn"),
        ({"opponent": "invite", "first": "them"}, "switched-off"),
        ({"opponent": "invite", "first": "them", "claims": True}, None),
    ],
)
def test_who_may_claim_a_win(sqlite_url: str, made: dict[str, Any], code: str | None) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game = await server.create(**made)
            if made["opponent"] in ("open", "invite"):
                assert await claim(server, game["id"], game["token"], "offer") == (409, "not-begun")
                await server.post(f"{game['id']}/seat", {}, game["invite"] or "")
            assert game["state"]["claims"] is (code in (None, "your-turn"))
            _, told = await claim(server, game["id"], game["token"], "offer")
            assert (told if code else told["kind"]) == (code or "claim-offer")

    play(test)


def test_long_turns_and_claims_are_incompatible(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            body = {"game": "number-duel", "opponent": "open", "clock": 7200, "claims": True}
            answer = await server.http.post("/api/games", json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-request")

    play(test)


def test_a_claim_is_withdrawn_or_expires_with_a_move(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, **SOON) as server:
            game, ada, ben = await server.begin()
            assert await claim(server, game, ben, "accept") == (409, "no-offer")
            await claim(server, game, ben, "offer")
            assert await claim(server, game, ben, "offer") == (409, "offer-open")
            # Only the claiming player can take the win.
            assert (await claim(server, game, ada, "accept"))[0] == 409
            await until_kind(server, game, "claim-decline")
            await claim(server, game, ben, "offer")
            assert (await claim(server, game, ben, "decline"))[1]["kind"] == "claim-decline"
            await claim(server, game, ben, "offer")
            assert (await server.move(game, ada, 5)).status_code == 200
            assert await claim(server, game, ben, "accept") == (409, "no-offer")
            assert await claim(server, game, ben, "offer") == (409, "your-turn")

    play(test)


def test_claims_cannot_use_up_the_events_of_a_game(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, events=20, **SOON) as server:
            game, ada, ben = await server.begin()
            for _ in range(5):
                await claim(server, game, ben, "offer")
                await claim(server, game, ben, "decline")
            assert await claim(server, game, ben, "offer") == (409, "game-too-long")
            assert (await server.post(f"{game}/token", {}, ben)).json()["error"]["code"] == "game-too-long"
            assert (await server.move(game, ada, 5)).status_code == 200

    play(test)
