"""The choices for the last game, which are suggested for the next.

They are never defaults of a command: what a command does depends only on its command line.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from outnumber.games import OptionError, Rules, bad_option, whole_from
from outnumber.match import LONGEST_MATCH, LONGEST_NAME, fit_name
from outnumber.store.documents import Document
from outnumber.store.files import StoreError


def read_rounds(text: str) -> int:
    """The number of rounds that was typed; raises `OptionError` for anything else."""
    return whole_from("rounds", text, 1, LONGEST_MATCH)


def read_name(text: str) -> str:
    """The name that was typed, which may be empty; raises `OptionError` for one that is not allowed."""
    if not fit_name(text):
        raise bad_option("name", text, "choose a name of up to {most} letters.", most=LONGEST_NAME)
    return text


class GameChoices(NamedTuple):
    """The player's choices for a new game."""

    rules: Rules
    opponent: str
    start: str
    name: str
    rounds: int = 1
    # As typed, such as 30 or 5+3; empty for none.
    clock: str = ""


class LastChoices:
    """The last choices; a document that cannot be read or written does not prevent playing."""

    def __init__(self) -> None:
        self._document = Document("choices")
        self._known = self._document.read_object()

    def text(self, *path: str) -> str:
        """A choice by its path, such as `options`, `number-duel`, `range`; empty if missing."""
        found: Any = self._known
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return found if isinstance(found, str) else ""

    def keep(self, wanted: GameChoices, **more: str) -> None:
        """Save the choices; settings that were not asked this time remain unchanged."""
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
