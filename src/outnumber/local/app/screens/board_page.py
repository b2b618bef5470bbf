"""Boards on which the player chooses numbers: in a match, a puzzle, a lesson or the chain."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.timer import Timer
from textual.widgets import Static

from outnumber.games import GameError, Phrase, Position, Rules
from outnumber.language.app import BEGIN
from outnumber.language.commands import help_for
from outnumber.local.app.page import Key, Keys, Page
from outnumber.local.app.widgets.board import Bar, BoardWidget, MoveList, Prompt
from outnumber.local.app.widgets.grid import NumberGrid
from outnumber.local.entries import read_legal_move, read_move
from outnumber.match import Match, Round

LONGEST_ENTRY = 9
# Seconds between two moves of a line that is shown.
PAUSE = 0.7

T = TypeVar("T")


class NumberEntryPage(Page):
    """A grid of which the player types, marks or clicks a number."""

    ALSO: ClassVar[tuple[BindingType, ...]] = (("backspace", "rub_out"),)

    def __init__(self) -> None:
        super().__init__()
        self.typed = ""
        # How the game ended, in words; empty until then.
        self.result = ""

    @property
    def grid(self) -> NumberGrid:
        return self.query_one(NumberGrid)

    @property
    def prompt(self) -> Prompt:
        return self.query_one(Prompt)

    def show_prompt(self) -> None:
        """Ask the player for the next action."""
        raise NotImplementedError

    def question(self, what: str) -> Text:
        """The prompt, with the input so far."""
        return Text(f"{what} › {self.typed}▏" if self.typed else f"{what} ›", "bold")

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "0123456789" and not self.result:
            event.stop()
            self.turn_back()
            self.typed = (self.typed + event.character)[:LONGEST_ENTRY]
            self.grid.mark(int(self.typed))
            self.show_prompt()

    def choose(self, text: str) -> None:
        """Handle the number that was typed, marked or clicked."""
        raise NotImplementedError

    def on_number_grid_clicked(self, event: NumberGrid.Clicked) -> None:
        if not self.result:
            self.choose(str(event.number))

    def action_enter(self) -> None:
        if not self.result:
            self.choose(self.typed or str(self.grid.number))

    def turn_back(self) -> bool:
        """Return from a displayed line to the board; returns whether there was one."""
        return False

    def refuse(self, why: Phrase | GameError) -> None:
        """Show why an action is not possible, and ask again."""
        self.prompt.refuse(self.voice.tell(why))
        self.show_prompt()

    def action_rub_out(self) -> None:
        self.typed = self.typed[:-1]
        self.show_prompt()

    def action_help(self) -> None:
        self.explain(help_for(self.EXPLAINED))


class BoardPage(NumberEntryPage):
    """The board of a game, with a panel and the list of moves beside it."""

    ALSO: ClassVar[tuple[BindingType, ...]] = (("escape", "escape"), ("f1,i", "rules"))
    # The title of the panel above the moves, and its kind and id.
    PANEL: ClassVar[str]
    PANEL_KIND: ClassVar[type[Static]] = Static
    PANEL_ID: ClassVar = "puzzle"

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules
        self.panel = self.PANEL_KIND(id=self.PANEL_ID, markup=False)

    def compose(self) -> ComposeResult:
        yield Bar()
        with Horizontal(id="board"):
            yield BoardWidget(self.rules)
            with Vertical(id="side"):
                self.panel.border_title = self.say(self.PANEL)
                yield self.panel
                with VerticalScroll(id="history", can_focus=False) as history:
                    history.border_title = self.say("Moves")
                    yield MoveList(id="moves", markup=False)
        yield Prompt(id="prompt")
        yield Keys(self.KEYS)

    def on_resize(self) -> None:
        self.show()

    # drawing

    def show(self) -> None:
        """Redraw everything."""
        raise NotImplementedError

    def draw(
        self, match: Match, winning: Container[int] | None = None, *, lead: str = "", after: str = ""
    ) -> None:
        """Draw the current round of a match, with text before and after the name of the game."""
        self.query_one(Bar).show(match, lead, after)
        self.query_one(BoardWidget).show(match, winning)
        self.query_one(MoveList).show(match)
        self.query_one("#history").scroll_end(animate=False)
        self.show_prompt()

    def ended(self, onward: str) -> Text:
        """How the game ended, and what Enter does now."""
        return Text.assemble((self.result, "bold"), (f"  {onward}", "dim"))

    def show_keys(self, enter: str, idle: Container[str], *more: Key) -> None:
        """Show what Enter does now, and the other active keys."""
        rest = (key for key in self.KEYS[1:] if key.name not in idle)
        self.query_one(Keys).show((Key("⏎", enter, "enter"), *more, *rest))

    # typing

    def read(self, text: str, position: Position | None = None) -> int | None:
        """The number that was entered; it must be a legal move if there is a position. None if it is
        refused.
        """
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


class PlayoutPage(BoardPage):
    """The board of a question, which shows the refutation of an answer until the next key."""

    ALSO: ClassVar[tuple[BindingType, ...]] = (
        # Handled before the grid: at the end of a refutation there is no number to move to.
        Binding("tab", "next_legal(1)", priority=True),
        Binding("shift+tab", "next_legal(-1)", priority=True),
    )

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        # The rounds of the displayed line, and the current place in it.
        self.line: list[Round] = []
        self.at = 0
        self._timer: Timer | None = None
        # Whether a mouse button was pressed while a refutation was shown.
        self._pressed = False

    @property
    def asks(self) -> str:
        """The expected kind of answer: `move`, `moves`, `seat`, or `next` for none."""
        raise NotImplementedError

    def finish(self) -> None:
        """Continue, or submit the marked moves."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.watch(self.grid, "cursor", self._marked, init=False)

    def _marked(self) -> None:
        # A player who moves to a number wants to leave the refutation.
        self.turn_back()

    def action_next_legal(self, by: int) -> None:
        self.turn_back()
        self.grid.action_next_legal(by)

    def on_mouse_down(self) -> None:
        self._pressed = bool(self.line)

    def on_number_grid_clicked(self, event: NumberGrid.Clicked) -> None:
        event.prevent_default()
        # A click on the board of a refutation is not an answer, because the question's board looks different.
        if self._pressed:
            self.turn_back()
        elif self.asks in ("move", "moves"):
            self.choose(str(event.number))

    def action_enter(self) -> None:
        if self.turn_back():
            return
        if self.asks == "next" or (self.asks == "moves" and not self.typed):
            self.finish()
        elif self.typed or (self.grid.number and self.asks != "seat"):
            self.choose(self.typed or str(self.grid.number))
        else:
            self.prompt.refuse(self.how())

    def how(self) -> str:
        """How to answer: by selecting a number, or by naming a player."""
        return self.say("Type 1 or 2, then Enter.") if self.asks == "seat" else self.voice.word(BEGIN)

    def work_out(self, question: Callable[[], T], answer: Callable[[T], object]) -> None:
        """Compute one answer at a time in the background, and show the result."""

        def heard(found: T) -> None:
            answer(found)
            self.show()

        def refused(why: str) -> None:
            self.show()
            self.prompt.refuse(why)

        self.think(question, heard, refused, once=True)

    def play_out(self, line: list[Round]) -> None:
        self.line, self.at = line, 0
        self._timer = self.set_interval(PAUSE, self._step)

    def _step(self) -> None:
        if self.at + 1 < len(self.line):
            self.at += 1
            self.show()
        else:
            self.stop()

    def stop(self) -> None:
        """Stop showing moves."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def turn_back(self) -> bool:
        self.stop()
        if not self.line:
            return False
        self.line = []
        self.show()
        return True

    def action_back(self) -> None:
        self.stop()
        if self.is_current:
            self.app.pop_screen()
