"""Erases whole games: from the database, from running servers, and from the folder of archived records."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import msgspec

from outnumber.games import GameError
from outnumber.match.record import read
from outnumber.server.errors import DatabaseError
from outnumber.server.play.tokens import is_id
from outnumber.server.settings import file_of

from .backup import FORGOTTEN, url_of
from .deletion import delete
from .inspection import UNREADABLE, StoredGame, stored
from .schema import GONE
from .session import Session, connected, reading


class Erasable(NamedTuple):
    """A game that can be erased; `file` is its archived record, if it has one."""

    id: str
    title: str
    names: list[str]
    last: float
    file: Path | None = None


class Choice(NamedTuple):
    """Which games to erase: one, those of a name, or those without an event since a time."""

    id: str | None = None
    name: str | None = None
    before: float | None = None

    def wants(self, game: Erasable) -> bool:
        if self.name is not None:
            return _folded(self.name.strip()) in map(_folded, game.names)
        return game.id == self.id if self.before is None else game.last < self.before


async def found(url: str, choice: Choice, archive: str) -> list[Erasable]:
    """The games to erase: those of the database, then archived records of others."""
    chosen: dict[str, Erasable] = {}
    members: list[tuple[str, Erasable]] = []
    async with reading(url) as session:
        classes = {id for (id,) in await session.run("SELECT id FROM games WHERE id LIKE 'class:%'")}
        async for game in stored(session, None if choice.id is None else [*filter(is_id, [choice.id])]):
            if game == StoredGame(game.id) or (game.row and game.row.state == GONE):
                continue
            each = _described(game)
            if game.row and game.row.group in classes:
                if game.id == choice.id:
                    raise DatabaseError("in-class", id=game.id)
                members.append((game.row.group or "", each))
            elif choice.wants(each):
                chosen[game.id] = each
    chosen |= {each.id: each for group, each in members if group in chosen}
    for file in filter(_is_record, Path(archive).glob("*.txt") if archive else ()):
        names = _names(file) if choice.name else []
        each = chosen.get(file.stem) or Erasable(file.stem, "", names, file.stat().st_mtime)
        if file.stem in chosen or choice.wants(each):
            chosen[file.stem] = each._replace(file=file)
    return sorted(chosen.values(), key=lambda each: (each.last, each.id))


def _folded(name: str) -> str:
    """A name without its case; accents may be stored and typed as one character or as two."""
    return normalize("NFD", normalize("NFD", name).casefold())


def _described(game: StoredGame) -> Erasable:
    title, names, last = "", list[str](), 0.0
    if game.row:
        last = game.row.created
        with suppress(*UNREADABLE):  # a damaged game is erased too; a class has no names
            setup = msgspec.json.decode(game.row.setup)
            title, names = setup["game"], list(setup["names"])
    for event in game.events:
        last = max(last, event.at)
        with suppress(*UNREADABLE):
            if event.kind == "seat":
                names.append(msgspec.json.decode(event.data or "")["name"])
    return Erasable(game.id, title, sorted({name for name in names if name and isinstance(name, str)}), last)


def _is_record(file: Path) -> bool:
    """Whether a file is an archived record: the folder may have other texts."""
    if not file.is_file():  # a pipe would never end
        return False
    with file.open("rb") as text:
        return text.read(10) == b"[Outnumber"


def _names(file: Path) -> list[str]:
    with suppress(GameError, OSError, UnicodeError):
        return [each.name for each in read(file.read_text("utf-8")).participants]
    return []


async def erase(url: str, games: list[Erasable], archive: str) -> list[Path]:
    """Erase games, tell every running server, and return the backups that contain some of them."""
    async with connected(url) as session:
        ids = {each.id for each in games}
        await delete(session.run, ids)
        await (_draw_samples if session.shared else _empty_journal)(session)
    if archive:
        await asyncio.sleep(FORGOTTEN)  # a server may be archiving one
        for file in Path(archive).glob("*.txt"):
            if file.stem in ids:
                file.unlink(missing_ok=True)
    return await _backups_with(url, ids)


async def _empty_journal(session: Session) -> None:
    """Remove deleted rows from the journal of SQLite, once no reader needs them."""
    await session.run("PRAGMA busy_timeout=100")  # a server cannot write while this waits
    while (await session.run("PRAGMA wal_checkpoint(TRUNCATE)"))[0][0]:
        await asyncio.sleep(0.5)


async def _draw_samples(session: Session) -> None:
    """Replace the samples of columns that PostgreSQL keeps as statistics: they have deleted rows.

    It does not replace those of an empty table, so each gets an invisible row.
    """
    await session.run("BEGIN")
    await session.run("INSERT INTO games (id, setup, created) VALUES ('', '', 0)")
    await session.run("INSERT INTO events (game, seq, kind, participant, at) VALUES ('', 0, '', 0, 0)")
    await session.run("ANALYZE games, events")
    await session.run("DELETE FROM games WHERE id = ''")
    await session.run("DELETE FROM events WHERE game = ''")
    await session.run("COMMIT")


async def _backups_with(url: str, ids: set[str]) -> list[Path]:
    """Other SQLite files, beside the database and in the current folder, that contain some of these games."""
    database = Path(file_of(url)).resolve()
    folders = {Path.cwd(), database.parent if file_of(url) else Path.cwd()}
    holding = []
    for file in sorted({file for folder in folders for file in folder.iterdir()} - {database}):
        with suppress(DatabaseError):  # all other files
            async with reading(url_of(file)) as session:
                there = await session.run("SELECT id FROM games UNION SELECT game FROM events")
                if not ids.isdisjoint(id for (id,) in there):
                    holding.append(file)
    return holding


def day(text: str) -> float:
    """The beginning of a day in UTC, from text such as 2026-11-18; raises `ValueError`."""
    return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
