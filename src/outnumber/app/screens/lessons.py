"""Where lessons are chosen: all five with their stars."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from outnumber.app.background import think
from outnumber.app.screens.lesson import Main as Learning
from outnumber.app.screens.page import Page
from outnumber.app.table import Notices
from outnumber.app.widgets.keys import Key, Keys, bound
from outnumber.games.sentences import mark
from outnumber.home.book import Book
from outnumber.home.lessons import all_places
from outnumber.lessons.engine import Place
from outnumber.lessons.progress import proposed
from outnumber.lessons.shelf import LESSONS
from outnumber.words import lessons as words

KEYS = (
    Key("↑↓", mark("Choose")),
    Key("⏎", mark("Open"), "open_marked"),
    Key("?", mark("Help"), "help"),
    Key("Esc", mark("Back"), "app.pop_screen"),
)


class Main(Page):
    """The lessons there are, and how far somebody is."""

    BINDINGS: ClassVar[list[BindingType]] = [*bound(KEYS), ("q", "app.pop_screen")]

    def compose(self) -> ComposeResult:
        what = self.say("Three stars a lesson: saw it, can do it, can prove it.")
        yield Static(Text.assemble((f"{self.say('Learn')} ", "bold"), (f" {what}", "dim")), id="bar")
        yield OptionList(id="list", compact=True)
        yield Keys(KEYS)

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        # In the background: seats that were begun are looked at again.
        think(self, lambda: all_places(self._book().progress), self._fill, self.warn)

    def _fill(self, found: dict[str, Place]) -> None:
        menu = self.query_one(OptionList)
        before = menu.highlighted
        menu.clear_options()
        voice = self.voice
        wide = max(len(words.named(lesson, voice)) for lesson in LESSONS.values())
        for lesson in LESSONS.values():
            place = found[lesson.id]
            line = Text(no_wrap=True, overflow="ellipsis").append(f" {words.stars(place.stars)} ", "bold")
            line.append(f" {words.named(lesson, voice):<{wide}}  ")
            line.append(words.where(place, lesson, voice), "dim")
            menu.add_option(Option(line, id=lesson.id))
        menu.highlighted = list(LESSONS).index(proposed(found)) if before is None else before

    def _book(self) -> Book:
        return Book(Notices(self.voice, self.warn))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._open(event.option_id or "")

    def action_open_marked(self) -> None:
        option = self.query_one(OptionList).highlighted_option
        self._open((option.id or "") if option else "")

    def _open(self, lesson: str) -> None:
        if lesson:
            self.app.push_screen(Learning(lesson, self._book()))
