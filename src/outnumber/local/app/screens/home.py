"""The home screen."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from outnumber import __version__
from outnumber.games.errors import GameError
from outnumber.games.sentences import mark
from outnumber.language.commands import columns_of
from outnumber.local.app.page import Keys
from outnumber.local.app.screens.catalogue import MenuPage, line

if TYPE_CHECKING:
    from outnumber.store.games import SavedGame

# Number of games to search for one to continue; the list of games has the older ones.
NEWEST = 50
TITLE = "O U T N U M B E R"
BOARD, QUIT = "board", "quit"
# By the module of this package with the screen, and its mode if any: key, name and description.
# `new_game` opens `NewGameScreen()`, and `new_game.human` opens `NewGameScreen("human")`.
ENTRIES = {module: (key, name, about.strip("-")) for key, name, module, about in columns_of("menu")}


class Home(MenuPage):
    """The home screen: continue or start a game, learn, review, change settings."""

    EXPLAINED = "home"
    ALSO = tuple((key, f"open('{module}')") for module, (key, _, _) in ENTRIES.items() if module != QUIT)

    def compose(self) -> ComposeResult:
        self._said_by = self.voice
        with Vertical(id="home"):
            yield Static(TITLE, id="title")
            yield Static(self.say("Five number duels for two, solved exactly."), id="motto", markup=False)
            yield OptionList(id="menu", compact=True)
            yield Static(self.say("version {number}", number=__version__), id="version", markup=False)
        yield Keys(self.KEYS)

    def action_help(self) -> None:
        entries = ((key, name) for key, name, _ in ENTRIES.values())
        self.explain([(mark("↑↓, Enter"), mark("choose and open")), *entries])

    async def on_screen_resume(self) -> None:
        """Games come and go, so find out each time which one can be continued."""
        if self.voice is not self._said_by:
            await self.recompose()
        word, waits = self.voice.word, self._described(self._unfinished())
        wide = max(10, *(len(word(title)) for _, title, _ in ENTRIES.values())) + 2
        self.fill(
            {
                module: line(f" {key}", f"   {word(title):<{wide}}", waits if module == BOARD else word(help))
                for module, (key, title, help) in ENTRIES.items()
                if module != BOARD or waits
            }
        )

    def _unfinished(self) -> SavedGame | None:
        """The newest game that can be continued; None if there is none that can be read."""
        from outnumber.store.games import GameStore

        try:
            return next(GameStore().unfinished(NEWEST), None)
        except GameError:
            return None

    def _described(self, entry: SavedGame | None) -> str:
        """A short description of an unfinished game."""
        if entry is None or entry.match is None:
            return ""
        from outnumber.language.app import state, versus
        from outnumber.language.match import title

        match, voice = entry.match, self.voice
        return f"{title(match.rules, voice)}: {versus(match, voice)} ({state(match, voice)})"

    def action_open(self, module: str = "") -> None:
        module = module or self.marked
        if module == QUIT:
            self.app.exit()
        elif module == BOARD:
            if found := self._unfinished():
                self.resume(found.id)
            else:
                self.notify(self.say("There is no unfinished game. Begin one with n."))
        else:
            module, _, mode = module.partition(".")
            kind = f"{module.title().replace('_', '')}Screen"
            screen = getattr(import_module(f"outnumber.local.app.screens.{module}"), kind)
            self.app.push_screen(screen(mode) if mode else screen())
