"""The picture of a page in the README, and the icons and previews of the pages, are up to date."""

from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from tests import make_pictures
from tests.server.browser.conftest import Server

# Out of 255: browsers render letters slightly differently.
ALIKE = 6.0
# The tolerated share of differing pixels, for the same reason: less than one shape that moves.
ALTERED = 0.005


def test_the_picture_of_a_page_equals_a_browser_screenshot(browser: Any, server: Server) -> None:
    kept = Image.open(make_pictures.PAGE).convert("L")
    shown = Image.open(BytesIO(make_pictures.page(browser, server.url))).convert("L")
    assert kept.size == shown.size
    difference = np.abs(np.asarray(kept, float) - np.asarray(shown, float)).mean()
    assert difference < ALIKE, "run python -m tests.make_pictures"


def test_icons_and_previews_equal_their_drawings(browser: Any) -> None:
    found = set()
    for name, picture in make_pictures.stills(browser):
        found.add(f"{name}.png")
        kept, drawn = (
            np.asarray(Image.open(each).convert("RGBA"), int)
            for each in (make_pictures.PICTURES / f"{name}.png", BytesIO(picture))
        )
        assert kept.shape == drawn.shape
        other = (np.abs(kept - drawn).max(axis=2) > 24).mean()
        assert other < ALTERED, f"{name}: run python -m tests.make_pictures"
    assert found == {each.name for each in make_pictures.PICTURES.iterdir()}
