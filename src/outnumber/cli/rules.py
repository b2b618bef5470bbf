"""outnumber rules"""

from __future__ import annotations

import click

from outnumber.cli.arguments import game_argument
from outnumber.cli.language import spoken
from outnumber.games.registry import find
from outnumber.words.rules import rules_text


@click.command()
@game_argument()
def command(game: str) -> None:
    """Explain how a game is played, with a worked example."""
    click.echo(rules_text(find(game), spoken()), nl=False)
