"""Reads everything that a database stores about each game, and detects damage."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from outnumber.games import Phrase
from outnumber.server.classes.persistence import LiveClass
from outnumber.server.errors import shows_damage
from outnumber.server.play.live_game import LiveGame

from .checksums import LogRow, flaw
from .schema import CLASS_OVER, GONE
from .session import Session, reading
from .writers import NewGame

# All SQL here is built from constants.
# ruff: noqa: S608

# Games read at a time.
AT_ONCE = 200
# The tables with their columns, and the column that names the game.
TABLES = {
    f"games ({', '.join((*NewGame._fields[:6], 'class', *NewGame._fields[7:]))})": "id",
    "tails (game, seq)": "game",
    f"events ({', '.join(LogRow._fields)})": "game",
}


class StoredGame(NamedTuple):
    """All rows of one game or class; `unread` says why some could not be read."""

    id: str
    row: NewGame | None = None
    tail: int | None = None
    events: Sequence[LogRow] = ()
    unread: Phrase | None = None

    @property
    def is_class(self) -> bool:
        return ":" in self.id

    def replayed(self) -> LiveGame | LiveClass:
        """The game or class after its events; raises one of `UNREADABLE` if that is impossible."""
        if self.row is None:
            raise LookupError(self.id)
        live = (LiveClass if self.is_class else LiveGame)(self.row)
        for event in self.events:
            live.apply(event)
        return live

    def flaw(self, shared: bool) -> Phrase | str:
        """The damage to the game, as a server would find it; empty if it is intact."""
        if self.unread or self.row is None:
            # In a shared database, a process of an older version deletes everything except the tail.
            lone = self.tail is not None and not shared
            return self.unread or (Phrase("its row is missing") if self.events or lone else "")
        if self.row.state in (GONE, CLASS_OVER):
            return ""
        if not self.row.right:
            return Phrase("its settings have a wrong checksum")
        if wrong := flaw(self.events, tail=self.tail or 0):
            return wrong
        if self.tail is None and self.row.group is not None:
            return Phrase("the number of its newest event is missing")
        if any(each.checksum is None for each in self.events) or self.row.checksum is None:
            try:
                self.replayed()
            except UNREADABLE:
                return Phrase("its events contradict the rules")
        return ""


# What decoding and replaying may raise.
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, RecursionError, msgspec.MsgspecError)


class Report(NamedTuple):
    """The contents of a database; `damaged` has the games that a server would refuse, with the reason.

    `file` is the damage that SQLite finds in its file; empty if it is intact, and for other databases.
    """

    games: int
    events: int
    classes: int
    damaged: dict[str, Phrase | str]
    file: str


async def inspect(url: str, name: str = "") -> Report:
    """Check every game and class of a database; errors are about `name` if it is given."""
    games = events = 0
    damaged: dict[str, Phrase | str] = {}
    classes, members = set[str](), dict[str, str]()
    async with reading(url, name) as session:
        file = "" if session.shared else await _broken(session)
        async for each in stored(session):
            games += each.row is not None and not each.is_class
            events += len(each.events)
            if each.is_class and (each.row or each.unread):
                classes.add(each.id)
            if wrong := each.flaw(session.shared):
                damaged[each.id] = wrong
            elif each.row and each.row.group and each.row.state != GONE:
                members[each.id] = each.row.group
    for id, group in members.items():
        if group not in classes:
            damaged[id] = Phrase("its class is missing")
    return Report(games, events, len(classes), dict(sorted(damaged.items())), file)


async def _broken(session: Session) -> str:
    try:
        ((verdict,),) = await session.run("PRAGMA integrity_check(1)")
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if verdict == "ok" else str(verdict)


async def stored(session: Session, ids: list[str] | None = None) -> AsyncIterator[StoredGame]:
    """Everything that a database has about some games, by default all."""
    async for some in batches(session, ids):
        for each in some:
            yield each


async def batches(session: Session, ids: list[str] | None = None) -> AsyncIterator[list[StoredGame]]:
    if ids is None:
        names = (f"SELECT {name} FROM {into.partition(' ')[0]}" for into, name in TABLES.items())
        ids = [id for (id,) in await session.run(" UNION ".join(names) + " ORDER BY 1")]
    for start in range(0, len(ids), AT_ONCE):
        yield await named(session, ids[start : start + AT_ONCE])


async def named(session: Session, ids: list[str]) -> list[StoredGame]:
    """Games that follow each other; damage is found by reading each separately."""
    found, unread = list[list[Any]](), None
    for into, name in TABLES.items():
        table, _, columns = into.partition(" (")
        select = f"SELECT {columns[:-1]} FROM {table} WHERE {name} BETWEEN $1 AND $2 ORDER BY 1, 2"
        found.append([])
        try:
            await session.run(select, (ids[0], ids[-1]), found[-1])
        except sqlite3.Error as error:
            if not shows_damage(error):
                raise
            if len(ids) > 1:
                return [each for id in ids for each in await named(session, [id])]
            unread = Phrase("it cannot be read: {why}", why=str(error))
    rows = {row[0]: NewGame(*row) for row in found[0]}
    tails = dict(found[1])
    events = {id: [*map(LogRow._make, group)] for id, group in groupby(found[2], key=itemgetter(0))}
    return [StoredGame(id, rows.get(id), tails.get(id), events.get(id, ()), unread) for id in ids]
