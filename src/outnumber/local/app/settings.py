"""The settings of the app, saved in the data directory, and its themes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from textual.theme import Theme

from outnumber.games.languages import LANGUAGES
from outnumber.games.sentences import mark
from outnumber.store.files import data_directory, save_text

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
    return data_directory() / "settings.json"


def load_settings() -> AppSettings:
    """The saved settings, with defaults for what is missing or damaged."""
    default = AppSettings()
    try:
        found = json.loads(settings_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return default
    if not isinstance(found, dict):
        return default
    theme, language = found.get("theme"), found.get("language")
    return AppSettings(
        theme if theme in [*THEMES] else default.theme,
        found.get("high_contrast") is True,
        found.get("colour") is not False,
        language if language in [*LANGUAGES] else default.language,
    )


def save_settings(settings: AppSettings) -> None:
    """Save the settings; raises `StoreError` when that fails."""
    save_text(settings_path(), json.dumps(settings._asdict(), indent=2) + "\n")


def colour_refused() -> bool:
    """Whether the environment disables colour, as no-color.org defines it: NO_COLOR is set and not empty."""
    return bool(os.environ.get("NO_COLOR"))


# Of each theme: dark and light, and the high-contrast versions of both.
NAMES = ("outnumber-dark", "outnumber-light", "contrast-dark", "contrast-light")
COLOURS = {
    "primary": ("#6cb6ff", "#0b63b5", "#00ffff", "#00008b"),
    "secondary": ("#c3a6ff", "#6b46c1", "#ffffff", "#000000"),
    "accent": ("#ffb454", "#a14f00", "#ffff00", "#7a0000"),
    "success": ("#7fd88f", "#166f30", "#00ff00", "#004d00"),
    "warning": ("#ffd166", "#8a5a00", "#ffff00", "#5c3a00"),
    "error": ("#ff8078", "#b3261e", "#ff9d9d", "#7a0000"),
    "foreground": ("#e6e9f0", "#1b2230", "#ffffff", "#000000"),
    "background": ("#12161f", "#f7f5f0", "#000000", "#ffffff"),
    "surface": ("#181d29", "#fffdf8", "#000000", "#ffffff"),
    "panel": ("#242c3d", "#e6e2d8", "#1c1c1c", "#e4e4e4"),
}
BORDERS = ("#3b475f", "#b9b2a3", "#ffffff", "#000000")
# Muted text in high-contrast themes.
MUTED = {"contrast-dark": "#d8d8d8", "contrast-light": "#2b2b2b"}


def _theme(place: int, name: str) -> Theme:
    look: dict[str, Any] = {role: colours[place] for role, colours in COLOURS.items()}
    variables = {"border": BORDERS[place]}
    if name in MUTED:
        look["text_alpha"], variables["text-muted"] = 1.0, MUTED[name]
    return Theme(name=name, dark=name.endswith("dark"), variables=variables, **look)


OWN = tuple(_theme(place, name) for place, name in enumerate(NAMES))


def theme_for(settings: AppSettings, colour: bool) -> str:
    """Textual's name of the theme to use; without colour, that of the terminal's own colours."""
    if not colour:
        return "ansi-dark"
    if settings.high_contrast:
        return "contrast-light" if settings.theme.endswith("light") else "contrast-dark"
    return settings.theme
