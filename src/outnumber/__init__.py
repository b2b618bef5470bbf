"""Outnumber: five number duels for two, played and solved exactly.

>>> import outnumber
>>> position = outnumber.game("strategy-stacks").start().play(6)
>>> position.legal_moves()
(1, 2, 3)
"""

from __future__ import annotations

from outnumber.games.base import Outcome, Position, Reason, Rules, Seat
from outnumber.games.errors import GameError, IllegalMove, NotAMove, OptionError
from outnumber.games.registry import all_games, game

__version__ = "0.1.0"

__all__ = [
    "GameError",
    "IllegalMove",
    "NotAMove",
    "OptionError",
    "Outcome",
    "Position",
    "Reason",
    "Rules",
    "Seat",
    "__version__",
    "all_games",
    "game",
]
