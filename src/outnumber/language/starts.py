"""Facts about the start of a game, for a player who chooses one: all of them proven."""

from __future__ import annotations

from outnumber.games.base import Rules, Seat
from outnumber.games.errors import OptionError
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.theory.bounded import solve

# Above this size, a verdict would take too long.
LARGEST = 10_000


def known_start(rules: Rules, voice: Voice = ENGLISH) -> str:
    """Who wins from the start of a game; which openings win is for the players to find.

    >>> from outnumber.games.registry import game
    >>> known_start(game("strategy-stacks"))
    'From the start Player 1 can always win, with 2 of 9 numbers.'
    """
    say, start = voice.say, rules.start()
    if rules.size > LARGEST:
        return say("A game this large has not been worked out yet.")
    try:
        verdict = solve(start)
    except OptionError:
        return say("A game this large has not been worked out yet.")
    if verdict.winner is Seat.TWO:
        return say("From the start Player 2 can always win, whatever Player 1 plays.")
    count, all = len(verdict.winning), len(start.legal_moves())
    if count == all:
        return say("From the start Player 1 can always win, with any number.")
    return say("From the start Player 1 can always win, with {n} of {count} numbers.", n=count, count=all)


def suggestions(game: type[Rules], voice: Voice) -> list[str]:
    """Options that make a game more balanced."""
    lines = []
    if game.hard_sizes:
        lines.append(
            voice.say("At {sizes:or} few openings win, which makes it harder.", sizes=game.hard_sizes)
        )
    lines.append(voice.say("With a fair start, either seat may be winning, and one of you picks a seat."))
    return lines
