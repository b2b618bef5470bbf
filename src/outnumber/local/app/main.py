"""The app itself: its appearance, language, settings, home screen, and navigation between screens."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import Vertical
from textual.filter import LineFilter, NoColor
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.widgets import OptionList, Static

from outnumber import __version__
from outnumber.games import GameError, Voice, mark, strip_control_characters
from outnumber.language.commands import columns_of
from outnumber.language.voice import of_the_system, voice

from .page import Keys, voice_of
from .screens.catalogue import MenuPage, line
from .settings import OWN, AppSettings, colour_refused, load_settings, save_settings, theme_for

if TYPE_CHECKING:
    from outnumber.store.games import SavedGame

# Number of games to search for one to continue; the list of games has the older ones.
NEWEST = 50
TITLE = "O U T N U M B E R"
BOARD, QUIT = "board", "quit"
# By the module of `screens` with the screen, and its mode if any: key, name and description.
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
        word, waits, found = self.voice.word, "", self._unfinished()
        if found and (match := found.match):
            from outnumber.language.app import state, versus

            game, progress = word(match.rules.title), state(match, self.voice)
            waits = f"{game}: {versus(match, self.voice)} ({progress})"
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


# Seconds that a message stays on the screen.
NEWS = 10.0


class ControlCharacterFilter(LineFilter):
    """Removes control characters: a record from a stranger must not control the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        # They have no width, so nothing moves when they are removed.
        return [
            Segment(text if control else strip_control_characters(text, ""), style, control)
            for text, style, control in segments
        ]


class OutnumberApp(App[list[str]]):
    """Outnumber on the whole screen. It may end with a command to run in the plain terminal."""

    TITLE = "Outnumber"
    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    # No binding of the app has a description: the footer describes the keys, in any language.
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True)]

    def __init__(self, given: Voice | None = None) -> None:
        self.settings = load_settings()
        # The language given on the command line; it applies until the player chooses another.
        self._asked = given
        # Set before Textual reads it: Textual would still draw shades of grey.
        self.colour_refused = colour_refused()
        super().__init__()
        # The last warning, and until when new screens show it too.
        self.warning = ("", 0.0)
        self._control_characters, self._uncoloured = ControlCharacterFilter(), NoColor()
        for theme in OWN:
            self.register_theme(theme)
        self._apply()

    @property
    def voice(self) -> Voice:
        """The language: as given on the command line, else of the settings, else of the system."""
        return self._asked or voice(self.settings.language or of_the_system())

    @property
    def colourful(self) -> bool:
        return self.settings.colour and not self.colour_refused

    def get_line_filters(self) -> Sequence[LineFilter]:
        # Without colour, only bold, dim, underlined and reversed text remain.
        return [
            self._control_characters,
            *(super().get_line_filters() if self.colourful else [self._uncoloured]),
        ]

    def change(self, settings: AppSettings) -> None:
        """Apply new settings at once, and save them."""
        if settings.language != self.settings.language:
            self._asked = None
        self.settings = settings
        self._apply()
        try:
            save_settings(settings)
        except GameError as error:
            self.notify(self.voice.tell(error), severity="warning")

    def _apply(self) -> None:
        self.no_color = not self.colourful
        self.theme = theme_for(self.settings, self.colourful)
        if self.is_running:
            self.refresh_css(animate=False)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,  # noqa: ARG002  # names and files may have brackets, which mean nothing
    ) -> None:
        """Show a message at the bottom of the screen: a window would cover what the player reads."""
        page = next((each for each in reversed(self.screen_stack) if each.query(Keys)), None)
        if page:
            text = f"{title}: {message}" if title else message
            style = "" if severity == "information" else "bold"
            page.query_one(Keys).tell(text, style, timeout or NEWS)
            if severity != "information":
                self.warning = text, time.monotonic() + NEWS

    def on_resize(self, event: events.Resize) -> None:
        if too_small(event.size) and not any(isinstance(each, WindowTooSmall) for each in self.screen_stack):
            self.push_screen(WindowTooSmall())

    def get_default_screen(self) -> Home:
        return Home()


LEAST = Size(60, 16)


def too_small(size: Size) -> bool:
    """Whether a window of this size is too small to read anything."""
    return size.width < LEAST.width or size.height < LEAST.height


class WindowTooSmall(Screen[None]):
    """Asks for a larger window, and closes itself once there is one; q leaves the app."""

    BINDINGS: ClassVar[list[BindingType]] = [("q", "app.quit")]

    def compose(self) -> ComposeResult:
        yield Static(id="larger", markup=False)

    def on_resize(self) -> None:
        say, size = voice_of(self).say, self.app.size
        needed = say(
            "Please make the window larger: at least {width} by {height}.",
            width=LEAST.width,
            height=LEAST.height,
        )
        now = say("Now it is {width} by {height}.", width=size.width, height=size.height)
        # The last line must not be lost in the smallest window.
        self.query_one("#larger", Static).update(f"{needed} {now}\n{say('q quits')}")
        self._go()

    def on_screen_resume(self) -> None:
        # A screen may have been opened over this one, and closed again.
        self._go()

    def _go(self) -> None:
        if self.is_current and not too_small(self.app.size):
            self.app.pop_screen()
