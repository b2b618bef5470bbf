"""Three steps of help for the player to move: where to look, the idea, the move."""

from __future__ import annotations

from outnumber.games.base import Position
from outnumber.games.sentences import Phrase
from outnumber.theory.advice import advise


def hints(position: Position) -> tuple[Phrase, Phrase, Phrase]:
    """Where to look, the idea, and the move; raises `IllegalMove` once the game is over.

    The first two do not give the move away.

    >>> from outnumber.games.registry import game
    >>> for step in hints(game("number-stack-attack").start().play(3).play(4)):
    ...     print(step)
    Count turns: how many tokens do you need from 3 to 21, and how many does your opponent need from 4?
    Your opponent needs at least 2 tokens. After which token do you need fewer than 2?
    Play 9: it is the only move that wins.
    """
    return advise(position).steps
