"""A class in memory, and its storage in the tables of the games, under a key that no game can have."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from hmac import compare_digest
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from outnumber.games import ENGLISH, Voice
from outnumber.language.animals import animal
from outnumber.language.voice import voice
from outnumber.server.play.tokens import digest, is_digest_of
from outnumber.server.storage.checksums import LogRow, checksum
from outnumber.server.storage.log import Log, NewGame
from outnumber.server.storage.schema import CLASS_OVER

from .classroom import Anything, Classroom

# The states of classes in the table `games`: open, and ended but not yet deleted.
CLASS, OVER = "class", CLASS_OVER
# The teacher's number; children have numbers from 1.
TEACHER = 0
# Crockford's alphabet: excludes look-alike letters, and maps them to the intended ones.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})
CODE = 6
# Maximum number of waiting requests of one child; beyond it, the oldest is answered at once.
WINDOWS = 4
# Seconds without a request after which a child counts as away (its page rests for half a second), and after
# its connection broke: a page that loads needs less. For pairing, a child may be away for longer. The
# teacher's page looks twice a second, so what it shows is true within two seconds.
AWAY, BROKEN, PATIENCE = 1.4, 0.75, 15.0
# If fewer animals than this are free, those of idle children without a request for this many seconds are free
# too, so that one person with the code cannot block the class. The delay allows for sleeping tablets.
FEW, LOST = 10, 120.0
# With several processes: seconds between the reports of connected children to the other processes.
SEEN = 10.0


What = Anything | Callable[[Classroom], Anything]


class ClassEvent(Struct, frozen=True, array_like=True):
    """A stored event: the change, the person who made it, and the id of the request."""

    change: Anything
    number: int = TEACHER
    request: str | None = None


_decode = msgspec.json.Decoder(list[ClassEvent]).decode
_encode = msgspec.json.Encoder().encode


class ClassSetup(Struct):
    """The stored setup of a class: its code, and the hashes of the teacher's token and the invite."""

    code: str
    teacher: str
    invite: str
    # The start by server uptime; 0 in classes of older versions.
    began: float = 0.0
    # The language of the names; empty in classes of older versions, whose readers see their own.
    language: str = ""


def new_code() -> str:
    """A new class code: 30 random bits, short enough for a child to type."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def plain_code(text: str) -> str:
    """A normalized class code.

    >>> plain_code(" k7m-4ox ")
    'K7M40X'
    """
    return "".join(letter for letter in text.upper() if letter.isalnum()).translate(MEANT)


def invite_of(token: str) -> str:
    """The invite in the QR code, derived from the teacher's token."""
    return digest(f"invite:{token}")[:32]


def seat_of(token: str) -> str:
    """The seat token of a child's games, derived from the child's token."""
    return digest(f"seat:{token}")[:32]


def key_of(id: str) -> str:
    """The key of a class in the tables; game ids have no colon."""
    return f"class:{id}"


class Waiting(NamedTuple):
    """A waiting request, and the seconds since its client's system was last heard."""

    woken: asyncio.Future[None]
    silence: Callable[[], float]

    def wake(self) -> None:
        if not self.woken.done():
            self.woken.set_result(None)


class LiveClass:
    """A class in memory, with its waiting requests."""

    def __init__(self, game: NewGame, shared: bool = True) -> None:
        setup = msgspec.json.decode(game.setup, type=ClassSetup)
        self.id = game.id.partition(":")[2]
        self.created = game.created
        self.began = setup.began
        self.maker = game.maker
        self._shared = shared  # whether other processes have children of the class
        self.code, self.invite, self._teacher = setup.code, setup.invite, setup.teacher
        self.language = setup.language
        self.room = Classroom()
        self.rows = 0
        self.writing = asyncio.Lock()  # held while a change is saved and applied
        self._checksum: int | None = None
        self._told = 0.0
        self._began = time.monotonic()
        self._heard: dict[int, float] = {}
        self._waiting: dict[int, list[Waiting]] = {}

    # Identity

    def number_of(self, token: str) -> int | None:
        """The number of a token's owner: the teacher, a child, or None."""
        if is_digest_of(self._teacher, token):
            return TEACHER
        hash = digest(token)  # once: forty children act at the same moment
        return next((each.number for each in self.room.present if compare_digest(each.hash, hash)), None)

    def pass_of(self, number: int) -> str:
        """The cookie with which a browser uses the rate limits of the class. It grants no other right."""
        kept = self._teacher if number == TEACHER else self.room.child(number).hash
        return f"{self.id}.{number}.{digest(kept)[:32]}"

    def holder(self, shown: str) -> int | None:
        """The number of a pass's owner: the teacher, a child, or None."""
        text = shown.partition(".")[2].partition(".")[0]
        number = int(text) if text.isdecimal() and len(text) <= 4 else -1
        known = number == TEACHER or any(each.number == number for each in self.room.present)
        right = known and compare_digest(self.pass_of(number).encode(), shown.encode())
        return number if right else None

    def lost(self) -> dict[str, str]:
        """If few animals are free: the animals of idle, absent children, with the hashes of their tokens."""
        if len(self.room.free) >= FEW:
            return {}
        return {
            each.animal: each.hash
            for each in self.room.present
            if self.room.idle(each) and not self.here(each.number, LOST)
        }

    def name_of(self, animal_id: str, reader: Voice = ENGLISH) -> str:
        """The name of an animal, the same on every screen of the class."""
        return animal(animal_id, voice(self.language) if self.language else reader)

    # Changes

    def row(self, event: ClassEvent, at: float) -> LogRow:
        """The log row for an event; rows of older versions may have several."""
        data = _encode([event]).decode()
        values = (key_of(self.id), self.rows + 1, CLASS, TEACHER, None, None, data, at)
        return LogRow(*values, checksum(values, self._checksum))

    def apply(self, row: LogRow) -> None:
        """Apply the next row, and wake the affected waiting requests."""
        told = self.room.told
        for event in _decode(row.data or ""):
            self.room = self.room.after(event.change, event.number, row.at, event.request)
        self.rows, self._checksum = row.seq, row.checksum
        self.wake(everybody=self.room.told != told)

    async def read(self, log: Log, *, ended: bool = False) -> None:
        """Apply new events from the log, with `ended` even if the class has ended."""
        async for row in log.beyond(key_of(self.id), self.rows, ended=ended):
            if row.seq == self.rows + 1:
                try:
                    self.apply(row)
                except (ValueError, TypeError, LookupError):
                    raise log.damaged(key_of(self.id), f"event {row.seq} cannot follow") from None

    # Waiting for changes

    def hear(self, number: int) -> None:
        self._heard[number] = time.monotonic()

    def here(self, number: int, within: float = AWAY) -> bool:
        """Whether a child is connected to this process, or was recently to another."""
        child = self.room.child(number)
        lately = self._shared and time.time() - child.seen < SEEN + within
        return lately or self._listens(number, within)

    def _listens(self, number: int, within: float = AWAY) -> bool:
        # A class that has just been loaded counts all children as connected: they have to come back first.
        heard = self._heard.get(number, self._began)
        waiting = any(each.silence() < within for each in self._waiting.get(number, ()))
        return waiting or time.monotonic() - heard < within

    @property
    def seen(self) -> tuple[int, ...]:
        """The children connected to this process, if a report to the others is due."""
        now = time.monotonic()
        if now - self._told < SEEN:
            return ()
        self._told = now
        return tuple(each.number for each in self.room.present if self._listens(each.number))

    def end(self) -> None:
        """Mark the class as ended, and wake all waiting requests."""
        self.room = replace(self.room, ended=True)
        self.wake()

    def wake(self, everybody: bool = True) -> None:
        """Wake the waiting requests of the teacher, and of the children if `everybody`."""
        for number, waiting in self._waiting.items():
            if everybody or number == TEACHER:
                for each in waiting:
                    each.wake()

    async def news(
        self,
        number: int,
        seconds: float,
        broken: Callable[[], Coroutine[Any, Any, None]],
        silence: Callable[[], float],
    ) -> bool:
        """Wait for a possible change, at most some seconds, and return whether the connection broke."""
        waiting = self._waiting.setdefault(number, [])
        if len(waiting) >= WINDOWS:
            waiting.pop(0).wake()
        own = Waiting(asyncio.get_running_loop().create_future(), silence)
        waiting.append(own)
        watched = asyncio.ensure_future(broken())
        try:
            await asyncio.wait([own.woken, watched], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if own in waiting:
                waiting.remove(own)
            if not waiting:
                self._waiting.pop(number, None)
            now = time.monotonic()
            self._heard[number] = max(self._heard.get(number, 0.0), now - silence())
            if watched.done() and not waiting:
                self._heard[number] = now - AWAY + BROKEN
            watched.cancel()
        return watched.done() and not watched.cancelled()
