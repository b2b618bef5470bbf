"""Paths and drawn starts over HTTP."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from outnumber.games.registry import BUILT_IN, find
from outnumber.match.round import Round
from outnumber.players.levels import PerfectPlayer
from outnumber.study.paths.path import path
from outnumber.theory.bounded import solve
from tests.server.running import Running, play, running


async def finished(server: Running, made: Any, *, well: bool = True, ask: str = "") -> Any:
    """The stars of a game, played to its end by the person with perfect moves, or with losing ones."""
    id, headers = made["id"], {"Authorization": f"Bearer {made['token']}"}
    state = made["state"]
    if ask:
        assert (await server.http.get(f"/api/games/{id}/{ask}", headers=headers)).status_code == 200
    while state["state"] != "over":
        if state["turn"] == state["you"]:
            moves = state["history"][0]["moves"]
            position = find(state["game"])(**state["options"]).replay(moves)
            winning = solve(position).winning
            bad = [move for move in position.legal_moves() if move not in winning]
            current = Round.begin(position.rules, moves)
            number = PerfectPlayer().move(current, Random(1)) if well else (bad or position.legal_moves())[0]
            await server.http.post(f"/api/games/{id}/moves", json={"number": number}, headers=headers)
        state = (await server.http.get(f"/api/games/{id}", headers=headers)).json()
    return (await server.http.get(f"/api/games/{id}/stars")).json()


def test_drawn_start_is_won_for_the_person(tmp_path: Path) -> None:
    async def inside() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            for game, size in (("number-duel", 20), ("order-challenge", 9)):
                asked = {"game": game, "options": {"range": size}, "opponent": "casual", "start": "drawn"}
                seeded = asked | {"seed": 7}
                told = [(await server.http.post("/api/games", json=seeded)).json()["state"] for _ in "ab"]
                moves = [state["history"][0]["moves"] for state in told]
                assert moves[0] == moves[1]
                position = find(game)(range=size).replay(moves[0])
                assert told[0]["turn"] == told[0]["you"] == {"participant": 1, "seat": int(position.turn)}
                assert solve(position).winner is position.turn
                assert (told[0]["start"], told[0]["stage"]) == ("drawn", None)
                for wrong in ({"opponent": "open"}, {"rounds": 2}, {"first": "toss"}):
                    refused = await server.http.post("/api/games", json=asked | wrong)
                    assert refused.json()["error"]["code"] == "bad-request"

    play(inside)


def test_paths_are_listed_and_stages_are_games(tmp_path: Path) -> None:
    async def inside() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            listed = (await server.http.get("/api/paths")).json()["paths"]
            assert [each["game"] for each in listed][:5] == list(BUILT_IN)
            one = (await server.http.get("/api/paths/order-challenge?lang=de")).json()["paths"]
            assert (len(one), one[0]["open"], one[0]["stages"][0]["moves"]) == (1, None, None)
            asked = {"game": "order-challenge", "stage": 4, "opponent": "perfect", "name": "Ada"}
            made = (await server.http.post("/api/games", json=asked)).json()
            stage = path("order-challenge").stage(4)
            state = made["state"]
            assert (state["stage"], state["opponent"], state["start"]) == (4, stage.opponent, "drawn")
            assert state["participants"][0]["name"] == "Ada"
            early = (await server.http.get(f"/api/games/{made['id']}/stars")).json()
            assert early["error"]["code"] == "not-over"
            found = await finished(server, made)
            assert (found["game"], found["stage"], found["won"]) == ("order-challenge", 4, True)
            assert (found["stars"], found["missed"]) == (["won", "unaided", "flawless"], None)
            # The rematch is another attempt, in the winning seat again.
            headers = {"Authorization": f"Bearer {made['token']}"}
            url = f"/api/games/{made['id']}"
            await server.http.post(f"{url}/rematch", json={"action": "offer"}, headers=headers)
            while not (next_one := (await server.http.get(url, headers=headers)).json()["next"]):
                pass
            again = (await server.http.get(f"/api/games/{next_one}", headers=headers)).json()
            assert (again["stage"], again["turn"]) == (4, again["you"])
            for number in (0, 99):
                refused = await server.http.post("/api/games", json=asked | {"stage": number})
                assert refused.status_code in (400, 422)

    play(inside)


@pytest.mark.parametrize("ask", ["hint?level=1", "verdict"])
def test_help_costs_a_star_and_a_lost_win_is_shown(ask: str, tmp_path: Path) -> None:
    async def inside() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            asked = {"game": "order-challenge", "stage": 15}
            made = (await server.http.post("/api/games", json=asked)).json()
            found = await finished(server, made, ask=ask)
            assert found["stars"] == ["won", "flawless"]
            made = (await server.http.post("/api/games", json=asked)).json()
            drawn = made["state"]["history"][0]["moves"]
            found = await finished(server, made, well=False)
            assert (found["won"], found["stars"], found["missed"]) == (False, [], len(drawn))
            assert "You were winning" in found["turning"]
            other = (await server.http.post("/api/games", json={"game": "order-challenge"})).json()
            assert (await server.http.get(f"/api/games/{other['id']}/stars")).status_code == 409

    play(inside)
