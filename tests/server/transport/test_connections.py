"""More connections than file descriptors: some are refused, the others continue."""

import asyncio
import json
import os
import resource
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from outnumber.server.settings import ServerSettings
from outnumber.server.transport.connections import (
    MOST,
    SAY_AGAIN,
    Connections,
    most_connections,
    probing,
    raise_limit,
)

FILES = 256
CROWD = 1000
ADDRESSES = [f"127.0.0.{number}" for number in range(11, 21)]


def idle(port: int, source: str) -> socket.socket:
    made = socket.socket()
    made.bind((source, 0))
    made.connect(("127.0.0.1", port))
    return made


def asked(
    port: int, path: str, source: str = "127.0.0.9", body: Any = None, token: str = ""
) -> tuple[int, Any]:
    """The status and the JSON of a response to a new client."""
    text = b"" if body is None else json.dumps(body).encode()
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
    head += f"Authorization: Bearer {token}\r\n" if token else ""
    with idle(port, source) as made:
        made.settimeout(20)
        with suppress(OSError):  # it may have been refused already
            made.sendall(head.encode() + b"\r\n" + text)
        answer = b""
        with suppress(ConnectionResetError):
            while part := made.recv(65536):
                answer += part
    head_of, _, rest = answer.partition(b"\r\n\r\n")
    return int(head_of.split()[1]), json.loads(rest)


def test_a_thousand_idle_connections_do_not_stop_clients_and_newcomers_are_refused_clearly(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "outnumber", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path}/server.db"]
    log = tmp_path / "log"
    server = subprocess.Popen(
        ["sh", "-c", 'exec "$@" 2>"$0"', str(log), *command], stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, FILES)),
        env=os.environ | {"OUTNUMBER_WEB_REQUEST_SECONDS": "600", "OUTNUMBER_WEB_LIMITS": "25"},
    )  # fmt: skip
    assert server.stdout is not None
    with server, ExitStack() as stack:
        stack.callback(server.terminate)
        port = int(server.stdout.readline().rpartition(":")[2])
        _, made = asked(port, "/api/games", body={"game": "strategy-stacks", "opponent": "open"})
        id, token = made["id"], made["token"]
        _, seat = asked(port, f"/api/games/{id}/seat", body={})
        players = [
            stack.enter_context(connect(f"ws://127.0.0.1:{port}/api/games/{id}/live", compression=None))
            for _ in range(2)
        ]
        for player, key in zip(players, (token, seat["token"]), strict=True):
            player.send(json.dumps({"type": "hello", "token": key}))
            assert json.loads(player.recv())["type"] == "welcome"
        crowd = []
        for number in range(CROWD):
            with suppress(ConnectionResetError):
                crowd.append(stack.enter_context(idle(port, ADDRESSES[number % len(ADDRESSES)])))
        status, told = asked(port, "/healthz")
        assert (status, told["error"]["code"]) == (503, "server-full")
        # Connected clients play on, and tasks that need files have them.
        players[0].send(json.dumps({"type": "move", "id": "m1", "number": 5}))
        answers = [json.loads(player.recv(20)) for player in players for _ in range(2)]
        assert {"ack", "event"} <= {answer["type"] for answer in answers}
        for each in crowd:
            each.close()
        while status == 503:
            status, told = asked(port, "/healthz")
        assert told["status"] == "ok"
        status, _ = asked(port, f"/api/games/{id}/verdict")
        assert status == 200
    said = log.read_text()
    assert said.count("connection limit reached") == 1
    assert "Traceback" not in said
    assert "Too many open files" not in said


def test_refusals_are_logged_at_intervals_with_their_number(caplog: pytest.LogCaptureFixture) -> None:
    time = 0.0
    connections = Connections(ServerSettings(), 2, lambda: time)
    connections.all.add("one")
    assert connections.full() is None
    connections.all.add("two")
    assert [connections.full() is None for _ in range(2)] == [False, False]
    time = SAY_AGAIN
    assert connections.full()
    assert [record.__dict__["refused"] for record in caplog.records] == [1, 2]


def test_some_files_are_reserved_for_the_server() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, before[1]))
        files = min(before[1], MOST)
        assert raise_limit() == files == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert files - 200 < most_connections(2) < files - 50
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a client's system answered last")
def test_a_probed_client_answers_every_second_though_its_program_sends_nothing() -> None:
    async def test() -> None:
        made = asyncio.get_running_loop().create_future()

        class Accepted(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                made.set_result(transport)

        server = await asyncio.get_running_loop().create_server(Accepted, "127.0.0.1", 0)
        with idle(server.sockets[0].getsockname()[1], "127.0.0.1"):
            transport = await made
            silence = probing(transport)
            longest = 0.0
            for _ in range(60):
                await asyncio.sleep(0.05)
                longest = max(longest, silence())
            assert 0.5 < longest < 2.5  # without probes, it grows to three seconds
            transport.abort()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert silence() > 100
        server.close()

    asyncio.run(test())
