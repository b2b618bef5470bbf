"""Saves the readable part of a damaged SQLite file.

SQLite reaches rows through other pages, any of which may be damaged. So this module presents each page to
SQLite separately, as if it were a whole table; https://www.sqlite.org/fileformat2.html describes them. A game
keeps its events up to the first lost one.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from outnumber.server.errors import DatabaseError
from outnumber.server.play.live_game import LiveGame
from outnumber.server.play.tokens import is_id

from .backup import BackupSummary, copy_clocks, empty, new_file, put
from .checksums import flaw
from .inspection import TABLES, UNREADABLE, StoredGame, stored
from .schema import CLASS_OVER, GONE
from .session import Session, errors, must_exist, opened
from .sqlite import PAGE

# The SQL here is built from constants and numbers.
# ruff: noqa: S608

# The kinds of pages that have rows: two of the table `events`, and one of the other tables.
_INNER, _LEAF, _TABLE = 2, 10, 13
# A page is read as one of these; no table of ours has more columns.
_PAGES = (
    "CREATE TABLE leaf (a, b, c, d, e, f, g, h, i, PRIMARY KEY (a, b)) WITHOUT ROWID",
    "CREATE TABLE rows (a, b, c, d, e, f, g, h, i)",
)
_SELECTED = {_LEAF: "SELECT NULL, * FROM leaf", _TABLE: "SELECT rowid, * FROM rows"}
_, _TAILS, _EVENTS = TABLES
_GAMES = "games (id, setup, created, state, listed, checksum, maker, seen, class)"


async def salvage(database: Path, file: Path, force: bool = False) -> BackupSummary:
    """Write a new file with all that can be read; raises `DatabaseError` if nothing can be."""
    must_exist(database)
    shorter: dict[str, int] = {}
    lost: list[str] = []
    saved = events = 0
    with new_file(file, force) as draft, TemporaryDirectory() as folder, errors(database):
        async with empty(draft) as target, empty(Path(folder, "found")) as found:
            await _find(found, database, Path(folder))
            classes = {id for (id,) in await found.run("SELECT id FROM games")}
            async for each in stored(found):
                if each.row and each.row.state in (GONE, CLASS_OVER):
                    continue
                if (whole := _readable(each, classes)) is None:
                    lost.append(each.id)
                    continue
                if missing := max(each.tail or 0, len(each.events)) - len(whole.events):
                    shorter[each.id] = missing
                await put(target, [whole])
                saved, events = saved + 1, events + len(whole.events)
            await copy_clocks(found, target)
        if not saved:
            raise DatabaseError("nothing-left", file=database)
    return BackupSummary(saved, events, (), shorter, lost)


def _readable(game: StoredGame, classes: set[str]) -> StoredGame | None:
    """A game with the events that can be read, and its state after them; None without its settings."""
    if game.row is None or not game.row.right:
        return None
    pairs = zip((None, *game.events), game.events, strict=False)
    count = sum(1 for _ in takewhile(lambda pair: not flaw([pair[1]], pair[0]), pairs))
    for events in (game.events[:length] for length in range(count, -1, -1)):
        with suppress(*UNREADABLE):
            live = game._replace(events=events).replayed()
            state = live.state if isinstance(live, LiveGame) else game.row.state
            group = game.row.group if game.row.group in classes else ""
            row = game.row._replace(state=state, group=group)
            return game._replace(row=row, tail=len(events), events=events)
    return None


async def _find(found: Session, database: Path, folder: Path) -> None:
    """Put every row that is left into empty tables, in which games may lack anything."""
    for trigger in await found.run("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        await found.run(f"DROP TRIGGER {trigger[0]}")
    for number, *row in _rows(_content(database, folder), folder / "pages"):
        into = ""
        match row:
            case [str(id), *_] if not is_id(id):
                pass
            case [str(), int(), str(), int(), *_] if number is None:
                into = _EVENTS
            case [str(), str(), float() | int(), str(), int(), *_] if number:
                into = _GAMES
            case [str(), int(), None, *_] if number:
                into, row = _TAILS, row[:2]
            case [None, float() | int(), None, *_] if number == 1:
                into, row = "beats (id, at)", [1, row[1]]
        with suppress(sqlite3.Error):  # values that may not be missing, or a row that is there already
            await found.insert(into, [row] if into else [])


def _content(database: Path, folder: Path) -> bytearray:
    """The bytes of a file with its journal, which SQLite adds to a copy if it can."""
    copy = folder / "copy"
    for end in ("", "-wal"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{database}{end}", f"{copy}{end}")
    with suppress(sqlite3.Error, UnicodeError), closing(opened(copy)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return bytearray(copy.read_bytes())


def _rows(data: bytearray, file: Path) -> Iterator[list[Any]]:
    """The rows in all pages that are in use, after their numbers in tables that have any."""
    size = int.from_bytes(data[16:18], "big")
    size = size if data[:6] == b"SQLite" and size in (512 << n for n in range(7)) else PAGE
    unused = set[int]()
    with suppress(struct.error):
        _note_unused(data, size, unused)
    data += bytes(-len(data) % size)
    with closing(opened(file, "rwc")) as connection:
        for statement in (f"PRAGMA page_size={size}", *_PAGES):
            connection.execute(statement)
    with open(file, "rb+") as pages:
        pages.seek(24)
        pages.write(bytes(4))  # otherwise SQLite believes the number of pages in the header
        pages.seek(size)
        for start in range(size, len(data), size):
            if data[start] == _INNER:
                _make_leaf(data, start, size)
            pages.write(data[start : start + size])
    with closing(opened(file)) as connection:
        connection.execute("PRAGMA journal_mode=OFF")
        connection.execute("PRAGMA synchronous=OFF")
        for page in range(2, len(data) // size + 1):
            start = (page - 1) * size
            if page in unused or (selected := _SELECTED.get(data[start])) is None:
                continue
            connection.executescript(
                f"PRAGMA writable_schema=ON; UPDATE sqlite_master SET rootpage = {page};"
                " PRAGMA writable_schema=RESET"
            )
            for at in range(min(int.from_bytes(data[start + 3 : start + 5], "big"), size // 4)):
                with suppress(sqlite3.Error):
                    yield from connection.execute(f"{selected} LIMIT 1 OFFSET {at}")


def _make_leaf(data: bytearray, start: int, size: int) -> None:
    """Leave out the links of an inner page to other pages; rows remain."""
    count = min(int.from_bytes(data[start + 3 : start + 5], "big"), size // 4)
    places = struct.unpack_from(f">{count}H", data, start + 12)
    struct.pack_into(f">{count}H", data, start + 8, *((place + 4) % size for place in places))
    data[start] = _LEAF


def _note_unused(data: bytearray, size: int, unused: set[int]) -> None:
    """Record the pages that SQLite has freed: they may still have rows of deleted games."""
    (page,) = struct.unpack_from(">I", data, 32)
    while page and page not in unused:
        unused.add(page)
        page, count = struct.unpack_from(">II", data, start := (page - 1) * size)
        unused.update(struct.unpack_from(f">{min(count, size // 4 - 2)}I", data, start + 8))
