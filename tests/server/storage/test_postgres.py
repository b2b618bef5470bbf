"""A PostgreSQL that hangs or disappears: clear errors, no lost moves, and automatic recovery."""

import asyncio
import random
import signal
import threading
import time
import urllib.error
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from asyncpg import PostgresError
from websockets.exceptions import ConnectionClosed

from outnumber.server.errors import StorageError
from outnumber.server.settings import database_url
from outnumber.server.storage import log as logs
from outnumber.server.storage import updates
from outnumber.server.storage.log import Log
from outnumber.server.storage.postgres import READERS, Connections
from tests.server.proxy import Proxy, proxied
from tests.server.running import Live, Running, play, running
from tests.server.storage.outages import ATTACK, code, healthy, impatient, unhealthy, until
from tests.server.storage.test_processes import Server


def test_requests_to_a_frozen_database_are_refused_and_can_be_retried(postgres_url: str) -> None:
    async def test() -> None:
        async with proxied(postgres_url) as proxy, running(proxy.url) as server:
            id, one, two = await server.begin(**ATTACK)
            ada, ben = await server.live(id, token=one), await server.live(id, token=two)
            await ada.next("welcome")
            await ben.next("welcome")
            proxy.freeze()
            with impatient(server):
                await ada.send(type="move", id="m1", number=7)
                assert (await ada.next("refused"))["error"]["code"] == "storage"
                for live in (ada, ben):
                    await live.socket.wait_closed()
                    assert live.socket.close_code == 1013
                assert code(await server.move(id, one, 7, id="m1")) == (503, "storage")
                await until(lambda: unhealthy(server))
                late = await server.live(id, token=one)
                assert (await late.next("refused"))["error"]["code"] == "storage"
            proxy.thaw()
            await until(lambda: healthy(server))
            told = (await server.move(id, one, 7, id="m1")).json()
            assert told["seq"] == 2
            kept = (await server.get(f"{id}/events")).json()["events"]
            assert [event["kind"] for event in kept] == ["seat", "move"]
            ben = await server.live(id, token=two, after=1)
            assert [event["number"] for event in (await ben.next("welcome"))["events"]] == [7]
            await ben.close()

    play(test)


async def frozen(proxy: Proxy) -> None:
    proxy.freeze()


async def starting(proxy: Proxy) -> None:
    proxy.starting = True
    proxy.cut()


async def gone(proxy: Proxy) -> None:
    proxy.gone = True
    proxy.cut()


@pytest.mark.parametrize("away", [frozen, starting, gone])
def test_every_route_reports_an_unreachable_database(
    postgres_url: str, away: Callable[[Proxy], Awaitable[None]]
) -> None:
    async def test() -> None:
        async with proxied(postgres_url) as proxy, running(proxy.url) as server:
            id, one, _ = await server.begin()
            await server.http.get("/api/puzzles/daily")
            await away(proxy)
            asked = [server.http.get(f"/api/games{path}") for path in ("", f"/{id}", "/0123456789ab")]
            for path in ("events", "verdict", "hint", "review", "picture", "record"):
                asked.append(server.get(f"{id}/{path}"))
            asked.append(server.http.post("/api/games", json={"game": "number-duel"}))
            asked.append(server.post(f"{id}/seat", {}))
            for path, body in (
                ("moves", {"number": 6}), ("resign", {}), ("takeback", {"action": "offer"}),
                ("rematch", {"action": "offer"}),
            ):  # fmt: skip
                asked.append(server.post(f"{id}/{path}", body, one))
            with impatient(server):
                for answer in await asyncio.gather(*asked):
                    assert code(answer) == (503, "storage"), answer.url
            # Routes that need no database.
            paths = ("/api/catalogue", "/api/openapi.json", "/metrics", "/", f"/g/{id}", "/api/puzzles/daily")
            for path in paths:
                assert (await server.http.get(path)).status_code == 200
            proxy.back()
            await until(lambda: healthy(server))
            assert (await server.move(id, one, 6)).status_code == 200

    play(test)


def test_connections_that_stall_are_replaced(postgres_url: str) -> None:
    async def test() -> None:
        async with proxied(postgres_url) as proxy, running(proxy.url) as server:
            id, one, two = await server.begin(**ATTACK)
            tokens = (one, two)

            async def all_answered() -> bool:
                # All connections of the pool are in use at once.
                answers = await asyncio.gather(*(server.get(id) for _ in range(20)))
                return {answer.status_code for answer in answers} == {200}

            for turn in range(2):
                await until(all_answered)
                proxy.stall()
                with impatient(server):
                    answers = await asyncio.gather(*(server.get(id) for _ in range(20)))
                    assert {answer.status_code for answer in answers} <= {200, 503}

                    async def moved(turn: int = turn) -> bool:
                        answer = await server.move(id, tokens[turn % 2], 1, id=f"m{turn}")
                        if answer.status_code != 200:
                            assert code(answer) == (503, "storage")
                            return False
                        return bool(answer.json()["seq"] == turn + 2)

                    await until(moved)
                    await until(lambda: healthy(server))
            # Stalled connections are no longer in use.
            connections = server.application.log.database
            assert isinstance(connections, Connections)

            async def at_rest() -> bool:
                return connections.in_use == 0

            await until(at_rest)

    play(test)


def test_a_listener_with_a_dead_connection_reconnects(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "POLL", 1e6)  # only notifications count

    async def test() -> None:
        async with (
            proxied(postgres_url) as proxy,
            running(postgres_url) as left,
            running(proxy.url) as right,
        ):
            id, one, two = await left.begin(**ATTACK)
            watching = await right.live(id)
            heard = (await watching.next("welcome"))["seq"]
            moves = 0

            async def hears() -> bool:
                """Whether a move of another process is received."""
                nonlocal moves, heard
                assert (await left.move(id, (one, two)[moves % 2], 1)).status_code == 200
                moves += 1
                try:
                    message = await asyncio.wait_for(watching.next("event"), 0.5)
                except TimeoutError:
                    return False
                assert message["event"]["seq"] == heard + 1
                heard += 1
                return True

            await until(hears)
            proxy.stall()
            with impatient(right):
                await until(hears)
            await watching.close()

    play(test)


@pytest.mark.parametrize("seed", range(2))
def test_no_network_fault_loses_or_duplicates_an_acknowledged_move(postgres_url: str, seed: int) -> None:
    luck = random.Random(seed)

    async def misbehave(proxy: Proxy) -> None:
        while True:
            luck.choice([proxy.freeze, proxy.cut, proxy.stall])()
            await asyncio.sleep(luck.uniform(0.05, 1.2))
            proxy.back()
            proxy.delay = luck.choice([0.0, 0.0, 0.02])
            await asyncio.sleep(luck.uniform(0.05, 0.2))

    async def test() -> None:
        async with proxied(postgres_url) as proxy, running(proxy.url) as server:
            games = [await server.begin(**ATTACK) for _ in range(5)]
            trouble = asyncio.ensure_future(misbehave(proxy))
            with impatient(server):
                numbers = await asyncio.gather(*(played(server, *game, count=15) for game in games))
            trouble.cancel()
            proxy.back()
            await until(lambda: healthy(server))
            for (id, *_), acknowledged in zip(games, numbers, strict=True):
                kept = (await server.get(f"{id}/events")).json()["events"]
                assert [event["number"] for event in kept if event["kind"] == "move"] == acknowledged
                assert [event["seq"] for event in kept] == list(range(1, len(kept) + 1))

    async def played(server: Running, id: str, one: str, two: str, count: int) -> list[int]:
        """Move after move over sockets that reconnect; returns the acknowledged numbers."""
        lives: dict[str, Live] = {}
        for turn in range(count):
            token = (one, two)[turn % 2]
            while True:
                try:
                    if token not in lives:
                        live = await server.live(id, token=token)
                        if (await live.next("welcome", "refused"))["type"] == "refused":
                            continue
                        lives[token] = live
                    await lives[token].send(type="move", id=f"m{turn}", number=1 + turn % 9)
                    told = await lives[token].next("ack", "refused")
                    if told["type"] == "ack":
                        assert told["event"]["number"] == 1 + turn % 9
                        break
                    assert told["error"]["code"] == "storage", told
                except (ConnectionClosed, TimeoutError):
                    lives.pop(token, None)
        for live in lives.values():
            await live.close()
        return [1 + turn % 9 for turn in range(count)]

    play(test)


def test_clocks_stop_without_a_database(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "BEAT", 0.1)
    monkeypatch.setattr(logs, "SILENCE", 0.5)

    async def test() -> None:
        async with proxied(postgres_url) as proxy, running(proxy.url) as server:
            id, one, _ = await server.begin(**ATTACK, clock=6)
            proxy.freeze()
            with impatient(server):
                await asyncio.sleep(7)
            proxy.thaw()
            await until(lambda: healthy(server))
            assert (await server.move(id, one, 6)).status_code == 200

    play(test)


def test_a_server_with_a_hanging_database_stops_on_request(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTNUMBER_WEB_DATABASE_SECONDS", "1")
    answers: list[tuple[int, str]] = []

    def move(server: Server, id: str, token: str) -> None:
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.call(f"/api/games/{id}/moves", {"number": 7, "id": "m1"}, token)
        with refused.value as answer:
            answers.append((answer.code, answer.read().decode()))

    def check(server: Server, proxy: Proxy, loop: asyncio.AbstractEventLoop) -> None:
        server.start()
        try:
            made = server.call("/api/games", {**ATTACK, "opponent": "open"})
            server.call(f"/api/games/{made['id']}/seat", {})
            loop.call_soon_threadsafe(proxy.freeze)
            # A move that no database has saved, and one whose game must be read first.
            waiting = [threading.Thread(target=move, args=(server, made["id"], made["token"]))]
            waiting[0].start()
            time.sleep(0.2)
            assert server.end(signal.SIGTERM) in (0, -signal.SIGTERM)
            for thread in waiting:
                thread.join()
        finally:
            if server.process.poll() is None:
                server.process.kill()

    async def test() -> None:
        async with proxied(postgres_url) as proxy:
            server = Server(proxy.url)
            await asyncio.to_thread(check, server, proxy, asyncio.get_running_loop())

    play(test)
    ((status, body),) = answers
    assert status == 503
    assert '"storage"' in body


def test_a_database_that_hangs_at_the_start_is_reported(postgres_url: str) -> None:
    async def test() -> None:
        async with proxied(postgres_url) as proxy:
            proxy.freeze()
            log = Log(database_url(proxy.url), 0.2)
            with pytest.raises(StorageError, match="does not answer"):
                await log.open()

    play(test)


def test_a_connection_is_limited_for_each_user(postgres_url: str) -> None:
    """The next in the queue gets a connection before the one who returned it continues."""

    async def test() -> None:
        connections = Connections(database_url(postgres_url), 0.5)

        async def ask(statement: str) -> bool:
            try:
                async with connections.connected() as run:
                    await run(statement)
            except PostgresError:
                return False
            return True

        # Twice as many as connections: the second half gets those of the first.
        quick = [ask("SELECT pg_sleep(0.1)") for _ in range(READERS)]
        slow = [ask("SELECT pg_sleep(5)") for _ in range(READERS)]
        assert await asyncio.gather(*quick, *slow) == READERS * [True] + READERS * [False]
        await connections.close()

    play(test)


def test_a_connection_that_cannot_be_prepared_is_closed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = []

    async def fails(driver: Any, *given: Any) -> None:
        prepared.append(driver)
        raise PostgresError("no")

    async def test() -> None:
        connections = Connections(database_url(postgres_url), 5.0)
        monkeypatch.setattr(asyncpg.Connection, "execute", fails)
        with pytest.raises(PostgresError):
            await connections.connect()
        assert [driver.is_closed() for driver in prepared] == [True]

    play(test)


@pytest.mark.parametrize(("default", "used"), [("off", "on"), ("remote_apply", "remote_apply")])
def test_moves_are_on_disk_even_with_asynchronous_commit(postgres_url: str, default: str, used: str) -> None:
    async def test() -> None:
        operator = await asyncpg.connect(postgres_url)
        name = await operator.fetchval("SELECT current_database()")
        await operator.execute(f"ALTER DATABASE {name} SET synchronous_commit = {default}")
        await operator.close()
        async with running(postgres_url) as server:
            id, one, _ = await server.begin(**ATTACK)
            assert (await server.move(id, one, 1)).status_code == 200
            log = server.application.log
            writer: Any = log.writer
            assert await writer.driver.fetchval("SHOW synchronous_commit") == used
            assert await log.run("SHOW synchronous_commit", ()) == [(used,)]

    play(test)
