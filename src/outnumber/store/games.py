"""Every game on disk: one record per match, in the user's data directory.

A save writes a new file, flushes it to the disk and renames it over the old one, so that the record is
always complete: the one before the move or the one after it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from outnumber.games import GameError, Phrase
from outnumber.match import Match
from outnumber.match.record import RecordError, read, write

from .files import StoreError, data_directory, file_lock, save_text, storage_errors

LARGEST_FILE = 32_000_000
_SUFFIX = ".txt"
_LISTED = Phrase("outnumber history lists your games.")
_BUSY = Phrase("finish it there, or choose another game with outnumber history.")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game of the store: its match, or the error in its record."""

    id: int
    path: Path
    match: Match | None
    error: GameError | None = None

    @property
    def missing(self) -> str:
        """The name of a game that is not installed: its record may be fine."""
        record = self.error.numbers.get("remedy") if self.error else None
        return record.missing if isinstance(record, RecordError) else ""


def load_match(path: Path, wrong: list[RecordError] | None = None) -> Match:
    """The match in a record file; raises `GameError` with the file and the reason.

    With a list `wrong` for errors, a damaged record is read as far as possible, if it has any moves.
    """
    with storage_errors("unreadable", path), open(path, "rb") as file:
        # Not by its size: a device or a pipe has none.
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise StoreError(
            "unreadable", text=path, remedy="it is larger than {most:,} bytes.", most=LARGEST_FILE
        )
    try:
        text = data.decode("utf-8")
    except UnicodeError:
        raise StoreError("unreadable", text=path, remedy="it is not text in UTF-8.") from None
    try:
        match = read(text, wrong)
        if wrong and not any(each.moves for each in match.rounds):
            raise wrong[0]
    except GameError as error:
        raise StoreError("unreadable", text=path, remedy=error) from None
    return match


class GameStore:
    """The games of one data directory; any number of programs may use it at once."""

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = (directory or data_directory()) / "games"

    def path(self, id: int) -> Path:
        return self.directory / f"{id}{_SUFFIX}"

    def ids(self) -> list[int]:
        """The numbers of all games, oldest first."""
        with storage_errors("unreadable", self.directory):
            try:
                names = os.listdir(self.directory)
            except FileNotFoundError:
                return []
        stems = (name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
        return sorted(int(stem) for stem in stems if stem.isascii() and stem.isdigit() and len(stem) < 10)

    def create(self) -> int:
        """A new number, reserved by an empty file so that no other program takes it.

        An empty file counts as no game: a program killed before its first save leaves no damaged record.
        """
        with storage_errors("unsaved", self.directory):
            self.directory.mkdir(parents=True, exist_ok=True)
            id = max(self.ids(), default=0) + 1
            while True:
                try:
                    os.close(os.open(self.path(id), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
                    return id
                except FileExistsError:
                    id += 1

    def save(self, id: int, match: Match) -> None:
        """Save the match."""
        save_text(self.path(id), write(match))

    def used_path(self, id: int) -> Path:
        """The file for what players used for their moves, such as prompts and answers."""
        return self.directory / f"{id}.used.jsonl"

    def save_used(self, id: int, used: Iterable[dict[str, Any]]) -> None:
        """Append what players used for their moves, one JSON object per line."""
        path = self.used_path(id)
        with storage_errors("unsaved", path), open(path, "a", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{json.dumps(each, ensure_ascii=False)}\n" for each in used)

    def load(self, id: int) -> Match:
        """The match with that number; raises `StoreError` when there is none or it is damaged."""
        if self._empty(id):
            raise StoreError("no-such-game", text=id, remedy=_LISTED)
        return load_match(self.path(id))

    def _empty(self, id: int) -> bool:
        try:
            return self.path(id).stat().st_size == 0
        except FileNotFoundError:
            return True
        except OSError:
            return False

    def entries(self) -> Iterator[SavedGame]:
        """All games, newest first, damaged ones included."""
        for id in reversed(self.ids()):
            path = self.path(id)
            if self._empty(id):
                continue
            try:
                yield SavedGame(id, path, load_match(path))
            except GameError as error:
                yield SavedGame(id, path, None, error)

    def unfinished(self, among: int | None = None) -> Iterator[SavedGame]:
        """The games that can be resumed, newest first; `among` limits the search to the newest games."""
        for entry in islice(self.entries(), among):
            if entry.match and not entry.match.over:
                yield entry

    def delete(self, id: int) -> None:
        """Delete a game permanently."""
        if self._empty(id):
            raise StoreError("no-such-game", text=id, remedy=_LISTED)
        with self.lock(id):
            with storage_errors("unsaved", self.path(id)):
                self.path(id).unlink()
                self.used_path(id).unlink(missing_ok=True)
            with suppress(OSError):
                self._lock_path(id).unlink()

    def _lock_path(self, id: int) -> Path:
        return self.directory / f".{id}.lock"

    def lock(self, id: int) -> AbstractContextManager[None]:
        """Lock a game while it is played; entering raises `StoreError` when another program has it."""
        return file_lock(self._lock_path(id), StoreError("busy", text=id, remedy=_BUSY))
