"""outnumber verify"""

from __future__ import annotations

import asyncio

from .arguments import cli_command, json_switch
from .backup import DATABASE, url_of
from .output import print_json, speak, spoken


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
    speak(
        "Checked: {games:game}, events: {events:,}, classes: {classes}.",
        games=report.games, events=report.events, classes=report.classes,
    )  # fmt: skip
    if report.file:
        speak("The file is damaged: {what}", what=report.file)
    for id, why in damaged.items():
        speak("{game} is damaged: {why}", game=id, why=why)
    if report.file or damaged:
        return 1
    speak("Nothing is damaged.")
    return 0
