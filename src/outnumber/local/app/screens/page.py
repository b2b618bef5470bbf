"""The base class of all screens: language, keys, background threads, and windows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.binding import BindingType
from textual.screen import Screen
from textual.visual import VisualType
from textual.widgets import Static

from outnumber.games import GameError, Voice
from outnumber.local.app.voices import voice_of
from outnumber.local.app.widgets.keys import Key, Keys, bound, footer

if TYPE_CHECKING:
    from outnumber.games import Rules

T = TypeVar("T")


class Page(Screen[None]):
    """A screen that speaks the language of the app."""

    # The section of `language/help.txt` with the keys in the footer and their explanations.
    EXPLAINED: ClassVar[str] = ""
    KEYS: ClassVar[tuple[Key, ...]]
    # Other bindings.
    ALSO: ClassVar[tuple[BindingType, ...]] = ()
    # Whether leaving a saved game that was opened here leaves this screen too.
    closes_with_game: ClassVar[bool] = False
    # Whether a question is open that must be answered before the next.
    busy = False

    def __init_subclass__(cls, **more: Any) -> None:
        cls.KEYS = footer(cls.EXPLAINED)
        # Textual looks for this name.
        cls.BINDINGS = [*bound(cls.KEYS), *cls.ALSO]
        super().__init_subclass__(**more)

    @property
    def voice(self) -> Voice:
        return voice_of(self)

    def say(self, text: str, /, **values: Any) -> str:
        return self.voice.say(text, **values)

    def write(self, id: str, text: VisualType) -> None:
        """Replace the text of the `Static` with an id."""
        self.query_one(f"#{id}", Static).update(text)

    def warn(self, line: str) -> None:
        """Show a warning at the bottom of the screen; may be called from a thread."""
        self.hear(lambda line: self.app.notify(line, severity="warning"), line)

    # from other threads

    def think(
        self,
        question: Callable[[], T],
        answer: Callable[[T], object],
        refused: Callable[[str], object],
        *,
        once: bool = False,
    ) -> None:
        """Compute `question` in a thread, then call `answer`, or `refused` with the reason, in the app.

        With `once`, it does nothing while an earlier question is open. It is a daemon thread, not a Textual
        worker, so that quitting does not wait for a hard question.
        """
        if once and self.busy:
            return
        voice, self.busy = self.voice, self.busy or once

        def tell(heard: Callable[[Any], object], what: Any) -> None:
            self.busy = self.busy and not once
            heard(what)

        def work() -> None:
            try:
                found = question()
            except GameError as error:
                self.hear(partial(tell, refused), voice.tell(error))
            else:
                self.hear(partial(tell, answer), found)

        threading.Thread(target=work, name="theory", daemon=True).start()

    def hear(self, tell: Callable[[T], object], what: T) -> None:
        """Call a function of the screen from another thread, without waiting for it."""
        # The app may be closing.
        with suppress(RuntimeError):
            self.call_later(tell, what)

    # other screens

    def resume(self, id: int) -> None:
        """Open the board of a saved game, or show why that is not possible."""
        # Imported here so that the first screen does not wait for them.
        from outnumber.local.app.runner import GameRunner
        from outnumber.players.registry import trusted
        from outnumber.store.games import GameStore

        from .board import BoardScreen

        voice = self.voice
        try:
            runner = GameRunner(trusted(GameStore().load(id), id), voice, id)
        except GameError as error:
            self.notify(voice.tell(error), severity="warning", title=voice.say("Not now"))
            return
        if runner.match.over:
            runner.leave()
            self.notify(voice.say("That game is over. r reviews it."))
        else:
            self.app.push_screen(BoardScreen(runner))

    # windows over it

    def confirm(
        self, question: str, yes: str, no: str, then: Callable[[], object], *, careful: bool = False
    ) -> None:
        """Run an action if the player answers a question with yes."""
        from outnumber.local.app.widgets.dialogs import ConfirmDialog

        def answered(sure: bool | None) -> None:
            if sure:
                then()

        yes, no = self.say("{answer} (y)", answer=yes), self.say("{answer} (n)", answer=no)
        self.app.push_screen(ConfirmDialog(question, yes, no, careful=careful), answered)

    def read_text(self, title: str, lines: Sequence[str] | Callable[[int], Sequence[str]]) -> None:
        """Open a window with lines to read, or with a function that lays them out for a width."""
        from outnumber.local.app.widgets.dialogs import TextDialog

        self.app.push_screen(TextDialog(title, lines))

    def read_rules(self, kind: type[Rules]) -> None:
        """Open a window with the rules of a game."""
        from outnumber.language.match import title
        from outnumber.language.rules import rules_text

        voice = self.voice

        def lines(width: int) -> list[str]:
            return rules_text(kind, voice, flags=False, width=width).splitlines()

        self.read_text(title(kind, voice), lines)

    def action_help(self) -> None:
        """Show all keys of this screen, including those that do not fit into the footer."""
        self.explain([(key.name, key.does) for key in self.query_one(Keys).all])

    def explain(self, told: Sequence[tuple[str, str]]) -> None:
        """Open a window that explains the keys."""
        from outnumber.language.app import help_lines

        voice = self.voice
        self.read_text(self.say("Help"), lambda width: help_lines(told, voice, width))
