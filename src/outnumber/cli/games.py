"""outnumber games"""

from __future__ import annotations

import click

from outnumber.cli.arguments import typed
from outnumber.cli.language import spoken
from outnumber.games.registry import all_games


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs.")
def command(as_json: bool) -> None:
    """List the games and their options."""
    if as_json:
        import json

        from outnumber.wire import plain
        from outnumber.wire.games import Games

        click.echo(json.dumps(plain(Games.all(spoken()))))
        return
    word = spoken().word
    for kind in all_games():
        click.echo(f"{kind.name}\n    {word(kind.title)}: {word(kind.summary)}")
        for option in kind.OPTIONS:
            click.echo(f"    {typed(kind, option)}: {word(option.help)}")
