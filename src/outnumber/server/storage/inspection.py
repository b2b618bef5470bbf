"""Reads all that a database has about each game, and finds what is wrong with it."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from outnumber.games.sentences import Phrase
from outnumber.server.classes.persistence import LiveClass
from outnumber.server.errors import shows_damage
from outnumber.server.play.live_game import LiveGame
from outnumber.server.storage.checksums import LogRow, checksum, flaw
from outnumber.server.storage.schema import CLASS_OVER, GONE
from outnumber.server.storage.session import Session
from outnumber.server.storage.writers import NewGame

# All SQL here is built from constants.
# ruff: noqa: S608

# Games read at a time.
AT_ONCE = 200
_GAME = ", ".join((*NewGame._fields[:6], "class", "checksum", "seen"))
_EVENT = ", ".join(LogRow._fields)
# The tables with their columns, and the column that names the game.
TABLES = {f"games ({_GAME})": "id", "tails (game, seq)": "game", f"events ({_EVENT})": "game"}
_SELECTED = {
    into: f"SELECT {into.partition(' (')[2][:-1]} FROM {into.partition(' ')[0]} WHERE" for into in TABLES
}
BAD_GAME = Phrase("its settings have a wrong checksum")


class GameRow(NamedTuple):
    """One row of the table `games`."""

    game: NewGame
    checksum: int | None
    seen: float | None

    @classmethod
    def of(cls, row: Sequence[Any]) -> GameRow:
        return cls(NewGame(*row[:-2]), *row[-2:])

    @property
    def right(self) -> bool:
        return self.checksum in (None, checksum(tuple(self.game[:3])))


class StoredGame(NamedTuple):
    """All rows of one game or class; `unread` says why some could not be read."""

    id: str
    row: GameRow | None = None
    tail: int | None = None
    events: Sequence[LogRow] = ()
    unread: Phrase | None = None

    @property
    def is_class(self) -> bool:
        return ":" in self.id

    @property
    def last(self) -> float:
        """The time of the last event, or of the creation."""
        created = [self.row.game.created] if self.row else []
        return max([*created, *(each.at for each in self.events[-1:])], default=0.0)

    def replayed(self) -> LiveGame | LiveClass:
        """The game or class after its events; raises one of `UNREADABLE` if that is impossible."""
        if self.row is None:
            raise LookupError(self.id)
        live = (LiveClass if self.is_class else LiveGame)(self.row.game)
        for event in self.events:
            live.apply(event)
        return live

    def flaw(self, shared: bool) -> Phrase | str:
        """What is wrong with the game, as a server would find it; empty if nothing is."""
        last = self.events[-1].seq if self.events else 0
        if self.unread or self.row is None:
            # In a shared database, a process of an older version deletes everything except the tail.
            lone = self.tail is not None and not shared
            return self.unread or (Phrase("its row is missing") if self.events or lone else "")
        if self.row.game.state in (GONE, CLASS_OVER):
            return ""
        if not self.row.right:
            return BAD_GAME
        if wrong := flaw(self.events):
            return wrong
        if self.tail is None and self.row.game.group is not None:
            return Phrase("the number of its newest event is missing")
        if last < (self.tail or 0):
            return Phrase("event {seq} is missing", seq=last + 1)
        if any(each.checksum is None for each in self.events) or self.row.checksum is None:
            try:
                self.replayed()
            except UNREADABLE:
                return Phrase("its events contradict the rules")
        return ""


# What decoding and replaying may raise.
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, RecursionError, msgspec.MsgspecError)


class Report(NamedTuple):
    """The contents of a database; `damaged` has the games that a server would refuse, with the reason."""

    games: int
    events: int
    classes: int
    damaged: dict[str, Phrase | str]


async def inspect(session: Session) -> Report:
    """Check every game and class of a database."""
    games = events = 0
    damaged: dict[str, Phrase | str] = {}
    classes, members = set[str](), dict[str, str]()
    async for each in stored(session):
        games += each.row is not None and not each.is_class
        events += len(each.events)
        if each.is_class and (each.row or each.unread):
            classes.add(each.id)
        if wrong := each.flaw(session.shared):
            damaged[each.id] = wrong
        elif each.row and each.row.game.group and each.row.game.state != GONE:
            members[each.id] = each.row.game.group
    for id, group in members.items():
        if group not in classes:
            damaged[id] = Phrase("its class is missing")
    return Report(games, events, len(classes), dict(sorted(damaged.items())))


async def stored(session: Session, ids: list[str] | None = None) -> AsyncIterator[StoredGame]:
    """Everything that a database has about some games, by default all."""
    if ids is None:
        names = " UNION ".join(
            f"SELECT {name} FROM {into.partition(' ')[0]}" for into, name in TABLES.items()
        )
        ids = [row[0] for row in await session.run(f"{names} ORDER BY 1")]
    waiting = [ids[start : start + AT_ONCE] for start in range(0, len(ids), AT_ONCE)][::-1]
    while waiting:
        some = waiting.pop()
        try:
            found = [
                await session.run(
                    f"{_SELECTED[into]} {name} BETWEEN {{0}} AND {{1}} ORDER BY {name}", (some[0], some[-1])
                )
                for into, name in TABLES.items()
            ]
        except sqlite3.Error as error:
            if not shows_damage(error):
                raise
            if len(some) == 1:
                yield await _remains(session, some[0], error)
            else:
                waiting += some[len(some) // 2 :], some[: len(some) // 2]
            continue
        for each in _joined(some, *found):
            yield each


def _joined(
    ids: Iterable[str], games: Iterable[Any], tails: Iterable[Any], events: Iterable[Any]
) -> Iterable[StoredGame]:
    rows = {row[0]: GameRow.of(row) for row in games}
    newest = dict(tails)
    told = {
        id: sorted(map(LogRow._make, group), key=lambda row: row.seq)
        for id, group in groupby(events, key=lambda row: row[0])
    }
    for id in ids:
        yield StoredGame(id, rows.get(id), newest.get(id), told.get(id, ()))


async def _remains(session: Session, id: str, error: sqlite3.Error) -> StoredGame:
    """What can be read of a game with rows on damaged pages: its events up to the first that is lost."""

    async def read(into: str, *values: Any, more: str = "") -> list[Any]:
        try:
            return await session.run(f"{_SELECTED[into]} {TABLES[into]} = {{0}}{more}", (id, *values))
        except sqlite3.Error:
            return []

    games, tails, log = TABLES
    events = list[Any]()
    while row := await read(log, len(events) + 1, more=" AND seq = {1}"):
        events += row
    (remains,) = _joined([id], await read(games), await read(tails), events)
    return remains._replace(unread=Phrase("it cannot be read: {why}", why=str(error)))
