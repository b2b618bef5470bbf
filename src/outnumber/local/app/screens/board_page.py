"""Boards at which somebody chooses numbers: in a match, in a puzzle, or for a chain."""

from __future__ import annotations

from collections.abc import Container
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget

from outnumber.games.base import Position, Rules
from outnumber.games.errors import GameError
from outnumber.language.app import Explained
from outnumber.local.app.screens.page import Page
from outnumber.local.app.widgets.board import Bar, BoardWidget
from outnumber.local.app.widgets.grid import NumberGrid
from outnumber.local.app.widgets.keys import Keys
from outnumber.local.app.widgets.moves import MoveList
from outnumber.local.app.widgets.panels import Prompt
from outnumber.local.entries import read_legal_move, read_move
from outnumber.match.match import Match

LONGEST_ENTRY = 9


class NumberEntryPage(Page):
    """A grid, and somebody who types, marks or clicks a number of it."""

    EXPLAINED: ClassVar[tuple[Explained, ...]]
    ALSO: ClassVar[tuple[BindingType, ...]] = (("backspace", "rub_out"),)

    def __init__(self) -> None:
        super().__init__()
        self.typed = ""
        # How it ended, in words; empty before that.
        self.result = ""

    @property
    def grid(self) -> NumberGrid:
        return self.query_one(NumberGrid)

    @property
    def prompt(self) -> Prompt:
        return self.query_one(Prompt)

    def show_prompt(self) -> None:
        """Ask for what is to be done now."""
        raise NotImplementedError

    def asked(self, what: str) -> Text:
        """What somebody is asked for, with what they have typed so far."""
        return Text(f"{what} › {self.typed}▏" if self.typed else f"{what} ›", "bold")

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "0123456789" and not self.result:
            event.stop()
            self.turn_back()
            self.typed = (self.typed + event.character)[:LONGEST_ENTRY]
            self.grid.mark(int(self.typed))
            self.show_prompt()

    def turn_back(self) -> bool:
        """Go back to where a number can be chosen, from something that is only shown; whether there was."""
        return False

    def refuse(self, error: GameError) -> None:
        """Say why a number is not taken, and ask again."""
        self.prompt.refuse(self.voice.tell(error))
        self.show_prompt()

    def action_rub_out(self) -> None:
        self.typed = self.typed[:-1]
        self.show_prompt()

    def action_help(self) -> None:
        self.explain(self.EXPLAINED)


class BoardPage(NumberEntryPage):
    """The board of a game, with its moves."""

    ALSO: ClassVar[tuple[BindingType, ...]] = (("escape", "escape"), ("f1,i", "rules"))

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def panel(self) -> Widget:
        """What stands above the moves."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Bar()
        with Horizontal(id="board"):
            yield BoardWidget(self.rules)
            with Vertical(id="side"):
                yield self.panel()
                with VerticalScroll(id="history", can_focus=False) as history:
                    history.border_title = self.say("Moves")
                    yield MoveList(id="moves", markup=False)
        yield Prompt(id="prompt")
        yield Keys(self.KEYS)

    def on_resize(self) -> None:
        self.show()

    # what it looks like

    def show(self) -> None:
        """Draw everything as it is."""
        raise NotImplementedError

    def draw(
        self, match: Match, winning: Container[int] | None = None, *, lead: str = "", after: str = ""
    ) -> None:
        """Draw the current round of a match, with words before and after the name of the game."""
        self.query_one(Bar).show(match, lead, after)
        self.query_one(BoardWidget).show(match, winning)
        self.query_one(MoveList).show(match)
        self.query_one("#history").scroll_end(animate=False)
        self.show_prompt()

    def ended(self, onward: str) -> Text:
        """How it ended, and what Enter does now."""
        return Text.assemble((self.result, "bold"), (f"  {onward}", "dim"))

    # typing

    def read(self, text: str, position: Position | None = None) -> int | None:
        """The number that was entered, one to play if there is a position; None where it is refused."""
        self.typed = ""
        try:
            return read_legal_move(position, text) if position is not None else read_move(text)
        except GameError as error:
            self.refuse(error)
            return None

    def action_escape(self) -> None:
        if self.typed:
            self.typed = ""
            self.show_prompt()
        elif not self.turn_back():
            self.action_back()

    def action_back(self) -> None:
        raise NotImplementedError

    def action_rules(self) -> None:
        self.read_rules(type(self.rules))
