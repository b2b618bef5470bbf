"""Outnumber: five number duels for two, played and solved exactly.

>>> import outnumber
>>> position = outnumber.game("strategy-stacks").start().play(6)
>>> position.legal_moves()
(1, 2, 3)
>>> outnumber.solve(position).winner
<Seat.TWO: 2>
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outnumber.games.base import Outcome, Position, Reason, Rules, Seat
    from outnumber.games.errors import GameError, IllegalMove, NotAMove, OptionError
    from outnumber.games.registry import all_games, game
    from outnumber.theory.solve import solve
    from outnumber.theory.verdict import Verdict

__version__ = "0.1.0"

# Imported when they are first used, so that no command waits for what it does not need.
_HOMES = {
    "games.base": ("Outcome", "Position", "Reason", "Rules", "Seat"),
    "games.errors": ("GameError", "IllegalMove", "NotAMove", "OptionError"),
    "games.registry": ("all_games", "game"),
    "theory.solve": ("solve",),
    "theory.verdict": ("Verdict",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

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
    "Verdict",
    "__version__",
    "all_games",
    "game",
    "solve",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'outnumber' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"outnumber.{_HOME_OF[name]}"), name)
    return value
