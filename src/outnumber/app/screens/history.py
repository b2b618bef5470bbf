"""All games of the store: go on with one, look at one again, delete one."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from outnumber.app.resume import resume
from outnumber.app.widgets.dialogs import Question
from outnumber.app.widgets.keys import Keys
from outnumber.app.words import state, versus
from outnumber.games.errors import GameError
from outnumber.store.games import Entry, GameStore

KEYS = (
    ("↑↓", "Choose", ""),
    ("⏎", "Open", "open"),
    ("r", "Replay", "replay"),
    ("d", "Delete", "delete"),
    ("Esc", "Back", "app.pop_screen"),
)


class Main(Screen[None]):
    """The list of games, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "replay", "Replay"),
        Binding("d,delete", "delete", "Delete"),
        Binding("escape,q", "app.pop_screen", "Back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[str, Entry] = {}

    def compose(self) -> ComposeResult:
        what = " ⏎ goes on, or replays what is over"
        yield Static(Text.assemble((" Games ", "bold"), (what, "dim")), id="bar")
        yield Static(id="empty", markup=False)
        yield OptionList(id="list", compact=True)
        yield Keys(KEYS)

    def on_screen_resume(self) -> None:
        # In a thread: hundreds of records take a while to read.
        threading.Thread(target=self._read, name="games", daemon=True).start()

    def _read(self) -> None:
        problem = ""
        entries: list[Entry] = []
        try:
            entries = list(GameStore().entries())
        except GameError as error:
            problem = str(error)
        with suppress(RuntimeError):  # the app may be closing
            self.call_later(self._fill, entries, problem)

    def _fill(self, entries: list[Entry], problem: str) -> None:
        games = self.query_one("#list", OptionList)
        before = games.highlighted or 0
        self._entries = {str(entry.id): entry for entry in entries}
        games.clear_options()
        games.add_options(Option(_line(entry), id=str(entry.id)) for entry in entries)
        games.display = bool(entries)
        empty = self.query_one("#empty", Static)
        empty.display = not entries
        empty.update(problem or "No games yet. Go back with Esc, and begin one with n.")
        if entries:
            games.highlighted = min(before, len(entries) - 1)
            games.focus()

    @property
    def _marked(self) -> Entry | None:
        option = self.query_one("#list", OptionList).highlighted_option
        return self._entries.get(option.id or "") if option else None

    def on_option_list_option_selected(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        entry = self._marked
        if entry and entry.match and not entry.match.over:
            resume(self, entry.id)
        else:
            self.action_replay()

    def action_replay(self) -> None:
        entry = self._marked
        if entry is None:
            return
        if entry.match is None:
            self.notify(entry.problem, severity="warning", title="Damaged")
        elif not entry.match.rounds or not any(each.moves for each in entry.match.rounds):
            self.notify("Nothing has been played in this game.")
        else:
            from outnumber.app.screens.review import Main as Review

            self.app.push_screen(Review(entry.match))

    def action_delete(self) -> None:
        entry = self._marked
        if entry is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                try:
                    GameStore().delete(entry.id)
                except GameError as error:
                    self.notify(str(error), severity="warning")
                # The list is read again when this screen comes back, which it just does.

        self.app.push_screen(Question(f"Delete game {entry.id} for good?", "Delete", "Keep it"), answered)


def _line(entry: Entry) -> Text:
    match = entry.match
    text = Text(f" {entry.id:>4}  ", no_wrap=True, overflow="ellipsis")
    if match is None:
        return text.append("! damaged, r says how", "bold")
    text.append(f"{match.date[:10]:<10}  ", "dim")
    text.append("  " if match.over else "▶ ", "bold")
    text.append(f"{match.rules.title:<20} ", "" if match.over else "bold")
    return text.append(f"{versus(match)}: {state(match)}", "dim" if match.over else "")
