"""outnumber erase"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from datetime import UTC, datetime

import click

from outnumber.games import shown, strip_control_characters

from .arguments import cli_command, option, switch
from .backup import DATABASE, url_of
from .output import bad_value, say, speak, usage_error


@cli_command
def command(
    database: str | None = DATABASE,
    game: str | None = option("Erase this game.", metavar="ID"),
    name: str | None = option("Erase all games with a player of this name.", metavar="TEXT"),
    before: str | None = option("Erase games without a move since this day, in UTC.", metavar="DATE"),
    archive: str | None = option(
        "The folder of archived records; by default OUTNUMBER_WEB_ARCHIVE.", metavar="FOLDER"
    ),
    yes: bool = switch("Erase without asking."),
) -> int:
    """Erase whole games from a database and from the servers that use it.

    The command first lists what it will erase. Backups are not changed; the command names
    those that contain the games, if they are beside the database or in the current folder.
    """
    from outnumber.server.settings import ServerSettings
    from outnumber.server.storage.erasure import Choice, day, erase, found

    if sum(each is not None for each in (game, name, before)) != 1:
        raise usage_error("Give one of --game, --name and --before.")
    if name is not None and not name.strip():
        raise usage_error("--name needs a name.")
    try:
        choice = Choice(game, name, None if before is None else day(before))
    except ValueError:
        told = "{text} is no day: give one as in {example}."
        raise bad_value("--before", told, text=shown(before), example="2026-11-18") from None
    url = url_of(database)
    archive = archive or ServerSettings.from_environment().archive
    games = asyncio.run(found(url, choice, archive))
    for each in games:
        played = ""
        with suppress(ValueError, OverflowError, OSError):  # the time may be damaged
            played = datetime.fromtimestamp(each.last, UTC).date().isoformat()
        parts = (played, each.id, each.title, ", ".join(each.names), each.file)
        click.echo(strip_control_characters("  ".join(str(part) for part in parts if part)))
    if not games:
        speak("No such game.")
        return 0 if game is None else 1
    if not yes:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            speak("Nothing was erased. To erase {games:game}, add --yes.", games=len(games))
            return 1
        if not click.confirm(say("Erase {games:game}? This cannot be undone.", games=len(games))):
            return 1
    kept = asyncio.run(erase(url, games, archive))
    speak("Erased {games:game}.", games=len(games))
    for file in kept:
        speak("Not changed: the backup {file} contains some of them.", file=file)
    if not kept:
        speak("Backups in other places are not changed.")
    return 0
