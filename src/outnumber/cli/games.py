"""outnumber games"""

from __future__ import annotations

import click

from outnumber.games import all_games

from .arguments import cli_command, flag, json_switch, typed
from .output import print_json, spoken


@cli_command
def command(
    as_json: bool = json_switch(),
) -> None:
    """List the games and their options."""
    if as_json:
        from outnumber.api.games import Games

        print_json(Games.all(spoken()))
        return
    from outnumber.language.options import suggestions

    voice, word = spoken(), spoken().word
    for kind in all_games():
        click.echo(f"{kind.name}\n    {word(kind.title)}: {word(kind.summary)}")
        for option in kind.OPTIONS:
            click.echo(f"    {typed(kind, option)}: {word(option.help)}")
        *sizes, fair = suggestions(kind, voice)
        for line in sizes:
            click.echo(f"    {line}")
    click.echo(f"{flag('start')} fair\n    {fair}")
