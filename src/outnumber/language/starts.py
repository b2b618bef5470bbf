"""What makes a game more of a contest: all of it proven."""

from __future__ import annotations

from outnumber.games.base import Rules
from outnumber.games.sentences import Voice


def suggestions(game: type[Rules], voice: Voice) -> list[str]:
    """What makes a game more of a contest."""
    lines = []
    if game.hard_sizes:
        lines.append(
            voice.say("At {sizes:or} few openings win, which makes it harder.", sizes=game.hard_sizes)
        )
    lines.append(voice.say("With a fair start either seat may be the winning one, and one of you picks it."))
    return lines
