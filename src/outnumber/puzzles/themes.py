"""Themes: each puzzle is named after the idea that it teaches."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any, NamedTuple

from outnumber.games.base import Position
from outnumber.theory.bounded import solve
from outnumber.theory.claims import Claim, Numbers, Truth
from outnumber.theory.sentences import attack, order, pairs
from outnumber.theory.sentences.any_game import wins


class Theme(NamedTuple):
    """A title, the idea in a sentence, and what that claims of a position and its one winning move."""

    title: str
    lesson: str
    claim: Claim


def _nearest(truth: Truth, position: Any, n: Numbers) -> bool:
    """The nearest number alone does not give the opponent's side more numbers."""
    theirs = position.unused.bit_count() - position.legal.bit_count()
    legal = position.legal_moves()
    same = [move for move in legal if len(position.play(move).legal_moves()) <= theirs]
    return same == [n["move"]] == [min(legal, key=lambda move: abs(move - position.top))]


def _lowest(truth: Truth, position: Any, n: Numbers) -> bool:
    """Nobody has a gift; whoever skips one gives the other player one, and loses."""
    shared = order.for_both(position)
    skips = [move for move in position.legal_moves() if order.gifts_of(position.play(move))]
    return shared == list(position.legal_moves()) and skips == shared[1:] and shared[0] == n["move"]


def _gift(truth: Truth, position: Any, n: Numbers, used: bool) -> bool:
    """There is one gift, and it is the move just where the count for both is even."""
    gifts, shared = order.gifts_of(position), order.for_both(position)
    even = len(shared) % 2 == 0
    return len(gifts) == 1 and even == used and n["move"] == (gifts if used else shared)[0]


def _alone(truth: Truth, position: Any, n: Numbers, reaches: bool) -> bool:
    """The opponent can no longer reach the target, and the player after the move still can, or not either."""
    own, other = position.total(position.turn), position.total(position.turn.other)
    mine = attack.turns_left(position, own + n["move"]) < inf
    return attack.turns_left(position, other) == inf and mine == reaches


def _fewer(truth: Truth, position: Any, n: Numbers) -> bool:
    """The tokens after which one needs fewer than the opponent are the one that wins."""
    own, other = position.total(position.turn), position.total(position.turn.other)
    need = attack.turns_left(position, other)
    return [v for v in position.legal_moves() if attack.turns_left(position, own + v) < need] == [n["move"]]


def _left_out(truth: Truth, position: Any, n: Numbers) -> bool:
    """The rest makes as many pairs without the move, and without no other that can be played."""
    return pairs.can_be_left_out(truth, position) == [n["move"]]


THEMES = {
    # Number Stack Duel
    "stay-close": Theme(
        "Stay close", "Take the number nearest to the top: your opponent's side does not grow then.", _nearest
    ),
    # Order Challenge
    "take-the-lowest": Theme(
        "Take the lowest",
        "Whoever skips a number gives it to the other player as a gift, so skip none.",
        _lowest,
    ),
    "use-the-gift": Theme(
        "Use the gift",
        "Play your only gift when the count of numbers for both of you is even.",
        partial(_gift, used=True),
    ),
    "give-the-gift-up": Theme(
        "Give the gift up",
        "Give your only gift up and take the lowest when the count of numbers for both of you is odd.",
        partial(_gift, used=False),
    ),
    # Number Stack Attack
    "count-turns": Theme(
        "Count turns", "After your move you must need fewer tokens than your opponent: count both.", _fewer
    ),
    "out-of-reach": Theme(
        "Out of reach",
        "Your opponent cannot reach the target any more: choose a total from which you still can.",
        partial(_alone, reaches=True),
    ),
    "end-higher": Theme(
        "End higher",
        "When nobody can reach the target any more, see first how high each of you can end, and how soon.",
        partial(_alone, reaches=False),
    ),
    # Number Duel and Strategy Stacks
    "left-over": Theme(
        "Left over",
        "Leave out a number that you can play. If the rest still makes just as many pairs, that number wins.",
        _left_out,
    ),
    # any other game
    "look-ahead": Theme("Look ahead", "Find the move after which your opponent can no longer win.", wins),
}

# By the theorem of a game, or by the code of the reason where a game has several ideas.
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
