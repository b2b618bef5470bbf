"""The argument FILE|ID that several commands share: a record on disk, or a game of the history."""

from __future__ import annotations

from pathlib import Path

from outnumber.session.match import Match
from outnumber.store.games import GameStore, load_match


def chosen_match(record: str) -> Match:
    """The match in a file, or the one with that number in the history where there is no such file."""
    path = Path(record)
    return GameStore().load(int(record)) if record.isdecimal() and not path.exists() else load_match(path)
