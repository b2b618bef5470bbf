"""Players who play through a proxy as the pages do: they reconnect, and send unanswered moves again."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.deploy.programs import trusting

# The game that all players play: a thousand moves of 1 in each round.
LONG: dict[str, Any] = {
    "game": "number-stack-attack", "options": {"target": 1000}, "rounds": 99, "clock": 15, "opponent": "open",
}  # fmt: skip


@dataclass
class Player:
    """One seat of a game, with the messages that its player received."""

    url: str
    game: str
    token: str
    acknowledged: dict[int, int] = field(default_factory=dict)  # numbers by event
    reconnects: int = 0
    longest_gap: float = 0.0  # seconds without a connection
    longest_answer: float = 0.0  # seconds from a move to its acknowledgement, reconnects included
    problems: list[str] = field(default_factory=list)
    _seq: int = -1
    _mover: int = 0
    _me: int = 0
    _asked: dict[str, Any] | None = None
    _since: float = 0.0

    async def play(self, stop: asyncio.Event, pause: float) -> None:
        lost, tries = 0.0, 0
        while not stop.is_set():
            try:
                address = f"{self.url.replace('http', 'ws')}/api/games/{self.game}/live"
                context = trusting() if address.startswith("wss") else None
                async with connect(address, ssl=context, compression=None, open_timeout=5) as socket:
                    after = {} if self._seq < 0 else {"after": self._seq}
                    await socket.send(json.dumps({"type": "hello", "token": self.token, **after}))
                    while not stop.is_set():
                        message = json.loads(await asyncio.wait_for(socket.recv(), 30))
                        if message["type"] == "welcome":
                            tries = 0
                            if lost:
                                self.longest_gap = max(self.longest_gap, time.monotonic() - lost)
                                self.reconnects += 1
                                lost = 0.0
                            if self._asked:
                                await socket.send(json.dumps(self._asked))
                        self._hear(message)
                        if self._asked is None and self._mover == self._me:
                            await asyncio.sleep(pause)
                            self._asked = {"type": "move", "number": 1, "id": secrets.token_hex(10)}
                            self._since = time.monotonic()
                            await socket.send(json.dumps(self._asked))
            except (OSError, WebSocketException, TimeoutError):
                lost = lost or time.monotonic()
                tries += 1
                # As in connection.js.
                await asyncio.sleep(min(8, 0.4 * 2 ** (tries - 1)) * (0.5 + random.random() / 2))

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            self._me, self._seq = message["you"]["participant"], message["seq"]
            self._mover = (message["state"]["turn"] or {}).get("participant", 0)
        elif kind in ("event", "ack"):
            event = message["event"]
            if kind == "ack" and self._asked and message["id"] == self._asked["id"]:
                self.acknowledged[event["seq"]] = event["number"]
                self.longest_answer = max(self.longest_answer, time.monotonic() - self._since)
                self._asked = None
            if event["seq"] > self._seq:
                self._seq = event["seq"]
                self._mover = event.get("turn") or 0  # participants have their own seats in the first round
        elif kind == "refused" and message["error"]["code"] not in ("storage", "server-stopping"):
            self.problems.append(str(message["error"]))
            self._asked = None


@dataclass
class Visitor:
    """A browser that asks for pages."""

    url: str
    answers: int = 0
    problems: list[str] = field(default_factory=list)
    longest: float = 0.0

    async def visit(self, stop: asyncio.Event, pause: float) -> None:
        async with httpx.AsyncClient(verify=False, timeout=20) as http:  # noqa: S501  # a test's certificate
            while not stop.is_set():
                began = time.monotonic()
                try:
                    answer = await http.get(self.url)
                    if answer.status_code == 200:
                        self.answers += 1
                    else:
                        self.problems.append(f"{answer.status_code} {answer.text[:80]}")
                except httpx.TransportError as error:
                    self.problems.append(repr(error))
                self.longest = max(self.longest, time.monotonic() - began)
                await asyncio.sleep(pause)
