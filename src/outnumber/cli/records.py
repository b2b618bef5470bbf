"""The argument FILE|ID that several commands share: a record on disk, or a game from the history."""

from __future__ import annotations

from pathlib import Path

import click

from outnumber.games import strip_control_characters
from outnumber.match import Match
from outnumber.match.record import RecordError
from outnumber.store.games import GameStore, load_match

from .output import spoken


def chosen_match(record: str) -> tuple[Match, int]:
    """The match in a file or, if there is no such file, the one with that number in the history.

    Returned with the exit status: a damaged file is read as far as possible, and its errors are printed.
    """
    path = Path(record)
    if record.isdecimal() and not path.exists():
        return GameStore().load(int(record)), 0
    wrong: list[RecordError] = []
    match = load_match(path, wrong)
    for error in wrong:
        click.echo(f"{strip_control_characters(record)}: {spoken().tell(error)}", err=True)
    return match, 1 if wrong else 0
