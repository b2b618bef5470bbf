"""What was chosen for the last game, which is suggested for the next.

It is never a default of a command line: what a command does depends on the command alone.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from outnumber.games.base import Rules
from outnumber.games.errors import OptionError
from outnumber.store.documents import DamagedDocument, Document
from outnumber.store.files import StoreError


class GameChoices(NamedTuple):
    """What the player chose for a new game."""

    rules: Rules
    opponent: str
    start: str
    name: str
    rounds: int = 1
    # As it is typed, such as 30 or 5+3; empty for none.
    clock: str = ""


class LastChoices:
    """What was chosen last; a document that cannot be read or written is no reason not to play."""

    def __init__(self) -> None:
        self._document = Document("choices")
        self._known: dict[str, Any] = {}
        with suppress(DamagedDocument, StoreError):
            found = self._document.read()
            self._known = found if isinstance(found, dict) else {}

    def text(self, *path: str) -> str:
        """What was chosen, such as `options`, `number-duel`, `range`; empty for nothing."""
        found: Any = self._known
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return found if isinstance(found, str) else ""

    def keep(self, wanted: GameChoices, **more: str) -> None:
        """Remember what was chosen; what was not asked this time stays as it was."""
        options = self._known.get("options")
        game = wanted.rules.name
        chosen = {name: str(value) for name, value in wanted._asdict().items() if name != "rules"}
        known = {
            **self._known,
            **more,
            **chosen,
            "game": game,
            "options": {
                **(options if isinstance(options, dict) else {}),
                game: wanted.rules.option_texts(),
            },
        }
        with suppress(StoreError, OptionError):
            self._document.write(known)
