"""Tests of `outnumber mcp --http`, as a separate process."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from mcp import Client
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from outnumber.agents.mcp import http
from outnumber.agents.mcp.games import YOURSELF, name_in
from outnumber.agents.mcp.http import MOST_OF_ONE
from outnumber.agents.mcp.server import create
from outnumber.agents.mcp.tools import LARGEST_REQUEST
from outnumber.workers.rate_limits import LONG
from tests.agents.mcp.client import answer, asked, data, message, refusal, text_of, to_the_end
from tests.program import call, piped


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a server that allows one more host name."""
    with piped("mcp", "--http", "--port", "0", "--allow-host", "games.example") as going:
        going.wait_for("Outnumber is at ")
        yield going.wait_for("\n")
        going.process.terminate()
        going.finish()
        assert "Traceback" not in going.errors()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_whole_game_over_http(url: str, mode: str) -> None:
    async def test(client: Client) -> None:
        seen = await data(client, "new_game", game="number-stack-duel", opponent="random")
        assert await refusal(client, "play_move", game_id=seen["game_id"], move=0) == "out-of-range"
        assert (await data(client, "hint", game_id=seen["game_id"], step=3))["hint"].startswith("Play ")
        seen = await to_the_end(client, seen, best=True)
        assert seen["winner"] == 1
        review = await data(client, "review", game_id=seen["game_id"])
        assert review["accuracy"][0] == 1.0

    asked(test, url, mode)


def test_a_client_can_access_only_games_whose_id_it_knows(url: str) -> None:
    async def test(one: Client) -> None:
        async with Client(url) as two:
            mine, other = [
                (await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF))["game_id"]
                for client in (one, two)
            ]
            assert len(mine) >= 22
            assert mine != other
            assert await refusal(two, "show_game", game_id=mine[:-1]) == "no-such-game"
            # No tool lists games or ids, so a client cannot find the games of others.
            for tool in (await two.list_tools()).tools:
                if "game_id" not in tool.input_schema["properties"] and not tool.input_schema.get("required"):
                    assert mine not in text_of(await answer(two, tool.name))
            await data(two, "play_move", game_id=other, move=6)
            assert (await data(one, "show_game", game_id=mine))["moves"] == []

    asked(test, url)


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, message(1, "ping"), 200),
        ({"Host": "games.example"}, message(1, "ping"), 200),
        ({"Host": "evil.example"}, message(1, "ping"), 421),
        ({"Origin": "http://evil.example"}, message(1, "ping"), 403),
        ({"Origin": "http://localhost:3000"}, message(1, "ping"), 200),
        ({"Content-Type": "text/plain"}, message(1, "ping"), 400),
        ({}, "no JSON", 400),
        ({}, "[" * 10_000, 400),
        ({}, " " * (LARGEST_REQUEST + 1), 413),
    ],
)
def test_foreign_invalid_and_oversized_requests_are_refused(
    url: str, headers: dict[str, str], body: str, status: int
) -> None:
    headers = {
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
        "MCP-Protocol-Version": "2025-06-18",
        **headers,
    }
    assert httpx.post(url, headers=headers, content=body, trust_env=False).status_code == status


def test_event_streams_are_refused(url: str) -> None:
    refused = httpx.get(url, headers={"Accept": "text/event-stream"}, trust_env=False)
    assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")


def test_one_address_cannot_use_all_connections(url: str) -> None:
    where = urlsplit(url)
    server = (str(where.hostname), where.port or 0)
    with ExitStack() as open_ones:

        def connected() -> socket.socket:
            here = socket.create_connection(server, timeout=60, source_address=("127.0.0.2", 0))
            return open_ones.enter_context(here)

        try:
            many = [connected() for _ in range(MOST_OF_ONE)]
        except OSError:
            pytest.skip("this system has no second loopback address")
        assert len(many) == MOST_OF_ONE
        more = connected()
        try:
            more.sendall(b"GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n")
            came = more.recv(12)
        except ConnectionError:
            came = b""
        assert came == b""
        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        told = httpx.post(url, headers=headers, content=message(1, "ping"), trust_env=False)
        assert told.status_code == 200


@contextmanager
def other(settings: str) -> Iterator[tuple[str, int]]:
    """The address of a server with changed settings."""
    program = (
        f"import sys; from outnumber.agents.mcp import games, http; {settings};"
        "from outnumber.cli.main import run; sys.exit(run(['mcp', '--http', '--port', '0']))"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as going:
        assert going.stdout
        where = urlsplit(going.stdout.readline().split()[-1])
        yield str(where.hostname), where.port or 0
        going.terminate()


@pytest.fixture(scope="module")
def hasty() -> Iterator[tuple[str, int]]:
    """The address of a server with a short request timeout."""
    with other("http.REQUEST_SECONDS = 0.3") as address:
        yield address


@pytest.fixture(scope="module")
def forgetful() -> Iterator[tuple[str, int]]:
    """The address of a server with at most three games per client, and the usual timeouts."""
    with other("games.MOST_GAMES = 3") as address:
        yield address


HEAD = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 40\r\n"


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"POST /mcp HT", b""),
        (HEAD + b"\r\n{", b""),
        (HEAD + b"X: " + b"x" * 1_000_000, b"HTTP/1.1 400 "),
    ],
)
def test_incomplete_requests_time_out(sent: bytes, answer: bytes, hasty: tuple[str, int]) -> None:
    with socket.create_connection(hasty, timeout=60) as connection:
        try:
            connection.sendall(sent)
            came = connection.recv(13)
        except ConnectionError:
            came = b""
        assert came in (answer, b"")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_does_not_displace_games_of_others(forgetful: tuple[str, int], mode: str) -> None:
    url = "http://{}:{}/mcp".format(*forgetful)

    async def test(one: Client) -> None:
        async def new(client: Client) -> str:
            made = await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF)
            return str(made["game_id"])

        async with Client(url, mode=mode) as two:
            mine = await new(one)
            first, *_ = [await new(two) for _ in range(4)]
            assert await refusal(two, "show_game", game_id=first) == "no-such-game"
            assert (await data(one, "show_game", game_id=mine))["moves"] == []

    asked(test, url, mode)


def test_clients_may_pause_between_requests(hasty: tuple[str, int]) -> None:
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    client = HTTPConnection(*hasty, timeout=60)
    for _ in range(3):
        client.request("POST", "/mcp", message(1, "ping"), headers)
        answer = client.getresponse()
        assert (answer.status, bool(answer.read())) == (200, True)
        with suppress(ConnectionError):
            assert client.sock.recv(1) == b""  # the idle connection timed out
        client.close()


def test_a_port_in_use_is_reported_in_one_line(url: str) -> None:
    port = url.removesuffix("/mcp").rpartition(":")[2]
    done = call("mcp", "--http", "--port", port)
    assert done.returncode == 1
    assert (
        done.stderr
        == f"Error: 127.0.0.1:{port} cannot be used: Address already in use. Try another --port.\n"
    )


def test_the_client_name_is_found_among_other_cookies(monkeypatch: pytest.MonkeyPatch) -> None:
    # Python's cookie parser takes seconds for long quoted values.
    monkeypatch.setattr("http.cookies._unquote", lambda _: pytest.fail("takes quadratic time"))
    quotes = 'a="' + "\\" * 30_000 + '"'
    assert name_in(Headers({"cookie": f"{quotes}; outnumber=Ada-1; b=c"})) == "Ada-1"
    assert name_in(Headers({"cookie": f"{quotes}; xoutnumber=Ada"})) == ""


def ping(client: TestClient, name: str) -> Any:
    headers = {"Accept": "application/json, text/event-stream", "Mcp-Session-Id": name}
    return client.post("/mcp", headers=headers, json=json.loads(message(1, "ping")))


def test_rate_limits_apply_per_client_and_per_address(monkeypatch: pytest.MonkeyPatch) -> None:
    # So slow that no capacity returns during the test.
    monkeypatch.setattr(http, "REQUESTS", 0.001)
    monkeypatch.setattr(http, "REQUESTS_BURST", 6.0)
    app = http.application(create(), ())
    here, there = (TestClient(app, "http://localhost", client=(f"192.0.2.{n}", 1)) for n in (1, 2))
    with here:
        assert [ping(here, "anna").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
        # Other clients share the rest of the address's limit; other addresses are not affected.
        assert [ping(here, name).status_code for name in ("ben", "cleo", "dora", "emil")] == [
            200,
            200,
            200,
            429,
        ]
        assert ping(there, "anna").status_code == 200
        refused = ping(here, "anna")
    assert int(refused.headers["Retry-After"]) > 1
    error = refused.json()["error"]
    assert (error["code"], error["data"]) == (http.TOO_MANY_REQUESTS, {"code": "too-many-requests"})


def test_clients_slightly_over_the_limit_are_delayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "REQUESTS", 2.0)
    monkeypatch.setattr(http, "REQUESTS_BURST", 2.0)
    with TestClient(http.application(create(), ()), "http://localhost") as client:
        assert [ping(client, "anna").status_code for _ in range(2)] == [200, 200]


def test_long_responses_count_as_several_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "REQUESTS", 0.001)
    monkeypatch.setattr(http, "REQUESTS_BURST", 6.0)
    client = TestClient(http.guarded(PlainTextResponse("x" * LONG)), cookies={"outnumber": "anna"})
    assert [client.post("/").status_code for _ in range(3)] == [200, 200, 429]


def test_monitors_find_the_addresses_that_a_game_server_has(url: str) -> None:
    base = url.rpartition("/")[0]
    with httpx.Client(base_url=base) as http:
        for path in ("/livez", "/readyz", "/healthz"):
            told = http.get(path)
            assert (told.status_code, told.json()["status"], told.json()["damaged"]) == (200, "ok", 0)
        assert http.get("/mcp").status_code == 405
        text = http.get("/metrics").text
        assert "outnumber_build_info{version=" in text
        assert 'outnumber_mcp_requests_total{status="405"}' in text
