"""Who sends more than anybody needs: how much of it is read, and what others notice."""

import asyncio
import contextlib
import json
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from types import FrameType
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.web.running import Running, play, running
from tests.web.test_patience import frame

# Calls of functions in one turn of the loop: a thousand frames take no more.
MOST_WORK = 100_000
LIMITED = {"frames_burst": 1000.0}


class Turns:
    """Counts what is done in each turn of the loop."""

    def __init__(self) -> None:
        self.busiest = 0
        self._calls = 0

    def called(self, _: FrameType, event: str, __: object) -> None:
        self._calls += event == "call"

    async def watch(self) -> None:
        while True:
            self.busiest = max(self.busiest, self._calls)
            self._calls = 0
            await asyncio.sleep(0)


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
    """Send everything; False when the server closes before its end, or reads no further."""
    try:
        await asyncio.wait_for(asyncio.get_running_loop().sock_sendall(connection, data), 3)
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
def test_of_many_frames_few_are_read_in_one_turn_and_the_socket_is_closed(sqlite_url: str, name: str) -> None:
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


def test_who_does_not_wait_for_an_answer_is_cut_off(
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


def test_a_frame_byte_by_byte_ends_the_socket(sqlite_url: str) -> None:
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


def test_messages_may_come_in_pieces_and_together(sqlite_url: str) -> None:
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


def test_the_sockets_of_one_address_wait_for_each_other(sqlite_url: str) -> None:
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
            # Four of twelve were there at once, besides two hellos. All are answered, and nobody is refused.
            assert asyncio.get_running_loop().time() - began > 0.3
            for client in clients:
                await client.close()

    play(test)


def test_sockets_on_no_address_count_as_well(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, requests=0.01, requests_burst=3.0) as server:

            async def code() -> str:
                async with connect(f"ws://127.0.0.1:{server.port}/nowhere") as refused:
                    answer: dict[str, Any] = json.loads(await refused.recv())
                return str(answer["error"]["code"])

            assert [await code() for _ in range(5)] == ["not-found"] * 3 + ["too-many-requests"] * 2

    play(test)
