"""The longest chain and worksheets in a real browser."""

from collections.abc import Callable

import pytest

from outnumber.games.registry import BUILT_IN
from tests.server.browser.conftest import SMALL
from tests.server.browser.window import Window


def shown(window: Window) -> list[int]:
    return [int(text) for text in window.page.locator("#chain button").all_inner_texts()]


def test_a_chain_is_built_by_tapping_and_saved(window: Callable[..., Window]) -> None:
    ada = window(viewport=SMALL)
    ada.open("/chain?range=30&link=multiple")
    ada.page.wait_for_selector("#pool .number.fits")

    def tap(number: int, *after: int) -> None:
        ada.page.click(f"#pool [data-number='{number}']")
        ada.wait_until(lambda: shown(ada) == list(after))

    tap(6, 6)
    tap(18, 6, 18)
    tap(12, 12, 6, 18)  # at the front
    tap(1, 12, 6, 18, 1)
    tap(2, 12, 6, 18, 1, 2)
    ada.page.click("#pool [data-number='25']", force=True)  # it reports that it does not fit
    ada.wait_until(lambda: ada.status().startswith("25 fits nowhere"))
    ada.page.wait_for_selector("#status.refused")
    # A number of the chain marks the place for the next one.
    ada.page.click("#chain [data-number='12']")
    ada.page.wait_for_selector("#pool .number.not[data-number='4']")  # it only fits elsewhere
    tap(3, 12, 3, 6, 18, 1, 2)
    ada.page.click("#chain [data-number='18']")
    ada.page.click("#turn")
    ada.wait_until(lambda: shown(ada) == [12, 3, 6, 2, 1, 18])
    ada.page.click("#cut")
    ada.wait_until(lambda: shown(ada) == [12, 3, 6, 2, 1])
    assert ada.page.inner_text("#record") == "Your best: 6"
    ada.page.click("#undo")
    ada.wait_until(lambda: shown(ada) == [12, 3, 6, 2, 1, 18])
    ada.page.click("#hint")
    ada.wait_until(lambda: "fits" in ada.status())
    ada.page.click("#best")
    ada.page.wait_for_selector("#best-panel:not([hidden])")
    assert "No chain is longer than 26." in ada.page.inner_text("#best-text")
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    ada.page.reload()
    ada.wait_until(lambda: shown(ada) == [12, 3, 6, 2, 1, 18])
    assert ada.page.inner_text("#record") == "Your best: 6"


def test_a_sheet_is_printed_page_by_page(window: Callable[..., Window]) -> None:
    ada = window()
    ada.open("/worksheet")
    ada.page.select_option("#game", "number-stack-attack")
    ada.page.select_option("#paper", "letter")
    ada.page.fill("#count", "12")
    ada.page.fill("#seed", "1")
    ada.page.click("form .primary")
    ada.page.wait_for_selector(".page")
    pages = ada.page.locator(".page").count()
    # No content overflows: there are as many printed pages as on the screen.
    paper = ada.page.pdf(prefer_css_page_size=True)
    assert paper.count(b"/Type /Page\n") == pages > 2
    assert b"/MediaBox [0 0 612 792]" in paper
    assert (
        ada.page.locator(".page footer a").first.get_attribute("href")
        == ada.page.locator(".page footer a").last.inner_text()
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_six_puzzles_are_printed_on_one_page(window: Callable[..., Window], game: str, paper: str) -> None:
    ada = window()
    for text, pages in (("normal", 2), ("large", 4)):
        ada.open(f"/worksheet/{game}?seed=3&paper={paper}&text={text}")
        made = ada.page.pdf(prefer_css_page_size=True)
        assert made.count(b"/Type /Page\n") == ada.page.locator(".page").count() == pages
        # The footer names no host, and nothing is grey.
        assert "127.0.0.1" not in ada.page.inner_text("footer >> nth=0")
        colours = "[...document.querySelectorAll('.page *')].map((each) => getComputedStyle(each).color)"
        assert {*ada.page.evaluate(colours)} == {"rgb(0, 0, 0)", "rgb(255, 255, 255)"}
