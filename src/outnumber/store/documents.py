"""Small JSON documents in the data directory: read, and changed by one program at a time.

A change is written to a new file that replaces the old one, so that at any moment the document is whole.
"""

from __future__ import annotations

import json
import os
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from outnumber.games.sentences import Phrase
from outnumber.store.files import StoreError, data_directory, file_lock, save_text, storage_errors

LARGEST_FILE = 64_000_000
# How long to wait for another program to finish its change, in seconds.
PATIENCE = 5.0


class DamagedDocument(Exception):
    """A document that is there but cannot be understood."""


class Document:
    """One document by name; any number of programs may use it at once."""

    def __init__(self, name: str, directory: Path | None = None) -> None:
        self.directory = directory or data_directory()
        self.path = self.directory / f"{name}.json"

    def read(self) -> Any:
        """What the document says, None where there is none; raises `DamagedDocument` or `StoreError`."""
        with storage_errors("unreadable", self.path):
            try:
                with open(self.path, "rb") as file:
                    data = file.read(LARGEST_FILE + 1)
            except FileNotFoundError:
                return None
        try:
            if len(data) > LARGEST_FILE:
                raise ValueError("too large")
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise DamagedDocument(str(error)) from None

    def write(self, value: Any) -> None:
        """Replace the document; raises `StoreError` and leaves the old one when it cannot."""
        save_text(self.path, json.dumps(value, separators=(",", ":")) + "\n")

    def set_aside(self) -> Path:
        """Keep a damaged document under another name, and return that."""
        number = 1
        while (kept := self.path.with_name(f"{self.path.stem}.damaged-{number}.json")).exists():
            number += 1
        with storage_errors("unsaved", kept):
            os.replace(self.path, kept)
        return kept

    def erase(self) -> int:
        """Delete the document and what was set aside of it; returns how many files that were."""
        if not self.directory.exists():
            return 0
        with self.held():
            files = [self.path, *self.directory.glob(f"{self.path.stem}.damaged-*.json")]
            found = [file for file in files if file.exists()]
            for file in found:
                with storage_errors("unsaved", file):
                    file.unlink()
            with suppress(OSError):
                self._lock_path.unlink()
        return len(found)

    @property
    def _lock_path(self) -> Path:
        return self.directory / f".{self.path.stem}.lock"

    def held(self) -> AbstractContextManager[None]:
        """Hold the document from reading to writing, so that no change of another program is lost."""
        busy = StoreError("unsaved", text=self.path, remedy=Phrase("another program does not let go of it."))
        return file_lock(self._lock_path, busy, PATIENCE)
