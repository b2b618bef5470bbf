"""What language models were asked in games that are still being played, on disk as soon as they answer.

Whoever kills an arena has paid for those answers. Each is a line as in `costs.jsonl`, of a game that did not
end, and becomes one there when the arena is next begun; the game then goes on from what was said.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any

from outnumber.agents.arena.game import Line
from outnumber.agents.arena.read import journal_in
from outnumber.store.files import StoreError, why

JOURNAL = "asked.jsonl"


class Journal:
    """One file; any thread may write to it."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / JOURNAL
        self._writing = Lock()

    def left(self, done: Iterable[str]) -> list[Line]:
        """What was paid in games that neither ended nor were given up."""
        lines = journal_in(self._path)
        over = {*done, *(each["id"] for each in lines if "over" in each)}
        return [each for each in lines if each["id"] not in over]

    def add(self, line: Line) -> None:
        """Keep an answer."""
        self._write([line])

    def over(self, ids: Iterable[str]) -> None:
        """Forget games whose costs are where they belong."""
        if self._path.exists():
            self._write([{"id": id, "over": True} for id in ids])

    def clear(self) -> None:
        self._path.unlink(missing_ok=True)

    def _write(self, lines: list[dict[str, Any]]) -> None:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        try:
            # Whole lines, each in one go: whoever is killed has written a line or none.
            with self._writing, open(self._path, "ab", buffering=0) as file:
                file.write(text.encode())
        except OSError as error:
            raise StoreError("unsaved", text=self._path, remedy=why(error)) from None
