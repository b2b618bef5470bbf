"""Tests of limits on games and clients, and of timeouts."""

import asyncio
import pickle
from contextlib import suppress
from typing import Any

import httpx
import pytest
from mcp import Client

from outnumber.agents.mcp import games
from outnumber.agents.mcp import server as mcp_server
from outnumber.agents.mcp.games import YOURSELF, ClientGame, ClientGames, match_of
from outnumber.agents.mcp.http import application
from outnumber.agents.mcp.server import create
from outnumber.games.errors import GameError
from outnumber.workers import process
from outnumber.workers.pool import Bounds, PendingJob, Pool, Worker
from tests.agents.mcp.client import answer, asked, data, message, refusal, text_of

HEADERS = {
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-06-18",
}


def test_finished_games_are_deleted_first_then_the_least_recently_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games, "MOST_GAMES", 3)

    async def test(client: Client) -> None:
        async def new() -> str:
            made = await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF)
            return str(made["game_id"])

        async def kept(*ids: str) -> list[bool]:
            return [not (await answer(client, "get_record", game_id=id)).is_error for id in ids]

        one, two, three = [await new() for _ in range(3)]
        await data(client, "resign", game_id=two)
        four = await new()
        assert await kept(two) == [False]
        await data(client, "show_game", game_id=one)
        five = await new()
        assert await kept(three, four, one, five) == [False, True, True, True]

    asked(test, create())


def test_a_timeout_leaves_the_game_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_server, "BOUNDS", Bounds(seconds=0.0))

    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="strategy-stacks", opponent="perfect")
        assert await refusal(client, "play_move", game_id=made["game_id"], move=6) == "too-slow"
        assert await data(client, "show_game", game_id=made["game_id"]) == made

    asked(test, create())


def test_too_many_concurrent_requests_are_refused(
    in_this_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcp_server, "BOUNDS", Bounds(share=3))

    async def test(client: Client) -> None:
        questions = [answer(client, "solve_position", game="number-duel") for _ in range(10)]
        results = await asyncio.gather(*questions)
        refused = [text_of(result) for result in results if result.is_error]
        assert len(refused) == 7
        assert all("too-many-requests" in text for text in refused)
        await data(client, "solve_position", game="number-duel")

    asked(test, create())


def test_a_client_over_its_limit_loses_only_its_own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_GAMES", 2)
    monkeypatch.setattr(games, "MOST_IN_ALL", 5)

    async def test() -> None:
        held = ClientGames(Pool(Bounds()))

        async def new(who: str) -> str:
            return (await held.new(match_of("strategy-stacks", {}, ()), YOURSELF, 1, who)).id

        def found(id: str) -> bool:
            with suppress(GameError):
                return held.find(id).id == id
            return False

        def kept(*ids: str) -> list[bool]:
            return [found(id) for id in ids]

        one = [await new("a") for _ in range(3)]
        assert kept(*one) == [False, True, True]
        others = [await new(who) for who in "bcd"]
        assert kept(*one, *others) == [False, True, True, True, True, True]
        # At the limit for all clients, the client with most games loses one.
        last = await new("e")
        assert kept(*one, *others, last) == [False, False, True, True, True, True, True]

    asyncio.run(test())


def test_a_client_with_many_names_does_not_displace_active_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_GAMES", 2)
    monkeypatch.setattr(games, "MOST_IN_ALL", 4)

    async def test() -> None:
        held = ClientGames(Pool(Bounds()))

        async def new(who: str) -> ClientGame:
            return await held.new(match_of("strategy-stacks", {}, ()), YOURSELF, 1, who)

        mine, elsewhere = await new("home quiet"), await new("away")
        await held.play(mine, 6, "home quiet")
        for number in range(10):
            await new(f"home name{number}")
        assert held.find(mine.id) is mine
        assert held.find(elsewhere.id) is elsewhere

    asyncio.run(test())


def test_over_http_clients_are_identified_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_GAMES", 1)

    async def test() -> None:
        made = create()
        app = application(made, ())

        async def call(address: str, tool: str, **arguments: Any) -> dict[str, Any]:
            transport = httpx.ASGITransport(app, client=(address, 1))
            async with httpx.AsyncClient(transport=transport, headers=HEADERS) as http:
                body = message(1, "tools/call", name=tool, arguments=arguments)
                told = await http.post("http://localhost/mcp", content=body)
            result: dict[str, Any] = told.json()["result"]
            return result

        async def new(address: str) -> str:
            game = await call(address, "new_game", game="strategy-stacks", opponent=YOURSELF)
            return str(game["structuredContent"]["game_id"])

        async with made.session_manager.run():
            addresses = ["10.0.0.1", "10.0.0.2", "2001:db8::1", "2001:db8::2", "10.0.0.1"]
            ids = [await new(address) for address in addresses]
            kept = [not (await call("10.0.0.9", "show_game", game_id=id)).get("isError") for id in ids]
        # An IPv6 network counts as one client.
        assert kept == [False, True, False, True, True]

    asyncio.run(test())


def test_clients_that_share_an_address_are_identified_by_assigned_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games, "MOST_GAMES", 2)

    async def test() -> None:
        server = create()
        transport = httpx.ASGITransport(application(server, ()), client=("10.0.0.1", 1))

        def client(**headers: str) -> httpx.AsyncClient:
            return httpx.AsyncClient(
                transport=transport, base_url="http://localhost", headers=HEADERS | headers
            )

        async def call(http: httpx.AsyncClient, tool: str, **arguments: Any) -> Any:
            body = message(1, "tools/call", name=tool, arguments=arguments)
            return (await http.post("/mcp", content=body)).json()["result"]

        async def new(http: httpx.AsyncClient) -> str:
            made = await call(http, "new_game", game="strategy-stacks", opponent=YOURSELF)
            return str(made["structuredContent"]["game_id"])

        async with server.session_manager.run(), client() as greedy, client() as quiet, client() as nameless:
            for each in (greedy, quiet):
                given = (await each.post("/mcp", content=message(1, "ping"))).headers["set-cookie"]
                assert given.startswith("outnumber=")
                assert "HttpOnly; SameSite=Strict" in given
                assert "set-cookie" not in (await each.post("/mcp", content=message(1, "ping"))).headers
            kept = await new(quiet)
            for _ in range(5):
                await new(greedy)
            assert not (await call(quiet, "show_game", game_id=kept)).get("isError")
            # Clients without cookies share one limit; games with moves are deleted last.
            played = await new(nameless)
            await call(nameless, "play_move", game_id=played, move=6)
            for _ in range(5):
                nameless.cookies.clear()
                await new(nameless)
            nameless.cookies.clear()
            assert not (await call(nameless, "show_game", game_id=played)).get("isError")

    asyncio.run(test())


def test_a_busy_client_does_not_delay_others_at_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, done = 0, []
    everybody_waits = asyncio.Event()

    async def slow(_: Worker, question: PendingJob) -> Any:
        await everybody_waits.wait()
        return pickle.loads(process.answer(pickle.loads(question.job)))  # noqa: S301

    async def counted(pool: Pool, *question: Any) -> bytes:
        nonlocal asked
        asked += 1
        if asked == 31:
            everybody_waits.set()
        return await ask(pool, *question)

    ask = Pool.ask
    monkeypatch.setattr(Pool, "ask", counted)
    monkeypatch.setattr(Worker, "ask", slow)

    async def test() -> None:
        monkeypatch.setattr(mcp_server, "BOUNDS", Bounds(processes=1, share=32))
        server = create()
        transport = httpx.ASGITransport(application(server, ()), client=("10.0.0.1", 1))

        async def solved(http: httpx.AsyncClient, name: str) -> None:
            arguments = {"game": "number-duel", "options": {"range": 60}}
            body = message(1, "tools/call", name="solve_position", arguments=arguments)
            result = (await http.post("/mcp", content=body)).json()["result"]
            assert not result.get("isError")
            done.append(name)

        def client() -> httpx.AsyncClient:
            return httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=HEADERS)

        async with server.session_manager.run(), client() as greedy, client() as quiet:
            for each in (greedy, quiet):
                await each.post("/mcp", content=message(1, "ping"))
            questions = [solved(greedy, "greedy") for _ in range(30)]
            await asyncio.gather(*questions, solved(quiet, "quiet"))

    asyncio.run(test())
    # At most the running request and one queued request come before the quiet client.
    assert done.index("quiet") <= 2
