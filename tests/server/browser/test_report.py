"""The report of an arena in a real browser, as a file."""

from pathlib import Path
from typing import Any

from tests.agents.arena.report.test_page import sample_in
from tests.server.browser.conftest import needs_axe
from tests.server.browser.window import Window


def test_a_browser_reports_no_errors(browser: Any, tmp_path: Path) -> None:
    needs_axe()
    path = tmp_path / "report.html"
    path.write_text(sample_in(tmp_path), encoding="utf-8")
    # The page's policy forbids scripts, including axe.
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    try:
        seen = Window(context.new_page(), "")
        complaints: list[str] = []
        seen.page.on("console", lambda message: complaints.append(message.text))
        for scheme, width in (("light", 1100), ("dark", 360)):
            seen.page.emulate_media(color_scheme=scheme)
            seen.page.set_viewport_size({"width": width, "height": 800})
            seen.page.goto(path.as_uri())
            assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert seen.serious() == []
        assert complaints == []
    finally:
        context.close()
