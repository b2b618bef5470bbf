"""The app's own colours; the other themes come with Textual."""

from __future__ import annotations

from textual.theme import Theme

from outnumber.app.settings import Settings

DARK = Theme(
    name="outnumber-dark",
    primary="#6cb6ff",
    secondary="#c3a6ff",
    accent="#ffb454",
    success="#7fd88f",
    warning="#ffd166",
    error="#ff8078",
    foreground="#e6e9f0",
    background="#12161f",
    surface="#181d29",
    panel="#242c3d",
    dark=True,
    variables={"border": "#3b475f", "footer-key-foreground": "#ffb454"},
)
LIGHT = Theme(
    name="outnumber-light",
    primary="#0b63b5",
    secondary="#6b46c1",
    accent="#a14f00",
    success="#166f30",
    warning="#8a5a00",
    error="#b3261e",
    foreground="#1b2230",
    background="#f7f5f0",
    surface="#fffdf8",
    panel="#e6e2d8",
    dark=False,
    variables={"border": "#b9b2a3", "footer-key-foreground": "#a14f00"},
)
CONTRAST_DARK = Theme(
    name="contrast-dark",
    primary="#00ffff",
    secondary="#ffffff",
    accent="#ffff00",
    success="#00ff00",
    warning="#ffff00",
    error="#ff9d9d",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    dark=True,
    text_alpha=1.0,
    variables={"border": "#ffffff", "footer-key-foreground": "#ffff00", "text-muted": "#d8d8d8"},
)
CONTRAST_LIGHT = Theme(
    name="contrast-light",
    primary="#00008b",
    secondary="#000000",
    accent="#7a0000",
    success="#004d00",
    warning="#5c3a00",
    error="#7a0000",
    foreground="#000000",
    background="#ffffff",
    surface="#ffffff",
    panel="#e4e4e4",
    dark=False,
    text_alpha=1.0,
    variables={"border": "#000000", "footer-key-foreground": "#7a0000", "text-muted": "#2b2b2b"},
)
OWN = (DARK, LIGHT, CONTRAST_DARK, CONTRAST_LIGHT)


def theme_for(settings: Settings, colour: bool) -> str:
    """What Textual calls the theme to show; without colour the terminal's own, shown without."""
    if not colour:
        return "ansi-dark"
    if settings.high_contrast:
        return "contrast-light" if settings.theme.endswith("light") else "contrast-dark"
    return settings.theme
