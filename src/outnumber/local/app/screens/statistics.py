"""The statistics of `outnumber stats`, which can be exported to a file or erased."""

from __future__ import annotations

import json
import os

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from outnumber.games import GameError, names, title
from outnumber.language.puzzles import set_aside
from outnumber.language.statistics import told
from outnumber.local import progress as books
from outnumber.local.app.page import Keys, Page
from outnumber.local.app.widgets.fields import LineDialog
from outnumber.store.files import save_copy
from outnumber.study.statistics.summary import Statistics, StoredStatistics, erase, from_disk

FILE = "outnumber-statistics.json"
BLOCKS = "█·"


class StatisticsScreen(Page):
    """Games, results, accuracy and puzzles; left and right switch between games."""

    EXPLAINED = "statistics"
    ALSO = (
        Binding("left", "turn(-1)", priority=True),
        Binding("right", "turn(1)", priority=True),
        ("space", "focused.page_down"),
        ("q", "app.pop_screen"),
    )

    def __init__(self) -> None:
        super().__init__()
        self._found: Statistics | None = None
        self._game: str | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="bar", markup=False)
        with VerticalScroll(id="counted"):
            yield Static(self.say("Counting…"), id="told", markup=False)
        yield Keys(self.KEYS)

    def on_mount(self) -> None:
        self._count()

    def _count(self) -> None:
        # In the background: new games are reviewed move by move.
        self.think(lambda: from_disk(books.utc_now()), self._counted, self.query_one("#told", Static).update)
        self._show_bar()

    def _counted(self, kept: StoredStatistics) -> None:
        self._found, self._game = kept.statistics, None
        if kept.set_aside:
            self.warn(set_aside(kept.set_aside.name, self.voice))
        self._show()

    def _show_bar(self) -> None:
        name = self.say("All games") if self._game is None else self.voice.word(title(self._game))
        head = f"{self.say('Statistics')} "
        bar = Text.assemble((head, "bold"), ("  ‹ ", "dim"), (name, "bold"), (" ›", "dim"))
        self.write("bar", bar)

    def _show(self) -> None:
        self._show_bar()
        if self._found is None:
            return
        text = Text()
        # The instructions differ from those at the prompt.
        for line, style in told(self._found.of(self._game), self._game, BLOCKS, self.voice, begin=False):
            text.append(f"{line}\n", "bold" if style else "")
        if not self._found.by_game:
            text.append(self.say("Press Esc to go back, then n for a new game or p for a puzzle."), "dim")
        text.rstrip()
        self.write("told", text)
        self.query_one("#counted").scroll_home(animate=False)

    def action_turn(self, by: int) -> None:
        if self._found is None:
            return
        known = names()
        # In the usual order; games that are no longer installed come last.
        found = sorted(
            self._found.by_game, key=lambda name: known.index(name) if name in known else len(known)
        )
        games: list[str | None] = [None, *found]
        self._game = games[(games.index(self._game) + by) % len(games)]
        self._show()

    # exporting and erasing

    def action_export(self) -> None:
        if self._found is not None:
            title, hint = self.say("Export as JSON"), self.say("⏎ saves, Esc cancels")
            self.app.push_screen(LineDialog(title, self.say("File:"), hint, FILE), self._save)

    def _save(self, name: str | None) -> None:
        if not name or self._found is None:
            return
        from outnumber.api.statistics import statistics_json

        found = statistics_json(self._found.of(self._game), self._game)
        text = json.dumps(found) + "\n"
        try:
            path = os.path.abspath(save_copy(name, text))
        except GameError as error:
            self.warn(self.voice.tell(error))
        else:
            self.notify(self.say("Saved as {file}.", file=path))

    def action_erase(self, games: bool = False) -> None:
        say = self.say
        if games:
            question = say("Delete your puzzle progress, your statistics and all your games for good?")
            done = say("Your puzzle progress, your statistics and all your games are deleted.")
        else:
            question = say("Delete your puzzle progress and your statistics for good?")
            done = say("Your puzzle progress and your statistics are deleted. Your games are still there.")

        def delete() -> None:
            try:
                erase(games=games)
                self.notify(done)
            finally:
                self._count()

        self.confirm(question, say("Delete"), say("Keep"), delete, careful=True)
