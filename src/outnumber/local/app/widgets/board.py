"""A round to look at: what lies on the table, and the numbers below it."""

from __future__ import annotations

from collections.abc import Container

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from outnumber.games.base import Rules
from outnumber.games.numbers import Numbers
from outnumber.games.options import chosen
from outnumber.language.app import numbers
from outnumber.language.match import title
from outnumber.language.who import column
from outnumber.local.app.voices import voice_of
from outnumber.local.app.widgets.grid import NumberGrid
from outnumber.local.app.widgets.tableau import tableau
from outnumber.match.match import Match


class Bar(Static):
    """The line above a board: the game, the round and the options."""

    def __init__(self) -> None:
        super().__init__(id="bar", markup=False)

    def show(self, match: Match, lead: str = "", after: str = "") -> None:
        voice = voice_of(self)
        text = Text.assemble((f"{lead}{title(match.rules, voice)} ", "bold"))
        if match.length > 1:
            number = len(match.rounds)
            text.append(f" {voice.say('Round {round} of {rounds}', round=number, rounds=match.length)} ")
        if options := chosen(match.rules, voice):
            text.append(f" {options} ", "dim")
        self.update(text.append(after, "dim"))


class BoardWidget(Vertical):
    """The rows of a scene above the grid of its numbers."""

    def __init__(self, rules: Rules, *, marked: bool = True) -> None:
        super().__init__(id="main")
        self._rules, self._marked = rules, marked
        # The numbers that the title tells.
        self._told: Numbers | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="tableau", markup=False)
        yield NumberGrid(self._rules.start().scene(), id="grid", marked=self._marked)

    def begin(self, rules: Rules) -> None:
        """Show another game from now on."""
        self.query_one(NumberGrid).begin(rules.start().scene())

    def show(self, match: Match, winning: Container[int] | None = None) -> None:
        """Draw the current round of a match, with marks for the moves that win where these are given."""
        current, voice = match.current, voice_of(self)
        scene = current.scene
        rows = self.query_one("#tableau", Static)
        width = max(20, rows.size.width or 50)
        rows.update(tableau(scene, lambda seat: column(match, seat, voice), width, voice))
        grid = self.query_one(NumberGrid)
        grid.show(scene, current.moves[-1] if current.moves else 0, winning)
        if grid.held is not self._told:
            self._told = grid.held
            self.border_title = numbers(grid.held, voice)
