"""Processes that share a database notify each other of the games that both watch, and of no others."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from outnumber.api.events import MovePlayed
from outnumber.server.play import service
from outnumber.server.play.requests import Request
from outnumber.server.storage import updates
from outnumber.server.storage.updates import CHANNEL
from tests.server.running import Live, Running, play, running, settled
from tests.server.storage.outages import ATTACK, until

MOVES = 12


@pytest.fixture(autouse=True)
def only_notices_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "POLL", 1e6)


def recorded(server: Running) -> list[tuple[str, str]]:
    """The notifications that a server sends from now on: channels and messages."""
    log, sent = server.application.log, list[tuple[str, str]]()
    send: Callable[..., Awaitable[None]] = log.notify

    async def notify(notices: Sequence[tuple[str, str]]) -> None:
        sent.extend((channel, text.partition(" ")[2]) for channel, text in notices)
        await send(notices)

    log.notify = notify  # type: ignore[method-assign]
    return sent


def reads(server: Running) -> list[str]:
    """The games whose events a server reads from the database from now on."""
    log, asked = server.application.log, list[str]()
    read: Callable[..., Any] = log.events

    def events(id: str, *more: Any, **options: Any) -> Any:
        asked.append(id)
        return read(id, *more, **options)

    log.events = events  # type: ignore[method-assign]
    return asked


async def alternate(lives: list[Live], first: int, count: int) -> None:
    """Players move alternately, each after receiving the last move."""
    for turn in range(first, first + count):
        mover, other = lives[turn % 2], lives[1 - turn % 2]
        await mover.send(type="move", id=f"m{turn}", number=1)
        ack = await mover.next("ack", "refused")
        assert ack["type"] == "ack", ack
        assert (await other.next("event"))["event"]["seq"] == ack["event"]["seq"]


def watchers(server: Running, id: str) -> int:
    return len(server.application.service.games[id].watchers)


def test_a_game_with_clients_at_one_process_needs_no_notifications(postgres_url: str) -> None:
    async def test() -> None:
        async with running(postgres_url) as left, running(postgres_url) as right:
            # The game was created, and the seat taken, at another process.
            id, *tokens = await left.begin(**ATTACK)
            sent = [recorded(left), recorded(right)]
            lives = [await right.live(id, token=token) for token in tokens]
            for live in lives:
                await live.next("welcome")
            await alternate(lives, 0, 2)  # the other process learns that it need not be notified

            async def alone() -> bool:
                return not watchers(right, id)

            await until(alone)
            await asyncio.sleep(0.3)
            for each in sent:
                each.clear()
            await alternate(lives, 2, MOVES)
            await asyncio.sleep(0.1)
            assert sent == [[], []]
            for live in lives:
                await live.close()

    play(test)


def test_players_at_two_processes_see_each_move_without_reading_the_database(postgres_url: str) -> None:
    async def test() -> None:
        async with (
            running(postgres_url) as left,
            running(postgres_url) as right,
            running(postgres_url) as third,
        ):
            id, *tokens = await left.begin(**ATTACK)
            servers = [left, right]
            lives = [
                await server.live(id, token=token) for server, token in zip(servers, tokens, strict=True)
            ]
            for live in lives:
                await live.next("welcome")

            async def acquainted() -> bool:
                return watchers(left, id) == watchers(right, id) == 1

            await until(acquainted)
            # Notifications arrive in order: after some moves, none is left of those that led to this.
            await alternate(lives, 0, 4)
            for server in servers:
                await settled(server.application)
            read = [reads(server) for server in (left, right, third)]
            sent = [recorded(server) for server in (left, right, third)]
            await alternate(lives, 4, MOVES - 4)
            await asyncio.sleep(0.1)
            assert read == [[], [], []]
            # The third process neither sends nor receives any.
            names = [server.application.updates.name for server in servers]
            assert {channel for channel, _ in sent[0]} == {names[1]}
            assert {channel for channel, _ in sent[1]} == {names[0]}
            assert sent[2] == []
            # After the last client has left, one more notification is answered by "no more".
            await lives[1].close()

            async def left_alone() -> bool:
                await left.move(id, tokens[MOVES % 2], 99)  # refused or not, the game is read again
                left.application.updates._note(id)
                return not watchers(left, id)

            await until(left_alone)
            await lives[0].close()

    play(test)


def test_an_event_that_does_not_fit_is_read_instead(postgres_url: str) -> None:
    async def test() -> None:
        async with running(postgres_url) as left, running(postgres_url) as right:
            id = (await left.create(opponent="open"))["id"]
            watching = await right.live(id)
            heard = (await watching.next("welcome"))["seq"]
            told = right.application.updates
            # One has a wrong checksum, one arrives too early.
            for seq in (heard + 1, heard + 5):
                told.heard(f'{CHANNEL}_other {id}=["{id}",{seq},"move",1,7,null,null,1.0,1]')
            await settled(right.application)
            assert right.application.service.games[id].seq == heard
            # This name loses its space on the way.
            assert (await left.post(f"{id}/seat", {"name": "Ada B"})).status_code == 201
            assert (await watching.next("event"))["event"]["name"] == "Ada B"
            await watching.close()

    play(test)


def test_processes_of_an_older_version_are_notified_too(postgres_url: str) -> None:
    async def test() -> None:
        async with running(postgres_url) as server:
            id, *tokens = await server.begin(**ATTACK)
            sent = recorded(server)
            live = await server.live(id, token=tokens[0])
            await live.next("welcome")
            await live.send(type="move", id="m0", number=1)
            await live.next("ack")
            await asyncio.sleep(0.1)
            assert (CHANNEL, id) not in sent
            # Older versions send the names of games to all, with a name in another format.
            server.application.updates.heard("0123456789abcdef someothergame")
            assert (await server.move(id, tokens[1], 1)).status_code == 200

            async def told() -> bool:
                return (CHANNEL, id) in sent

            await until(told)
            await live.close()

    play(test)


def test_a_move_that_overtakes_the_previous_one_is_not_refused(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "LOOK_SECONDS", 0.0)

    async def test() -> None:
        async with running(postgres_url) as left, running(postgres_url) as right:
            right.application.updates.heard = lambda *_: None  # type: ignore[method-assign]
            id, *tokens = await left.begin(**ATTACK)
            live = await right.live(id, token=tokens[1])
            await live.next("welcome")
            assert (await left.move(id, tokens[0], 1)).status_code == 200
            games = right.application.service
            game = games.games[id]
            request = Request(game, MovePlayed(2, 1), "m1")
            (request.socket,) = game.sockets
            row = (await left.application.log.events(id, game.seq, 1))[0]
            # The move is refused, and the previous one arrives before the refusal is handled.
            games.submit(request)
            games.happened(game, row)
            assert (await live.next("ack", "refused"))["type"] == "ack"
            await live.close()

    play(test)
