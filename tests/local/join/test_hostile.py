"""Servers with arbitrary answers: `outnumber join` reports an error, with no other effect."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from outnumber.local.join import client
from outnumber.local.join.client import Connection, Dropped, Lost, RemoteGame, ServerError

Answer = Callable[[BaseHTTPRequestHandler], None]


@pytest.fixture
def answering() -> Iterator[Callable[[Answer], RemoteGame]]:
    """Games on servers that answer every request in a given way."""
    servers: list[ThreadingHTTPServer] = []

    def start(answer: Answer) -> RemoteGame:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer(self)

            def do_POST(self) -> None:
                answer(self)

            def log_message(self, *_: Any) -> None:
                pass

        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
        threading.Thread(target=servers[-1].serve_forever, args=(0.01,), daemon=True).start()
        return RemoteGame(f"http://127.0.0.1:{servers[-1].server_port}/g/1#seat={'a' * 32}")

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def said(status: int, body: bytes, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def raw(data: bytes) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(data)

    return answer


ERROR = {"error": {"code": "bad\x1b[2J", "message": "\x1b]0;owned\x07 no"}}
ANSWERS = {
    "nothing": raw(b""),
    "no HTTP": raw(b"hello\r\n\r\n"),
    "a line without end": raw(b"HTTP/1.1 200 " + b"x" * 100_000),
    "half an answer": raw(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
    "a bad length": raw(b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{"),
    "bad chunks": raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    "many headers": raw(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 500 + b"\r\n"),
    "no content type": said(200, b"{}"),
    "an empty object": said(200, b"{}", **{"Content-Type": "application/json"}),
    "a list": said(200, b"[]"),
    "no JSON": said(200, b"<html>"),
    "no UTF-8": said(200, b"\xff\xfe"),
    "deep JSON": said(200, b"[" * 100_000),
    "another shape": said(200, json.dumps({"state": 5, "history": {}}).encode()),
    "an error": said(500, json.dumps(ERROR).encode()),
    "an error that is none": said(404, b"[]"),
    "an error of numbers": said(404, b'{"error": {"code": 5, "message": []}}'),
    "a status that is none": said(999, b""),
    "too much": said(200, b" " * 300_000),
    "elsewhere": said(302, b"", Location="http://127.0.0.1:1/"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_any_answer_gives_a_sentence(
    name: str, answering: Callable[[Answer], RemoteGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "LARGEST_BODY", 200_000)
    game = answering(ANSWERS[name])
    with pytest.raises(ServerError) as caught:
        game.state()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 700
    monkeypatch.setattr("outnumber.local.join.client.time.sleep", lambda _: None)
    with pytest.raises(ServerError):
        game.take_seat("Ada")


def test_the_token_is_sent_to_no_other_server(answering: Callable[[Answer], RemoteGame]) -> None:
    asked: list[str] = []

    def note(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.path)

    other = answering(note)
    game = answering(said(307, b"", Location=f"{other.base}/"))
    with pytest.raises(ServerError, match="307"):
        game.state()
    assert asked == []


def test_a_very_slow_answer_times_out(
    answering: Callable[[Answer], RemoteGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "LONGEST_WAIT", 0.3)
    ended = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not ended.wait(0.02):
            try:
                handler.wfile.write(b" ")
            except OSError:
                return

    with pytest.raises(ServerError, match="does not understand"):
        answering(drip).state()
    ended.set()


FRAMES: dict[str, str | bytes] = {
    "no JSON": "{",
    "not an object": "[]",
    "no type": "{}",
    "a type of numbers": '{"type": 5}',
    "half a welcome": '{"type": "welcome", "seq": 1}',
    "an event of nothing": '{"type": "event", "event": {}}',
    "deep": "[" * 100_000,
    "bytes": b"\xff\xfe",
    "too large": '{"type": "pong", "x": "' + "x" * client.LARGEST_MESSAGE + '"}',
}


@pytest.mark.parametrize("name", FRAMES)
def test_unreadable_frames_end_the_connection(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MOST_FAILURES", 3)
    monkeypatch.setattr(client, "BACK_OFF", 0.01)

    def answer(socket: ServerConnection) -> None:
        socket.recv()
        socket.send(FRAMES[name])

    with serve(answer, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        line = Connection(RemoteGame(f"http://127.0.0.1:{port}/g/1"))
        # The player may have been informed of failures before.
        assert isinstance(next(each for each in iter(line.next, None) if not isinstance(each, Dropped)), Lost)
        line.close()
        server.shutdown()


def test_messages_of_newer_servers_are_ignored() -> None:
    refused = {
        "type": "refused",
        "id": None,
        "error": {"code": "no-such-game", "message": "There is no such game."},
    }

    def answer(socket: ServerConnection) -> None:
        socket.recv()
        socket.send('{"type": "weather", "sun": true}')
        socket.send(json.dumps(refused | {"newer": 1}))
        socket.recv()

    with serve(answer, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        line = Connection(RemoteGame(f"http://127.0.0.1:{server.socket.getsockname()[1]}/g/1"))
        told = line.next()
        assert isinstance(told, Lost)
        assert str(told.message) == "There is no such game."
        line.close()
        server.shutdown()


def test_leaving_does_not_wait_for_a_silent_server() -> None:
    heard = threading.Event()

    def answer(socket: ServerConnection) -> None:
        socket.recv()
        heard.set()
        with suppress(ConnectionClosed):
            socket.recv()

    with serve(answer, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        line = Connection(RemoteGame(f"http://127.0.0.1:{server.socket.getsockname()[1]}/g/1"))
        assert heard.wait(client.LONGEST_WAIT)
        line.close()
        # Closed once its thread has ended.
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(line.bell)
        server.shutdown()
