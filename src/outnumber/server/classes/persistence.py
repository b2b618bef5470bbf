"""A class in memory, and how it is kept: in the tables of the games, under a name that no game can have."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import replace

import msgspec
from msgspec import Struct

from outnumber.server.classes.classroom import Anything, Classroom
from outnumber.server.play.tokens import digest, is_digest_of
from outnumber.server.storage.checksums import LogRow, checksum
from outnumber.server.storage.log import NewGame
from outnumber.server.storage.schema import CLASS_OVER

# What classes are in the table of games; those that are over are about to be deleted.
CLASS, OVER = "class", CLASS_OVER
# The teacher, among the numbers of the children.
TEACHER = 0
# Without letters that look alike; those that somebody writes instead are read as they are meant.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})
CODE = 6
# So many windows of one child hear of news; of more, the oldest asks again.
WINDOWS = 4
# A child that has said nothing for so many seconds is away.
AWAY = 15.0
# Where fewer animals than this are free, those of children who did nothing and have said nothing for so many
# seconds are free too: whoever has the code cannot keep all others out. A tablet may sleep.
FEW, LOST = 10, 120.0
# Where several processes serve, each tells the others so often, in seconds, who is there.
SEEN = 10.0


What = Anything | Callable[[Classroom], Anything]


class ClassEvent(Struct, frozen=True, array_like=True):
    """What happened, by whom, and under which id it was asked for."""

    change: Anything
    number: int = TEACHER
    request: str | None = None


_decode = msgspec.json.Decoder(list[ClassEvent]).decode
_encode = msgspec.json.Encoder().encode


class ClassSetup(Struct):
    """What a class begins with, as the log keeps it: the code, and what is kept of the two secrets."""

    code: str
    teacher: str
    invite: str
    # When it began, by the uptime of the servers; 0 in classes of older versions.
    began: float = 0.0


class ChangeRequest:
    """Something that is to happen; whoever waits is told that it has, or why not."""

    def __init__(self, what: What, number: int, request: str | None, state: str) -> None:
        self.what = what
        self.number = number
        self.request = f"{number}:{request}" if request else None
        self.state = state  # of the class from then on, if it changes
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def event(self, room: Classroom) -> ClassEvent | None:
        """What it makes of a class; nothing where it has happened already."""
        if self.request in room.requests:
            return None
        change = self.what(room) if callable(self.what) else self.what
        return ClassEvent(change, self.number, self.request) if room.allows(change, self.number) else None

    def settle(self, error: Exception | None = None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


def new_code() -> str:
    """30 random bits, to be typed by a child."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def plain_code(text: str) -> str:
    """A code as it was meant.

    >>> plain_code(" k7m-4ox ")
    'K7M40X'
    """
    return "".join(letter for letter in text.upper() if letter.isalnum()).translate(MEANT)


def invite_of(token: str) -> str:
    """What stands in the QR code: only who has the teacher's token can work it out."""
    return digest(f"invite:{token}")[:32]


def seat_of(token: str) -> str:
    """The token of a child's seats in games: only who has the child's own can work it out."""
    return digest(f"seat:{token}")[:32]


def key_of(id: str) -> str:
    """What a class is called in the tables; the name of a game has no such letters."""
    return f"class:{id}"


class LiveClass:
    """One class with those who wait for news of it."""

    def __init__(self, game: NewGame) -> None:
        setup = msgspec.json.decode(game.setup, type=ClassSetup)
        self.id = game.id.partition(":")[2]
        self.created = game.created
        self.began = setup.began
        self.maker = game.maker
        self.code, self.invite, self._teacher = setup.code, setup.invite, setup.teacher
        self.room = Classroom()
        self.rows = 0
        self.wishes: list[ChangeRequest] = []
        self.writing = False
        self._checksum: int | None = None
        self._told = 0.0
        self._began = time.monotonic()
        self._heard: dict[int, float] = {}
        self._waiting: dict[int, list[asyncio.Future[None]]] = {}

    # Who

    def number_of(self, token: str) -> int | None:
        """Whose token it is: the teacher's, a child's, or nobody's."""
        if is_digest_of(self._teacher, token):
            return TEACHER
        return next((each.number for each in self.room.present if is_digest_of(each.hash, token)), None)

    def pass_of(self, number: int) -> str:
        """What a browser shows to use the budget of the class. It gives no other right."""
        kept = self._teacher if number == TEACHER else self.room.child(number).hash
        return f"{self.id}.{number}.{digest(kept)[:32]}"

    def holder(self, shown: str) -> int | None:
        """Whose pass a browser shows: the teacher's, a child's, or nobody's."""
        text = shown.partition(".")[2].partition(".")[0]
        number = int(text) if text.isdecimal() and len(text) <= 4 else -1
        known = number == TEACHER or any(each.number == number for each in self.room.present)
        right = known and hmac.compare_digest(self.pass_of(number).encode(), shown.encode())
        return number if right else None

    def lost(self) -> dict[str, str]:
        """The animals that can be taken from somebody, where few are free, and the hash of who has them."""
        if len(self.room.free) >= FEW:
            return {}
        return {
            each.animal: each.hash
            for each in self.room.present
            if self.room.idle(each) and not self.here(each.number, LOST)
        }

    # What happens

    def row(self, events: list[ClassEvent], at: float) -> LogRow:
        """What happened at once, as it is kept: many children report in the time of one step to the disk."""
        values = (key_of(self.id), self.rows + 1, CLASS, TEACHER, None, None, _encode(events).decode(), at)
        return LogRow(*values, checksum(values, self._checksum))

    def apply(self, row: LogRow) -> None:
        """Fold the next row in, and wake whoever has to be told of it."""
        told = self.room.told
        for event in _decode(row.data or ""):
            self.room = self.room.after(event.change, event.number, row.at, event.request)
        self.rows, self._checksum = row.seq, row.checksum
        self.wake(everybody=self.room.told != told)

    # News

    def hear(self, number: int) -> None:
        self._heard[number] = time.monotonic()

    def here(self, number: int, within: float = AWAY) -> bool:
        """Whether a child is there: at this process, or lately at another one."""
        lately = time.time() - self.room.child(number).seen < SEEN + within
        return lately or self._listens(number, within)

    def _listens(self, number: int, within: float = AWAY) -> bool:
        # Just after a restart nobody knows: whoever was there is about to come back.
        heard = self._heard.get(number, self._began)
        return bool(self._waiting.get(number)) or time.monotonic() - heard < within

    @property
    def seen(self) -> tuple[int, ...]:
        """The children who are at this process, if others have to be told of them once more."""
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
        """Have those who wait look again; the teacher always."""
        for number, waiting in self._waiting.items():
            if everybody or number == TEACHER:
                for each in waiting:
                    _wake(each)

    async def news(self, number: int, seconds: float) -> None:
        """Wait until there may be news, but not longer than some seconds."""
        waiting = self._waiting.setdefault(number, [])
        if len(waiting) >= WINDOWS:
            _wake(waiting.pop(0))
        own: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(own)
        try:
            await asyncio.wait([own], timeout=seconds)
        finally:
            if own in waiting:
                waiting.remove(own)
            if not waiting:
                self._waiting.pop(number, None)
            self.hear(number)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
