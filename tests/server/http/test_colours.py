"""The contrast of the colours of the pages, light and dark."""

import re

import pytest

from outnumber.server.http.bundles import STATIC

BASE = (STATIC / "styles/base.css").read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", each))
    for each in BASE.split("prefers-color-scheme: dark")[:2]
)
# Text and its background.
PAIRS = (
    ("ink", "paper"), ("soft", "paper"), ("soft", "card"), ("two-text", "two-wash"), ("one", "one-wash"),
    ("two", "card"), ("on-two", "two"), ("on-one", "one"), ("win", "win-wash"), ("lose", "lose-wash"),
)  # fmt: skip


def brightness(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_has_enough_contrast(scheme: dict[str, str], text: str, ground: str) -> None:
    low, high = sorted(brightness(scheme[each]) for each in (text, ground))
    assert (high + 0.05) / (low + 0.05) > 4.5


def test_numbers_of_player_2_use_the_darker_colour_on_their_pale_background() -> None:
    board = (STATIC / "styles/board.css").read_text("utf-8")
    assert ".number.used.two .face { background: var(--two-wash); color: var(--two-text);" in board
