"""Erases whole games: from the database, from running servers, and from the folder of archived records."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import msgspec

from outnumber.games.errors import GameError
from outnumber.match.record import read
from outnumber.server.errors import DatabaseError
from outnumber.server.settings import file_of
from outnumber.server.storage.backup import only, url_of
from outnumber.server.storage.deletion import Deletion, announce
from outnumber.server.storage.inspection import UNREADABLE, StoredGame, stored
from outnumber.server.storage.schema import GONE
from outnumber.server.storage.session import Session, connected, reading

# The first bytes of every SQLite file.
_MAGIC = b"SQLite format 3\0"


class Choice(NamedTuple):
    """Which games to erase: one, those of a name, or those without an event since a time."""

    id: str | None = None
    name: str | None = None
    before: float | None = None

    def wants(self, id: str, names: Callable[[], list[str]], last: float) -> bool:
        if self.name is not None:
            return _folded(self.name.strip()) in map(_folded, names())
        return id == self.id if self.before is None else last < self.before


class Erasable(NamedTuple):
    """A game that can be erased; `file` is its archived record, if it has one."""

    id: str
    title: str
    names: list[str]
    last: float
    file: Path | None = None

    @property
    def day(self) -> str:
        with suppress(ValueError, OverflowError, OSError):  # the time may be damaged
            return datetime.fromtimestamp(self.last, UTC).date().isoformat()
        return ""


async def found(session: Session, choice: Choice, archive: str) -> list[Erasable]:
    """The games to erase: those of the database, then archived records of others."""
    chosen: dict[str, Erasable] = {}
    members: dict[str, list[Erasable]] = {}
    async for game in stored(session, None if choice.id is None else [choice.id]):
        state = game.row.game.state if game.row else ""
        if state == GONE or game == StoredGame(game.id):
            continue
        each, group = _described(game), game.row.game.group if game.row else ""
        if group and await only(session, group):
            if game.id == choice.id:
                raise DatabaseError("in-class", id=game.id)
            members.setdefault(group, []).append(each)
        elif choice.wants(game.id, lambda each=each: each.names, each.last):  # type: ignore[misc]
            chosen[game.id] = each
    for key in [id for id in chosen if id in members]:
        chosen |= {each.id: each for each in members[key]}
    for file in filter(Path.is_file, sorted(Path(archive).glob("*.txt")) if archive else ()):
        last = file.stat().st_mtime
        if file.stem in chosen or choice.wants(file.stem, lambda file=file: _names(file), last):  # type: ignore[misc]
            each = chosen.get(file.stem) or Erasable(file.stem, "", [], last)
            chosen[file.stem] = each._replace(file=file)
    return sorted(chosen.values(), key=lambda each: each.last)


def _folded(name: str) -> str:
    """A name without its case; accents may be stored and typed as one character or as two."""
    return normalize("NFD", normalize("NFD", name).casefold())


def _described(game: StoredGame) -> Erasable:
    title, names = "", list[str]()
    if game.row and not game.is_class:
        with suppress(*UNREADABLE):  # a damaged game is erased too
            setup = msgspec.json.decode(game.row.game.setup)
            title, names = setup["game"], list(setup["names"])
        for event in game.events:
            with suppress(*UNREADABLE):
                if event.kind == "seat":
                    names.append(msgspec.json.decode(event.data or "")["name"])
    return Erasable(game.id, title, sorted({*filter(None, names)}), game.last)


def _names(file: Path) -> list[str]:
    with suppress(GameError, OSError, UnicodeError):
        return [each.name for each in read(file.read_text("utf-8")).participants]
    return []


async def erase(url: str, games: list[Erasable]) -> None:
    """Erase games, and tell every running server."""
    async with connected(url) as session:
        deletion = Deletion(session.run)
        ids = sorted((each.id for each in games), key=lambda game: ":" not in game)
        for id in ids:  # a class first, so that it gets no new games
            await deletion.seal(id)
        await announce(session.run, ids, session.shared)
        for id in ids:
            await deletion.erase(id)
        if not session.shared:
            # Deleted rows are still in the journal.
            await session.run("PRAGMA wal_checkpoint(TRUNCATE)")
    for each in games:
        if each.file:
            each.file.unlink(missing_ok=True)


async def backups_with(url: str, ids: set[str]) -> list[Path]:
    """Other SQLite files, beside the database and in the current folder, that contain some of these games."""
    database = Path(file_of(url)).resolve() if file_of(url) else None
    files = {
        file
        for folder in {Path.cwd(), *((database.parent,) if database else ())}
        for file in folder.iterdir()
    }
    holding = []
    for file in sorted(files - {database}):
        if _is_sqlite(file):
            with suppress(DatabaseError):
                async with reading(url_of(file)) as session:
                    games = [await only(session, id) for id in ids]
                    if any(game and (game.row or game.events) for game in games):
                        holding.append(file)
    return holding


def _is_sqlite(file: Path) -> bool:
    if file.is_file():  # opening a pipe would wait for its writer
        with suppress(OSError), open(file, "rb") as opened:
            return opened.read(len(_MAGIC)) == _MAGIC
    return False


def day(text: str) -> float:
    """The beginning of a day in UTC, from text such as 2026-11-18; raises `ValueError`."""
    return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
