"""A board that plays out what comes of an answer: in a puzzle, or in a lesson."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from outnumber.games.base import Rules
from outnumber.language import app as words
from outnumber.local.app.screens.board_page import BoardPage
from outnumber.match.round import Round

# Between two moves that are played out, in seconds.
PAUSE = 0.7

T = TypeVar("T")


class PlayoutPage(BoardPage):
    """Shows a line move by move, and goes back to the board at the next key."""

    ALSO: ClassVar[tuple[BindingType, ...]] = (
        # Before the grid has them: at the end of a refutation there is nothing to go to.
        Binding("tab", "next_legal(1)", priority=True),
        Binding("shift+tab", "next_legal(-1)", priority=True),
    )

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        # The rounds of what is played out while that is shown, and how far it has come.
        self.line: list[Round] = []
        self.at = 0
        self._timer: Timer | None = None
        # While this is set, an answer is being worked out.
        self._busy = False

    def how(self, asks: str) -> str:
        """How to answer: by going to a number, or by naming a player."""
        return self.say("Type 1 or 2, then Enter.") if asks == "seat" else self.voice.word(words.BEGIN)

    def panel(self) -> Widget:
        return Static(id="puzzle", markup=False)

    def on_mount(self) -> None:
        self.watch(self.grid, "cursor", self._marked, init=False)

    def _marked(self) -> None:
        # Whoever goes to a number is done with looking.
        self.turn_back()

    def action_next_legal(self, by: int) -> None:
        self.turn_back()
        self.grid.action_next_legal(by)

    def work_out(self, question: Callable[[], T], answer: Callable[[T], object]) -> None:
        """Answer one question at a time in the background, and show what came of it."""
        if self._busy:
            return
        self._busy = True

        def heard(found: T) -> None:
            self._busy = False
            answer(found)
            self.show()

        def refused(why: str) -> None:
            self._busy = False
            self.show()
            self.prompt.refuse(why)

        self.think(question, heard, refused)

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
        """Play no further."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def turn_back(self) -> bool:
        """Back from what is played out to the board; what was said about it stays to be read."""
        self.stop()
        if not self.line:
            return False
        self.line = []
        self.show()
        return True
