"""Playing and watching over a WebSocket."""

import asyncio
import contextlib
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.running import play, running, settled


def test_both_players_and_a_spectator_receive_every_event_once_and_in_order(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            id, one, two = await server.begin()
            ada, ben, eve = [await server.live(id, **hello) for hello in ({"token": one}, {"token": two}, {})]
            welcomes = [await client.next("welcome") for client in (ada, ben, eve)]
            assert [each["you"] and each["you"]["participant"] for each in welcomes] == [1, 2, None]
            heard: dict[str, list[int]] = {"ada": [], "ben": [], "eve": []}
            for number, mover in ((6, ada), (3, ben), (9, ada), (1, ben)):
                await mover.send(type="move", id=f"m{number}", number=number)
                for name, client in (("ada", ada), ("ben", ben), ("eve", eve)):
                    message = await client.next()
                    assert message["type"] == ("ack" if client is mover else "event")
                    heard[name].append(message["event"]["number"])
            assert all(numbers == [6, 3, 9, 1] for numbers in heard.values())
            for client in (ada, ben, eve):
                await client.close()

    play(test)


def test_a_client_reconnects_from_any_number_without_a_gap(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin()
            for token, number in ((one, 6), (two, 3), (one, 9), (two, 1)):
                await server.move(id, token, number)
            for after in range(6):
                client = await server.live(id, after=after)
                welcome = await client.next("welcome")
                assert [event["seq"] for event in welcome["events"]] == list(range(after + 1, 6))
                assert welcome["seq"] == 5
                await client.close()

    play(test)


def test_with_positions_each_event_lists_the_legal_moves(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin("number-stack-duel", clock=60)
            ada, ben = (
                await server.live(id, token=one, positions=True),
                await server.live(id, token=two, positions=True),
            )
            await ada.next("welcome")
            await ben.next("welcome")
            await ada.send(type="move", id="m1", number=5)
            for client in (ada, ben):
                event = (await client.next("ack", "event"))["event"]
                assert event["legal"] == [6, 7, 8, 9]
                assert event["board"] == {"top": 5, "pattern": "greater"}
                assert 0 < event["left"] <= 60
            await ada.close()
            await ben.close()

    play(test)


BAD = [
    "",
    "{",
    "[]",
    "7",
    '"x"',
    "[" * 2000,
    '{"type": "dance"}',
    '{"type": "move"}',
    '{"type": "move", "id": 3, "number": 5}',
    '{"type": "move", "id": "a b", "number": 5}',
    '{"type": "move", "id": "m1", "number": "5"}',
    '{"type": "move", "id": "m1", "number": true}',
    '{"type": "takeback", "id": "t1"}',
    '{"type": "move", "id": "m1", "number": 5, "after": "x"}',
]


def test_every_invalid_message_gets_an_answer(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, _ = await server.begin()
            ada = await server.live(id, token=one)
            await ada.next("welcome")
            for text in BAD:
                await ada.socket.send(text)
                assert (await ada.next())["error"]["code"] == "bad-request", text
            await ada.socket.send(b"\x00")
            assert (await ada.next())["error"]["code"] == "bad-request"
            await ada.send(type="move", id="m1", number=10**30)
            assert (await ada.next())["error"]["code"] == "out-of-range"
            await ada.send(type="move", id="m1", number=5)
            assert (await ada.next())["type"] == "ack"
            await ada.close()

    play(test)


def test_a_spectator_cannot_play_and_a_forged_token_is_refused(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, _, two = await server.begin()
            eve = await server.live(id)
            await eve.next("welcome")
            await eve.send(type="move", id="m1", number=5)
            assert (await eve.next())["error"]["code"] == "no-token"
            await eve.close()
            for forged in ("0" * 32, two[:-1], two.upper() + "0", 7):
                client = await server.live(id, token=forged)
                assert (await client.next())["error"]["code"] == "bad-token"
                with pytest.raises(ConnectionClosed) as closed:
                    await client.next()
                assert closed.value.rcvd is not None
                assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "bad-token")
            wrong = await server.live(id, token=two)
            await wrong.next("welcome")
            await wrong.send(type="move", id="m1", number=5)
            assert (await wrong.next())["error"]["code"] == "not-your-turn"
            await wrong.close()

    play(test)


def test_a_socket_for_an_unknown_game_is_refused(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            client = await server.live("nosuchgame00")
            assert (await client.next())["error"]["code"] == "no-such-game"

    play(test)


def test_an_oversized_message_closes_only_its_socket(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, _ = await server.begin()
            ada = await server.live(id, token=one)
            await ada.next("welcome")
            await ada.socket.send("x" * 5000)
            with pytest.raises(ConnectionClosed) as closed:
                await ada.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            assert (await server.http.get("/healthz")).status_code == 200

    play(test)


def test_a_flood_is_refused_then_disconnected_and_affects_no_other_client(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, messages=1, messages_burst=5) as server:
            id, one, two = await server.begin()
            flood, quiet = await server.live(id, token=one), await server.live(id, token=two)
            await flood.next("welcome")
            await quiet.next("welcome")
            with contextlib.suppress(ConnectionClosed):
                for _ in range(300):
                    await flood.socket.send('{"type": "ping"}')
            answers = []

            async def hear_all() -> None:
                while True:
                    answers.append(await flood.next())

            with pytest.raises(ConnectionClosed) as closed:
                await hear_all()
            assert [each["type"] for each in answers[:5]] == ["pong"] * 5
            assert {each["error"]["code"] for each in answers[5:]} == {"too-many-requests"}
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.reason == "too-many-requests"
            assert (await server.move(id, one, 6)).status_code == 200
            assert (await quiet.next())["event"]["number"] == 6
            await quiet.close()

    play(test)


def test_a_client_that_does_not_read_does_not_delay_the_game(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, range=1000, messages=1e6) as server:
            id, one, two = await server.begin("number-stack-attack", options={"target": 1000}, rounds=9)
            deaf = await connect(
                f"ws://127.0.0.1:{server.port}/api/games/{id}/live",
                compression=None,
                max_queue=1,
                close_timeout=0.5,
            )
            await deaf.send(json.dumps({"type": "hello", "positions": True}))
            players = [await server.live(id, token=token) for token in (one, two)]
            for client in players:
                await client.next("welcome")
            for turn in range(400):
                await players[turn % 2].send(type="move", id=f"m{turn}", number=1)
                for client in players:
                    assert (await client.next())["event"]["seq"] == turn + 2
            for client in players:
                await client.close()
            await deaf.close()

    play(test)


def test_a_stopping_server_tells_clients_to_reconnect_and_they_find_their_game(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin()
            ada = await server.live(id, token=one)
            await ada.next("welcome")
            await ada.send(type="move", id="m1", number=6)
            assert (await ada.next())["type"] == "ack"
        assert (await ada.next())["type"] == "stopping"
        with pytest.raises(ConnectionClosed) as closed:
            await ada.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        async with running(sqlite_url) as server:
            ada = await server.live(id, token=one, after=1)
            assert [event["number"] for event in (await ada.next("welcome"))["events"]] == [6]
            assert (await server.move(id, two, 3)).status_code == 200
            assert (await ada.next())["event"]["number"] == 3
            await ada.close()

    play(test)


def test_presence_is_announced(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin()
            ada = await server.live(id, token=one)
            await ada.next("welcome")
            ben = await server.live(id, token=two)
            assert await ada.next("presence") == {"type": "presence", "here": [True, True], "watching": 2}
            await ben.close()
            assert await ada.next("presence") == {"type": "presence", "here": [True, False], "watching": 1}
            await ada.close()

    play(test)


def test_thousands_of_simultaneous_requests_have_one_consistent_result(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, messages=1e6) as server:
            id, one, two = await server.begin("order-challenge", options={"range": 100})
            clients = [await server.live(id, token=token) for token in (one, two) * 3]
            for client in clients:
                await client.next("welcome")

            async def shout(client: object, number: int) -> None:
                for attempt in range(40):
                    await client.send(type="move", id=f"c{number}-{attempt}", number=attempt + 1)  # type: ignore[attr-defined]
                    await asyncio.sleep(0)

            await asyncio.gather(*(shout(client, number) for number, client in enumerate(clients)))
            await settled(server.application, wait=0.5)
            events = (await server.get(f"{id}/events")).json()["events"]
            assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
            moves = [event for event in events if event["kind"] == "move"]
            assert moves
            state = (await server.get(id)).json()
            assert state["history"][0]["moves"] == [event["number"] for event in moves]
            for client in clients:
                await client.close()

    play(test)
