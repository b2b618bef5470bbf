"""Two people at one device, and drawn starts, on the server."""

from pathlib import Path
from typing import Any

from outnumber.games.registry import find
from outnumber.match.match import FAIR
from outnumber.match.openings import fair
from outnumber.match.record import read
from tests.server.running import Running, play, running, settled


async def moves(server: Running, id: str, token: str, *numbers: int) -> dict[str, Any]:
    for number in numbers:
        answer = await server.move(id, token, number)
        assert answer.status_code == 200, answer.text
    await settled(server.application)
    told: dict[str, Any] = (await server.get(id, token)).json()
    return told


def test_two_people_at_one_device_play_with_one_token(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            made = await server.create(opponent="here", name="Ada", other="Bea", rounds=2)
            id, token, state = made["id"], made["token"], made["state"]
            assert state["state"] == "playing"
            assert made["invite"] is None
            assert [each["name"] for each in state["participants"]] == ["Ada", "Bea"]
            # No other client can find the game, join, or move.
            for which in ("open", "playing"):
                assert (await server.http.get(f"/api/games?state={which}")).json()["games"] == []
            assert (await server.post(f"{id}/seat", {})).json()["error"]["code"] == "seat-taken"
            assert (await server.move(id, "", 6)).status_code == 401
            # The player to move moves; a repeated request gets the first answer.
            told = await moves(server, id, token, 6)
            assert told["you"]["participant"] == told["turn"]["participant"] == 2
            first = await server.move(id, token, 3, id="a")
            again = await server.move(id, token, 3, id="a")
            assert first.json() == again.json()
            # A takeback needs no consent, and takes back the last move of either player.
            assert (await server.post(f"{id}/takeback", {"action": "offer"}, token)).status_code == 200
            told = await moves(server, id, token)
            assert told["history"][0]["moves"] == [6]
            assert told["offer"] is None
            # Both are present as soon as their browser is.
            live = await server.live(id, token=token)
            welcome = await live.next("welcome")
            assert [each["here"] for each in welcome["state"]["participants"]] == [True, True]
            await live.send(type="resign", id="r1")
            ended = (await live.next("ack"))["event"]
            assert ended["outcome"]["participant"] == 1
            await live.close()
            # A new token holds both seats.
            new = (await server.post(f"{id}/token", {}, token)).json()["token"]
            assert (await server.move(id, token, 5)).status_code == 401
            told = await moves(server, id, new, 5, 1)
            assert (await server.post(f"{id}/resign", {}, new)).status_code == 200
            # A rematch begins immediately.
            assert (await server.post(f"{id}/rematch", {"action": "offer"}, new)).status_code == 200
            told = await moves(server, id, new)
            after = await moves(server, told["next"], new, 9)
            assert [each["name"] for each in after["participants"]] == ["Ada", "Bea"]

    play(check)


def test_only_a_shared_device_may_name_the_other_player(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            for wrong in ({"opponent": "casual", "other": "Bea"}, {"opponent": "here", "claims": True}):
                answer = await server.http.post("/api/games", json={"game": "strategy-stacks", **wrong})
                assert answer.status_code == 400

    play(check)


def test_a_fair_start_is_drawn_and_its_seat_picked_in_every_round(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            made = await server.create(opponent="open", start=FAIR, rounds=2, clock=60)
            id, one = made["id"], made["token"]
            two = (await server.post(f"{id}/seat", {})).json()["token"]
            state = (await server.get(id, two)).json()
            drawn = state["history"][0]["moves"]
            assert len(drawn) == state["history"][0]["drawn"] > 0
            # The drawn moves can be viewed from the first position on.
            for place in ("scene", "verdict", "picture"):
                assert (await server.get(f"{id}/{place}?ply=0")).status_code == 200
            # The second player picks, and until then no one moves and no clock runs.
            assert (state["pick"]["participant"], state["turn"], state["legal"]) == (2, None, [])
            assert state["left"] is None
            assert (await server.move(id, one, 1)).json()["error"]["code"] == "no-seat-picked"
            refused = await server.post(f"{id}/pick", {"seat": 1}, one)
            assert refused.json()["error"]["code"] == "not-your-turn"
            assert (await server.post(f"{id}/pick", {"seat": 3}, two)).status_code == 400
            event = (await server.post(f"{id}/pick", {"seat": 1, "id": "p"}, two)).json()["event"]
            assert (event["kind"], event["seat"], event["turn"]) == ("pick", 1, 1)
            # The seat is picked once.
            assert (await server.post(f"{id}/pick", {"seat": 2}, two)).status_code == 409
            state = (await server.get(id, two)).json()
            assert state["turn"] == {"participant": 2, "seat": 1} == state["you"]
            assert state["pick"] is None
            assert (await server.post(f"{id}/takeback", {"action": "offer"}, two)).status_code == 409
            assert (await server.post(f"{id}/resign", {}, two)).status_code == 200
            # The next round has another start, and the other participant picks; then a rematch draws again.
            live = await server.live(id, token=one)
            state = (await live.next("welcome"))["state"]
            assert state["pick"]["participant"] == 1
            await live.send(type="pick", seat=2, id="q")
            assert (await live.next("ack"))["event"]["seat"] == 2
            await live.close()
            await server.post(f"{id}/resign", {}, one)
            match = read((await server.get(f"{id}/record")).text)
            assert match.start == FAIR
            rules = find("strategy-stacks")()
            assert [each.moves for each in match.rounds] == [
                fair(rules, match.seed, number) for number in (1, 2)
            ]
            await server.post(f"{id}/rematch", {"action": "offer"}, one)
            accepted = await server.post(f"{id}/rematch", {"action": "accept"}, two)
            assert accepted.status_code == 200, accepted.text
            after = (await server.get(accepted.json()["event"]["game"], one)).json()
            assert after["start"] == FAIR
            assert after["pick"]
            # A game without fair starts is refused with the reason.
            body = {
                "game": "number-stack-attack",
                "options": {"target": 9},
                "opponent": "open",
                "start": FAIR,
            }
            refused = await server.http.post("/api/games", json=body)
            assert refused.status_code == 422
            assert "too small" in refused.json()["error"]["message"]

        # The drawn moves are the same after a restart.
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            assert (await server.get(id, one)).json()["history"][0]["moves"] == drawn

    play(check)


def test_a_computer_waits_until_a_person_has_picked(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            made = await server.create(opponent="perfect", start=FAIR)
            assert made["state"]["pick"]["participant"] == 1
            live = await server.live(made["id"], token=made["token"])
            await live.next("welcome")
            await live.send(type="pick", seat=2, id="p")
            await live.next("ack")
            event = (await live.next("event"))["event"]
            assert (event["kind"], event["participant"], event["seat"]) == ("move", 2, 1)
            await live.close()

    play(check)
