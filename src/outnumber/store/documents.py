"""Small JSON documents in the data directory, changed by one program at a time.

A change is written to a new file that replaces the old one, so that the document is always complete.
"""

from __future__ import annotations

import json
import os
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from .files import StoreError, data_directory, file_lock, save_text, storage_errors

LARGEST_FILE = 64_000_000
# Seconds to wait for the change of another program.
PATIENCE = 5.0


class DamagedDocument(Exception):
    """A document that exists but cannot be read."""


class Document:
    """One document by name; any number of programs may use it at once."""

    def __init__(self, name: str, directory: Path | None = None) -> None:
        self.directory = directory or data_directory()
        self.path = self.directory / f"{name}.json"

    def read(self) -> Any:
        """The content, None if there is no document; raises `DamagedDocument` or `StoreError`."""
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

    def read_object(self) -> dict[str, Any]:
        """The content, if it is an object; empty for a document that is missing or damaged."""
        found = None
        with suppress(DamagedDocument, StoreError):
            found = self.read()
        return found if isinstance(found, dict) else {}

    def write(self, value: Any) -> None:
        """Replace the document; raises `StoreError` and leaves the old one when that fails."""
        save_text(self.path, json.dumps(value, separators=(",", ":")) + "\n")

    def set_aside(self) -> Path:
        """Rename a damaged document, and return its new path."""
        number = 1
        while (kept := self.path.with_name(f"{self.path.stem}.damaged-{number}.json")).exists():
            number += 1
        with storage_errors("unsaved", kept):
            os.replace(self.path, kept)
        return kept

    def erase(self) -> int:
        """Delete the document and its damaged copies; returns the number of files."""
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
        """Lock the document from reading to writing, so that no change of another program is lost."""
        busy = StoreError("unsaved", text=self.path, remedy="another program has it locked.")
        return file_lock(self._lock_path, busy, PATIENCE)
