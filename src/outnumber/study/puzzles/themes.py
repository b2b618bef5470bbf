"""Themes: each puzzle is named after the idea that it teaches."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.base import Position
from outnumber.theory.bounded import solve


class Theme(NamedTuple):
    """A title, and the idea in a sentence."""

    title: str
    lesson: str


THEMES = {
    # Number Stack Duel
    "stay-close": Theme(
        "Stay close", "Take the number nearest to the top: your opponent's side does not grow then."
    ),
    # Order Challenge
    "take-the-lowest": Theme(
        "Take the lowest", "A number for both of you that you skip is your opponent's gift, so skip none."
    ),
    "use-the-gift": Theme(
        "Use the gift", "Play your only gift when the count of numbers for both of you is even."
    ),
    "give-the-gift-up": Theme(
        "Give the gift up",
        "Give your only gift up and take the lowest when the count of numbers for both of you is odd.",
    ),
    # Number Stack Attack
    "count-turns": Theme(
        "Count turns",
        "After your move you must need fewer tokens than your opponent, as long as they can still reach the "
        "target: count both.",
    ),
    "out-of-reach": Theme(
        "Out of reach",
        "Your opponent cannot reach the target any more: choose a total from which you still can.",
    ),
    "end-higher": Theme(
        "End higher",
        "When neither of you can reach the target any more, first see how high each of you can end, and "
        "how soon.",
    ),
    # Number Duel and Strategy Stacks
    "left-over": Theme(
        "Left over",
        "Leave out a number that you can play. If the rest still makes just as many pairs, that number wins.",
    ),
    # any other game
    "look-ahead": Theme("Look ahead", "Find the move after which your opponent can no longer win."),
}

# By the theorem of a game, or by the code of the reason if a game has several ideas.
_OF_THEOREM: dict[object, str] = {"two-sides": "stay-close", "pairing": "left-over"}
_OF_REASON = {
    "shared-odd": "take-the-lowest",
    "gift-use": "use-the-gift",
    "gift-give-up": "give-the-gift-up",
    "race-won": "count-turns",
    "race-free": "out-of-reach",
    "ends-won": "end-higher",
    "ends-won-first": "end-higher",
    "ends-won-last": "end-higher",
    "alone-won": "end-higher",
    "alone-won-tie": "end-higher",
}


def theme(position: Position) -> str:
    """The theme of a puzzle.

    >>> from outnumber.games.registry import game
    >>> theme(game("order-challenge").start())
    'take-the-lowest'
    """
    theorem = type(position.rules).theorem
    if theorem in _OF_THEOREM:
        return _OF_THEOREM[theorem]
    return _OF_REASON.get(solve(position).reason.code, "look-ahead")
