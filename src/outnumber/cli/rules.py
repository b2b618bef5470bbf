"""outnumber rules"""

from __future__ import annotations

from outnumber.games import find
from outnumber.language.rules import rules_text
from outnumber.local.terminal.console import Console

from .arguments import cli_command, game_argument, no_game
from .output import spoken


@cli_command
def command(
    game: str | None = game_argument(required=False),
) -> None:
    """Explain how a game is played, with a worked example.

    Without GAME, the program asks which one.
    """
    console = Console(spoken())
    if game:
        kind = find(game)
    else:
        if not console.at_terminal:
            raise no_game("rules")
        from outnumber.local.terminal.questions import Questions

        asked = Questions(console).only_game()
        if asked is None:
            return
        kind = asked
        console.say()
    console.say(rules_text(kind, spoken()).splitlines())
