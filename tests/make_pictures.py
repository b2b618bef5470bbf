"""Makes the pictures of the README from the real thing: a screen of the app and a page in a browser.

    python -m tests.make_pictures

Tests make them again and compare: a picture that is no longer true fails.
"""

import json
import os
import re
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.app.scenes import visit
from tests.app.screens import Screen

DOCS = Path(__file__).parents[1] / "docs"
APP, PAGE = DOCS / "app.svg", DOCS / "page.png"
SCENE, CELLS = "strategy-stacks", (96, 28)
WINDOW = {"width": 760, "height": 620}
MOVES = (6, 12, 4)


def app() -> str:
    """The app in the middle of a game."""
    drawn: list[str] = []

    async def look(screen: Screen) -> None:
        drawn.append(screen.app.export_screenshot(title="outnumber"))

    visit(SCENE, look, CELLS)
    # Fonts of another host, which nobody who looks at a page of ours should be told to fetch.
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn[0], flags=re.DOTALL)


def page(browser: Any, url: str) -> bytes:
    """A game in the browser, in the middle."""
    made = _post(
        f"{url}/api/games", game="strategy-stacks", options={"range": 20}, opponent="invite", name="Ada"
    )
    other = _post(f"{url}/api/games/{made['id']}/seat", made["invite"], name="Ben")
    for number, token in zip(MOVES, (made["token"], other["token"]) * 2, strict=False):
        _post(f"{url}/api/games/{made['id']}/moves", token, number=number)
    context = browser.new_context(viewport=WINDOW, locale="en-GB", reduced_motion="reduce")
    shown = context.new_page()
    shown.goto(f"{url}/g/{made['id']}#seat={other['token']}")
    shown.get_by_text("Your turn").first.wait_for()
    shown.wait_for_load_state("networkidle")
    picture: bytes = shown.screenshot()
    context.close()
    return picture


def _post(url: str, token: str = "", **body: Any) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310  # our own server
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        return json.load(answer)


@contextmanager
def opened() -> Iterator[tuple[Any, str]]:
    """A browser and a server."""
    from playwright.sync_api import sync_playwright

    from tests.web.browser.conftest import ARGUMENTS, Server, program

    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        server = Server(Path(directory))
        browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        yield browser, server.url
        browser.close()
        server.stop()


def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        os.environ["OUTNUMBER_DATA"] = data
        APP.write_text(app(), encoding="utf-8")
        with opened() as (browser, url):
            PAGE.write_bytes(page(browser, url))


if __name__ == "__main__":
    main()
