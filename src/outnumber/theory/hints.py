"""Three steps of help for the player to move: where to look, the idea, the move."""

from __future__ import annotations

from outnumber.games.base import Position
from outnumber.theory.advice import advise
from outnumber.theory.reasons import Explanation


def hints(position: Position) -> tuple[Explanation, Explanation, Explanation]:
    """Where to look, the idea, and the move; the position must not be over.

    The first two do not give the move away.

    >>> from outnumber.games.registry import game
    >>> for step in hints(game("number-stack-duel").start().play(6)):
    ...     print(step)
    Count the numbers that are left above 6, and those below it.
    You can go to 3 numbers, and your opponent could go to 2 on the other side of 6. Which number keeps...
    Play 7: it is the only move that wins.
    """
    return advise(position).steps
