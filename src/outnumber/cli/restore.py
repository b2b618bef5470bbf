"""outnumber restore"""

from __future__ import annotations

import asyncio
from pathlib import Path

from .arguments import cli_command, json_switch, option, switch
from .backup import DATABASE, FILE, report, url_of
from .output import say


@cli_command
def command(
    file: str = FILE,
    database: str | None = DATABASE,
    game: str | None = option("Restore only this game, into a database that servers may use.", metavar="ID"),
    force: bool = switch("Restore FILE even if some of its games are damaged."),
    as_json: bool = json_switch(),
) -> int:
    """Restore the games that outnumber backup saved to FILE, into SQLite or PostgreSQL.

    FILE is checked first. The database must be new or empty, and no server may use it. With --game, one
    damaged or missing game is restored, and running servers resume it; an intact game is not replaced.
    """
    from outnumber.server.settings import file_of, without_password
    from outnumber.server.storage.backup import restore, restore_game

    path, url = Path(file).expanduser(), url_of(database)
    copied = asyncio.run(restore(path, url, force) if game is None else restore_game(path, url, game))
    target = file_of(url)
    name = target or without_password(url)
    size = Path(target).stat().st_size if target else None
    restored = say("Restored {games:game} to {file}.", games=copied.games, file=name)
    report(restored, copied, as_json, file=name, bytes=size)
    return 0
