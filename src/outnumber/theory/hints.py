"""Three steps of help for the player to move: where to look, the idea, the move."""

from __future__ import annotations

from outnumber.games.base import Position
from outnumber.theory.advice import advise
from outnumber.theory.reasons import Explanation


def hints(position: Position) -> tuple[Explanation, Explanation, Explanation]:
    """Where to look, the idea, and the move; the position must not be over.

    The first two do not give the move away.

    >>> from outnumber.games.registry import game
    >>> for step in hints(game("strategy-stacks").start().play(6)):
    ...     print(step)
    Put the numbers that are left into pairs of numbers that go together, each number in one pair at most. How many pairs can you make?
    At most 3 pairs can be made of the numbers that are left. Leave out a number that you can play: after which one can the rest still make 3?
    Play 2: it is the only move that wins.
    """
    return advise(position).steps
