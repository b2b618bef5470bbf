"""outnumber games"""

from __future__ import annotations

import click

from outnumber.cli.arguments import typed
from outnumber.cli.language import spoken
from outnumber.games.registry import all_games, described


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs.")
def command(as_json: bool) -> None:
    """List the games and their options."""
    games = all_games()
    if as_json:
        import json

        click.echo(json.dumps({"games": [described(kind) for kind in games]}))
        return
    word = spoken().word
    for kind in games:
        click.echo(f"{kind.name}\n    {word(kind.title)}: {word(kind.summary)}")
        for option in kind.OPTIONS:
            click.echo(f"    {typed(kind, option)}: {word(option.help)}")
