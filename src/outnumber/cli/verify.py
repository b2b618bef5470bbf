"""outnumber verify"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from outnumber.cli.arguments import cli_command, json_switch
from outnumber.cli.backup import DATABASE, url_of
from outnumber.cli.language import say, spoken
from outnumber.cli.output import print_json
from outnumber.games.errors import strip_control_characters

if TYPE_CHECKING:
    from outnumber.server.storage.inspection import Report


@cli_command
def command(database: str | None = DATABASE, as_json: bool = json_switch()) -> int:
    """Check a server's database, even while it is running.

    Every game and class is read once: checksums, missing events, and rows without a game. The exit status is
    1 if something is damaged.
    """
    from outnumber.server.storage.backup import broken
    from outnumber.server.storage.inspection import inspect
    from outnumber.server.storage.session import reading

    async def check() -> tuple[Report, str]:
        async with reading(url_of(database)) as session:
            return await inspect(session), await broken(session)

    report, file = asyncio.run(check())
    damaged = {id: spoken().say("{why}", why=why) for id, why in report.damaged.items()}
    if as_json:
        told = [{"game": id, "reason": why} for id, why in damaged.items()]
        print_json({**report._asdict(), "damaged": told, "file": file or None})
    else:
        counted = {"events": report.events, "classes": report.classes}
        click.echo(
            say(
                "Checked {games:game}, {events:,} events and {classes} classes.",
                games=report.games,
                **counted,
            )
        )
        if file:
            click.echo(say("The file is damaged: {what}", what=file))
        for id, why in damaged.items():
            click.echo(strip_control_characters(say("{game} is damaged: {why}", game=id, why=why)))
        if not (file or damaged):
            click.echo(say("Nothing is damaged."))
    return 1 if file or damaged else 0
