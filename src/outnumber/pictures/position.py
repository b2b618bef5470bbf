"""A picture of any position, with the moves that win and the reason why."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games.base import Position
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.number_stack_duel import StackDuelPosition
from outnumber.games.order_challenge import OrderPosition
from outnumber.games.walk import WalkPosition
from outnumber.pictures import number_graph, private_numbers, race, two_sides
from outnumber.pictures.frame import LOSES, MARGIN, WINS, closed, opened, token
from outnumber.pictures.voice import ENGLISH, Voice
from outnumber.theory.best import some
from outnumber.theory.verdict import Verdict

WIDTH = 640
CELL = 38
MOST_MOVES = 100


def draw(position: Position, moves: Sequence[int], verdict: Verdict, voice: Voice = ENGLISH) -> str:
    """The position after `moves` as SVG text; each game has its own picture.

    >>> import outnumber
    >>> start = outnumber.game("order-challenge").start()
    >>> "<title>1 wins</title>" in draw(start, [], outnumber.solve(start))
    True
    """
    if isinstance(position, StackDuelPosition):
        return two_sides.draw(position, moves, verdict, voice)
    if isinstance(position, OrderPosition):
        return private_numbers.draw(position, moves, verdict, voice)
    if isinstance(position, AttackPosition):
        return race.draw(position, moves, verdict, voice)
    if isinstance(position, WalkPosition):
        return number_graph.draw(position, moves, verdict, voice)
    return _table(position, moves, verdict, voice)


def _table(position: Position, moves: Sequence[int], verdict: Verdict, voice: Voice) -> str:
    """For a game that has no picture of its own: the moves, with those that win."""
    picture, y = opened(position, moves, verdict, WIDTH, voice)
    x, y = MARGIN + 15.0, y + 24
    for number in some(position.legal_moves(), MOST_MOVES):
        if x > WIDTH - MARGIN:
            x, y = MARGIN + 15.0, y + CELL
        token(picture, x, y, number, WINS if number in verdict.winning else LOSES, 15)
        x += CELL
    return closed(picture, y + 48, verdict)
