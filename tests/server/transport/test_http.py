"""Clients that send incomplete data or do not read, over raw sockets."""

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
    """A connection after sending some text."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(source, 0))
    writer.write(text)
    await writer.drain()
    return reader, writer


async def rest(stream: Stream) -> bytes:
    """Everything until the server closes the connection."""
    answer = await asyncio.wait_for(stream[0].read(), 60)
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
def test_an_incomplete_request_times_out(
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


def test_a_request_sent_byte_by_byte_times_out(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, request_seconds=0.5) as server:
            reader, writer = await opened(server, b"GET / HTTP/1.1\r\n")

            async def trickle() -> None:
                while True:
                    writer.write(b"a: b\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.02)

            trickling = asyncio.ensure_future(trickle())
            # A client that keeps sending may lose the answer with the connection.
            with contextlib.suppress(ConnectionResetError):
                assert (await rest((reader, writer))).startswith(b"HTTP/1.1 408 ")
            trickling.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await trickling

    play(test)


def test_several_complete_requests_may_take_longer(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, request_seconds=0.4) as server:
            reader, writer = await opened(server)
            for _ in range(4):
                writer.write(b"GET /healthz HTTP/1.1\r\nHo")
                await asyncio.sleep(0.1)
                writer.write(b"st: a\r\n\r\n")
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
                assert head.startswith(b"HTTP/1.1 200 ")
                await reader.readuntil(b"}")
                await asyncio.sleep(0.1)
            writer.close()

    play(test)


def test_an_endless_head_is_refused(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for endless in (b"a: b\r\n" * 10_000, b"a" * 60_000):
                stream = await opened(server, b"GET / HTTP/1.1\r\n" + endless)
                with contextlib.suppress(ConnectionError):
                    answer = await rest(stream)
                    assert not answer or answer.startswith(b"HTTP/1.1 431 ")
            assert (await server.http.get("/healthz")).status_code == 200

    play(test)


def test_a_body_of_too_many_bytes_is_refused_with_the_limit(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            stream = await opened(server, MOVE + b"Transfer-Encoding: chunked\r\n\r\n")
            for _ in range(3):  # ten bytes each, in twenty thousand bytes of framing
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
def test_a_request_answered_early_gets_no_second_answer(sqlite_url: str, head: bytes) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            reader, writer = await opened(server, head + b"Content-Length: 70000\r\n\r\n")
            answer = await asyncio.wait_for(reader.readuntil(b"}"), 30)
            for _ in range(10):
                writer.write(b"a" * 7000)
                await asyncio.sleep(0.02)
            with contextlib.suppress(ConnectionError):
                answer += await rest((reader, writer))
            assert answer.count(b"HTTP/1.1 ") == 1

    play(test)


def test_a_pipelined_upgrade_does_not_answer_the_previous_request(sqlite_url: str) -> None:
    upgrade = (
        b"GET /nowhere HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )

    async def test() -> None:
        async with running(sqlite_url) as server:
            request = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
            assert (await rest(await opened(server, request + upgrade))).startswith(b"HTTP/1.1 400 ")
            # After the answer, the connection may become a WebSocket.
            reader, writer = await opened(server, request)
            assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
            writer.write(upgrade)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
            writer.close()

    play(test)


def test_one_address_cannot_hold_all_connections(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, connections=3, request_seconds=0.5) as server:
            # Like a proxy, 127.0.0.1 may connect for everyone; this is another client.
            held = [await opened(server, b"GET", "127.0.0.2") for _ in range(3)]
            refused = await rest(await opened(server, b"", "127.0.0.2"))
            assert refused.startswith(b"HTTP/1.1 429 ")
            assert json.loads(refused.partition(b"\r\n\r\n")[2])["error"]["code"] == "too-many-requests"
            assert (await server.http.get("/healthz")).status_code == 200
            # Failed connections are dropped, and then there is room again.
            for stream in held:
                assert (await rest(stream)).startswith(b"HTTP/1.1 408 ")
            request = b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            assert (await rest(await opened(server, request, "127.0.0.2"))).startswith(b"HTTP/1.1 200 ")

    play(test)


async def raw_socket(server: Running) -> tuple[socket.socket, WebSocket]:
    """A WebSocket with a small buffer after the hello, whose client does not read, and its server side."""
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
    # A mask of zeros changes no bytes.
    return bytes((opcode, 0x80 | len(payload))) + bytes(4) + payload


def watched(server: Running) -> bool:
    return any(game.sockets for game in server.application.service.games.values())


def test_unread_pongs_do_not_accumulate(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "BURST", 2**40)

    async def test() -> None:
        async with running(sqlite_url) as server:
            raw, served = await raw_socket(server)
            pings = frame(0x89, b"x" * 125) * 1000
            largest = 0
            for _ in range(120):  # 15 MB, more than any system buffers for a socket
                await asyncio.get_running_loop().sock_sendall(raw, pings)
                largest = max(largest, served.transport.get_write_buffer_size())
            assert not served.writable
            assert largest < 2**19  # the data of one read from the socket
            raw.close()

    play(test)


def test_a_client_that_closes_without_reading_is_disconnected(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "LINGER_SECONDS", 0.5)

    async def test() -> None:
        async with running(sqlite_url) as server:
            raw, served = await raw_socket(server)
            served.transport.write(b"\x81\x00" * 4_000_000)
            assert served.transport.get_write_buffer_size() > 0
            # It closes, and does not read the server's remaining data.
            await asyncio.get_running_loop().sock_sendall(raw, frame(0x88, b"\x03\xe8"))
            await until(lambda: not watched(server))
            assert served in server.connections.all
            await until(lambda: served not in server.connections.all)
            await until(lambda: not watched(server))
            raw.close()

    play(test)


def test_a_client_that_answers_no_ping_is_disconnected_even_with_unread_data(
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


def test_a_client_that_answers_no_ping_gets_the_reason(
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


def test_an_unread_answer_does_not_hold_its_connection(
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


HELLO = bytes.fromhex("1603010200010001fc0303") + bytes(100)  # the beginning of a client's first message


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_silent_https_connection_is_counted_and_closed(
    sqlite_url: str, loop: str, capsys: pytest.CaptureFixture[str]
) -> None:
    new_loop = pytest.importorskip(loop).new_event_loop
    trust = ssl.create_default_context(cafile=CERTIFICATE)
    files = {"certificate": CERTIFICATE, "certificate_key": KEY}

    async def served(server: Running, source: str) -> bytes:
        stream = await asyncio.open_connection(
            "localhost", server.port, ssl=trust, local_addr=(source, 0), family=socket.AF_INET
        )
        # The request is sent with the end of the handshake, as by browsers.
        stream[1].write(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return await rest(stream)

    async def test() -> None:
        async with running(sqlite_url, connections=4, request_seconds=1.0, **files) as server:
            open_now = server.connections.of_address
            halves = (b"", b"\x16", HELLO, b"")
            held = [await opened(server, half, "127.0.0.2") for half in halves]
            await until(lambda: open_now["127.0.0.2"] == 4)
            # One more is refused before its handshake, and others are served.
            assert await rest(await opened(server, b"", "127.0.0.2")) == b""
            assert (await served(server, "127.0.0.3")).startswith(b"HTTP/1.1 200 ")
            assert open_now["127.0.0.2"] == 4
            for stream in held:
                assert await rest(stream) == b""
            # Data that is not TLS closes the connection.
            await rest(await opened(server, b"GET / HTTP/1.1\r\n\r\n", "127.0.0.2"))
            await until(lambda: not open_now)
            assert (await served(server, "127.0.0.2")).startswith(b"HTTP/1.1 200 ")

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(asyncio.wait_for(test(), 180))
    assert '"level": "error"' not in capsys.readouterr().err


def test_a_close_over_https_ends_the_connection_at_once(
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


def test_a_close_after_a_refused_hello_ends_the_connection_at_once(
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


def test_requests_after_a_refused_one_leave_no_error(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            nonsense = b"GET /api/catalogue HTTP/1.1\r\nHost: a\r\n\r\n" * 3 + b"\0\1\2\3\r\n\r\n"
            for source in ("127.0.0.2", "127.0.0.3"):
                await rest(await opened(server, nonsense, source))

    play(test)
    assert capsys.readouterr().err == ""


def test_a_closed_https_connection_is_not_read_any_further(sqlite_url: str) -> None:
    # asyncio closes such a connection itself.
    new_loop = pytest.importorskip("uvloop").new_event_loop
    trust = ssl.create_default_context(cafile=CERTIFICATE)

    def sent(port: int) -> int:
        """How much data is accepted from a refused client that keeps sending."""
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
            # The system itself buffers some.
            assert await asyncio.to_thread(sent, server.port) < 50_000_000

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(asyncio.wait_for(test(), 180))


def test_the_server_stops_even_while_a_client_is_being_disconnected(sqlite_url: str) -> None:
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
