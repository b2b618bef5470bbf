"""The app's own colours; the other themes come with Textual."""

from __future__ import annotations

from typing import Any

from textual.theme import Theme

from outnumber.local.app.settings import AppSettings

# Of each theme: dark and light, and the same two for high contrast.
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
# Where there is high contrast, what is muted is no fainter than this.
MUTED = {"contrast-dark": "#d8d8d8", "contrast-light": "#2b2b2b"}


def _theme(place: int, name: str) -> Theme:
    look: dict[str, Any] = {role: colours[place] for role, colours in COLOURS.items()}
    variables = {"border": BORDERS[place]}
    if name in MUTED:
        look["text_alpha"], variables["text-muted"] = 1.0, MUTED[name]
    return Theme(name=name, dark=name.endswith("dark"), variables=variables, **look)


OWN = tuple(_theme(place, name) for place, name in enumerate(NAMES))


def theme_for(settings: AppSettings, colour: bool) -> str:
    """What Textual calls the theme to show; without colour the terminal's own, shown without."""
    if not colour:
        return "ansi-dark"
    if settings.high_contrast:
        return "contrast-light" if settings.theme.endswith("light") else "contrast-dark"
    return settings.theme
