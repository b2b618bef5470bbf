"""A blocking client of the server, used by `outnumber join`.

The server is not trusted: its messages are limited in size and time, parsed into the models of `api`, and
stripped of control characters. A message that cannot be read is reported as the server's fault.
"""

from __future__ import annotations

import http.client
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
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect

from outnumber.api import Error, ErrorModel
from outnumber.api.answers import Seated, State
from outnumber.api.fields import GAME_ID
from outnumber.api.frames import Ack, EventFrame, RefusedFrame, Thinking, Welcome
from outnumber.games import GameError, Phrase, Reason, Seat, bad_option, find, strip_control_characters
from outnumber.match import LONGEST_NAME, Begun, Ended, GameClock, Match, Participant

_PATH = re.compile(rf"(?P<base>.*)/g/(?P<id>{GAME_ID})/?")
LONGEST_WAIT = 10.0
# Seconds to wait for the server when the player leaves.
LONGEST_GOODBYE = 1.0
# Limits on what a server sends: bytes of a body and of a message, letters of a sentence, queued messages.
LARGEST_BODY = 16 * 2**20
LARGEST_MESSAGE = 2**20
LONGEST_SENTENCE = 500
MOST_WAITING = 10_000
# Maximum number of failed connections in a row, and of unreadable messages.
MOST_FAILURES, MOST_GARBLED = 60, 3
# The player is informed after this many: a server that restarts is back sooner.
NOTICED = 4
# Seconds between two attempts: the increase after each failure, and the maximum.
BACK_OFF, LONGEST_BACK_OFF = 0.2, 2.0
# A connection that lasted this many seconds resets the count of failures.
STEADY = 30.0

T = TypeVar("T")


class ServerError(GameError):
    """An error response of the server, with its message if it sent one."""

    def __init__(self, code: str, message: Phrase) -> None:
        super().__init__(code, message=message)

    @property
    def template(self) -> str:
        return "{message}"


GARBLED = Phrase("The server sent an answer that this program does not understand.")


def garbled() -> ServerError:
    return ServerError("internal", GARBLED)


def refused(error: ErrorModel) -> Phrase:
    """The reason for a refusal, in the words of the server, which knows our language."""
    return Phrase("{message}", message=strip_control_characters(error.message[:LONGEST_SENTENCE]))


class Lost(NamedTuple):
    """The connection is lost permanently."""

    message: Phrase | None = None


class Dropped(NamedTuple):
    """The connection is lost, and reconnecting has failed so far."""


class Reconnected(NamedTuple):
    """The connection is back, and `left` seconds remain on the clock, if there is one."""

    left: float | None


class Known(NamedTuple):
    """The answer to a request whose event has already arrived."""

    id: str


Frame = Welcome | EventFrame | Ack | RefusedFrame | Thinking
Message = Frame | Lost | Dropped | Reconnected | Known


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Do not follow redirects: the token is only for this server."""


class RemoteGame:
    """A game on a server, by its link: `/g/ID`, with `#seat=` or `#invite=` and a token to play."""

    def __init__(self, link: str, language: str = "en") -> None:
        parts = urlsplit(link)
        path = _PATH.fullmatch(parts.path)
        if parts.scheme not in ("http", "https") or not parts.netloc or not path:
            raise bad_option("URL", link, "a link looks like http://HOST/g/ID#invite=TOKEN.")
        self.base: str = f"{parts.scheme}://{parts.netloc}{path['base']}"
        self.id: str = path["id"]
        self.language = language
        secret = dict(part.partition("=")[::2] for part in parts.fragment.split("&"))
        self.token = secret.get("seat", "")
        self.invite = secret.get("invite", "")

    @classmethod
    def make(cls, server: str, match: Match, language: str) -> RemoteGame:
        """Make a game for another person on a server, with the game, rounds, clock and name of a match."""
        game = cls(f"{server}/g/new", language)
        clock = match.game_clock
        body = {
            "game": match.rules.name,
            "options": match.rules.options,
            "name": match.participants[0].name,
            "first": "me" if match.first == 1 else "them",
            "rounds": match.length,
            "clock": match.clock,
            "game_clock": clock and clock._asdict(),
            "start": match.start,
        }
        made = _read(game._call("", body), Seated)
        game.id, game.token, game.invite = made.id, made.token, made.invite or ""
        return game

    @property
    def link(self) -> str:
        """The link that returns to this seat."""
        return f"{self.base}/g/{self.id}" + (f"#seat={self.token}" if self.token else "")

    @property
    def invitation(self) -> str:
        """The link that takes the second seat."""
        return f"{self.base}/g/{self.id}#invite={self.invite}"

    def line(self) -> Connection:
        """A live connection to the game."""
        return Connection(self)

    def state(self) -> State:
        """The state of the game."""
        return _read(self._call(f"/{self.id}", token=self.token), State)

    def record(self) -> str:
        """The record of the game so far, as text."""
        return self._call(f"/{self.id}/record").decode(errors="replace")

    def rematch(self, id: str) -> RemoteGame:
        """The same seat in the game after this one."""
        return RemoteGame(f"{self.base}/g/{id}#seat={self.token}", self.language)

    def _call(self, path: str, body: dict[str, Any] | None = None, token: str = "") -> bytes:
        """Send a request about games; raises `ServerError` with the answer of the server."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        url = f"{self.base}/api/games{path}?lang={self.language}"
        try:
            request = urllib.request.Request(url, data, headers)  # noqa: S310
            with urllib.request.build_opener(_NoRedirect).open(request, timeout=LONGEST_WAIT) as answer:
                return _body(answer)
        except urllib.error.HTTPError as error:
            with error:
                try:
                    told = _read(_body(error), Error).error
                except ServerError:
                    said = Phrase("The server answered {status}.", status=error.code)
                    raise ServerError("internal", said) from None
            raise ServerError(told.code, refused(told)) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            why = strip_control_characters(str(getattr(error, "reason", error))[:LONGEST_SENTENCE])
            said = Phrase("{server} cannot be reached: {why}.", server=self.base, why=why)
            raise ServerError("storage", said) from None

    def take_seat(self, name: str) -> None:
        """Take the second seat, with the invite if there is one; from then on the link has a seat token."""
        # With our own token and request id a lost answer can be requested again.
        body = {"id": secrets.token_hex(8), "name": name, "token": secrets.token_hex(16)}
        for _ in range(3):
            try:
                self.token = _read(self._call(f"/{self.id}/seat", body, self.invite), Seated).token
                return
            except ServerError as error:
                if error.code != "storage":
                    raise
                time.sleep(0.5)
        raise ServerError("storage", Phrase("{server} cannot be reached.", server=self.base))


def _body(answer: Any) -> bytes:
    """The body of a response; one that is too large or too slow is refused."""
    deadline = time.monotonic() + LONGEST_WAIT
    parts: list[bytes] = []
    size = 0
    while part := answer.read1(2**16):
        size += len(part)
        if size > LARGEST_BODY or time.monotonic() > deadline:
            raise garbled()
        parts.append(part)
    return b"".join(parts)


def _read(text: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise garbled() from None


class _Typed(msgspec.Struct):
    """The field that every message has."""

    type: str


_FRAMES = (Welcome, EventFrame, Ack, RefusedFrame, Thinking)
_KNOWN = {frame.__struct_config__.tag for frame in _FRAMES}
_FRAME: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)
_TYPED = msgspec.json.Decoder(_Typed)


class Connection:
    """A live connection that reconnects automatically; `bell` becomes readable when there is news."""

    def __init__(self, game: RemoteGame) -> None:
        self._game = game
        # A full queue stops reading from the server.
        self._inbox: queue.Queue[Message] = queue.Queue(MOST_WAITING)
        self.bell, self._ringer = os.pipe()
        self._socket: ClientConnection | None = None
        self._welcome = False  # whether the server has sent the state over this socket
        self._after: int | None = None
        # The request without an answer: it is sent again when the connection is back.
        self._unanswered: dict[str, Any] | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._socket is not None:
            self._socket.close()
        self._thread.join(LONGEST_GOODBYE)
        if not self._thread.is_alive():
            os.close(self.bell)
            os.close(self._ringer)

    def news(self) -> bool:
        """Whether a message has arrived."""
        return not self._inbox.empty()

    def next(self) -> Message:
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
        self._ask(message)

    def _ask(self, message: dict[str, Any]) -> None:
        if self._socket is not None and self._welcome:
            # If it fails, the reader fails too, and reconnects.
            with suppress(WebSocketException, OSError):
                self._socket.send(json.dumps(message))

    def _put(self, message: Message) -> None:
        while not self._closed.is_set():
            with suppress(queue.Full):
                self._inbox.put(message, timeout=0.5)
                os.write(self._ringer, b".")
                return

    def _run(self) -> None:
        failures = unread = 0
        while not self._closed.is_set():
            began = time.monotonic()
            try:
                if not self._listen():
                    return
            except msgspec.MsgspecError:
                unread += 1
            except (WebSocketException, InvalidHandshake, OSError, ValueError, RecursionError):
                pass
            self._welcome = False
            failures = failures + 1 if time.monotonic() - began < STEADY else 1
            if unread > MOST_GARBLED:
                self._put(Lost(GARBLED))
                return
            if failures == NOTICED:
                self._put(Dropped())
            if failures > MOST_FAILURES or self._closed.wait(min(BACK_OFF * failures, LONGEST_BACK_OFF)):
                break
        if not self._closed.is_set():
            self._put(Lost())

    def _listen(self) -> bool:
        """Connect and read messages until that fails; False if reconnecting is useless."""
        url = re.sub("^http", "ws", self._game.base) + f"/api/games/{self._game.id}/live"
        with connect(
            url, compression=None, max_size=LARGEST_MESSAGE,
            open_timeout=LONGEST_WAIT, close_timeout=LONGEST_GOODBYE,
        ) as socket:  # fmt: skip
            # `close` either sees this socket, or has set the flag that is checked here.
            self._socket = socket
            if self._closed.is_set():
                return False
            language, token = self._game.language, self._game.token or None
            hello = {"type": "hello", "language": language, "token": token, "after": self._after}
            socket.send(json.dumps(hello))
            while True:
                text = socket.recv()
                # Newer servers may send other types.
                if _TYPED.decode(text).type in _KNOWN and not self._heard(_FRAME.decode(text)):
                    return False

    def _heard(self, message: Frame) -> bool:
        """Put new messages into the inbox; False if reconnecting is useless."""
        waits = self._unanswered and self._unanswered["id"]
        if isinstance(message, (Ack, RefusedFrame)) and waits and message.id == waits:
            if isinstance(message, RefusedFrame) and message.error.code == "storage":
                # It may have been saved or not: reconnect and send the request again with the same id.
                raise ConnectionError("storage")
            self._unanswered = None
        if isinstance(message, Welcome):
            self._welcomed(message)
        elif isinstance(message, (EventFrame, Ack)):
            self._event(message)
        elif isinstance(message, RefusedFrame) and not self._welcome:
            if message.error.code not in ("server-stopping", "too-many-requests", "storage"):
                self._put(Lost(refused(message.error)))
                return False
        elif isinstance(message, (RefusedFrame, Thinking)):
            self._put(message)
        return True

    def _welcomed(self, message: Welcome) -> None:
        first = self._after is None
        if first:
            self._after = message.seq
            self._put(message)
        for event in message.events:
            self._event(EventFrame(event))
        if not first:
            self._put(Reconnected(message.state.left))
        self._welcome = True
        if self._unanswered is not None:
            self._ask(self._unanswered)

    def _event(self, message: EventFrame | Ack) -> None:
        # A lost answer arrives again with the events since; each counts once.
        seq = message.event.seq
        if self._after is None or seq > self._after:
            self._after = seq
            self._put(message)
        elif isinstance(message, Ack):
            self._put(Known(message.id))


def name_of(told: object) -> str:
    """A name from a server, made safe for a terminal."""
    return strip_control_characters(told[:LONGEST_NAME]) if isinstance(told, str) else ""


def match_of(state: State) -> Match:
    """The match of a server's state; raises `GameError` if it breaks the rules."""
    rules = find(state.game)(**state.options)
    one, two = (
        Participant(strip_control_characters(each.plays), name_of(each.name)) for each in state.participants
    )
    clock = state.game_clock
    match = Match(
        rules=rules,
        participants=(one, two),
        first=state.first or state.history[0].first,
        length=state.rounds,
        clock=state.clock,
        date=strip_control_characters(state.created),
        start=state.start,
        game_clock=GameClock(clock.seconds, clock.increment) if clock else None,
    )
    picking = state.pick is not None or state.state == "open"
    for each in state.history:
        moves, drawn, outcome = each.moves, each.drawn, each.outcome
        picked = drawn and not (picking and each is state.history[-1])
        match = match.after(Begun(moves[:drawn], moves[drawn:], each.first if picked else 0))
        if outcome and match.current.outcome is None:
            match = match.after(Ended(Seat(outcome.winner).other, Reason(outcome.reason)))
    if not match.rounds:
        raise ValueError("a game without a round")
    return match._replace(times=state.times)
