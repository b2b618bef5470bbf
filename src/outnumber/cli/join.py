"""outnumber join"""

from __future__ import annotations

from outnumber.local.terminal.console import Console, EndOfInput

from .arguments import argument, cli_command, option, switch
from .output import say, spoken


@cli_command
def command(
    url: str = argument(),
    name: str = option("Your name, if you take a seat.", default="", metavar="NAME"),
    watch: bool = switch("Only watch, even if a seat is free."),
) -> int:
    """Play or watch a game on a server: URL is the link you were given.

    An invite link takes the second seat, a seat link resumes your game, and any other link lets you watch.
    """
    from outnumber.language.remote import come_back
    from outnumber.local.join.client import RemoteGame
    from outnumber.local.join.session import JoinSession

    from .review import reviewed, tell

    console = Console(spoken())
    game = RemoteGame(url, console.voice.language)
    state = game.state()
    free = state.state == "open" and (game.invite or state.opponent == "open")
    if free and not game.token and not watch:
        game.take_seat(name)
        console.say([*come_back(game.link, console.voice), ""])
    elif game.invite and not (game.token or watch or state.state == "open"):
        console.say(say("The second seat is taken."))
    # The review has a console of its own: an offer must not interrupt its question.
    session = JoinSession(game, console, lambda match: tell(match, reviewed(match), Console(spoken())))
    try:
        return session.run()
    except (EndOfInput, KeyboardInterrupt) as end:
        console.say([say("The game is on the server."), *come_back(session.game.link, console.voice)])
        return 0 if isinstance(end, EndOfInput) else 130
