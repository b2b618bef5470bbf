"""Saves what can be read of a damaged SQLite file.

SQLite finds rows by way of other pages, any of which may be damaged. So this module reads every page by
itself, as https://www.sqlite.org/fileformat2.html describes them. A game keeps its events up to the first
that is lost.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from outnumber.server.errors import DatabaseError
from outnumber.server.play.live_game import LiveGame
from outnumber.server.play.tokens import may_be_id
from outnumber.server.storage.backup import BackupSummary, empty, new_file, put
from outnumber.server.storage.checksums import LogRow, flaw
from outnumber.server.storage.inspection import UNREADABLE, GameRow, StoredGame
from outnumber.server.storage.schema import CLASS_OVER, GONE
from outnumber.server.storage.session import errors, must_exist, opened
from outnumber.server.storage.sqlite import PAGE
from outnumber.server.storage.writers import NewGame

# The kinds of pages that have rows: of the table `events`, and of the other tables.
_INNER, _LEAF, _TABLE = 2, 10, 13
# The sizes of nothing, integers, a float, 0 and 1 by their type, and the first type of text. Our tables have
# no others.
_WIDTHS, _TEXT = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0), 13


class Salvaged(NamedTuple):
    """What was saved and lost: games that lack their last events, with how many; and lost games."""

    saved: BackupSummary
    shorter: dict[str, int]
    lost: list[str]


async def salvage(database: Path, file: Path, force: bool = False) -> Salvaged:
    """Write a new file with all that can be read; raises `DatabaseError` if nothing can be."""
    must_exist(database)
    shorter: dict[str, int] = {}
    lost: list[str] = []
    saved = events = 0
    with new_file(file, force) as draft, errors(database):
        async with empty(draft) as target:
            found, uptime = _found(_content(database))
            classes = {each.id for each in found}
            for each in found:
                if each.row and each.row.game.state in (GONE, CLASS_OVER):
                    continue
                if (whole := _readable(each, classes)) is None:
                    lost.append(each.id)
                    continue
                if missing := max(each.tail or 0, len(each.events)) - len(whole.events):
                    shorter[each.id] = missing
                await put(target, [whole])
                saved, events = saved + 1, events + len(whole.events)
            await target.insert("beats (id, at)", uptime)
        if not saved:
            raise DatabaseError("nothing-left", file=database)
    return Salvaged(BackupSummary(saved, events, ()), shorter, lost)


def _readable(game: StoredGame, classes: set[str]) -> StoredGame | None:
    """A game with the events that can be read, and its state after them; None without its settings."""
    if game.row is None or not game.row.right:
        return None
    count, before = 0, None
    for event in game.events:
        if flaw([event], before):
            break
        count, before = count + 1, event
    for events in (game.events[:length] for length in range(count, -1, -1)):
        with suppress(*UNREADABLE):
            live = game._replace(events=events).replayed()
            state = live.state if isinstance(live, LiveGame) else game.row.game.state
            group = game.row.game.group if game.row.game.group in classes else ""
            row = game.row._replace(game=game.row.game._replace(state=state, group=group))
            return game._replace(row=row, tail=len(events), events=events)
    return None


def _content(database: Path) -> bytes:
    """The bytes of a file with its journal, which SQLite adds to a copy if it can."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        for end in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{database}{end}", f"{copy}{end}")
        with suppress(sqlite3.Error, UnicodeError), closing(opened(copy)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return copy.read_bytes()


def _found(data: bytes) -> tuple[list[StoredGame], list[tuple[int, float]]]:
    """All games of which any row is left, and the uptime by which their clocks run."""
    games, tails, uptime = dict[str, GameRow](), dict[str, int](), list[tuple[int, float]]()
    events: dict[str, dict[int, LogRow]] = {}
    for number, row in _rows(data):
        match row:
            case [str(id), int(seq), str(), int(), _, _, _, float(at) | int(at), *sum] if number is None:
                events.setdefault(id, {})[seq] = LogRow._make([*row[:7], float(at), (*sum, None)[0]])
            case [str(id), str(setup), float(at) | int(at), str(), int(), sum, maker, seen, *group] if number:
                new = NewGame(id, setup, float(at), row[3], row[4], maker, (*group, None)[0])
                games[id] = GameRow(new, sum, seen)
            case [str(id), int(seq)] if number:
                tails[id] = seq
            case [None, float(at) | int(at)] if number == 1:
                uptime = [(1, float(at))]
    ids = sorted(id for id in {*games, *tails, *events} if may_be_id(id.removeprefix("class:")))
    ordered = ([row for _, row in sorted(events.get(id, {}).items())] for id in ids)
    return [
        StoredGame(id, games.get(id), tails.get(id), rows) for id, rows in zip(ids, ordered, strict=True)
    ], uptime


def _rows(data: bytes) -> Iterator[tuple[int | None, list[Any]]]:
    """The rows in all pages that are in use, with their numbers in tables that have any."""
    size = int.from_bytes(data[16:18], "big")
    size = size if data[:6] == b"SQLite" and size in (512 << n for n in range(7)) else PAGE
    unused = set[int]()
    with suppress(struct.error):
        _note_unused(data, size, unused)
    for start in range(0, len(data), size):
        head = start or 100
        if (kind := data[head]) not in (_INNER, _LEAF, _TABLE) or start // size + 1 in unused:
            continue
        cells = head + (12 if kind == _INNER else 8)
        for place in range(cells, cells + 2 * int.from_bytes(data[head + 3 : head + 5], "big"), 2):
            with suppress(ValueError, IndexError, struct.error):
                at = start + int.from_bytes(data[place : place + 2], "big") + 4 * (kind == _INNER)
                yield _row(data, at, size, table=kind == _TABLE)


def _note_unused(data: bytes, size: int, unused: set[int]) -> None:
    """Note the pages that SQLite has set free: they may still have rows of deleted games."""
    (page,) = struct.unpack_from(">I", data, 32)
    while page and page not in unused:
        unused.add(page)
        page, count = struct.unpack_from(">II", data, start := (page - 1) * size)
        unused.update(struct.unpack_from(f">{min(count, size // 4 - 2)}I", data, start + 8))


def _row(data: bytes, at: int, size: int, table: bool) -> tuple[int | None, list[Any]]:
    """The row in a cell; raises an error if it cannot be right."""
    length, at = _varint(data, at)
    number = None
    if table:
        number, at = _varint(data, at)
    most, least = size - 35 if table else (size - 12) * 64 // 255 - 23, (size - 12) * 32 // 255 - 23
    here = length if length <= most else least + (length - least) % (size - 4)
    here = here if here <= most else least
    row, at = data[at : at + here], at + here
    if length > len(data):
        raise ValueError
    while len(row) < length:  # the rest is on other pages
        (page,) = struct.unpack_from(">I", data, at)
        at = (page - 1) * size
        if not page or not (more := data[at + 4 : at + size]):
            raise ValueError
        row += more[: length - len(row)]
    head, at = _varint(row, 0)
    kinds, values = list[int](), list[Any]()
    while at < head:
        kind, at = _varint(row, at)
        kinds.append(kind)
    for kind in kinds:
        width = _WIDTHS[kind] if kind < _TEXT else (kind - 12) // 2
        value = row[at : at + width]
        at += width
        if kind == 7:
            values += struct.unpack(">d", value)
        elif kind < 7:
            values.append(int.from_bytes(value, "big", signed=True) if kind else None)
        else:
            values.append(value.decode() if kind >= _TEXT else kind - 8)
    return number, values


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for end in range(at + 1, at + 9):
        value = value << 7 | data[end - 1] & 127
        if data[end - 1] < 128:
            return value, end
    return value << 8 | data[at + 8], at + 9
