"""outnumber backup"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from outnumber.cli.arguments import argument, cli_command, json_switch, option, switch
from outnumber.cli.language import say
from outnumber.cli.output import print_json

if TYPE_CHECKING:
    from outnumber.server.storage.backup import BackupSummary


FILE = argument(type=click.Path(dir_okay=False))
DATABASE = option("The database, as for serve; by default the file in your data directory.", metavar="URL")


@cli_command
def command(
    file: str = FILE,
    database: str | None = DATABASE,
    force: bool = switch("Replace FILE if it exists."),
    as_json: bool = json_switch(),
) -> int:
    """Copy all games of a server to FILE, even while it is running.

    The copy contains every move acknowledged before then, and is checked. outnumber restore brings it back.
    For PostgreSQL, use pg_dump.
    """
    from outnumber.server.storage.backup import back_up

    path = Path(file).expanduser()
    copied = back_up(sqlite_file(database, "pg_dump --format=custom --file=FILE URL"), path, force)
    report(say("Saved {games:game} to {file}.", games=copied.games, file=path), copied, path, as_json)
    return 0


def sqlite_file(database: str | None, instead: str) -> Path:
    """The database file of a server; the error for PostgreSQL names one of its own tools."""
    from outnumber.server.errors import DatabaseError
    from outnumber.server.settings import ServerSettings, database_url, file_of

    name = file_of(database_url(ServerSettings.from_environment().database if database is None else database))
    if not name:
        raise DatabaseError("other-tools", command=instead)
    return Path(name)


def report(sentence: str, copied: BackupSummary, file: Path, as_json: bool) -> None:
    """Print what was copied, and which games in the copy are damaged."""
    if as_json:
        print_json({**copied._asdict(), "file": str(file), "bytes": file.stat().st_size})
        return
    click.echo(sentence)
    if copied.damaged:
        ids = ", ".join(copied.damaged[:5]) + ("…" if len(copied.damaged) > 5 else "")
        click.echo(say("Damaged games: {count} ({ids}).", count=len(copied.damaged), ids=ids), err=True)
