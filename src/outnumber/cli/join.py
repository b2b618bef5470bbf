"""outnumber join"""

from __future__ import annotations

import click

from outnumber.terminal.console import Console, EndOfInput

MISSING = "Joining needs more packages: pip install 'outnumber[web]'"


@click.command()
@click.argument("url")
@click.option("--name", default="", metavar="NAME", help="What to call you, when you take a seat.")
@click.option("--watch", is_flag=True, help="Only watch, even where a seat is free.")
def command(url: str, name: str, watch: bool) -> int:
    """Play or watch a game on a server: URL is the link you were given.

    An invite link takes the second seat, a seat link goes on with your game, and any other watches.
    """
    try:
        from outnumber.join.client import Game
    except ImportError as error:
        raise click.ClickException(f"{MISSING} ({error.name} is missing)") from None
    from outnumber.join.visit import Visit
    from outnumber.words.remote import come_back

    game = Game(url)
    console = Console()
    state = game.call("", token=game.token)
    free = state["state"] == "open" and (game.invite or state["opponent"] == "open")
    if free and not game.token and not watch:
        game.take_seat(name)
        console.say([come_back(game.link), ""])
    visit = Visit(game, console)
    try:
        return visit.run()
    except (EndOfInput, KeyboardInterrupt) as end:
        console.say(f"The game is on the server. {come_back(visit.game.link)}")
        return 0 if isinstance(end, EndOfInput) else 130
