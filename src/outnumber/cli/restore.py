"""outnumber restore"""

from __future__ import annotations

from pathlib import Path

import click

from outnumber.cli.arguments import json_option
from outnumber.cli.backup import database_option, report, sqlite_file
from outnumber.cli.language import say


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@database_option
@click.option("--force", is_flag=True, help="Restore FILE although some of its games are damaged.")
@json_option()
def command(file: str, database: str | None, force: bool, as_json: bool) -> int:
    """Restore the games that outnumber backup saved to FILE.

    FILE is checked first. The database must be new or empty, and no server may use it. For PostgreSQL, use
    pg_restore.
    """
    from outnumber.server.storage.backup import restore

    path = Path(file).expanduser()
    target = sqlite_file(database, "pg_restore --dbname=URL --no-owner FILE")
    copied = restore(path, target, force)
    report(say("Restored {games:game} to {file}.", games=copied.games, file=target), copied, target, as_json)
    return 0
