"""All saved games: resume one, review one, delete one."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from outnumber.games import GameError, mark, shown
from outnumber.language.app import state, versus
from outnumber.language.match import title
from outnumber.store.games import GameStore, SavedGame

from .catalogue import CatalogueScreen


class HistoryScreen(CatalogueScreen):
    """The list of games, newest first."""

    NAME, ABOUT = mark("Games"), mark("⏎ resumes a game, or reviews one that is over")
    EXPLAINED = "history"
    ALSO = (*CatalogueScreen.ALSO, ("delete", "delete"))

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[str, SavedGame] = {}

    def on_screen_resume(self) -> None:
        # In the background: hundreds of records take a while to read.
        self.think(lambda: list(GameStore().entries()), self._fill, lambda why: self._fill([], why))

    def _fill(self, entries: list[SavedGame], problem: str = "") -> None:
        self._entries = {str(entry.id): entry for entry in entries}
        self.fill({id: self._line(entry) for id, entry in self._entries.items()})
        self.menu.display = bool(entries)
        empty = self.query_one("#empty", Static)
        empty.display = not entries
        empty.update(problem or self.say("No games yet. Go back with Esc, and begin one with n."))
        if entries:
            self.menu.focus()

    def _line(self, entry: SavedGame) -> Text:
        match, voice = entry.match, self.voice
        text = Text(f" {entry.id:>4}  ", no_wrap=True, overflow="ellipsis")
        if entry.missing:
            told = self.say("not installed: the game {name}", name=shown(entry.missing))
            return text.append(f"! {told}", "bold")
        if match is None:
            return text.append(f"! {self.say('damaged; r shows the details')}", "bold")
        text.append(f"{match.date[:10]:<10}  ", "dim")
        text.append("  " if match.over else "▶ ", "bold")
        text.append(f"{title(match.rules, voice):<20} ", "" if match.over else "bold")
        return text.append(f"{versus(match, voice)}: {state(match, voice)}", "dim" if match.over else "")

    @property
    def _marked(self) -> SavedGame | None:
        return self._entries.get(self.marked)

    def action_open(self) -> None:
        entry = self._marked
        if entry and entry.match and not entry.match.over:
            self.resume(entry.id)
        else:
            self.action_review()

    def action_review(self) -> None:
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
            from .review import ReviewScreen

            self.app.push_screen(ReviewScreen(match))
        else:
            self.notify(self.say("Nothing has been played in this game."))

    def action_delete(self) -> None:
        entry = self._marked
        if entry is None:
            return
        question = self.say("Delete game {id} for good?", id=entry.id)
        # The list is reloaded anyway when this screen returns.
        self.confirm(question, self.say("Delete"), self.say("Keep it"), lambda: GameStore().delete(entry.id))
