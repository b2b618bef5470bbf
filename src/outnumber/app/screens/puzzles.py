"""Where puzzles are chosen: the one of the day, those to try again, or those of a game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from outnumber.app.background import think
from outnumber.app.screens.page import Page
from outnumber.app.screens.puzzle import Main as Solving
from outnumber.app.table import Notices
from outnumber.app.widgets.keys import Key, Keys, bound
from outnumber.games.registry import all_games
from outnumber.games.sentences import mark
from outnumber.home import book as books
from outnumber.puzzles.daily import daily
from outnumber.puzzles.generate import mixed
from outnumber.puzzles.kinds import KINDS
from outnumber.puzzles.puzzle import Puzzle
from outnumber.words import puzzles as words

DAILY, AGAIN, ALL = "daily", "again", "all"
KEYS = (
    Key("↑↓", mark("Choose")),
    Key("⏎", mark("Open"), "open_marked"),
    Key("d", mark("Daily"), "daily"),
    Key("a", mark("Again"), f"open('{AGAIN}')"),
    Key("m", mark("Mixed"), f"open('{ALL}')"),
    Key("?", mark("Help"), "help"),
    Key("Esc", mark("Back"), "app.pop_screen"),
)


def seed() -> int:
    """Other puzzles each time."""
    return int.from_bytes(os.urandom(8))


class Sitting(NamedTuple):
    """What somebody has sat down to: the first puzzle is made, and the others as they are wanted."""

    book: books.Book
    first: Puzzle | None
    rest: Iterator[Puzzle]
    day: str


class Main(Page):
    """The puzzles there are, and how they have gone so far."""

    BINDINGS: ClassVar[list[BindingType]] = [*bound(KEYS), ("q", "app.pop_screen")]

    def __init__(self) -> None:
        super().__init__()
        self._titles = {kind.name: kind.title for kind in all_games()}
        self._opening = False

    def compose(self) -> ComposeResult:
        what = self.say("Every puzzle is proven. d on a game is its puzzle of the day.")
        yield Static(Text.assemble((f"{self.say('Puzzles')} ", "bold"), (f" {what}", "dim")), id="bar")
        yield OptionList(id="list", compact=True)
        yield Keys(KEYS)

    def on_mount(self) -> None:
        self._fill({})
        self.query_one(OptionList).highlighted = 0
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        # In the background: missed puzzles are proven again.
        think(self, self._look, self._fill, self.warn)

    def _look(self) -> dict[str, str]:
        """How each line of the list stands."""
        progress, now, voice = self._book().progress, books.utc_now(), self.voice
        found = {name: words.of_a_game(progress, name, voice) for name in self._titles}
        found[DAILY] = words.of_the_day(progress, daily(now.date()), now.date().isoformat(), voice)
        found[AGAIN] = words.to_try_again(len(progress.waiting(now)), voice)
        return found

    def _fill(self, stand: dict[str, str]) -> None:
        menu = self.query_one(OptionList)
        before = menu.highlighted
        titles = {
            DAILY: ("d", self.say("Puzzle of the day")),
            AGAIN: ("a", self.say("To try again")),
            ALL: ("m", self.say("All games mixed")),
        } | {name: ("", self.voice.word(title)) for name, title in self._titles.items()}
        stand = {ALL: self.say("one game after the other"), **stand}
        wide = max(20, *(len(title) for _, title in titles.values()))
        menu.clear_options()
        for id, (key, title) in titles.items():
            line = Text(no_wrap=True, overflow="ellipsis").append(f" {key:<1}", "bold")
            line.append(f"   {title:<{wide}} ").append(stand.get(id, ""), "dim")
            menu.add_option(Option(line, id=id))
        menu.highlighted = before

    def _book(self) -> books.Book:
        return books.Book(Notices(self.voice, self.warn))

    # opening

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_open(event.option_id or "")

    def action_open_marked(self) -> None:
        self.action_open(self._marked)

    @property
    def _marked(self) -> str:
        option = self.query_one(OptionList).highlighted_option
        return (option.id or "") if option else ""

    def action_daily(self) -> None:
        """The puzzle of the day: that of the game, where one is marked."""
        game = self._marked if self._marked in self._titles else None
        self._sit(DAILY, game)

    def action_open(self, what: str) -> None:
        self._sit(what, what if what in self._titles else None)

    def _sit(self, what: str, game: str | None) -> None:
        if self._opening:
            return
        self._opening = True
        think(self, lambda: self._sitting(what, game), self._begin, self._refused)

    def _sitting(self, what: str, game: str | None) -> Sitting:
        book, now = self._book(), books.utc_now()
        if what == DAILY:
            return Sitting(book, daily(now.date(), game), iter(()), now.date().isoformat())
        puzzles = iter(book.progress.waiting(now, game))
        if what != AGAIN:
            games = [game] if game else ()
            puzzles = chain(puzzles, mixed(seed(), games=games, kinds=KINDS, difficulty=book.wanted))
        return Sitting(book, next(puzzles, None), puzzles, "")

    def _begin(self, found: Sitting) -> None:
        self._opening = False
        if found.first is None:
            text = self.say(
                "Nothing is to be tried again now. A puzzle that you miss comes back after a day."
            )
            self.notify(text)
        else:
            self.app.push_screen(Solving(found.first, found.rest, found.book, found.day))

    def _refused(self, why: str) -> None:
        self._opening = False
        self.warn(why)
