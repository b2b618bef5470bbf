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
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect

from outnumber.games.base import Outcome, Reason, Seat
from outnumber.games.errors import GameError, OptionError, shown
from outnumber.games.registry import find
from outnumber.games.sentences import Phrase
from outnumber.session.match import Match, Participant
from outnumber.session.round import Round
from outnumber.wire.refusals import REFUSALS

_PATH = re.compile(r"(?P<base>.*)/g/(?P<id>[0-9a-z]{1,32})/?")
LONGEST_WAIT = 10.0


class ServerError(GameError):
    """What a server answered instead of what was asked, in its own words where it has some."""

    def __init__(self, code: str, message: Phrase) -> None:
        super().__init__(code, message=message)

    @property
    def template(self) -> str:
        return "{message}"


def refused(error: dict[str, Any]) -> Phrase:
    """What a server refuses, for a voice to say; in its own words where we have no whole sentence for it."""
    _, template = REFUSALS.get(error["code"], (0, "{message}"))
    return Phrase("{message}" if "{" in template else template, message=error["message"])


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
                remedy=Phrase("it looks like http://HOST/g/ID#invite=TOKEN."),
            )
        self.base: str = f"{parts.scheme}://{parts.netloc}{path['base']}"
        self.id: str = path["id"]
        secret = dict(part.partition("=")[::2] for part in parts.fragment.split("&"))
        self.token = secret.get("seat", "")
        self.invite = secret.get("invite", "")

    @property
    def link(self) -> str:
        """The link that comes back to this seat."""
        return f"{self.base}/g/{self.id}" + (f"#seat={self.token}" if self.token else "")

    def line(self) -> Line:
        """A live connection to the game."""
        return Line(self)

    def record(self) -> str:
        """The record of the game so far, as text."""
        return str(self.call("/record"))

    def match(self, state: dict[str, Any]) -> Match:
        """The match that the server's state tells of."""
        return match_of(state)

    def rematch(self, id: str) -> Game:
        """The same seat in the game after this one."""
        return Game(f"{self.base}/g/{id}#seat={self.token}")

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
                    failure = ServerError(told["code"], refused(told))
                except (ValueError, KeyError, TypeError):
                    said = Phrase("The server answered {status}.", status=error.code)
                    failure = ServerError("internal", said)
            raise failure from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            said = Phrase("{server} cannot be reached: {why}.", server=self.base, why=reason)
            raise ServerError("storage", said) from None

    def take_seat(self, name: str) -> None:
        """Use the invite, or sit down at an open game; from then on the link has a seat token."""
        # Our own token and request id: should the answer get lost, asking again is safe.
        body = {"id": secrets.token_hex(8), "name": name, "token": secrets.token_hex(16)}
        for _ in range(3):
            try:
                self.token = self.call("/seat", body, self.invite)["token"]
                return
            except ServerError as error:
                if error.code != "storage":
                    raise
                time.sleep(0.5)
        raise ServerError("storage", Phrase("{server} cannot be reached.", server=self.base))


class Line:
    """A live connection that comes back by itself; `bell` becomes readable when there is news."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._inbox: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.bell, self._ringer = os.pipe()
        self._socket: ClientConnection | None = None
        self._after: int | None = None
        # The request that is not answered yet: sent again when the connection is back.
        self._unanswered: dict[str, Any] | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._socket is not None:
            self._socket.close()
        self._thread.join(LONGEST_WAIT)
        if not self._thread.is_alive():
            os.close(self.bell)
            os.close(self._ringer)

    def news(self) -> bool:
        """Whether a message has come."""
        return not self._inbox.empty()

    def next(self) -> dict[str, Any]:
        """The next message; waits for it."""
        while True:
            try:
                # Short waits, so that Ctrl-C gets through on Windows.
                message = self._inbox.get(timeout=0.5)
            except queue.Empty:
                continue
            os.read(self.bell, 1)
            return message

    def send(self, **message: Any) -> None:
        """Send a request, now or when the connection is back; the same id twice counts once."""
        self._unanswered = message
        self._try(self._socket, message)

    def _try(self, socket: ClientConnection | None, message: dict[str, Any]) -> None:
        if socket is not None:
            # Where it fails, the reader notices too, and connects again.
            with suppress(WebSocketException, OSError):
                socket.send(json.dumps(message))

    def _put(self, message: dict[str, Any]) -> None:
        self._inbox.put(message)
        os.write(self._ringer, b".")

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
        if kind in ("ack", "refused") and self._unanswered and message["id"] == self._unanswered["id"]:
            if kind == "refused" and message["error"]["code"] == "storage":
                # Nobody knows whether it was written: come back and ask again with the same id.
                raise ConnectionError(message["error"]["message"])
            self._unanswered = None
        if kind == "refused" and self._socket is None:
            if message["error"]["code"] not in ("server-stopping", "too-many-requests", "storage"):
                self._put({"type": "lost", "message": refused(message["error"])})
                return False
        elif kind == "welcome":
            self._welcomed(message, socket)
        elif kind in ("event", "ack"):
            self._event(message)
        elif kind == "refused":
            self._put({**message, "message": refused(message["error"])})
        elif kind == "thinking":
            self._put(message)
        # Anything else is for clients that know it.
        return True

    def _welcomed(self, message: dict[str, Any], socket: ClientConnection) -> None:
        first = self._after is None
        if first:
            self._after = message["seq"]
            self._put(message)
        for event in message["events"]:
            self._event({"type": "event", "event": event})
        left = message["state"]["left"]
        if not first and left is not None:
            self._put({"type": "back", "left": left})
        self._socket = socket
        if self._unanswered is not None:
            self._try(socket, self._unanswered)

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
