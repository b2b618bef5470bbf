"""Themes: each puzzle is named after the idea that it teaches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from outnumber.games.base import Position
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.order_challenge import OrderPosition
from outnumber.theory.race import applies


class Theme(NamedTuple):
    """A title, and the idea in a sentence."""

    title: str
    lesson: str


THEMES = {
    # Number Stack Duel
    "stay-close": Theme(
        "Stay close", "Take the number nearest to the top, so that your opponent's side does not grow."
    ),
    # Order Challenge
    "take-the-lowest": Theme(
        "Take the lowest", "Who skips a number leaves it to the other as a spare turn, so skip none."
    ),
    "spend-the-spare-turn": Theme(
        "Spend the spare turn", "Use a number of your own when the count of shared numbers is even."
    ),
    "save-the-spare-turn": Theme(
        "Save the spare turn", "Keep a number of your own when the count of shared numbers is odd."
    ),
    # Number Stack Attack
    "count-turns": Theme(
        "Count turns", "After your move you must need fewer tokens than your opponent: count both."
    ),
    "stuck-total": Theme(
        "Stuck totals", "Some totals lead nowhere: keep off them, and leave your opponent on one."
    ),
    "on-your-own": Theme(
        "On your own", "Your opponent cannot go on: see where you can end before you start."
    ),
    # Number Duel and Strategy Stacks
    "left-over": Theme(
        "Left over", "Pair up the numbers, play one that is left over, and answer each with its partner."
    ),
    "one-answer": Theme("One answer", "A number with a single answer leads your opponent where you want."),
    # any other game
    "look-ahead": Theme("Look ahead", "Find the move after which every answer is a mistake."),
}


def theme(position: Position, solution: int) -> str:
    """The theme of a puzzle.

    >>> from outnumber.games.registry import game
    >>> theme(game("order-challenge").start(), 1)
    'take-the-lowest'
    """
    theorem = type(position.rules).theorem
    return _THEMES[theorem](position, solution) if theorem in _THEMES else "look-ahead"


def _order(position: OrderPosition, solution: int) -> str:
    shared = position.legal >> position.theirs << position.theirs
    if shared == position.legal:
        return "take-the-lowest"
    return "save-the-spare-turn" if shared >> solution & 1 else "spend-the-spare-turn"


def _attack(position: AttackPosition, _: int) -> str:
    if applies(position.rules):
        return "count-turns"
    return "stuck-total" if position.rules.fitting(position.total(position.turn.other)) else "on-your-own"


def _walk(position: Position, solution: int) -> str:
    return "one-answer" if len(position.play(solution).legal_moves()) == 1 else "left-over"


_THEMES: dict[object, Callable[[Any, int], str]] = {
    "two-sides": lambda *_: "stay-close",
    "private-numbers": _order,
    "race": _attack,
    "pairing": _walk,
}
