"""A client of the server for programs that wait: `outnumber join` uses it."""

from __future__ import annotations

import json
import os
import queue
import re
import secrets
import threading
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect

from outnumber.games.base import Outcome, Reason, Seat
from outnumber.games.errors import GameError, OptionError, shown
from outnumber.games.registry import find
from outnumber.session.match import Match, Participant
from outnumber.session.round import Round
from outnumber.web.seats import new_token

_PATH = re.compile(r"(?P<base>.*)/g/(?P<id>[0-9a-z]{1,32})/?")
LONGEST_WAIT = 10.0


class ServerError(GameError):
    """What a server answered instead of what was asked, with its own words."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self._message = message

    def __str__(self) -> str:
        return self._message


class Game:
    """A game on a server, by its link: `/g/ID`, with `#seat=` or `#invite=` and a token to play."""

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        path = _PATH.fullmatch(parts.path)
        if parts.scheme not in ("http", "https") or not parts.netloc or not path:
            raise OptionError(
                "bad-option",
                option="URL",
                text=shown(link),
                remedy="it looks like http://HOST/g/ID#invite=TOKEN.",
            )
        self.base = f"{parts.scheme}://{parts.netloc}{path['base']}"
        self.id = path["id"]
        secret = dict(part.partition("=")[::2] for part in parts.fragment.split("&"))
        self.token = secret.get("seat", "")
        self.invite = secret.get("invite", "")

    @property
    def link(self) -> str:
        """The link that comes back to this seat."""
        return f"{self.base}/g/{self.id}" + (f"#seat={self.token}" if self.token else "")

    def call(self, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
        """Ask the server something about the game; raises `ServerError` with what it says."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}/api/games/{self.id}{path}", data, headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=LONGEST_WAIT) as answer:  # noqa: S310
                text = answer.read()
                return json.loads(text) if "json" in answer.headers["content-type"] else text.decode()
        except urllib.error.HTTPError as error:
            with error:
                try:
                    told = json.load(error)["error"]
                except (ValueError, KeyError, TypeError):
                    told = {"code": "internal", "message": f"The server answered {error.code}."}
            raise ServerError(told["code"], told["message"]) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise ServerError("storage", f"{self.base} cannot be reached: {reason}.") from None

    def take_seat(self, name: str) -> None:
        """Use the invite, or sit down at an open game; from then on the link has a seat token."""
        # Our own token and request id: should the answer get lost, asking again is safe.
        body = {"id": secrets.token_hex(8), "name": name, "token": new_token()}
        for _ in range(3):
            try:
                self.token = self.call("/seat", body, self.invite)["token"]
                return
            except ServerError as error:
                if error.code != "storage":
                    raise
                time.sleep(0.5)
        raise ServerError("storage", f"{self.base} cannot be reached.")


class Line:
    """A live connection that comes back by itself; messages wait in `inbox`, and `wake` becomes readable."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.inbox: queue.Queue[dict[str, Any]] = queue.Queue()
        self.wake, self._waker = os.pipe()
        self._socket: ClientConnection | None = None
        self._after: int | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._socket is not None:
            self._socket.close()

    def send(self, **message: Any) -> None:
        """Send a message, now or when the connection is back; the same id twice counts once."""
        for _ in range(40):
            if self._socket is not None:
                try:
                    self._socket.send(json.dumps(message))
                    return
                except (WebSocketException, OSError):
                    pass
            if self._closed.wait(0.25):
                return
        self._put({"type": "lost"})

    def _put(self, message: dict[str, Any]) -> None:
        self.inbox.put(message)
        os.write(self._waker, b".")

    def next(self, seconds: float | None = None) -> dict[str, Any]:
        """The next message; raises `queue.Empty` when none comes in time."""
        message = self.inbox.get(timeout=seconds)
        os.read(self.wake, 1)
        return message

    def _run(self) -> None:
        url = re.sub("^http", "ws", self._game.base) + f"/api/games/{self._game.id}/live"
        failures = 0
        while not self._closed.is_set():
            try:
                with connect(url, compression=None, open_timeout=LONGEST_WAIT, max_size=2**20) as socket:
                    hello: dict[str, Any] = {"type": "hello"}
                    if self._game.token:
                        hello["token"] = self._game.token
                    if self._after is not None:
                        hello["after"] = self._after
                    socket.send(json.dumps(hello))
                    while True:
                        message = json.loads(socket.recv())
                        failures = 0
                        if not self._heard(message, socket):
                            return
            except (WebSocketException, InvalidHandshake, OSError, ValueError):
                self._socket = None
                failures += 1
            if failures > 60 or self._closed.wait(min(0.2 * failures, 2)):
                break
        if not self._closed.is_set():
            self._put({"type": "lost"})

    def _heard(self, message: dict[str, Any], socket: ClientConnection) -> bool:
        """Put what is new into the inbox; False when there is no use in coming back."""
        kind = message["type"]
        if kind == "refused" and message["id"] is None and self._socket is None:
            if message["error"]["code"] in ("server-stopping", "too-many-requests", "storage"):
                return True
            self._put(message)
            return False
        if kind == "welcome":
            first = self._after is None
            events = message["events"]
            self._after = message["seq"] if first else self._after
            self._socket = socket
            if first:
                self._put(message)
            for event in events:
                self._event({"type": "event", "event": event})
        elif kind in ("event", "ack"):
            self._event(message)
        elif kind != "pong":
            self._put(message)
        return True

    def _event(self, message: dict[str, Any]) -> None:
        # An answer that was lost comes again with the events since; each counts once.
        seq = message["event"]["seq"]
        if self._after is None or seq > self._after:
            self._after = seq
            self._put(message)
        elif message["type"] == "ack":
            self._put({"type": "known", "id": message["id"]})


def match_of(state: dict[str, Any]) -> Match:
    """The match that a server's state tells of."""
    rules = find(state["game"])(**state["options"])
    one, two = (Participant(each["plays"], each["name"]) for each in state["participants"])
    rounds = []
    for each in state["history"]:
        played = Round.begin(rules, each["moves"])
        outcome = each["outcome"]
        if outcome and played.outcome is None:
            played = played._replace(ended=Outcome(Seat(outcome["winner"]), Reason(outcome["reason"])))
        rounds.append(played)
    return Match(
        rules=rules,
        participants=(one, two),
        first=state["history"][0]["first"],
        length=state["rounds"],
        clock=state["clock"],
        date=state["created"],
        rounds=tuple(rounds),
    )
