"""outnumber erase"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import click

from outnumber.cli.arguments import cli_command, option, switch
from outnumber.cli.backup import DATABASE, url_of
from outnumber.cli.language import bad_value, say, usage_error
from outnumber.games.errors import shown, strip_control_characters

if TYPE_CHECKING:
    from outnumber.server.storage.erasure import Erasable


@cli_command
def command(
    database: str | None = DATABASE,
    game: str | None = option("Erase this game.", metavar="ID"),
    name: str | None = option("Erase the games of everybody with this name.", metavar="TEXT"),
    before: str | None = option("Erase games without a move since this day, in UTC.", metavar="DATE"),
    archive: str | None = option(
        "The folder of archived records; by default OUTNUMBER_WEB_ARCHIVE.", metavar="FOLDER"
    ),
    yes: bool = switch("Erase without asking."),
) -> int:
    """Erase whole games from a database and from the servers that use it.

    What is erased is listed first. Backups are not changed; those beside the database and in the current
    folder that contain the games are named.
    """
    from outnumber.server.settings import ServerSettings
    from outnumber.server.storage.erasure import Choice, backups_with, day, erase, found
    from outnumber.server.storage.session import reading

    if sum(each is not None for each in (game, name, before)) != 1:
        raise usage_error("Give one of --game, --name and --before.")
    if name is not None and not name.strip():
        raise usage_error("--name needs a name.")
    try:
        choice = Choice(game, name, None if before is None else day(before))
    except ValueError:
        told = "{text} is no day: give one as in {example}."
        raise bad_value("--before", told, text=shown(before), example="2026-11-18") from None
    url, folder = url_of(database), archive or ServerSettings.from_environment().archive

    async def look() -> list[Erasable]:
        async with reading(url) as session:
            return await found(session, choice, folder)

    games = asyncio.run(look())
    for line in _lines(games):
        click.echo(line)
    if not games:
        click.echo(say("No such game."))
        return 1 if game else 0
    if not yes:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            click.echo(say("Nothing was erased. To erase {games:game}, add --yes.", games=len(games)))
            return 1
        if not click.confirm(say("Erase {games:game}? This cannot be undone.", games=len(games))):
            return 1
    asyncio.run(erase(url, games))
    click.echo(say("Erased {games:game}.", games=len(games)))
    kept = asyncio.run(backups_with(url, {each.id for each in games}))
    for file in kept:
        click.echo(say("Not changed: the backup {file} contains some of them.", file=file))
    if not kept:
        click.echo(say("Backups in other places are not changed."))
    return 0


def _lines(games: list[Erasable]) -> list[str]:
    """One line for each game: when it was last played, what it is, and who played."""
    lines = []
    for each in games:
        parts = (each.day, each.id, each.title, ", ".join(each.names), str(each.file or ""))
        lines.append(strip_control_characters("  ".join(filter(None, parts))))
    return lines
