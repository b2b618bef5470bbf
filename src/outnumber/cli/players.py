"""outnumber players"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

import click

from outnumber.games import Voice, find
from outnumber.players.ratings import Published, published
from outnumber.players.registry import NAMES, OUTSIDE

from .arguments import cli_command, json_switch
from .output import print_json, spoken

SPECS = {"cmd:": "cmd:PROGRAM", "llm:": "llm:MODEL"}


@cli_command
def command(
    as_json: bool = json_switch(),
) -> None:
    """List the available players, and how strong they are."""
    found, voice = published(), spoken()
    if as_json:
        players = [{"name": name, "help": help} for name, help in _all(voice).items()]
        print_json({"players": players, "measured": found})
        return
    for name, help in _all(voice).items():
        # The translated name, if it differs from the one to type.
        called = "" if voice.word(name) == name else f"{voice.word(name)}: "
        click.echo(f"{name:12}{called}{help}")
    click.echo()
    for line in _table(found, voice):
        click.echo(line)


def _all(voice: Voice) -> dict[str, str]:
    everybody = {**NAMES, **{SPECS[prefix]: help for prefix, help in OUTSIDE.items()}}
    return {name: voice.word(help) for name, help in everybody.items()}


def _table(found: Published, voice: Voice) -> list[str]:
    """The ratings, one column per game; each title stands above its column, one word per line."""
    # A hyphenated word may be broken there.
    titles = [voice.word(find(game).title).replace("-", "- ").split() for game in found.games]
    wide = max(13, *(len(word) + 1 for words in titles for word in words))
    # Align the last words on one line.
    heads = [*zip_longest(*(words[::-1] for words in titles), fillvalue="")][::-1]
    lines = [voice.say("Ratings, with two standard deviations:"), ""]
    lines += [_row("", head, wide) for head in heads]
    for player in next(iter(found.games.values())):
        each = [players[player] for players in found.games.values()]
        cells = [voice.decimal(f"{one.rating:.1f} ± {2 * one.sigma:.1f}") for one in each]
        lines.append(_row(player, cells, wide))
    measured = voice.say(
        "on {date} in {played:,} games: {command}",
        date=found.date,
        played=found.played,
        command=found.command,
    )
    lead = voice.say("A lead of 6.5 means 3 games in 4. Measured with proven openings, both seats each,")
    return [*lines, "", lead, measured]


def _row(name: str, cells: Iterable[str], wide: int) -> str:
    return f"{name:12}{''.join(f'{cell:>{wide}}' for cell in cells)}".rstrip()
