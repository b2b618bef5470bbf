"""Clients that send far too much: how much of it is read, and the effect on others."""

import asyncio
import contextlib
import json
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from inspect import iscoroutinefunction
from types import FrameType
from typing import Any

import pytest
from websockets.asyncio.client import connect

from outnumber.server.app import Application
from outnumber.server.settings import ServerSettings
from outnumber.server.transport.http import MOST_HEADERS, HttpConnection
from tests.server.running import Running, play, running
from tests.server.transport.test_http import frame, opened, rest, until

# Function calls in one iteration of the event loop: a hundred frames or a hundred requests take fewer.
MOST_WORK = 50_000
LIMITED = {"frames_burst": 1000.0}


class Turns:
    """Counts the work in each iteration of the loop."""

    def __init__(self) -> None:
        self.busiest = 0
        self._calls = 0

    def called(self, _: FrameType, event: str, __: object) -> None:
        self._calls += event == "call"

    async def watch(self) -> None:
        while True:
            calls, self._calls = self._calls, 0
            self.busiest = max(self.busiest, calls)
            # Checking each iteration of an idle loop would keep the processor busy.
            await asyncio.sleep(0 if calls > 100 else 0.001)


@contextlib.asynccontextmanager
async def watched() -> AsyncIterator[Turns]:
    turns = Turns()
    watching = asyncio.ensure_future(turns.watch())
    sys.setprofile(turns.called)
    try:
        yield turns
    finally:
        sys.setprofile(None)
        watching.cancel()


@contextlib.contextmanager
def raw(server: Running, source: str = "127.0.0.3") -> Iterator[socket.socket]:
    with socket.socket() as made:
        made.bind((source, 0))
        made.connect(("127.0.0.1", server.port))
        made.setblocking(False)
        yield made


def upgrade(path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


async def upgraded(connection: socket.socket, path: str) -> None:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, upgrade(path))
    assert b" 101 " in await loop.sock_recv(connection, 4096)


async def pour(connection: socket.socket, data: bytes) -> bool:
    """Send everything; False if the server closes before the end, or stops reading."""
    try:
        await asyncio.wait_for(asyncio.get_running_loop().sock_sendall(connection, data), 1)
    except (ConnectionError, TimeoutError):
        return False
    return True


async def closed(connection: socket.socket) -> None:
    """Read until the server has closed."""
    with contextlib.suppress(ConnectionError):
        while await asyncio.wait_for(asyncio.get_running_loop().sock_recv(connection, 65536), 20):
            pass


HELLO = frame(0x81, b'{"type": "hello"}')
FLOODS = {
    "refused pings": ("/nowhere", b"", frame(0x89, b"")),
    "pings": ("", HELLO, frame(0x89, b"")),
    "pongs": ("", HELLO, frame(0x8A, b"")),
    "binary": ("", HELLO, frame(0x82, b"")),
    "binary before hello": ("", b"", frame(0x82, b"")),
    "fragments": ("", HELLO + frame(0x01, b""), frame(0x00, b"")),
    "half a frame before pings": ("", HELLO + frame(0x89, b"x")[:4], frame(0x89, b"")),
    "messages": ("", HELLO, frame(0x81, b"{}")),
    "no masks": ("", HELLO, b"\x89\x00"),
    "closes": ("", HELLO, frame(0x88, b"")),
}


@pytest.mark.parametrize("name", FLOODS)
def test_of_many_frames_few_are_read_in_one_iteration_and_the_socket_is_closed(
    sqlite_url: str, name: str
) -> None:
    path, first, again = FLOODS[name]

    async def test() -> None:
        async with running(sqlite_url, **LIMITED) as server:
            id, *_ = await server.begin()
            with raw(server) as connection:
                await upgraded(connection, path or f"/api/games/{id}/live")
                if first:
                    await pour(connection, first)
                    await asyncio.sleep(0.1)
                async with watched() as turns:
                    await pour(connection, again * (400_000 // len(again)))
                    await closed(connection)
                assert turns.busiest < MOST_WORK

    play(test)


def test_a_client_that_does_not_wait_for_answers_is_disconnected(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(sqlite_url, **LIMITED) as server:
            for path in ("/nowhere", "/api/games/nosuchgame00/live"):
                with raw(server) as connection:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    async with watched() as turns:
                        await pour(connection, upgrade(path))
                        await asyncio.sleep(0)
                        await pour(connection, frame(0x89, b"") * 70_000)
                        await closed(connection)
                    assert turns.busiest < MOST_WORK

    play(test)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "head",
    [
        upgrade("/nowhere").replace(b"\r\n\r\n", b"\r\nContent-Length: 7\r\n\r\n"),
        upgrade("/nowhere").replace(b"\r\n\r\n", b"\r\nX: " + b"x" * 9000 + b"\r\n\r\n"),
    ],
    ids=["with a body", "a long line"],
)
def test_an_unreadable_upgrade_request_is_refused(sqlite_url: str, head: bytes) -> None:
    """Otherwise it would stay open, uncounted, and the server could not stop."""

    async def test() -> None:
        async with running(sqlite_url) as server:
            answer = await rest(await opened(server, head, "127.0.0.3"))
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert answer.count(b"HTTP/1.1 ") == 1
            staying = await opened(server, head, "127.0.0.3")
            await staying[0].readexactly(12)
        staying[1].close()

    play(test)


def test_a_frame_sent_byte_by_byte_closes_the_socket(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, *_ = await server.begin()
            with raw(server) as connection:
                await upgraded(connection, f"/api/games/{id}/live")
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                long = bytes((0x81, 0xFE, 0x0F, 0xA0)) + bytes(4004)
                sent = 0
                for byte in long:
                    if not await pour(connection, bytes((byte,))):
                        break
                    sent += 1
                    for _ in range(5):  # until it has been read
                        await asyncio.sleep(0)
                assert sent < 1000

    play(test)


def test_a_message_within_a_message_closes_the_socket(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, *_ = await server.begin()
            live = await server.live(id)
            await live.next("welcome")
            parts = frame(0x01, b'{"type": '), frame(0x81, b'{"type": "ping"}'), frame(0x80, b'"ping"}')
            live.socket.transport.write(b"".join(parts))
            await live.socket.wait_closed()
            assert live.socket.close_code == 1002

    play(test)


def test_messages_may_be_fragmented_or_combined(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, *_ = await server.begin()
            live = await server.live(id)
            await live.next("welcome")
            transport = live.socket.transport
            messages = frame(0x81, b'{"type": "ping"}') * 3
            for cut in range(1, len(messages)):
                for part in (messages[:cut], messages[cut:]):
                    transport.write(part)
                    await asyncio.sleep(0.001)
                assert [(await live.next())["type"] for _ in range(3)] == ["pong"] * 3
            await live.close()

    play(test)


def test_the_sockets_of_one_address_share_a_limit(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, frames=20.0, frames_burst=6.0) as server:
            id, *_ = await server.begin()
            clients = [await server.live(id) for _ in range(2)]
            for client in clients:
                await client.next("welcome")
            began = asyncio.get_running_loop().time()
            for _ in range(6):
                for client in clients:
                    await client.send(type="ping")
            for client in clients:
                assert [(await client.next())["type"] for _ in range(6)] == ["pong"] * 6
            # Four of twelve fit at once, with two hellos. All are answered, and none is refused.
            assert asyncio.get_running_loop().time() - began > 0.3
            for client in clients:
                await client.close()

    play(test)


def test_sockets_without_an_address_count_as_well(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, requests=0.01, requests_burst=3.0) as server:

            async def code() -> str:
                async with connect(f"ws://127.0.0.1:{server.port}/nowhere") as refused:
                    answer: dict[str, Any] = json.loads(await refused.recv())
                return str(answer["error"]["code"])

            assert [await code() for _ in range(5)] == ["not-found"] * 3 + ["too-many-requests"] * 2

    play(test)


REQUEST = b"GET /api/catalogue HTTP/1.1\r\nHost: a\r\n\r\n"


def test_of_many_pipelined_requests_few_are_read_in_one_iteration(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            with raw(server) as connection:
                async with watched() as turns:
                    await pour(connection, REQUEST * 6000)
                    await closed(connection)
                assert turns.busiest < MOST_WORK

    play(test)


def test_pipelined_requests_are_answered_one_after_another(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [0]
    complete = HttpConnection.on_message_complete

    def counted(self: HttpConnection) -> None:
        complete(self)
        waiting.append(self.pending)

    monkeypatch.setattr(HttpConnection, "on_message_complete", counted)

    async def test() -> None:
        async with running(sqlite_url, requests=1e6) as server:
            count = 1000
            requests = b"".join(
                b"GET /api/games/game%d HTTP/1.1\r\nHost: a\r\n\r\n" % n for n in range(count)
            )
            reader, writer = await opened(server, requests[:-10])
            await asyncio.sleep(0.05)
            writer.write(requests[-10:])
            for _ in range(count):
                assert b" 404 " in await reader.readuntil(b"\r\n\r\n")
                await reader.readuntil(b"}}")
            writer.close()
            assert max(waiting) < 100

    play(test)


def test_a_client_with_too_many_requests_is_refused_once_and_disconnected(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, requests=0.01, requests_burst=5.0) as server:
            answers = await rest(await opened(server, REQUEST * 50))
            assert answers.count(b"HTTP/1.1 200 ") == 5
            assert answers.count(b"HTTP/1.1 429 ") == 1

    play(test)


def test_one_address_cannot_connect_without_limit(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, openings=0.01, openings_burst=3.0) as server:
            request = REQUEST.replace(b"Host", b"Connection: close\r\nHost")
            for status in (b"200", b"200", b"200", b"429"):
                answer = await rest(await opened(server, request, "127.0.0.2"))
                assert answer.startswith(b"HTTP/1.1 %b " % status)
            assert b"\r\nretry-after: 1\r\n" in answer
            # Clients behind the local proxy have other addresses.
            for _ in range(5):
                forwarded = request.replace(b"Host", b"X-Forwarded-For: 1.2.3.4\r\nHost")
                assert (await rest(await opened(server, forwarded))).startswith(b"HTTP/1.1 200 ")
            # A local client is not the proxy.
            answers = [await rest(await opened(server, request)) for _ in range(4)]
            assert answers[-1].startswith(b"HTTP/1.1 429 ")

    play(test)


def test_monitoring_has_a_separate_limit(sqlite_url: str) -> None:
    async def test() -> None:
        limits = {"checks": 0.01, "checks_burst": 2.0, "requests": 0.01, "requests_burst": 2.0}
        async with running(sqlite_url, **limits) as server:
            for path in ("/metrics", "/api/catalogue"):
                statuses = [(await server.http.get(path)).status_code for _ in range(3)]
                assert statuses == [200, 200, 429]

    play(test)


def test_refused_requests_count_too(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, requests=0.01, requests_burst=3.0) as server:
            foreign = {"Origin": "http://evil.example"}
            answers = [await server.http.post("/api/games", json={}, headers=foreign) for _ in range(4)]
            assert [answer.status_code for answer in answers] == [403, 403, 403, 429]

    play(test)


def test_a_long_response_counts_as_several(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, requests=0.01, requests_burst=3.0) as server:
            document = await server.http.get("/api/openapi.json")
            assert len(document.content) > 32_768
            statuses = [(await server.http.get("/api/catalogue")).status_code for _ in range(2)]
            assert statuses[-1] == 429

    play(test)


def test_a_request_has_a_maximum_size_and_number_of_headers(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            headers = b"".join(b"a%d: b\r\n" % number for number in range(MOST_HEADERS + 2))
            answer = await rest(await opened(server, b"GET / HTTP/1.1\r\n" + headers))
            assert answer.startswith(b"HTTP/1.1 431 ")
            answer = await rest(await opened(server, b"GET /?" + b"a&" * 4100 + b" HTTP/1.1\r\n\r\n"))
            assert answer.startswith(b"HTTP/1.1 414 ")
            assert (await server.http.get("/?" + "a&" * 49)).status_code == 200
            assert (await server.http.get("/?" + "a&" * 50)).status_code == 400
            # The answer does not wait for the end of the body, and the rest is not read.
            for endless in (b"Content-Length: 1000000000", b"Transfer-Encoding: chunked"):
                with raw(server) as connection:
                    await pour(connection, b"PUT /api/games HTTP/1.1\r\nHost: a\r\n%b\r\n\r\n" % endless)
                    assert not await pour(connection, b"1\r\nx\r\n" * 2_000_000)
            assert (await server.http.get("/healthz")).status_code == 200

    play(test)


def test_many_simultaneous_requests_do_not_delay_others(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            page = b"GET / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
            await rest(await opened(server, page))
            streams = [await opened(server, b"", "127.0.0.3") for _ in range(60)]
            async with watched() as turns:
                for _, writer in streams:
                    writer.write(page)
                answers = [await rest(stream) for stream in streams]
            assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers)
            assert turns.busiest < MOST_WORK

    play(test)


def test_a_refusal_needs_no_thread(sqlite_url: str) -> None:
    async def test() -> None:
        handlers = Application(ServerSettings(database=sqlite_url)).starlette.exception_handlers.values()
        assert all(iscoroutinefunction(handler) for handler in handlers)

    play(test)


def test_a_closed_connection_leaves_no_error(sqlite_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for nonsense in (
                b"\0\1\2\3\r\n\r\n",
                b"GET / HTTP/1.1\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n",
            ):
                _, writer = await opened(server, nonsense)
                await asyncio.sleep(0.05)
                writer.close()
            for _ in range(5):
                reader, writer = await opened(server, REQUEST * 100)
                await reader.readexactly(10)
                writer.transport.abort()
            await until(lambda: not server.connections.of_address)
            await asyncio.sleep(0.2)

    play(test)
    assert capsys.readouterr().err == ""
