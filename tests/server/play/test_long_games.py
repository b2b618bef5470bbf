"""Games with many events: their cost for players, spectators and returning clients, and their limits."""

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from outnumber.api import plain
from outnumber.api.answers import Event
from outnumber.api.events import TakebackAccepted, TakebackOffered, event_of
from outnumber.api.frames import encode
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.registry import BUILT_IN
from outnumber.games.sentences import ENGLISH
from outnumber.match.round import Round
from outnumber.server.play import views
from outnumber.server.play.live_game import OVER, LiveGame, read_event
from outnumber.server.play.service import PIECE
from outnumber.server.play.tokens import digest
from outnumber.server.storage.log import SLICE, LogEntry, LogRow, NewGame
from tests.server.play.test_repeats import SETUP
from tests.server.running import Running, play, running

LONG = {"target": 1000, "tokens": "1-3"}
TOKENS = ("1" * 32, "2" * 32)


def a_long_game(events: int, id: str = "longgame0000") -> tuple[NewGame, list[LogRow]]:
    """A game with many moves, some of them taken back."""
    setup = {**SETUP, "options": LONG, "rounds": 99, "hashes": [digest(token) for token in TOKENS]}
    game = NewGame(id, json.dumps(setup), 1.0, "playing", 0)
    live, rows = LiveGame(game), list[LogRow]()

    def add(kind: str, participant: int, number: int = 0) -> None:
        event = event_of(kind, participant, number, {})
        rows.append(live.propose(event, f"r{len(rows)}", 1.0)[1])
        live.apply(rows[-1])

    while len(rows) < events:
        to_move = live.to_move
        if len(rows) % 50 == 49:
            add("takeback-offer", 3 - to_move)
        elif live.offer:
            add("takeback-accept", to_move)
        else:
            add("move", to_move, 1)
    return game, rows


async def keep(server: Running, game: NewGame, rows: list[LogRow]) -> None:
    """Write a game into the log of a server that has not loaded it."""
    log = server.application.log
    assert await log.written(None, game)
    for row in rows:
        log.append(LogEntry(row, lambda _: None))
    await log.flushed()
    while not (await log.events(game.id, len(rows) - 1)):
        await asyncio.sleep(0.01)


@contextlib.contextmanager
def counted(kind: type, name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Count the calls of a method."""
    calls = [0]
    method = getattr(kind, name)

    def noted(*given: Any, **named: Any) -> Any:
        calls[0] += 1
        return method(*given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(kind, name, noted)
        yield calls


def is_over(game: LiveGame) -> bool:
    return game.state == OVER


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("seed", range(3))
def test_an_event_is_sent_unchanged_however_many_followed(game: str, seed: int) -> None:
    luck = Random(seed)
    setup = {**SETUP, "game": game, "rounds": 5}
    live = LiveGame(NewGame("g", json.dumps(setup), 1.0, "playing", 0))
    told: list[Event] = []
    rows: list[LogRow] = []
    while not is_over(live):
        mover = live.to_move
        kind, participant, number = "move", mover, luck.choice(live.match.current.position.legal_moves())
        if luck.random() < 0.03:
            kind, participant = "resign", luck.choice((1, 2))
        elif live.offer:
            kind, participant = "takeback-accept", 3 - live.offer.participant
        elif live.match.current.moves and luck.random() < 0.3:
            kind, participant = "takeback-offer", luck.choice((1, 2))
        before = len(live.match.rounds), live.match.current.turn
        try:
            rows.append(live.propose(event_of(kind, participant, number, {}), None, 1.0)[1])
        except ValueError:
            continue  # no move to take back
        live.apply(rows[-1])
        told.append(views.event(live, rows[-1], read_event(rows[-1])))
        event = plain(told[-1])
        if kind in ("move", "resign"):
            assert event["round"] == before[0]
            assert kind == "resign" or event["seat"] == before[1]
            ended = len(live.match.rounds) > before[0] or is_over(live)
            assert ("outcome" in event) == ended
            assert ("match" in event) == is_over(live)
    assert [views.event(live, row, read_event(row)) for row in rows] == told
    # A second implementation: each round replayed from its beginning.
    for played in plain(views.state(live, 0, None, ENGLISH))["history"]:
        position = live.match.rules.start()
        for move, seat in zip(played["moves"], played["seats"], strict=True):
            assert position.turn == seat
            position = position.play(move)


def test_returning_clients_and_repeated_requests_replay_no_events(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin("number-stack-attack", options=LONG)
            first = (await server.move(id, one, 1, id="m1")).json()
            for turn in range(60):
                await server.move(id, (two, one)[turn % 2], 1)
            with (
                counted(LiveGame, "apply", monkeypatch) as folds,
                counted(AttackPosition, "play", monkeypatch) as moves,
            ):
                live = await server.live(id, after=50)
                welcome = await live.next("welcome")
                assert [event["seq"] for event in welcome["events"]] == list(range(51, 63))
                events = (await server.get(f"{id}/events?after=60")).json()
                assert [event["seq"] for event in events["events"]] == [61, 62]
                assert (await server.move(id, one, 1, id="m1")).json() == first
                assert len((await server.get(id)).json()["history"][0]["seats"]) == 61
                assert folds == moves == [0]
            await live.close()

    play(test)


def test_a_takeback_in_a_long_round_replays_only_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rows = a_long_game(895)
    live = LiveGame(game)
    for row in rows:
        live.apply(row)
    moves = live.match.current.moves
    assert len(moves) > 800
    with counted(AttackPosition, "play", monkeypatch) as replayed:
        for _ in range(100):
            live.apply(live.propose(TakebackOffered(1), None, 1.0)[1])
            live.apply(live.propose(TakebackAccepted(2), None, 1.0)[1])
        assert replayed[0] < 100 * 32
    left = live.match.current
    assert left.moves == moves[: len(left.moves)]
    assert len(left.moves) in (len(moves) - 200, len(moves) - 199)
    assert left == Round.begin(live.match.rules, left.moves)


def test_a_long_game_is_loaded_in_slices(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 3 * SLICE + 10

    async def test() -> None:
        async with running(sqlite_url) as server:
            await keep(server, *a_long_game(count))
            most = 0

            async def watch() -> None:
                nonlocal most
                while True:
                    before = folds[0]
                    await asyncio.sleep(0)
                    most = max(most, folds[0] - before)

            with counted(LiveGame, "apply", monkeypatch) as folds:
                watching = asyncio.ensure_future(watch())
                game = await server.application.service.games.find("longgame0000")
                watching.cancel()
                assert folds == [count]
            assert game.seq == count
            assert most <= SLICE

    play(test)


def test_a_client_far_behind_receives_everything_in_order_and_once(database: str) -> None:
    count = 2 * PIECE + 300

    async def test() -> None:
        async with running(database) as server:
            game, rows = a_long_game(count)
            await keep(server, game, rows)
            behind = await server.live(game.id, after=10)
            welcome = await behind.next("welcome")
            assert welcome["seq"] == welcome["state"]["seq"] == count
            assert welcome["state"]["watching"] == 1
            # The game continues meanwhile.
            live = await server.application.service.games.find(game.id)
            for _ in range(5):
                assert (await server.move(game.id, TOKENS[live.to_move - 1], 1)).status_code == 200
            heard = [event["seq"] for event in welcome["events"]]
            assert len(heard) == PIECE
            while heard[-1] < count + 5:
                heard.append((await behind.next("event"))["event"]["seq"])
            assert heard == list(range(11, count + 6))
            await behind.close()

    play(test)


def test_a_game_ends_even_if_its_players_never_stop(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, events=20) as server:
            id, one, two = await server.begin("number-stack-attack", options=LONG, rounds=2)

            async def refusal(what: str, body: dict[str, Any], token: str = one) -> str:
                answer = await server.post(f"{id}/{what}", body, token)
                return str(answer.json()["error"]["code"]) if answer.status_code != 200 else ""

            for turn in range(19):
                # In the second half there are no takebacks, so that a match can be finished.
                offered = await refusal("takeback", {"action": "offer"}) if turn in (3, 9) else ""
                assert offered == ("game-too-long" if turn == 9 else "")
                if turn == 3:
                    assert await refusal("takeback", {"action": "decline"}, two) == ""
                if (await refusal("moves", {"number": 1}, (one, two)[turn % 2])) == "game-too-long":
                    break
            assert turn == 17
            game = await server.application.service.games.find(id)
            assert game.seq == 20
            # Players can always resign, round after round.
            assert await refusal("resign", {}) == ""
            assert await refusal("moves", {"number": 1}, two) == "game-too-long"
            assert await refusal("resign", {}, two) == ""
            assert (await server.get(id)).json()["state"] == "over"
            assert await refusal("rematch", {"action": "offer"}) == "game-too-long"

    play(test)


def test_a_game_of_maximum_length_is_sent_quickly_to_new_clients() -> None:
    game, rows = a_long_game(19_900)
    live = LiveGame(game)
    for row in rows:
        live.apply(row)
    spent = []
    for _ in range(5):
        began = time.perf_counter()
        told = encode(views.state(live, 0, None, ENGLISH))
        spent.append(time.perf_counter() - began)
    assert sum(len(each["moves"]) for each in json.loads(told)["history"]) > 19_000 * 0.9
    # A third of a millisecond; test machines may be busy.
    assert min(spent) < 0.02


def test_a_client_that_is_catching_up_during_a_reload_reconnects(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game, rows = a_long_game(PIECE + 200)
            await keep(server, game, rows)
            service = server.application.service
            told = service.told

            async def told_later(game: LiveGame, after: int, most: int = PIECE) -> list[Event]:
                if after >= PIECE:  # as after a database error
                    service.games.pop(game.id, None)
                return await told(game, after, most)

            service.told = told_later  # type: ignore[method-assign]
            behind = await server.live(game.id, after=0)
            await behind.next("welcome")
            assert (await behind.next("refused"))["error"]["code"] == "storage"
            service.told = told  # type: ignore[method-assign]
            again = await server.live(game.id, after=PIECE + 190)
            assert len((await again.next("welcome"))["events"]) == 10
            await again.close()

    play(test)
