"""Sizes and starts that make a game more balanced, all proven."""

from __future__ import annotations

from outnumber.games import Rules, Voice


def suggestions(game: type[Rules], voice: Voice) -> list[str]:
    """Options that make a game more balanced."""
    lines = []
    if game.hard_sizes:
        lines.append(
            voice.say("At {sizes:or} few openings win, which makes it harder.", sizes=game.hard_sizes)
        )
    lines.append(voice.say("With a fair start, either seat may be winning, and one of you picks a seat."))
    return lines
