"""The settings of the app, saved in the data directory, and its themes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from textual.theme import Theme

from outnumber.games import mark
from outnumber.languages import LANGUAGES
from outnumber.store.documents import Document
from outnumber.study.data import load

# In this order: Textual's name of each theme, and ours.
THEMES = {
    "outnumber-dark": mark("Outnumber dark"),
    "outnumber-light": mark("Outnumber light"),
    "nord": "Nord",
    "gruvbox": "Gruvbox",
    "dracula": "Dracula",
    "tokyo-night": "Tokyo Night",
    "solarized-light": mark("Solarized light"),
    "ansi-dark": mark("Colours of this terminal"),
}


class AppSettings(NamedTuple):
    """Colours and language of the app."""

    theme: str = "outnumber-dark"
    high_contrast: bool = False
    colour: bool = True
    # Empty for the system's language.
    language: str = ""


def settings_path() -> Path:
    return Document("settings").path


def load_settings() -> AppSettings:
    """The saved settings, with defaults for what is missing or damaged."""
    default, found = AppSettings(), Document("settings").read_object()
    theme, language = found.get("theme"), found.get("language")
    return AppSettings(
        theme if theme in [*THEMES] else default.theme,
        found.get("high_contrast") is True,
        found.get("colour") is not False,
        language if language in [*LANGUAGES] else default.language,
    )


def save_settings(settings: AppSettings) -> None:
    """Save the settings; raises `StoreError` when that fails."""
    Document("settings").write(settings._asdict())


def colour_refused() -> bool:
    """Whether the environment disables colour, as no-color.org defines it: NO_COLOR is set and not empty."""
    return bool(os.environ.get("NO_COLOR"))


# Our own themes: dark and light, and the high-contrast versions of both.
OWN = tuple(Theme(**theme) for theme in load(__package__, "themes.json"))


def theme_for(settings: AppSettings, colour: bool) -> str:
    """Textual's name of the theme to use; without colour, that of the terminal's own colours."""
    if not colour:
        return "ansi-dark"
    if settings.high_contrast:
        return "contrast-light" if settings.theme.endswith("light") else "contrast-dark"
    return settings.theme
