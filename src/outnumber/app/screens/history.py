"""All games of the store: go on with one, look at one again, delete one."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from outnumber.app.background import think
from outnumber.app.resume import resume
from outnumber.app.screens.page import Page
from outnumber.app.widgets.dialogs import Question
from outnumber.app.widgets.keys import Key, Keys, bound
from outnumber.games.errors import GameError, shown
from outnumber.games.sentences import mark
from outnumber.store.games import Entry, GameStore
from outnumber.words.app import state, versus
from outnumber.words.match import title

KEYS = (
    Key("↑↓", mark("Choose")),
    Key("⏎", mark("Open"), "open"),
    Key("r", mark("Replay"), "replay"),
    Key("d", mark("Delete"), "delete"),
    Key("?", mark("Help"), "help"),
    Key("Esc", mark("Back"), "app.pop_screen"),
)


class Main(Page):
    """The list of games, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [*bound(KEYS), ("delete", "delete"), ("q", "app.pop_screen")]

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[str, Entry] = {}

    def compose(self) -> ComposeResult:
        what = self.say("⏎ goes on, or replays what is over")
        yield Static(Text.assemble((f"{self.say('Games')} ", "bold"), (f" {what}", "dim")), id="bar")
        yield Static(id="empty", markup=False)
        yield OptionList(id="list", compact=True)
        yield Keys(KEYS)

    def on_screen_resume(self) -> None:
        # In the background: hundreds of records take a while to read.
        think(self, lambda: list(GameStore().entries()), self._fill, lambda why: self._fill([], why))

    def _fill(self, entries: list[Entry], problem: str = "") -> None:
        games = self.query_one("#list", OptionList)
        before = games.highlighted or 0
        self._entries = {str(entry.id): entry for entry in entries}
        games.clear_options()
        games.add_options(Option(self._line(entry), id=str(entry.id)) for entry in entries)
        games.display = bool(entries)
        empty = self.query_one("#empty", Static)
        empty.display = not entries
        empty.update(problem or self.say("No games yet. Go back with Esc, and begin one with n."))
        if entries:
            games.highlighted = min(before, len(entries) - 1)
            games.focus()

    def _line(self, entry: Entry) -> Text:
        match, voice = entry.match, self.voice
        text = Text(f" {entry.id:>4}  ", no_wrap=True, overflow="ellipsis")
        if entry.missing:
            told = self.say("not installed: the game {name}", name=shown(entry.missing))
            return text.append(f"! {told}", "bold")
        if match is None:
            return text.append(f"! {self.say('damaged, r says how')}", "bold")
        text.append(f"{match.date[:10]:<10}  ", "dim")
        text.append("  " if match.over else "▶ ", "bold")
        text.append(f"{title(match.rules, voice):<20} ", "" if match.over else "bold")
        return text.append(f"{versus(match, voice)}: {state(match, voice)}", "dim" if match.over else "")

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
        try:
            match = entry.match or GameStore().load(entry.id)
        except GameError as error:
            heading = "" if entry.missing else self.say("Damaged")
            self.notify(self.voice.tell(error), severity="warning", title=heading)
            return
        if any(each.moves for each in match.rounds):
            from outnumber.app.screens.review import Main as Review

            self.app.push_screen(Review(match))
        else:
            self.notify(self.say("Nothing has been played in this game."))

    def action_delete(self) -> None:
        entry = self._marked
        if entry is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                try:
                    GameStore().delete(entry.id)
                except GameError as error:
                    self.warn(self.voice.tell(error))
                # The list is read again when this screen comes back, which it just does.

        question = self.say("Delete game {id} for good?", id=entry.id)
        self.app.push_screen(Question(question, self.say("Delete"), self.say("Keep it")), answered)
