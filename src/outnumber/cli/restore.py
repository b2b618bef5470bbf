"""outnumber restore"""

from __future__ import annotations

from pathlib import Path

from outnumber.cli.arguments import cli_command, json_switch, switch
from outnumber.cli.backup import DATABASE, FILE, report, sqlite_file
from outnumber.cli.language import say


@cli_command
def command(
    file: str = FILE,
    database: str | None = DATABASE,
    force: bool = switch("Restore FILE even if some of its games are damaged."),
    as_json: bool = json_switch(),
) -> int:
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
