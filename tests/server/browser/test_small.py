"""Small screens: one header line, sheets that fit, and unclipped marks. Buttons fit at every width."""

from collections.abc import Callable

import pytest

from outnumber.games.registry import BUILT_IN
from tests.server.browser.conftest import SMALL
from tests.server.browser.window import Window

PATHS = ("/", "/learn", "/puzzles", "/games", "/rules", "/stats", "/board", "/chain", "/class", "/join")
# The space on each side between the ring of the active chip and the clipping edge.
ROOM = """chip => {
  const [ring, edge] = [chip.getBoundingClientRect(), chip.closest('.track').getBoundingClientRect()];
  const { outlineWidth, outlineOffset } = getComputedStyle(chip);
  const wide = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const room = [
    ring.left - edge.left, edge.right - ring.right, ring.top - edge.top, edge.bottom - ring.bottom,
  ];
  return Math.min(...room) - wide;
}"""
MOVES = {
    "number-duel": [28, 14, 91, 13],
    "order-challenge": [1, 2, 3, 4, 5, 6, 7, 8, 9],
    "strategy-stacks": [2, 4, 8],
    "number-stack-duel": [5, 9, 1, 8],
    "number-stack-attack": [3, 4, 5],
}


@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_header_of_every_page_is_one_line(window: Callable[..., Window], locale: str) -> None:
    ada = window(viewport=SMALL, locale=locale)
    for path in PATHS:
        ada.open(path)
        tops = ada.page.eval_on_selector_all(
            ".brand, .menu-button, #help-button", "all => all.map(each => each.getBoundingClientRect().top)"
        )
        assert max(tops) - min(tops) < 10, path


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("width", [320, 390, 768, 1200])
def test_the_buttons_of_a_game_have_one_line(window: Callable[..., Window], locale: str, width: int) -> None:
    ada = window(viewport={"width": width, "height": 800}, locale=locale)
    ada.open("/")
    buttons = ada.page.eval_on_selector_all(
        ".card-buttons :is(button, a)",
        "all => all.map(each => [each.textContent, each.offsetHeight, each.scrollWidth - each.clientWidth])",
    )
    assert len(buttons) >= 5 * len(BUILT_IN)
    assert [each for each in buttons if each[1] > 50 or each[2] > 1] == []


@pytest.mark.parametrize("locale", ["en", "de"])
def test_sheets_to_print_fit_the_screen(window: Callable[..., Window], locale: str) -> None:
    ada = window(viewport=SMALL, locale=locale)
    for game in BUILT_IN:
        for sheet in ("puzzles", "cards", "board", "guide"):
            ada.open(f"/worksheet?game={game}&sheet={sheet}&seed=3")
            ada.page.wait_for_selector(".page")
            assert ada.page.evaluate("document.documentElement.scrollWidth") == SMALL["width"], (game, sheet)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_ring_of_the_active_chip_is_not_clipped(window: Callable[..., Window], game: str) -> None:
    ada = window(viewport=SMALL)
    id, tokens = ada.after(game, MOVES[game])
    ada.sit(id, tokens[0])
    for _ in MOVES[game]:
        assert ada.page.eval_on_selector(".track .now", ROOM) >= 0
        ada.page.keyboard.press(",")
