"""The footer of a screen: its keys, which can also be clicked, and above them temporary messages."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Static

from outnumber.games.sentences import mark
from outnumber.language.commands import footer_of
from outnumber.local.app.voices import voice_of

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
