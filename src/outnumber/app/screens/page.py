"""What all screens have in common: they speak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from outnumber.app.background import hear
from outnumber.app.voices import voice_of
from outnumber.games.sentences import Voice

if TYPE_CHECKING:
    from outnumber.games.base import Rules


class Page(Screen[None]):
    """A screen that speaks the language of the app."""

    @property
    def voice(self) -> Voice:
        return voice_of(self)

    def say(self, text: str, /, **values: Any) -> str:
        return self.voice.say(text, **values)

    def warn(self, line: str) -> None:
        """Say at the foot of the screen what went wrong, perhaps from a thread."""
        hear(self, lambda line: self.app.notify(line, severity="warning"), line)

    def read_rules(self, kind: type[Rules]) -> None:
        """Open a window with the rules of a game."""
        from outnumber.app.widgets.dialogs import Reading
        from outnumber.words.match import title
        from outnumber.words.rules import rules_text

        voice = self.voice

        def lines(width: int) -> list[str]:
            return rules_text(kind, voice, flags=False, width=width).splitlines()

        self.app.push_screen(Reading(title(kind, voice), lines))

    def action_help(self) -> None:
        """All keys of this screen, however many of them its foot has room for."""
        from outnumber.app.widgets.keys import Keys

        self.explain([(key.name, key.does) for key in self.query_one(Keys).all])

    def explain(self, told: Sequence[tuple[str, str]]) -> None:
        """Open a window that says what keys do."""
        from outnumber.app.widgets.dialogs import Reading
        from outnumber.words.app import help_lines

        voice = self.voice
        self.app.push_screen(Reading(self.say("Help"), lambda width: help_lines(told, voice, width)))
