"""The base of all screens: language, keys and the footer that shows them, background threads, and windows."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.dom import DOMNode
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer
from textual.visual import VisualType
from textual.widgets import Static

from outnumber.games import GameError, Rules, Voice, mark
from outnumber.language.commands import footer_of

if TYPE_CHECKING:
    from .main import OutnumberApp


def app_of(node: DOMNode) -> OutnumberApp:
    """The app that a widget belongs to."""
    return cast("OutnumberApp", node.app)


def voice_of(node: DOMNode) -> Voice:
    """The voice of the app that a widget belongs to."""
    return app_of(node).voice


# Textual's names of keys that the screen shows under other names.
BOUND = {
    "⏎": "enter",
    "←": "left",
    "→": "right",
    mark("Esc"): "escape",
    mark("Space"): "space",
    mark("Home"): "home",
    mark("End"): "end",
    "F1": "f1",
}


class Key(NamedTuple):
    """The name of a key, its description, and the screen action that it triggers, if any."""

    name: str
    does: str
    action: str = ""


def footer(section: str) -> tuple[Key, ...]:
    """The keys in the footer of a screen, from a section of `language/help.txt`; the way out is the last."""
    return tuple(Key(name, does, action.strip("-")) for name, does, action in footer_of(section))


def bound(keys: Sequence[Key]) -> list[BindingType]:
    """The bindings of keys that trigger an action themselves."""
    single = (key for key in keys if key.action and (key.name in BOUND or len(key.name) == 1))
    return [(BOUND.get(key.name, key.name), key.action) for key in single]


class Keys(Static):
    """The keys that fit on a line; ? shows all. Textual's footer uses one widget per key, which is slow."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key"}

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__(id="keys", markup=False)
        self.all = keys
        self.news = Text()
        self._until: Timer | None = None

    def on_mount(self) -> None:
        text, until = getattr(self.app, "warning", ("", 0.0))
        if (left := until - time.monotonic()) > 0:
            self.tell(text, "bold", left)

    def tell(self, news: str, style: str = "", seconds: float = 0) -> None:
        """Show a message above the keys, for some seconds or until the next: it takes space but covers
        nothing.
        """
        if self._until:
            self._until.stop()
        self.news = Text(news, style)
        self._until = self.set_timer(seconds, lambda: self.tell("")) if news and seconds else None
        self.refresh(layout=True)

    def _news(self, width: int) -> list[Text]:
        """The message in lines of this width, with a margin on both sides."""
        wide = max(1, width - 2)
        return (
            [Text.assemble(" ", line) for line in self.news.wrap(self.app.console, wide)] if self.news else []
        )

    def show(self, keys: Sequence[Key]) -> None:
        """Show other keys."""
        if keys != self.all:
            self.all = keys
            self.refresh(layout=True)

    def line(self, width: int) -> list[tuple[str, str, str]]:
        """The keys that fit: the displayed name and description of each, and its action."""
        voice = voice_of(self)
        line = [(f" {voice.word(name)}", f" {voice.word(does)} ", action) for name, does, action in self.all]
        # The most useful keys come first; help and the way out at the end are never omitted.
        spare = [each for each, key in zip(line[:-1], self.all, strict=False) if key.name != "?"]
        # The last column may be empty.
        while spare and sum(len(name + does) for name, does, _ in line) > width + 1:
            line.remove(spare.pop())
        return line

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return len(self._news(width)) + 1

    def render(self) -> Text:
        accent = self.get_component_rich_style("keys--key", partial=True)
        width = self.size.width
        line = Text.assemble(*(part for name, does, _ in self.line(width) for part in ((name, accent), does)))
        return Text("\n", no_wrap=True, overflow="ellipsis").join([*self._news(width), line])

    async def on_click(self, event: events.Click) -> None:
        width, end = self.size.width, 0
        for name, does, action in self.line(width) if event.y == len(self._news(width)) else ():
            end += len(name + does)
            if event.x < end:
                if action:
                    await self.run_action(action if "." in action else f"screen.{action}")
                return


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
        from outnumber.players.registry import trusted
        from outnumber.store.games import GameStore

        from .runner import GameRunner
        from .screens.board import BoardScreen

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
        """Run an action if the player answers a question with yes, and show why it fails."""
        from .widgets.fields import ConfirmDialog

        def answered(sure: bool | None) -> None:
            if sure:
                try:
                    then()
                except GameError as error:
                    self.warn(self.voice.tell(error))

        yes, no = self.say("{answer} (y)", answer=yes), self.say("{answer} (n)", answer=no)
        self.app.push_screen(ConfirmDialog(question, yes, no, careful=careful), answered)

    def read_text(self, title: str, lines: Sequence[str] | Callable[[int], Sequence[str]]) -> None:
        """Open a window with lines to read, or with a function that lays them out for a width."""
        from .widgets.fields import TextDialog

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
