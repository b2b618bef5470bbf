"""outnumber backup"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outnumber.games import strip_control_characters

from .arguments import argument, cli_command, json_switch, option, switch
from .output import needs_extra, print_json, say, speak, usage_error

if TYPE_CHECKING:
    from outnumber.server.storage.backup import BackupSummary


FILE = argument(type=click.Path(dir_okay=False))
DATABASE = option("The database, as for serve; by default the file in your data directory.", metavar="URL")


@cli_command
def command(
    file: str = FILE,
    database: str | None = DATABASE,
    salvage: bool = switch("Save what can be read of a damaged SQLite file."),
    force: bool = switch("Replace FILE if it exists."),
    as_json: bool = json_switch(),
) -> int:
    """Copy all games of a server to FILE, even while it is running.

    The copy contains every move acknowledged before the copy began, and is checked. outnumber restore brings
    it back, into SQLite or PostgreSQL.
    """
    from outnumber.server.settings import file_of
    from outnumber.server.storage.backup import back_up

    path, url = Path(file).expanduser(), url_of(database)
    if salvage:
        from outnumber.server.storage.salvage import salvage as saved_from

        if not (damaged := file_of(url)):
            raise usage_error("--salvage is for SQLite files.")
        copied = asyncio.run(saved_from(Path(damaged), path, force))
    else:
        copied = asyncio.run(back_up(url, path, force))
    saved = say("Saved {games:game} to {file}.", games=copied.games, file=path)
    report(saved, copied, as_json, file=str(path), bytes=path.stat().st_size)
    return 0


def url_of(database: str | None) -> str:
    """The URL of a server's database."""
    from outnumber.server.settings import ServerSettings, database_url, file_of

    url = database_url(ServerSettings.from_environment().database if database is None else database)
    if not file_of(url):
        with needs_extra("postgres", "PostgreSQL"):
            import asyncpg  # noqa: F401
    return url


def some(ids: Iterable[str]) -> str:
    """The first few of a list."""
    every = [*map(strip_control_characters, ids)]
    return ", ".join(every[:5]) + ("…" if len(every) > 5 else "")


def report(sentence: str, copied: BackupSummary, as_json: bool, **more: object) -> None:
    """Print what was copied and lost, and which games in the copy are damaged."""
    if as_json:
        print_json({**{name: value for name, value in copied._asdict().items() if value is not None}, **more})
        return
    click.echo(sentence)
    if copied.damaged:
        ids = some(copied.damaged)
        speak("Damaged games: {count} ({ids}).", count=len(copied.damaged), ids=ids, err=True)
    if copied.shorter:
        ids = some(f"{id}: -{events}" for id, events in copied.shorter.items())
        count = len(copied.shorter)
        speak("Games that lack their last events: {count} ({ids}).", count=count, ids=ids)
    if copied.lost is not None:
        ids = some(copied.lost) or "–"
        speak("Lost games: {count} ({ids}).", count=len(copied.lost), ids=ids)
