"""What a player has chosen for the screen, kept in the data directory."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from outnumber.games.languages import LANGUAGES
from outnumber.games.sentences import mark
from outnumber.store.files import data_directory, save_text

# Shown in this order; what Textual calls each, and what we call it.
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
    """How the app looks, and what it speaks."""

    theme: str = "outnumber-dark"
    high_contrast: bool = False
    colour: bool = True
    # Empty for whatever the system speaks.
    language: str = ""


def settings_path() -> Path:
    return data_directory() / "settings.json"


def load_settings() -> AppSettings:
    """The settings as they were saved; whatever cannot be read has its default."""
    try:
        found = json.loads(settings_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return AppSettings()
    if not isinstance(found, dict):
        return AppSettings()
    default = AppSettings()
    theme, language = found.get("theme"), found.get("language")
    return AppSettings(
        theme if isinstance(theme, str) and theme in THEMES else default.theme,
        found.get("high_contrast") is True,
        found.get("colour") is not False,
        language if isinstance(language, str) and language in LANGUAGES else default.language,
    )


def save_settings(settings: AppSettings) -> None:
    """Keep the settings; raises `StoreError` when they cannot be saved."""
    save_text(settings_path(), json.dumps(settings._asdict(), indent=2) + "\n")


def colour_refused() -> bool:
    """Whether the environment asks for no colour, as no-color.org has it: set, and not empty."""
    return bool(os.environ.get("NO_COLOR"))
