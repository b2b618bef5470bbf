"""Requests that the server refuses."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from outnumber.server.metrics import Metrics
from outnumber.server.settings import ServerSettings
from outnumber.server.transport.limits import Guards, cookie, is_foreign
from outnumber.workers.fair_queue import network
from tests.server.running import play, running


def test_one_household_has_one_limit() -> None:
    assert network("2001:db8::1") == network("2001:db8::2") != network("2001:db8:0:1::1")
    assert network("10.0.0.1") != network("10.0.0.2")
    assert network("::ffff:10.0.0.1") == network("::FFFF:a00:1") == network("10.0.0.1")
    assert network("::ffff:nonsense") == "::ffff:nonsense"


def test_ipv4_visitors_have_separate_limits_on_an_ipv6_socket(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def asked(port: int, source: str, forwarded: str = "") -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        named = f"X-Forwarded-For: {forwarded}\r\n" if forwarded else ""
        writer.write(f"GET /api/catalogue HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{named}\r\n".encode())
        answer = await reader.read()
        writer.close()
        return int(answer.split()[1])

    async def test() -> None:
        slow = {"requests": 0.001, "requests_burst": 1.0}
        async with running(sqlite_url, host="::", **slow) as server:
            logging.getLogger("outnumber").setLevel("INFO")
            for source in ("127.0.0.5", "127.0.0.6"):
                assert [await asked(server.port, source) for _ in range(2)] == [200, 429]
            # A proxy on the same machine is trusted, as elsewhere.
            for visitor in ("192.0.2.1", "::ffff:192.0.2.2"):
                assert [await asked(server.port, "127.0.0.1", visitor) for _ in range(2)] == [200, 429]

    play(test)
    lines = map(json.loads, capsys.readouterr().err.splitlines())
    addresses = [line["address"] for line in lines if line["event"] == "request"]
    assert set(addresses) == {"127.0.0.5", "127.0.0.6", "192.0.2.1", "::ffff:192.0.2.2"}


@pytest.mark.parametrize(
    ("headers", "foreign"),
    [
        ({}, False),
        ({"origin": "http://a.org", "host": "a.org"}, False),
        ({"origin": "https://a.org:8000", "host": "A.org:8000"}, False),
        ({"origin": "http://a.org", "host": "b.org"}, True),
        ({"origin": "http://a.org:81", "host": "a.org"}, True),
        ({"origin": "null", "host": "a.org"}, True),
        ({"origin": "http://[", "host": "a.org"}, True),
        ({"host": "a.org", "sec-fetch-site": "cross-site"}, True),
        # Another program on the same host, or another subdomain: the same site, but another origin.
        ({"host": "a.org", "sec-fetch-site": "same-site"}, True),
        ({"host": "a.org", "sec-fetch-site": "same-origin"}, False),
    ],
)
def test_a_page_of_another_site_is_recognised_by_its_origin(headers: dict[str, str], foreign: bool) -> None:
    assert is_foreign([(name.encode(), value.encode()) for name, value in headers.items()]) is foreign


def test_a_foreign_page_can_neither_change_data_nor_open_a_socket(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            answer = await server.http.post(
                "/api/games", json={"game": "number-duel"}, headers={"Origin": "http://evil.example"}
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign-origin")
            made = await server.create()
            # A neighbouring port or subdomain is the same site to a browser, which may send no Origin.
            neighbour = {"Sec-Fetch-Site": "same-site"}
            answer = await server.http.post("/api/games", json={"game": "number-duel"}, headers=neighbour)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign-origin")
            url = f"ws://127.0.0.1:{server.port}/api/games/{made['id']}/live"
            async with connect(url, additional_headers={"Origin": "http://evil.example"}) as socket:
                assert json.loads(await socket.recv())["error"]["code"] == "foreign-origin"
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
            async with connect(
                url, additional_headers={"Origin": f"http://127.0.0.1:{server.port}"}
            ) as socket:
                await socket.send('{"type": "hello"}')
                assert json.loads(await socket.recv())["type"] == "welcome"

    play(test)


def test_large_bodies_are_refused_with_and_without_a_length(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            large = json.dumps({"game": "x" * 5000}).encode()
            headers = {"Content-Type": "application/json"}
            answer = await server.http.post("/api/games", content=large, headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (413, "message-too-large")

            async def chunks() -> AsyncIterator[bytes]:
                for start in range(0, len(large), 1000):
                    yield large[start : start + 1000]

            answer = await server.http.post("/api/games", content=chunks(), headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (413, "message-too-large")

    play(test)


def test_a_form_of_another_site_cannot_send_json(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            answer = await server.http.post(
                "/api/games", content=b'{"game": "number-duel"}', headers={"Content-Type": "text/plain"}
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == (415, "not-json")
            answer = await server.http.post(
                "/api/games", content=b"{", headers={"Content-Type": "application/json"}
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-request")

    play(test)


def test_too_many_requests_are_refused_with_the_waiting_time(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, requests=1.0, requests_burst=5.0) as server:
            answers = [await server.http.get("/api/catalogue") for _ in range(8)]
            assert [answer.status_code for answer in answers][:5] == [200] * 5
            assert answers[-1].json()["error"]["code"] == "too-many-requests"
            assert int(answers[-1].headers["retry-after"]) >= 1
            assert (await server.http.get("/healthz")).status_code == 200

    play(test)


def test_one_address_cannot_create_unlimited_games_or_hold_all_sockets(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, creations=0.1, creations_burst=2.0, sockets=3) as server:
            made = await server.create()
            await server.create()
            answer = await server.http.post("/api/games", json={"game": "number-duel"})
            assert answer.status_code == 429
            # A route would match this path too, without the limit.
            answer = await server.http.post("/api/games%0a", json={"game": "number-duel"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")
            clients = [await server.live(made["id"]) for _ in range(3)]
            assert [(await client.next())["type"] for client in clients] == ["welcome"] * 3
            async with connect(f"ws://127.0.0.1:{server.port}/api/games/{made['id']}/live") as one_more:
                assert json.loads(await one_more.recv())["error"]["code"] == "too-many-requests"
            await clients[0].close()
            await asyncio.sleep(0.1)
            again = await server.live(made["id"])
            assert (await again.next())["type"] == "welcome"
            for client in (*clients[1:], again):
                await client.close()

    play(test)


def test_pages_may_run_only_scripts_of_this_server(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for path in ("/api/catalogue", "/nowhere"):
                headers = (await server.http.get(path)).headers
                policy = headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "script-src 'self'" in policy
                assert "unsafe" not in policy
                assert headers["referrer-policy"] == "no-referrer"
                assert headers["x-content-type-options"] == "nosniff"
                # Browsers send these headers only over trusted connections; elsewhere they log warnings.
                assert "cross-origin-opener-policy" not in headers
                trusted = (await server.http.get(path, headers={"Sec-Fetch-Mode": "navigate"})).headers
                assert trusted["cross-origin-opener-policy"] == "same-origin"

    play(test)


def test_an_unknown_url_is_an_error_in_the_usual_format(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for method, path, status, code in (
                ("GET", "/api/nowhere", 404, "not-found"),
                ("GET", "/api/games/nosuchgame00", 404, "no-such-game"),
                ("DELETE", "/api/games", 405, "method-not-allowed"),
                ("GET", "/api/games?state=lost", 400, "bad-request"),
            ):
                answer = await server.http.request(method, path)
                assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)

    play(test)


def test_no_token_is_in_the_database_or_the_log(sqlite_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    secrets: list[str] = []

    async def test() -> None:
        async with running(sqlite_url) as server:
            logging.getLogger("outnumber").setLevel(logging.DEBUG)
            made = await server.create(opponent="invite")
            seat = (await server.post(f"{made['id']}/seat", {}, made["invite"])).json()
            secrets.extend([made["token"], made["invite"], seat["token"]])
            client = await server.live(made["id"], token=made["token"])
            await client.next("welcome")
            await client.send(type="move", id="m1", number=5)
            await client.next()
            await client.close()
            state = await server.get(made["id"], made["token"])
            assert not any(secret in state.text for secret in secrets)
            assert "hash" not in (await server.get(f"{made['id']}/events")).text

    play(test)
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    kept = b"".join(part.read_bytes() for part in file.parent.glob("server.db*"))
    assert not any(secret.encode() in kept for secret in secrets)
    logged = capsys.readouterr().err
    assert "/api/games" in logged
    assert not any(secret in logged for secret in secrets)
    assert sqlite3.connect(file).execute("SELECT count(*) FROM events").fetchone() == (2,)


def test_a_slow_question_is_aborted_and_the_next_one_answered(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, solver_seconds=0.001) as server:
            id, one, _ = await server.begin()
            answer = await server.get(f"{id}/verdict")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "too-slow")
            assert (await server.move(id, one, 6)).status_code == 200

    play(test)


def test_other_players_continue_during_hard_questions(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, solver_queue=2) as server:
            hard, *_ = await server.begin("number-duel", options={"range": 1000})
            id, one, _ = await server.begin()
            questions = [asyncio.ensure_future(server.get(f"{hard}/picture")) for _ in range(6)]
            await asyncio.sleep(0.05)
            assert (await server.move(id, one, 6)).status_code == 200
            answers = await asyncio.gather(*questions)
            codes = [answer.json()["error"]["code"] for answer in answers if answer.status_code != 200]
            assert "server-busy" in codes
            assert set(codes) <= {"server-busy", "too-slow"}

    play(test)


def test_a_flood_of_pings_and_fragments_closes_the_socket(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = (await server.http.post("/api/games", json={"game": "strategy-stacks"})).json()
            live = await server.live(made["id"])
            await live.next()

            async def flood() -> None:
                for number in range(200_000):
                    await live.socket.ping()
                    if number % 100 == 0:
                        await asyncio.sleep(0)  # the server runs in the same loop
                await live.socket.wait_closed()
                await live.socket.recv()

            with pytest.raises(ConnectionClosed) as closed:
                await flood()
            assert closed.value.rcvd is None or closed.value.rcvd.code == 1008
            assert (await server.http.get("/healthz")).status_code == 200

    play(test)


@pytest.mark.parametrize("size", ["+1000000", "           1000000", " " * 12 + "100000", "1" * 500, 10**6])
def test_no_notation_of_an_address_bypasses_its_limit(sqlite_url: str, size: object) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for game, option in (("strategy-stacks", "range"), ("number-stack-attack", "target")):
                body = {"game": game, "options": {option: size}}
                answer = await server.http.post("/api/games", json=body)
                assert (answer.status_code, answer.json()["error"]["code"]) == (422, "too-large")
            body = {"game": "number-stack-attack", "options": {"tokens": f"1-{size}"}}
            assert (await server.http.post("/api/games", json=body)).status_code == 422

    play(test)


@pytest.mark.parametrize(
    "message", ['{"type": []}', '{"type": {}}', '{"type": "x", "id": NaN}', '{"type": 3}']
)
def test_a_message_without_a_type_is_refused_and_the_socket_continues(sqlite_url: str, message: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = (await server.http.post("/api/games", json={"game": "strategy-stacks"})).json()
            live = await server.live(made["id"])
            await live.socket.send(message)
            refused = await live.next("refused")
            assert refused["error"]["code"] == "bad-request"
            assert refused.get("id") is None
            await live.send(type="ping")
            await live.next("pong")
            await live.close()

    play(test)


def test_a_player_cannot_send_the_servers_own_events(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            body = {"game": "strategy-stacks", "opponent": "invite"}
            made = (await server.http.post("/api/games", json=body)).json()
            for name in ("time:1", "computer:1"):
                answer = await server.post(f"{made['id']}/moves", {"number": 5, "id": name}, made["token"])
                assert answer.status_code == 400

    play(test)


def test_a_page_never_redirects_to_another_server(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            html = {"Accept": "text/html"}
            answer = await server.http.get(
                f"http://127.0.0.1:{server.port}//evil.example/?lang=de", headers=html
            )
            assert not answer.headers.get("location", "").startswith("//")
            assert 'href="//evil' not in answer.text

    play(test)


def test_one_address_cannot_use_all_solver_time(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, solver_share=2) as server:

            async def ask() -> int:
                return (await server.http.get("/api/puzzles/number-duel?seed=1&count=5")).status_code

            told = await asyncio.gather(*(ask() for _ in range(12)))
            assert sorted(set(told)) == [200, 429]
            assert await ask() == 200

    play(test)


def test_a_badly_pasted_link_leaves_no_secret_in_the_log(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            logging.getLogger("outnumber").setLevel("INFO")
            made = await server.create()
            for link in made["links"].values():
                for path in (link, link.upper()):
                    for hash in ("%23", "%2523", "/"):
                        await server.http.get(path.replace("#", hash).replace("=", "%3D"))
            await server.http.get("/" + "x" * 5000)
            secrets = (made["token"], made["invite"])
            said = capsys.readouterr().err
            assert '"path": "/g/' in said
            assert "[token]" in said
            assert not any(secret in said.lower() for secret in secrets)
            assert max(map(len, said.splitlines())) < 1000

    play(test)


INVALID = [
    b"GET /\xff HTTP/1.1\r\nHost: a\r\n",
    b"GET /%ff%fe?lang=%ff HTTP/1.1\r\nHost: a\r\n",
    b"GET /api/games/%ff HTTP/1.1\r\nHost: a\r\n",
    b"GET /api/games/%00/events HTTP/1.1\r\nHost: a\r\n",
    b"GET /static/%ff/%ff HTTP/1.1\r\nHost: a\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\r\nCookie: language=\xff\r\nAccept-Language: \xff\r\n",
    b"GET /api/games/x HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \xff\r\nX-Forwarded-For: \xff\r\n",
    b"POST /api/games HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 3\r\n",
    b"G\xffT / HTTP/1.1\r\nHost: a\r\n",
    b"GET /api/games/\xff/live HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
]


@pytest.mark.parametrize("head", INVALID)
def test_invalid_text_causes_at_most_one_log_line(
    database: str, head: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(database) as server:
            logging.getLogger("outnumber").setLevel("INFO")
            capsys.readouterr()
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(head + b"Connection: close\r\n\r\n" + b'{"\xff' * (b"POST" in head))
            answer = await reader.read()
            writer.close()
            assert 200 <= int(answer.split()[1]) < 500
            lines = capsys.readouterr().err.splitlines()
            assert len(lines) <= 1
            assert all(json.loads(line)["event"] == "request" for line in lines)

    play(test)


def test_a_client_may_disconnect_before_its_answer() -> None:
    heard: list[str] = []

    async def application(_: object, receive: Any, __: object) -> None:
        heard.append((await receive())["type"])

    async def gone() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def test() -> None:
        guarded = Guards(ServerSettings(), Metrics()).around(application)
        scope = {"method": "GET", "path": "/static/x/play/game.js", "headers": [], "query_string": b""}
        await guarded(scope, gone, gone)

    play(test)
    assert heard == ["http.disconnect"]


def test_the_files_of_a_page_have_a_separate_limit() -> None:
    guards = Guards(ServerSettings(limits=0.01), Metrics())

    def asked(path: str) -> bool:
        scope = {"method": "GET", "path": path, "headers": []}
        return guards.objection(scope, "192.0.2.1") is None

    assert [asked("/join") for _ in range(3)] == [True, True, False]
    assert [asked("/static/0123456789/styles/base.css") for _ in range(21)] == [True] * 20 + [False]


def test_a_cookie_is_read_without_quotes_and_in_any_position() -> None:
    def read(*values: bytes) -> str:
        return cookie({"headers": [(b"host", b"a"), *((b"cookie", value) for value in values)]}, "language")

    assert read(b"class=x; language=en; language=de;a") == read(b"a=b", b"language = de") == "de"
    assert read(b"languages=de; xlanguage=de; a=language=de") == read() == ""


def test_quotes_in_a_cookie_take_no_time(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Python's parser takes seconds for these.
    monkeypatch.setattr("http.cookies._unquote", lambda _: pytest.fail("it takes the square of the length"))
    headers = {"Cookie": 'language="' + "\\" * 30_000 + '"; class="\\"'}

    async def test() -> None:
        async with running(sqlite_url) as server:
            assert (await server.http.get("/rules", headers=headers)).status_code == 200
            opened = await server.http.post("/api/classes", json={}, headers=headers)
            assert opened.status_code == 201

    play(test)
