"""Refused or repeated requests: their answers, and their cost."""

import asyncio
import json
import time
from typing import Any, ClassVar

import pytest

from outnumber.server.play import service as service
from outnumber.server.play.live_game import LiveGame
from outnumber.server.storage.log import LogRow, NewGame
from tests.server.running import Running, play, running


def watched(server: Running, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every database query from now on, except the periodic ones."""
    asked: list[str] = []
    log, run = server.application.log, server.application.log.run

    async def noted(statement: str, values: tuple[Any, ...]) -> list[Any]:
        regular = ("beats", "outages", "max(seq)", "WHERE state = $1")
        if not any(name in statement for name in regular):
            asked.append(statement)
        return await run(statement, values)

    monkeypatch.setattr(log, "run", noted)
    return asked


def test_a_flood_of_refused_moves_costs_no_database_work(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(sqlite_url, messages=1e6) as server:
            id, one, two = await server.begin()
            ada, ben = await server.live(id, token=one), await server.live(id, token=two)
            await ada.next("welcome")
            await ben.next("welcome")
            asked = watched(server, monkeypatch)
            groups = server.application.log.writer.count
            for number in range(300):
                await ada.send(type="move", id=f"a{number}", number=100)
                await ben.send(type="move", id=f"b{number}", number=6)
                assert (await ada.next())["error"]["code"] == "out-of-range"
                assert (await ben.next())["error"]["code"] == "not-your-turn"
            assert asked == []
            assert server.application.log.writer.count == groups
            await ada.close()
            await ben.close()

    play(test)


def test_with_several_writers_a_flood_of_refused_moves_queries_once_a_second(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "LOOK_SECONDS", 30.0)

    async def test() -> None:
        async with running(postgres_url, messages=1e6) as server:
            id, one, _ = await server.begin()
            ada = await server.live(id, token=one)
            await ada.next("welcome")
            game = await server.application.service.games.find(id)
            game.looked = time.monotonic() - 29.5
            asked = watched(server, monkeypatch)
            for number in range(300):
                await ada.send(type="move", id=f"a{number}", number=100)
            codes = {(await ada.next())["error"]["code"] for _ in range(300)}
            assert codes == {"out-of-range"}
            assert len(asked) == 1
            await ada.close()

    play(test)


def test_a_repeated_request_costs_its_socket_several_messages(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(sqlite_url, messages=0.001, messages_burst=50) as server:
            id, one, _ = await server.begin()
            ada = await server.live(id, token=one)
            await ada.next("welcome")
            await ada.send(type="move", id="m1", number=6)
            first = await ada.next("ack")
            asked = watched(server, monkeypatch)
            for _ in range(20):
                await ada.send(type="move", id="m1", number=6)
            answers = [await ada.next() for _ in range(20)]
            acks = [each for each in answers if each["type"] == "ack"]
            assert acks == [first] * 3
            assert {each["error"]["code"] for each in answers if each["type"] == "refused"} == {
                "too-many-requests"
            }
            assert len(asked) <= 3 * len(acks)
            await ada.close()

    play(test)


def test_an_id_is_recognised_after_a_restart_and_used_for_one_event_only(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            id, one, two = await server.begin()
            first = (await server.move(id, one, 6, id="m1")).json()
            assert (await server.move(id, two, 3, id="m1")).json()["error"]["code"] == "id-reused"
        async with running(database) as server:
            assert (await server.move(id, one, 6, id="m1")).json() == first
            for token, number in ((one, 2), (two, 6), (two, 3)):
                answer = await server.move(id, token, number, id="m1")
                assert answer.json()["error"]["code"] == "id-reused"
            assert (await server.get(id)).json()["history"][0]["moves"] == [6]

    play(test)


def test_an_id_sent_to_two_processes_at_once_creates_one_event(postgres_url: str) -> None:
    async def test() -> None:
        async with running(postgres_url) as left, running(postgres_url) as right:
            id, one, two = await left.begin()
            for turn, (token, number) in enumerate(((one, 6), (two, 3), (one, 9), (two, 1))):
                answers = await asyncio.gather(
                    *(server.move(id, token, number, id=f"m{turn}") for server in (left, right) * 3)
                )
                assert {answer.text for answer in answers} == {answers[0].text}
                assert answers[0].json()["seq"] == turn + 2

    play(test)


def test_a_process_that_has_missed_a_move_asks_before_it_refuses(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deaf(*_: object) -> None:
        await asyncio.sleep(3600)

    async def test() -> None:
        async with running(postgres_url) as left:
            for name in ("hear", "poll"):
                monkeypatch.setattr(f"outnumber.server.storage.updates.Updates.{name}", deaf)
            async with running(postgres_url) as right:
                id, one, two = await left.begin()
                ben = await right.live(id, token=two)
                await ben.next("welcome")
                await left.move(id, one, 6)
                await left.move(id, two, 3, id="m2")
                await left.move(id, one, 9)
                # For that process it is still the first move, so Ben's would be out of turn.
                await ben.send(type="move", id="m2", number=3)
                again = await ben.next("ack")
                assert (again["event"]["seq"], again["event"]["number"]) == (3, 3)
                await ben.send(type="move", id="m4", number=1)
                assert (await ben.next("ack"))["event"]["seq"] == 5
                await ben.close()

    play(test)


SETUP = {
    "game": "number-stack-attack", "options": {}, "opponent": "open", "names": ["", ""],
    "plays": ["human", "human"], "first": 1, "rounds": 1, "clock": None, "help": True, "takebacks": True,
    "seed": 7, "date": "2026-01-01T00:00:00Z", "invite": None, "hashes": ["1", "2"],
}  # fmt: skip


def test_a_game_knows_the_event_of_each_request() -> None:
    game = LiveGame(NewGame("g", json.dumps(SETUP), 1.0, "playing", 0))
    for seq in range(1, 9):
        request = None if seq == 3 else f"m{seq}"
        game.apply(LogRow("g", seq, "move", 2 - seq % 2, 1, request, None, 1.0))
    assert [game.seq_of(f"m{seq}") for seq in range(10)] == [0, 1, 2, 0, 4, 5, 6, 7, 8, 0]


class Id(str):
    """A request id with a chosen hash."""

    KEYS: ClassVar = {"a": b"12345678", "b": b"abcdefgh", "across": b"5678abcd", "c": b"5678abcd"}

    def __hash__(self) -> int:
        return int.from_bytes(self.KEYS[str(self)], "big")


def test_a_key_that_overlaps_two_others_is_not_found() -> None:
    game = LiveGame(NewGame("g", json.dumps(SETUP), 1.0, "playing", 0))
    for seq, request in enumerate("ab", start=1):
        game.apply(LogRow("g", seq, "move", seq, 1, Id(request), None, 1.0))
    assert game.seq_of(Id("across")) == 0
    game.apply(LogRow("g", 3, "move", 1, 1, Id("c"), None, 1.0))
    assert game.seq_of(Id("across")) == 3
