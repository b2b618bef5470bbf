"""Clients that send half of something, or read nothing: over raw sockets."""

import asyncio
import contextlib
import json
import socket
import ssl
from collections.abc import Callable

import pytest
from websockets.asyncio.client import connect

from outnumber.server.transport import http, websocket
from outnumber.server.transport.websocket import WebSocket
from tests.cli.test_serve import CERTIFICATE, KEY
from tests.server.running import Running, play, running

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]
MOVE = b"POST /api/games/x/moves HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"


async def opened(server: Running, text: bytes = b"", source: str = "127.0.0.1") -> Stream:
    """A connection that has sent some text."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(source, 0))
    writer.write(text)
    await writer.drain()
    return reader, writer


async def rest(stream: Stream) -> bytes:
    """Everything until the server closes."""
    answer = await asyncio.wait_for(stream[0].read(), 20)
    stream[1].close()
    return answer


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GE",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        MOVE + b"Content-Length: 20\r\n\r\n{",
        MOVE + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"GET /api/games/x/live HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHo",
    ],
)
def test_half_a_request_is_dropped_after_a_while(
    sqlite_url: str, half: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(sqlite_url, request_seconds=0.3) as server:
            answer = await rest(await opened(server, half))
            last = answer.rpartition(b"HTTP/1.1 ")[2]
            if not half.startswith(b"GET /healthz"):
                assert last.startswith(b"408 ")
                assert json.loads(last.partition(b"\r\n\r\n")[2])["error"]["code"] == "bad-request"
            assert (await server.http.get("/healthz")).status_code == 200

    play(test)
    assert '"level": "error"' not in capsys.readouterr().err


def test_a_request_that_comes_byte_by_byte_does_not_come_for_ever(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, request_seconds=0.5) as server:
            reader, writer = await opened(server, b"GET / HTTP/1.1\r\n")

            async def trickle() -> None:
                while True:
                    writer.write(b"a: b\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.02)

            trickling = asyncio.ensure_future(trickle())
            # Who goes on sending may lose the answer, with the connection.
            with contextlib.suppress(ConnectionResetError):
                assert (await rest((reader, writer))).startswith(b"HTTP/1.1 408 ")
            trickling.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await trickling

    play(test)


def test_whole_requests_one_after_another_may_take_longer(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, request_seconds=0.4) as server:
            reader, writer = await opened(server)
            for _ in range(4):
                writer.write(b"GET /healthz HTTP/1.1\r\nHo")
                await asyncio.sleep(0.1)
                writer.write(b"st: a\r\n\r\n")
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
                assert head.startswith(b"HTTP/1.1 200 ")
                await reader.readuntil(b"}")
                await asyncio.sleep(0.1)
            writer.close()

    play(test)


def test_a_head_without_end_is_refused(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for endless in (b"a: b\r\n" * 10_000, b"a" * 60_000):
                stream = await opened(server, b"GET / HTTP/1.1\r\n" + endless)
                with contextlib.suppress(ConnectionError):
                    answer = await rest(stream)
                    assert not answer or answer.startswith(b"HTTP/1.1 431 ")
            assert (await server.http.get("/healthz")).status_code == 200

    play(test)


def test_a_body_that_takes_too_many_bytes_is_refused_with_their_number(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            stream = await opened(server, MOVE + b"Transfer-Encoding: chunked\r\n\r\n")
            for _ in range(3):  # ten bytes each, in twenty thousand of wrapping
                stream[1].write((b"1;" + b"a" * 2190 + b"\r\nx\r\n") * 10)
                await asyncio.sleep(0.1)
            answer = await rest(stream)
            assert answer.startswith(b"HTTP/1.1 413 ")
            told = json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
            assert told["message"] == "The message is larger than 65,536 bytes."

    play(test)


@pytest.mark.parametrize(
    "head", [MOVE, b"GET /healthz HTTP/1.1\r\nHost: a\r\n"], ids=["refused", "needs no body"]
)
def test_a_request_answered_before_its_end_gets_no_second_answer(sqlite_url: str, head: bytes) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            reader, writer = await opened(server, head + b"Content-Length: 70000\r\n\r\n")
            answer = await asyncio.wait_for(reader.readuntil(b"}"), 10)
            for _ in range(10):
                writer.write(b"a" * 7000)
                await asyncio.sleep(0.02)
            with contextlib.suppress(ConnectionError):
                answer += await rest((reader, writer))
            assert answer.count(b"HTTP/1.1 ") == 1

    play(test)


def test_an_upgrade_behind_a_request_is_no_answer_to_it(sqlite_url: str) -> None:
    upgrade = (
        b"GET /nowhere HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )

    async def test() -> None:
        async with running(sqlite_url) as server:
            request = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
            assert (await rest(await opened(server, request + upgrade))).startswith(b"HTTP/1.1 400 ")
            # Once it is answered, the connection may become a WebSocket.
            reader, writer = await opened(server, request)
            assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
            writer.write(upgrade)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
            writer.close()

    play(test)


def test_one_address_cannot_hold_all_connections(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, connections=3, request_seconds=0.5) as server:
            # As a proxy would, 127.0.0.1 may come with everybody's; here is somebody else.
            held = [await opened(server, b"GET", "127.0.0.2") for _ in range(3)]
            refused = await rest(await opened(server, b"", "127.0.0.2"))
            assert refused.startswith(b"HTTP/1.1 429 ")
            assert json.loads(refused.partition(b"\r\n\r\n")[2])["error"]["code"] == "too-many-requests"
            assert (await server.http.get("/healthz")).status_code == 200
            # Those that came to nothing are dropped, and then there is room again.
            for stream in held:
                assert (await rest(stream)).startswith(b"HTTP/1.1 408 ")
            request = b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            assert (await rest(await opened(server, request, "127.0.0.2"))).startswith(b"HTTP/1.1 200 ")

    play(test)


async def raw_socket(server: Running) -> tuple[socket.socket, WebSocket]:
    """A WebSocket on a small buffer that has said hello and that nobody reads, and its side of the server."""
    id, *_ = await server.begin()
    loop = asyncio.get_running_loop()
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await loop.sock_connect(raw, ("127.0.0.1", server.port))
    await loop.sock_sendall(
        raw,
        f"GET /api/games/{id}/live HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode(),
    )
    assert b"101" in await loop.sock_recv(raw, 4096)
    await loop.sock_sendall(raw, frame(0x81, b'{"type": "hello"}'))
    await until(lambda: watched(server))
    [served] = [each for each in server.connections.all if isinstance(each, WebSocket)]
    return raw, served


def frame(opcode: int, payload: bytes) -> bytes:
    # A mask of zeros changes nothing.
    return bytes((opcode, 0x80 | len(payload))) + bytes(4) + payload


def watched(server: Running) -> bool:
    return any(game.sockets for game in server.application.service.games.values())


def test_pongs_that_nobody_reads_do_not_pile_up(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "BURST", 2**40)

    async def test() -> None:
        async with running(sqlite_url) as server:
            raw, served = await raw_socket(server)
            pings = frame(0x89, b"x" * 125) * 1000
            largest = 0
            for _ in range(120):  # 15 MB, more than any system keeps for a socket
                await asyncio.get_running_loop().sock_sendall(raw, pings)
                largest = max(largest, served.transport.get_write_buffer_size())
            assert not served.writable
            assert largest < 2**19  # what one reading from the socket brings, and no more
            raw.close()

    play(test)


def test_who_leaves_without_reading_is_cut_off(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "LINGER_SECONDS", 0.5)

    async def test() -> None:
        async with running(sqlite_url) as server:
            raw, served = await raw_socket(server)
            served.transport.write(b"\x81\x00" * 4_000_000)
            assert served.transport.get_write_buffer_size() > 0
            # It says goodbye, and reads nothing of what the server still has for it.
            await asyncio.get_running_loop().sock_sendall(raw, frame(0x88, b"\x03\xe8"))
            await until(lambda: not watched(server))
            assert served in server.connections.all
            await until(lambda: served not in server.connections.all)
            await until(lambda: not watched(server))
            raw.close()

    play(test)


def test_who_answers_no_ping_is_cut_off_even_with_unread_answers(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "PING_SECONDS", 0.3)

    async def test() -> None:
        async with running(sqlite_url) as server:
            raw, served = await raw_socket(server)
            served.transport.write(b"\x81\x00" * 4_000_000)
            assert served.transport.get_write_buffer_size() > 0
            await until(lambda: served not in server.connections.all)
            await until(lambda: not watched(server))
            raw.close()

    play(test)


def test_who_answers_no_ping_is_told_why_it_is_cut_off(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "PING_SECONDS", 0.3)

    async def test() -> None:
        async with running(sqlite_url) as server:
            raw, _ = await raw_socket(server)
            told = b""
            while some := await asyncio.get_running_loop().sock_recv(raw, 65536):
                told += some
            assert told.endswith(b"\x88\x18\x03\xf3keepalive ping timeout")
            raw.close()

    play(test)


def test_an_answer_that_nobody_reads_does_not_hold_its_connection(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr(http, "LINGER_SECONDS", 0.1)

    async def test() -> None:
        async with running(sqlite_url, request_seconds=0.3) as server:
            open_now = server.connections.of_address
            raw = socket.socket()
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.bind(("127.0.0.2", 0))
            raw.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(raw, ("127.0.0.1", server.port))
            with contextlib.suppress(ConnectionError, TimeoutError):
                for _ in range(2000):
                    await asyncio.wait_for(
                        loop.sock_sendall(raw, b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"), 0.2
                    )
            await until(lambda: not open_now)
            raw.close()

    play(test)


HELLO = bytes.fromhex("1603010200010001fc0303") + bytes(100)  # the beginning of what a client says first


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_an_https_connection_that_says_nothing_is_counted_and_ended(
    sqlite_url: str, loop: str, capsys: pytest.CaptureFixture[str]
) -> None:
    new_loop = pytest.importorskip(loop).new_event_loop
    trust = ssl.create_default_context(cafile=CERTIFICATE)
    files = {"certificate": CERTIFICATE, "certificate_key": KEY}

    async def served(server: Running, source: str) -> bytes:
        stream = await asyncio.open_connection(
            "localhost", server.port, ssl=trust, local_addr=(source, 0), family=socket.AF_INET
        )
        # The request goes with the end of the handshake, as browsers send it.
        stream[1].write(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return await rest(stream)

    async def test() -> None:
        async with running(sqlite_url, connections=4, request_seconds=1.0, **files) as server:
            open_now = server.connections.of_address
            halves = (b"", b"\x16", HELLO, b"")
            held = [await opened(server, half, "127.0.0.2") for half in halves]
            await until(lambda: open_now["127.0.0.2"] == 4)
            # One more is cut off before its handshake, and others are served.
            assert await rest(await opened(server, b"", "127.0.0.2")) == b""
            assert (await served(server, "127.0.0.3")).startswith(b"HTTP/1.1 200 ")
            assert open_now["127.0.0.2"] == 4
            for stream in held:
                assert await rest(stream) == b""
            # What is no TLS at all ends at once.
            await rest(await opened(server, b"GET / HTTP/1.1\r\n\r\n", "127.0.0.2"))
            await until(lambda: not open_now)
            assert (await served(server, "127.0.0.2")).startswith(b"HTTP/1.1 200 ")

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(asyncio.wait_for(test(), 60))
    assert '"level": "error"' not in capsys.readouterr().err


def test_a_goodbye_over_https_ends_the_connection_at_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "LINGER_SECONDS", 1000.0)
    trust = ssl.create_default_context(cafile=CERTIFICATE)

    async def test() -> None:
        async with running(sqlite_url, certificate=CERTIFICATE, certificate_key=KEY) as server:
            async with connect(f"wss://localhost:{server.port}/nowhere", ssl=trust, close_timeout=30) as line:
                assert json.loads(await line.recv())["error"]["code"] == "not-found"
                await line.wait_closed()
                assert line.close_code == 1008
            await until(lambda: not server.connections.all)

    play(test)


def test_a_goodbye_behind_a_refused_hello_ends_the_connection_at_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "LINGER_SECONDS", 1000.0)
    hello, ping = (frame(0x81, b'{"type": "%b"}' % kind) for kind in (b"hello", b"ping"))

    async def test() -> None:
        async with running(sqlite_url) as server:
            async with connect(f"ws://127.0.0.1:{server.port}/api/games/000000000000/live") as line:
                line.transport.write(hello + ping)
                assert json.loads(await line.recv())["error"]["code"] == "no-such-game"
                await asyncio.wait_for(line.wait_closed(), 8)
                assert line.close_code == 1008
            await until(lambda: not server.connections.all)

    play(test)


def test_requests_behind_a_refused_one_leave_no_error_behind(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            nonsense = b"GET /api/catalogue HTTP/1.1\r\nHost: a\r\n\r\n" * 3 + b"\0\1\2\3\r\n\r\n"
            for source in ("127.0.0.2", "127.0.0.3"):
                await rest(await opened(server, nonsense, source))

    play(test)
    assert capsys.readouterr().err == ""


def test_of_a_closed_https_connection_nothing_more_is_read(sqlite_url: str) -> None:
    # asyncio's own loop ends such a connection itself.
    new_loop = pytest.importorskip("uvloop").new_event_loop
    trust = ssl.create_default_context(cafile=CERTIFICATE)

    def sent(port: int) -> int:
        """How much is taken of somebody who has been refused, and does not care."""
        with trust.wrap_socket(
            socket.create_connection(("127.0.0.1", port)), server_hostname="localhost"
        ) as line:
            line.sendall(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200)
            assert line.recv(12) == b"HTTP/1.1 431"
            line.settimeout(0.5)
            size = 0
            with contextlib.suppress(OSError):
                while size < 100_000_000:
                    size += line.send(bytes(200_000))
            return size

    async def test() -> None:
        async with running(sqlite_url, certificate=CERTIFICATE, certificate_key=KEY) as server:
            # The system itself takes some.
            assert await asyncio.to_thread(sent, server.port) < 50_000_000

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(asyncio.wait_for(test(), 60))


def test_the_server_stops_also_while_somebody_is_being_cut_off(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            raw, served = await raw_socket(server)
            served.transport.write(b"\x81\x00" * 4_000_000)
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(raw, frame(0x89, b"") * 600)
            await until(lambda: served.closing)
            assert served in server.connections.all
        raw.close()

    play(test)
