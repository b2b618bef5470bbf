"""Outnumber: five number duels for two, played and solved exactly.

>>> import outnumber
>>> position = outnumber.game("strategy-stacks").start().play(6)
>>> position.legal_moves()
(1, 2, 3)
>>> outnumber.solve(position).winner
<Seat.TWO: 2>

The names in `__all__` are public and stable; everything else may change from one version to the next.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType

    from outnumber import conformance, plugin
    from outnumber.agents import prompts as text
    from outnumber.agents.batches.batch import Batch, batch
    from outnumber.agents.prompts import exam
    from outnumber.games import (
        GameError,
        IllegalMove,
        NotAMove,
        Numbers,
        OptionError,
        Outcome,
        PlayerFault,
        Position,
        Reason,
        Rules,
        Scene,
        Seat,
        all_games,
        game,
    )
    from outnumber.match import GameClock, Match, Participant, Round
    from outnumber.match.record import RecordError, read, write
    from outnumber.match.review import Review, grade, review
    from outnumber.players.registry import computer as player
    from outnumber.study.pictures.draw import draw
    from outnumber.theory.advice import hints
    from outnumber.theory.best import best
    from outnumber.theory.solve import solve
    from outnumber.theory.verdict import Verdict

__version__ = "1.4.0"

# The module of each public name. A name is imported when it is first used, so that no command imports more
# than it needs.
_HOMES = {
    name: home
    for home, names in {
        "": "conformance plugin text",  # modules, by their public paths
        "agents.batches.batch": "Batch batch",
        "agents.prompts": "exam",
        "games.base": "Outcome Position Reason Rules Seat",
        "games.errors": "GameError IllegalMove NotAMove OptionError PlayerFault",
        "games.numbers": "Numbers",
        "games.registry": "all_games game",
        "games.scene": "Scene",
        "match.clock": "GameClock",
        "match.match": "Match Participant",
        "match.record": "RecordError read write",
        "match.review": "Review grade review",
        "match.round": "Round",
        "players.registry:computer": "player",
        "study.pictures.draw": "draw",
        "theory.best": "best",
        "theory.advice": "hints",
        "theory.solve": "solve",
        "theory.verdict": "Verdict",
    }.items()
    for name in names.split()
}

# Module paths that earlier versions documented. They keep working: `import outnumber.adapters.gymnasium`.
_MOVED = {
    "adapters": "agents.adapters",
    "arena": "agents.arena",
    "batches": "agents.batches",
    "puzzles": "study.puzzles",
    "text": "agents.prompts",
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


class _Moved:
    """Finds and loads a moved module by its earlier path. Both paths give the same module."""

    def __init__(self, path: str) -> None:
        self._path = path

    @staticmethod
    def find_spec(path: str, *_: object) -> ModuleSpec | None:
        package, _dot, inner = path.partition(".")
        first, dot, rest = inner.partition(".")
        if package != "outnumber" or first not in _MOVED:
            return None
        from importlib.machinery import ModuleSpec

        return ModuleSpec(path, _Moved(f"outnumber.{_MOVED[first]}{dot}{rest}"))  # type: ignore[arg-type]

    def create_module(self, _: ModuleSpec) -> ModuleType:
        from importlib import import_module

        module = import_module(self._path)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # the import system has just replaced it

    def get_code(self, _: str) -> CodeType:
        """For `python -m`."""
        from importlib.util import find_spec

        return find_spec(self._path).loader.get_code(self._path)  # type: ignore[union-attr, no-any-return]


sys.meta_path.insert(0, _Moved)
