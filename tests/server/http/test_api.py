"""The HTTP API does what docs/reference/api.md says."""

import asyncio

import pytest

from outnumber.match.record import read
from tests.server.running import later, pass_by, play, running


def test_a_game_from_invitation_to_rematch(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(name="Ada", opponent="invite")
            id, ada = made["id"], made["token"]
            assert made["state"]["state"] == "open"
            assert (await server.move(id, ada, 6)).json()["error"]["code"] == "not-begun"
            taken = await server.post(f"{id}/seat", {"name": "Ben"}, made["invite"])
            ben = taken.json()["token"]
            assert taken.json()["state"]["you"] == {"participant": 2, "seat": 2}
            for token, number in ((ada, 6), (ben, 3), (ada, 9)):
                assert (await server.move(id, token, number)).status_code == 200
            last = (await server.move(id, ben, 1)).json()["event"]
            assert last["turn"] == 1
            state = (await server.get(id, ada)).json()
            assert state["history"][0]["moves"] == [6, 3, 9, 1]
            assert [each["name"] for each in state["participants"]] == ["Ada", "Ben"]
            ended = (await server.post(f"{id}/resign", {}, ada)).json()["event"]
            assert ended["outcome"] == {"winner": 2, "participant": 2, "reason": "resignation"}
            assert ended["match"] == "over"
            assert (await server.post(f"{id}/rematch", {"action": "accept"}, ben)).json()["error"][
                "code"
            ] == "no-offer"
            await server.post(f"{id}/rematch", {"action": "offer"}, ada)
            again = (await server.post(f"{id}/rematch", {"action": "accept"}, ben)).json()["event"]["game"]
            state = (await server.get(again, ben)).json()
            assert state["state"] == "playing"
            assert state["you"] == {"participant": 2, "seat": 1}
            assert (await server.move(again, ben, 5)).status_code == 200
            assert (await server.get(id)).json()["next"] == again

    play(test)


def test_the_record_is_one_that_the_program_reads(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin("number-stack-attack", rounds=2, name="Ada")
            for token, number in ((one, 9), (two, 9), (one, 9), (two, 9), (one, 3), (two, 5)):
                assert (await server.move(id, token, number)).status_code == 200
            answer = await server.get(f"{id}/record")
            match = read(answer.text)
            assert [each.moves for each in match.rounds] == [(9, 9, 9, 9, 3), (5,)]
            assert match.participants[0].name == "Ada"

    play(test)


def test_an_invite_takes_the_seat_once(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(opponent="invite")
            path = f"{made['id']}/seat"
            assert (await server.post(path, {})).json()["error"]["code"] == "no-token"
            assert (await server.post(path, {}, "0" * 32)).json()["error"]["code"] == "bad-token"
            answers = await asyncio.gather(*(server.post(path, {}, made["invite"]) for _ in range(5)))
            assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]

    play(test)


def test_taking_a_seat_again_with_the_same_id_and_token_is_the_same(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(opponent="open")
            body = {"id": "s1", "token": "ab" * 16, "name": "Ben"}
            first = await server.post(f"{made['id']}/seat", body)
            again = await server.post(f"{made['id']}/seat", body)
            assert first.status_code == again.status_code == 201
            other = await server.post(f"{made['id']}/seat", {**body, "token": "cd" * 16})
            assert other.json()["error"]["code"] == "seat-taken"

    play(test)


def test_a_repeated_move_gets_the_same_answer_also_after_a_restart(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            id, one, two = await server.begin()
            first = (await server.move(id, one, 6, id="m1")).json()
            assert (await server.move(id, one, 6, id="m1")).json() == first
            assert (await server.move(id, two, 3, id="m2")).status_code == 200
            assert (await server.move(id, one, 6, id="m1")).json() == first
        async with running(database) as server:
            assert (await server.move(id, one, 6, id="m1")).json() == first
            assert (await server.move(id, one, 9, id="m1")).json()["error"]["code"] == "id-reused"
            assert (await server.move(id, one, 9, id="m3")).status_code == 200
            assert (await server.get(id)).json()["history"][0]["moves"] == [6, 3, 9]

    play(test)


def test_of_many_moves_at_once_one_counts(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            id, one, _ = await server.begin()
            answers = await asyncio.gather(*(server.move(id, one, number) for number in range(1, 10)))
            statuses = sorted(answer.status_code for answer in answers)
            assert statuses == [200] + [409] * 8
            assert {answer.json()["error"]["code"] for answer in answers if answer.status_code == 409} == {
                "not-your-turn"
            }
            assert len((await server.get(f"{id}/events")).json()["events"]) == 2

    play(test)


REFUSED = [
    ({}, 400, "bad-request"),
    ({"game": "chess"}, 422, "unknown-game"),
    ({"game": "number-duel", "options": {"range": 10**7}}, 422, "too-large"),
    ({"game": "number-duel", "options": {"range": "5000"}}, 422, "too-large"),
    ({"game": "number-duel", "options": {"colour": 1}}, 422, "unknown-option"),
    ({"game": "number-duel", "options": {"link": ["magic"]}}, 422, "unknown-criterion"),
    ({"game": "number-duel", "options": []}, 400, "bad-request"),
    ({"game": "number-duel", "opponent": "human"}, 422, "unknown-player"),
    ({"game": "number-duel", "opponent": "cmd:rm"}, 422, "unknown-player"),
    ({"game": "number-duel", "rounds": 10**6}, 400, "bad-request"),
    ({"game": "number-duel", "clock": -1}, 400, "bad-request"),
    ({"game": "number-duel", "clock": True}, 400, "bad-request"),
    ({"game": "number-duel", "name": "\x1b[2J"}, 400, "bad-request"),
    ({"game": "number-duel", "token": "1234"}, 400, "bad-request"),
    ({"game": "number-duel", "surprise": 1}, 400, "bad-request"),
    ({"game": "number-stack-attack", "options": {"target": 10**6}}, 422, "too-large"),
    ({"game": "number-stack-attack", "options": {"tokens": "1-1000000"}}, 422, "too-large"),
]


def test_what_cannot_be_had_is_refused_with_its_code(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for body, status, code in REFUSED:
                answer = await server.http.post("/api/games", json=body)
                assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), body

    play(test)


def test_the_rules_of_the_game_refuse_with_their_own_codes(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin("number-stack-duel")
            await server.move(id, one, 5)
            for number, code in ((4, "not-greater"), (5, "used"), (77, "out-of-range"), (-3, "out-of-range")):
                answer = await server.move(id, two, number)
                assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)

    play(test)


def test_a_takeback_goes_back_to_the_own_last_turn_when_accepted(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin()
            path = f"{id}/takeback"
            assert (await server.post(path, {"action": "offer"}, one)).json()["error"][
                "code"
            ] == "nothing-to-take-back"
            for token, number in ((one, 6), (two, 3)):
                await server.move(id, token, number)
            offer = (await server.post(path, {"action": "offer"}, one)).json()["event"]
            assert offer["plies"] == 2
            assert (await server.post(path, {"action": "accept"}, one)).json()["error"]["code"] == "no-offer"
            assert (await server.post(path, {"action": "accept"}, two)).json()["event"]["turn"] == 1
            assert (await server.get(id)).json()["history"][0]["moves"] == []
            await server.move(id, one, 5)
            await server.post(path, {"action": "offer"}, one)
            await server.move(id, two, 1)
            assert (await server.get(id)).json()["offer"] is None

    play(test)


def test_help_is_off_when_the_maker_says_so_and_on_when_the_game_is_over(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, _ = await server.begin(help=False)
            for what in ("verdict", "hint", "picture"):
                answer = await server.get(f"{id}/{what}")
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "switched-off")
            assert (await server.get(f"{id}/review")).json()["error"]["code"] == "not-over"
            await server.move(id, one, 6)
            await server.post(f"{id}/resign", {}, one)
            assert (await server.get(f"{id}/verdict?ply=0")).json()["winning"] == [5, 7]
            review = (await server.get(f"{id}/review")).json()
            assert [move["grade"] for move in review["moves"]] == ["threw-away"]
            assert (await server.get(f"{id}/picture?kind=history")).text.startswith("<svg")
            for kind in ("history", "position"):
                english = (await server.get(f"{id}/picture?kind={kind}")).text
                german = (await server.get(f"{id}/picture?kind={kind}&lang=de")).text
                assert "Player 1" in english
                assert "Player" not in german
                assert "Spieler 1" in german
            refused = await server.get(f"{id}/picture?lang=xx")
            assert refused.json()["error"]["message"].endswith("lang must be de or en.")

    play(test)


def test_a_hint_is_proven(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, *_ = await server.begin()
            hint = (await server.get(f"{id}/hint?level=3")).json()
            assert hint["numbers"]["move"] in (5, 7)
            assert (await server.get(f"{id}/hint?level=4")).json()["error"]["code"] == "bad-request"

    play(test)


def test_only_games_for_anybody_are_listed(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            await server.create(opponent="invite")
            made = await server.create(opponent="open", name="Ada")

            async def ids(state: str) -> list[str]:
                answer = await server.http.get("/api/games", params={"state": state})
                return [game["id"] for game in answer.json()["games"]]

            assert await ids("open") == [made["id"]]
            seat = (await server.post(f"{made['id']}/seat", {})).json()
            assert await ids("open") == []
            assert await ids("playing") == [made["id"]]
            await server.post(f"{made['id']}/resign", {}, seat["token"])
            assert await ids("over") == [made["id"]]

    play(test)


@pytest.mark.parametrize("opponent", ["random"])
@pytest.mark.parametrize(
    "game", ["number-stack-duel", "number-duel", "order-challenge", "number-stack-attack", "strategy-stacks"]
)
def test_a_computer_plays_a_whole_game(sqlite_url: str, game: str, opponent: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(game, opponent=opponent, first="them")
            while True:
                state = (await server.get(made["id"])).json()
                if state["state"] == "over":
                    break
                if state["turn"]["participant"] == 1:
                    answer = await server.move(made["id"], made["token"], state["legal"][0])
                    assert answer.status_code == 200
                else:
                    await asyncio.sleep(0.01)
            offer = await server.post(f"{made['id']}/rematch", {"action": "offer"}, made["token"])
            assert offer.status_code == 200
            while not (state := (await server.get(made["id"])).json())["next"]:
                await asyncio.sleep(0.01)
            assert (await server.get(state["next"], made["token"])).json()["you"]["participant"] == 1

    play(test)


def test_running_out_of_time_loses_also_when_nobody_asks(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(clock=1)
            watcher = await server.live(id)
            await server.move(id, one, 6)
            event = (await watcher.next("event"))["event"]
            assert event["kind"] == "move"
            event = (await watcher.next("event"))["event"]
            assert (event["kind"], event["outcome"]["winner"]) == ("time", 1)
            assert (await server.move(id, two, 3)).json()["error"]["code"] == "game-over"
            await watcher.close()

    play(test)


def test_a_move_that_comes_too_late_does_not_count(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, _ = await server.begin(clock=1)
            timer = server.application.service.games[id].timer
            assert timer is not None
            timer.cancel()  # as if it had not rung yet
            later(server, 1.8)  # of a second, and of what is forgiven
            answer = await server.move(id, one, 6, id="m1")
            assert answer.json()["error"]["code"] == "game-over"
            state = (await server.get(id)).json()
            assert state["history"][0]["moves"] == []
            assert state["history"][0]["outcome"]["reason"] == "time"

    play(test)


def test_clocks_stand_still_while_no_server_runs(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(clock=2)
            await server.move(id, one, 6)
        pass_by(monkeypatch, 10)
        async with running(sqlite_url) as server:
            assert 0 < (await server.get(id)).json()["left"] < 2
            assert (await server.move(id, two, 3)).status_code == 200

    play(test)


def test_a_qr_code_is_a_picture(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            answer = await server.http.post("/api/qr", json={"text": "http://127.0.0.1/g/x#invite=y"})
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "<svg" in answer.text

    play(test)


@pytest.mark.parametrize(("language", "reason"), [("en", "names are animals"), ("de", "sind Namen Tiere")])
def test_a_server_for_a_school_takes_no_free_text(sqlite_url: str, language: str, reason: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, school=1) as server:
            game = {"game": "strategy-stacks"}
            made = await server.create(opponent="open")
            for path, body in (
                ("", {**game, "name": "Ada"}),
                ("", {**game, "opponent": "here", "other": "Bea"}),
                (f"/{made['id']}/seat", {"name": "Bea"}),
            ):
                refused = await server.http.post(f"/api/games{path}?lang={language}", json=body)
                error = refused.json()["error"]
                assert (refused.status_code, error["code"]) == (403, "switched-off")
                assert reason in error["message"]
            assert (await server.post(f"{made['id']}/seat", {"name": " "})).status_code == 201
            state = (await server.get(made["id"])).json()
            assert [each["name"] for each in state["participants"]] == ["", ""]
            # Animals are translated; ids of requests have no words.
            made = await server.create(name="fox")
            told = (await server.http.get(f"/api/games/{made['id']}?lang={language}")).json()
            assert told["participants"][0]["name"] == {"en": "Fox", "de": "Fuchs"}[language]
            made = await server.create(opponent="random")
            for id, status in (("my-name-is-Ada", 403), ("0123abcd", 200)):
                answer = await server.move(made["id"], made["token"], 6, id=id)
                assert answer.status_code == status

    play(test)


def test_health_and_metrics(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            assert (await server.http.get("/healthz")).json()["status"] == "ok"
            await server.begin()
            text = (await server.http.get("/metrics")).text
            assert "outnumber_games_total 1.0" in text
            assert "outnumber_events 1.0" in text

    play(test)


def test_qr_codes_have_a_limit_of_their_own_and_a_largest_size(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, codes=0.001, codes_burst=3.0) as server:
            texts = ["http://a/g/0#invite=" + "0" * 32, "ä" * 251, "x" * 500, "x"]
            answers = [await server.http.post("/api/qr", json={"text": text}) for text in texts]
            assert [answer.status_code for answer in answers] == [200, 400, 200, 429]
            # Whoever has made many codes can still make a game.
            await server.create()

    play(test)
