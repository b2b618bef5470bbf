"""outnumber verify"""

from __future__ import annotations

import asyncio

import click

from outnumber.cli.arguments import cli_command, json_switch
from outnumber.cli.backup import DATABASE, url_of
from outnumber.cli.language import say, spoken
from outnumber.cli.output import print_json
from outnumber.games.errors import strip_control_characters


@cli_command
def command(database: str | None = DATABASE, as_json: bool = json_switch()) -> int:
    """Check a server's database, even while it is running.

    Every game and class is read once: checksums, missing events, and rows without a game. The exit status is
    1 if something is damaged.
    """
    from outnumber.server.storage.inspection import inspect

    report = asyncio.run(inspect(url_of(database)))
    damaged = {id: spoken().say("{why}", why=why) for id, why in report.damaged.items()}
    if as_json:
        told = [{"game": id, "reason": why} for id, why in damaged.items()]
        print_json({**report._asdict(), "damaged": told, "file": report.file or None})
        return 1 if report.file or damaged else 0
    counts = {"events": report.events, "classes": report.classes}
    click.echo(
        say("Checked: {games:game}, events: {events:,}, classes: {classes}.", games=report.games, **counts)
    )
    if report.file:
        click.echo(say("The file is damaged: {what}", what=report.file))
    for id, why in damaged.items():
        click.echo(strip_control_characters(say("{game} is damaged: {why}", game=id, why=why)))
    if report.file or damaged:
        return 1
    click.echo(say("Nothing is damaged."))
    return 0
