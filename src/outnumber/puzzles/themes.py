"""Themes: each puzzle is named after the idea that it teaches."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.base import Position
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.number_stack_duel import StackDuelPosition
from outnumber.games.order_challenge import OrderPosition
from outnumber.games.walk import WalkPosition
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


def theme(position: Position, after: Position) -> str:
    """The theme of a puzzle: its position, and the one after the solution.

    >>> from outnumber.games.registry import game
    >>> before = game("order-challenge").start()
    >>> theme(before, before.play(1))
    'take-the-lowest'
    """
    if isinstance(position, StackDuelPosition):
        return "stay-close"
    if isinstance(position, OrderPosition) and isinstance(after, OrderPosition):
        shared = position.legal >> position.theirs << position.theirs
        if shared == position.legal:
            return "take-the-lowest"
        return "save-the-spare-turn" if shared >> after.theirs & 1 else "spend-the-spare-turn"
    if isinstance(position, AttackPosition):
        if applies(position.rules):
            return "count-turns"
        return "stuck-total" if position.rules.fitting(position.total(position.turn.other)) else "on-your-own"
    if isinstance(position, WalkPosition):
        return "one-answer" if after.legal.bit_count() == 1 else "left-over"
    return "look-ahead"
