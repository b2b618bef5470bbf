"""Outnumber: five number duels for two, played and solved exactly.

>>> import outnumber
>>> position = outnumber.game("strategy-stacks").start().play(6)
>>> position.legal_moves()
(1, 2, 3)
>>> outnumber.solve(position).winner
<Seat.TWO: 2>

What is listed in `__all__` is public and stays; everything else may change from one version to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outnumber import conformance, plugin, text
    from outnumber.batches.batch import Batch, batch
    from outnumber.games.base import Outcome, Position, Reason, Rules, Seat
    from outnumber.games.errors import GameError, IllegalMove, NotAMove, OptionError, PlayerFault
    from outnumber.games.numbers import Numbers
    from outnumber.games.registry import all_games, game
    from outnumber.games.scene import Scene
    from outnumber.pictures.draw import draw
    from outnumber.players.registry import computer as player
    from outnumber.session.clock import GameClock
    from outnumber.session.match import Match, Participant
    from outnumber.session.record import RecordError, read, write
    from outnumber.session.review import Review, grade, review
    from outnumber.session.round import Round
    from outnumber.text import exam
    from outnumber.theory.best import best
    from outnumber.theory.hints import hints
    from outnumber.theory.solve import solve
    from outnumber.theory.verdict import Verdict

__version__ = "0.1.0"

# Where each name lives. Imported when it is first used, so that no command waits for what it does not need.
_HOMES = {
    name: home
    for home, names in {
        "": "conformance plugin text",  # modules of their own
        "batches.batch": "Batch batch",
        "games.base": "Outcome Position Reason Rules Seat",
        "games.errors": "GameError IllegalMove NotAMove OptionError PlayerFault",
        "games.numbers": "Numbers",
        "games.registry": "all_games game",
        "games.scene": "Scene",
        "pictures.draw": "draw",
        "players.registry:computer": "player",
        "session.clock": "GameClock",
        "session.match": "Match Participant",
        "session.record": "RecordError read write",
        "session.review": "Review grade review",
        "session.round": "Round",
        "text": "exam",
        "theory.best": "best",
        "theory.hints": "hints",
        "theory.solve": "solve",
        "theory.verdict": "Verdict",
    }.items()
    for name in names.split()
}

__all__ = [
    "Batch",
    "GameClock",
    "GameError",
    "IllegalMove",
    "Match",
    "NotAMove",
    "Numbers",
    "OptionError",
    "Outcome",
    "Participant",
    "PlayerFault",
    "Position",
    "Reason",
    "RecordError",
    "Review",
    "Round",
    "Rules",
    "Scene",
    "Seat",
    "Verdict",
    "__version__",
    "all_games",
    "batch",
    "best",
    "conformance",
    "draw",
    "exam",
    "game",
    "grade",
    "hints",
    "player",
    "plugin",
    "read",
    "review",
    "solve",
    "text",
    "write",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'outnumber' has no attribute {name!r}")
    from importlib import import_module

    home, _, called = _HOMES[name].partition(":")
    value = import_module(f"outnumber.{home or name}")
    globals()[name] = value = getattr(value, called or name) if home else value
    return value


def __dir__() -> list[str]:
    return __all__
