"""A list of games, puzzles or lessons to open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from outnumber.local.app.page import Keys, Page

# The digits, which pick a line by its number.
DIGITS: tuple[BindingType, ...] = tuple((str(digit), f"pick({digit - 1})") for digit in range(1, 10))


def line(head: str, name: str, about: str) -> Text:
    """A line of a list, truncated if it is too long."""
    return Text.assemble((head, "bold"), name, (about, "dim"), no_wrap=True, overflow="ellipsis")


class MenuPage(Page):
    """A screen with a list; Enter opens the marked line."""

    @property
    def menu(self) -> OptionList:
        return self.query_one(OptionList)

    @property
    def marked(self) -> str:
        """The id of the marked line, empty if there is none."""
        option = self.menu.highlighted_option
        return (option.id or "") if option else ""

    def fill(self, lines: Mapping[str, Text], first: int = 0) -> None:
        """Replace the lines, by their ids; the mark stays on its line or place, and begins with the first."""
        before, marked = self.menu.highlighted, self.marked
        self.menu.clear_options()
        self.menu.add_options(Option(text, id=id) for id, text in lines.items())
        place = first if before is None else before
        self.menu.highlighted = list(lines).index(marked) if marked in lines else place

    def on_option_list_option_selected(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Open the marked line."""
        raise NotImplementedError


class CatalogueScreen(MenuPage):
    """A list with a title and a description."""

    NAME: ClassVar[str]
    ABOUT: ClassVar[str]
    ALSO: ClassVar[tuple[BindingType, ...]] = (("q", "app.pop_screen"),)

    def compose(self) -> ComposeResult:
        name, about = self.say(self.NAME), self.say(self.ABOUT)
        yield Static(Text.assemble((f"{name} ", "bold"), (f" {about}", "dim")), id="bar")
        yield Static(id="empty", markup=False)
        yield OptionList(id="list", compact=True)
        yield Keys(self.KEYS)


class NumberedScreen(CatalogueScreen):
    """A list whose lines can be opened by their numbers too."""

    EXPLAINED = "list"
    ALSO = (*CatalogueScreen.ALSO, *DIGITS)

    def on_mount(self) -> None:
        self.menu.focus()

    def number(self, lines: Mapping[str, tuple[str, str]], first: int = 0) -> None:
        """Show the lines, each with a name and a description, by their ids."""
        wide = max(len(name) for name, _ in lines.values())
        self.fill(
            {
                id: line(f" {at} ", f" {name:<{wide}}  ", about)
                for at, (id, (name, about)) in enumerate(lines.items(), 1)
            },
            first,
        )

    def action_pick(self, place: int) -> None:
        if place < self.menu.option_count:
            self.menu.highlighted = place
            self.action_open()
