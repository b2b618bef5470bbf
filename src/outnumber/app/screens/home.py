"""The first screen: where to go from here."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from outnumber import __version__
from outnumber.app.widgets.keys import Keys

TITLE = "O U T N U M B E R"
MOTTO = "Five number duels for two, solved exactly."

# Key, name and what it is; the screen `Main` of that module of this package opens. Those of modules that are
# not there are left out.
ENTRIES = {
    "board": ("c", "Continue", ""),
    "new_game": ("n", "New game", "choose a game and an opponent"),
    "puzzles": ("p", "Puzzles", "find the one move that wins"),
    "history": ("g", "Games", "resume, replay or delete"),
    "statistics": ("t", "Statistics", "how you have done"),
    "settings_screen": ("s", "Settings", "colours and contrast"),
    "quit": ("q", "Quit", ""),
}
KEYS = (("↑↓", "Choose", ""), ("⏎", "Open", ""), ("q", "Quit", "open('quit')"))


class Home(Screen[None]):
    """Continue, begin, look back, adjust, leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"open('{module}')", title, show=False)
            for module, (key, title, _) in ENTRIES.items()
        ),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(id="home"):
            yield Static(TITLE, id="title")
            yield Static(MOTTO, id="motto")
            yield OptionList(id="menu", compact=True)
            yield Static(f"version {__version__}", id="version")
        yield Keys(KEYS)

    def on_screen_resume(self) -> None:
        """Games come and go: ask each time what can be continued."""
        menu = self.query_one("#menu", OptionList)
        marked = menu.highlighted_option
        menu.clear_options()
        for module, (key, title, help) in ENTRIES.items():
            if module == "board":
                help = self._unfinished()
                if not help:
                    continue
            elif module != "quit" and find_spec(f"outnumber.app.{module}") is None:
                continue
            menu.add_option(Option(self._line(key, title, help), id=module))
        ids = [option.id for option in menu.options]
        menu.highlighted = ids.index(marked.id) if marked and marked.id in ids else 0

    def _line(self, key: str, title: str, help: str) -> Text:
        line = Text(no_wrap=True, overflow="ellipsis")
        return line.append(f" {key}", "bold").append(f"   {title:<12}").append(help, "dim")

    def _unfinished(self) -> str:
        """What would be continued, in a few words; empty when nothing waits."""
        from outnumber.app.resume import newest_unfinished
        from outnumber.app.words import state, versus

        found = newest_unfinished()
        if found is None:
            return ""
        _, match = found
        return f"{match.rules.title}, {versus(match)} ({state(match)})"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_open(event.option_id or "")

    def action_open(self, module: str) -> None:
        if module == "quit":
            self.app.exit()
        elif module == "board":
            from outnumber.app.resume import newest_unfinished, resume

            found = newest_unfinished()
            if found is None:
                self.notify("There is no unfinished game. Begin one with n.")
            else:
                resume(self, found[0])
        elif find_spec(f"outnumber.app.{module}") is not None:
            screen: Screen[None] = import_module(f"outnumber.app.{module}").Main()
            self.app.push_screen(screen)
