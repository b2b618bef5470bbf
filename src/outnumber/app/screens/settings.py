"""The screen of the settings; each change shows at once and is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from outnumber.app.settings import THEMES, Settings, settings_path
from outnumber.app.widgets.fields import Choice, Form, Row
from outnumber.app.widgets.keys import Keys

if TYPE_CHECKING:
    from outnumber.app.main import OutnumberApp

KEYS = (("↑↓", "Choose", ""), ("←→", "Change", ""), ("Esc", "Back", "app.pop_screen"))
ON_OFF = {"on": "on", "off": "off"}


class Main(Screen[None]):
    """Colours and contrast."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", "Back"),
    ]

    @property
    def _app(self) -> OutnumberApp:
        return cast("OutnumberApp", self.app)

    def compose(self) -> ComposeResult:
        now = self._app.settings
        yield Static(Text.assemble((" Settings ", "bold")), id="bar")
        with Form(id="form"):
            yield Row("Theme", Choice(THEMES, now.theme, id="theme"), "Each change shows at once.")
            contrast = Choice(ON_OFF, _word(now.high_contrast), id="contrast")
            yield Row("High contrast", contrast, "Black, white and little else.")
            colour = "Off leaves shapes, bold and underlined text."
            if self._app.colour_refused:
                colour = "The environment says NO_COLOR, so colour stays off."
            yield Row("Colour", Choice(ON_OFF, _word(now.colour), id="colour"), colour)
            yield Static(f"Kept in {settings_path()}", classes="note", markup=False)
        yield Static(id="about", markup=False)
        yield Keys(KEYS)

    def on_choice_changed(self) -> None:
        value = {choice.id: choice.value for choice in self.query(Choice)}
        self._app.change(Settings(value["theme"], value["contrast"] == "on", value["colour"] == "on"))


def _word(on: bool) -> str:
    return "on" if on else "off"
