"""The app itself: its look, its settings, and the way from screen to screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, NoColor

from outnumber.app.screens.home import Home
from outnumber.app.settings import Settings, colour_refused, load_settings, save_settings
from outnumber.app.themes import OWN, theme_for
from outnumber.app.widgets.cramped import Cramped, too_small
from outnumber.games.errors import GameError


class OutnumberApp(App[None]):
    """Outnumber on the whole screen."""

    TITLE = "Outnumber"
    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self) -> None:
        self.settings = load_settings()
        # Read before Textual does: it would still paint in shades of grey.
        self._refused = colour_refused()
        super().__init__()
        self._uncoloured = NoColor()
        for theme in OWN:
            self.register_theme(theme)
        self._apply()

    @property
    def colourful(self) -> bool:
        return self.settings.colour and not self._refused

    @property
    def colour_refused(self) -> bool:
        """Whether the environment has the last word about colour."""
        return self._refused

    def get_line_filters(self) -> Sequence[LineFilter]:
        # Without colour nothing but bold, dim, underlined and reversed text is left.
        return super().get_line_filters() if self.colourful else [self._uncoloured]

    def change(self, settings: Settings) -> None:
        """Show new settings at once, and keep them."""
        self.settings = settings
        self._apply()
        try:
            save_settings(settings)
        except GameError as error:
            self.notify(str(error), severity="warning")

    def _apply(self) -> None:
        self.no_color = not self.colourful
        self.theme = theme_for(self.settings, self.colourful)
        if self.is_running:
            self.refresh_css(animate=False)

    def on_resize(self, event: events.Resize) -> None:
        if too_small(event.size) and not any(isinstance(each, Cramped) for each in self.screen_stack):
            self.push_screen(Cramped())

    def get_default_screen(self) -> Home:
        return Home()
