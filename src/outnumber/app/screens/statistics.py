"""How somebody has done, as `outnumber stats` tells it; exported to a file or erased from here."""

from __future__ import annotations

import json
import os
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from outnumber.app.background import think
from outnumber.app.widgets.dialogs import Naming, Question
from outnumber.app.widgets.keys import Keys
from outnumber.games.errors import GameError
from outnumber.games.registry import all_games
from outnumber.statistics.summary import Kept, Statistics, erase, from_disk, to_json
from outnumber.store.files import save_copy
from outnumber.terminal import puzzles as plain
from outnumber.words.puzzles import set_aside
from outnumber.words.statistics import told

FILE = "outnumber-statistics.json"
BLOCKS = "█·"
KEYS = (
    ("←→", "Game", "turn(1)"),
    ("↑↓", "Scroll", ""),
    ("e", "Export", "export"),
    ("d", "Erase", "erase"),
    ("D", "Erase games too", "erase(True)"),
    ("Esc", "Back", "app.pop_screen"),
)


class Main(Screen[None]):
    """Games, results, accuracy and puzzles; left and right go from game to game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Game before"),
        Binding("right", "turn(1)", "Next game"),
        Binding("up", "move(-1)", "Up"),
        Binding("down", "move(1)", "Down"),
        Binding("pageup", "page(-1)", "Page up"),
        Binding("pagedown,space", "page(1)", "Page down"),
        Binding("home", "move(-10_000)", "Top"),
        Binding("end", "move(10_000)", "Bottom"),
        Binding("e", "export", "Export"),
        Binding("d", "erase", "Erase"),
        Binding("D", "erase(True)", "Erase games too"),
        Binding("escape,q", "app.pop_screen", "Back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._titles = {kind.name: kind.title for kind in all_games()}
        self._found: Statistics | None = None
        self._game: str | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="bar", markup=False)
        with VerticalScroll(id="counted", can_focus=False):
            yield Static("Counting…", id="told", markup=False)
        yield Keys(KEYS)

    def on_mount(self) -> None:
        self._count()

    def _count(self) -> None:
        # In the background: games that were not counted before are looked at move by move.
        think(self, lambda: from_disk(plain.utc_now()), self._counted, self._problem)
        self._show_bar()

    def _counted(self, kept: Kept) -> None:
        self._found, self._game = kept.statistics, None
        if kept.set_aside:
            self.notify(set_aside(kept.set_aside.name), severity="warning")
        self._show()

    def _problem(self, why: str) -> None:
        self.query_one("#told", Static).update(why)

    def _show_bar(self) -> None:
        name = "All games" if self._game is None else self._titles.get(self._game, self._game)
        bar = Text.assemble((" Statistics ", "bold"), ("  ‹ ", "dim"), (name, "bold"), (" ›", "dim"))
        self.query_one("#bar", Static).update(bar)

    def _show(self) -> None:
        self._show_bar()
        if self._found is None:
            return
        text = Text()
        for line, style in told(self._found.of(self._game), self._game, BLOCKS):
            # How to begin is another matter here than at the prompt.
            text.append(line.partition(" Start with:")[0] + "\n", "bold" if style else "")
        if not self._found.by_game:
            text.append("Go back with Esc, and begin a game with n, or a puzzle with p.", "dim")
        text.rstrip()
        self.query_one("#told", Static).update(text)
        self.query_one("#counted").scroll_home(animate=False)

    def action_turn(self, by: int) -> None:
        if self._found is None:
            return
        known = list(self._titles)
        # In the usual order; a game that is no longer installed comes last.
        found = sorted(
            self._found.by_game, key=lambda name: known.index(name) if name in known else len(known)
        )
        games: list[str | None] = [None, *found]
        self._game = games[(games.index(self._game) + by) % len(games)]
        self._show()

    def action_move(self, by: int) -> None:
        self.query_one("#counted").scroll_relative(y=by, animate=False)

    def action_page(self, by: int) -> None:
        counted = self.query_one("#counted")
        counted.scroll_relative(y=by * max(1, counted.size.height - 1), animate=False)

    # to a file, and away

    def action_export(self) -> None:
        if self._found is not None:
            self.app.push_screen(Naming("Export as JSON", FILE), self._save)

    def _save(self, name: str | None) -> None:
        if not name or self._found is None:
            return
        text = json.dumps(to_json(self._found.of(self._game), self._game)) + "\n"
        try:
            path = os.path.abspath(save_copy(name, text))
        except GameError as error:
            self.notify(str(error), severity="warning")
        else:
            self.notify(f"Saved as {path}.")

    def action_erase(self, games: bool = False) -> None:
        what = (
            "your puzzle progress, your statistics and all your games"
            if games
            else ("your puzzle progress and your statistics")
        )

        def answered(yes: bool | None) -> None:
            if not yes:
                return
            try:
                erase(games=games)
            except GameError as error:
                self.notify(str(error), severity="warning")
            else:
                self.notify(f"Deleted {what}.{'' if games else ' Your games are still there.'}")
            self._count()

        self.app.push_screen(Question(f"Delete {what} for good?", "Delete", "Keep", careful=True), answered)
