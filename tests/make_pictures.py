"""Make the screenshots of the README, and the icons and link previews of the pages.

    python -m tests.make_pictures

Tests make them again and compare, so an outdated picture fails.
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

from tests.local.app.scenes import visit
from tests.local.app.screens import Screen

DOCS = Path(__file__).parents[1] / "docs"
APP, PAGE = DOCS / "pictures" / "app.svg", DOCS / "pictures" / "page.png"
SCENE, CELLS = "strategy-stacks", (96, 28)
WINDOW = {"width": 760, "height": 620}
MOVES = (6, 12, 4)
WEB = DOCS.parent / "src" / "outnumber" / "server"
PICTURES = WEB / "static" / "pictures"
# The sizes that messengers expect for previews, and systems for icons.
PREVIEW = {"width": 1200, "height": 630}
ICONS = {"icon-192": 192, "icon-512": 512, "maskable-512": 512, "apple-180": 180}


def app() -> str:
    """A screenshot of the app in the middle of a game."""
    drawn: list[str] = []

    async def look(screen: Screen) -> None:
        drawn.append(screen.app.export_screenshot(title="outnumber"))

    visit(SCENE, look, CELLS)
    # Remove fonts on other hosts: our pages must not make browsers contact them.
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn[0], flags=re.DOTALL)


def page(browser: Any, url: str) -> bytes:
    """A screenshot of a game in the browser."""
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


def stills(browser: Any) -> Iterator[tuple[str, bytes]]:
    """The icons and the link previews of each game and of the other pages, by name."""
    from jinja2 import Environment, FileSystemLoader

    from outnumber.games.registry import BUILT_IN

    folders = [WEB / "templates", WEB.parent / "language" / "games"]
    templates = Environment(loader=FileSystemLoader(folders), autoescape=True)
    drawn = templates.get_template("art.html").module
    sheets = "".join((WEB / "static/styles" / f"{name}.css").read_text() for name in ("base", "home"))
    icon = (WEB / "static" / "icon.svg").read_text()
    shown = browser.new_page(color_scheme="light")
    for name, size in ICONS.items():
        # Systems may crop these icons to a circle, so leave a margin and no transparent corners.
        part = {"maskable-512": 56, "apple-180": 72}.get(name, 94)
        paper = "background:#f5f1e8;" if part < 90 else ""
        body = f"<body style='margin:0;{paper}display:grid;place-items:center;height:100vh'>"
        shown.set_viewport_size({"width": size, "height": size})
        shown.set_content(f"{body}<style>svg{{width:{part}vw}}</style>{icon}")
        yield name, _small(shown.screenshot(omit_background=True), alpha=part > 90)
    shown.set_viewport_size(PREVIEW)
    for game in ("", *BUILT_IN):
        look = "body{min-height:100vh;display:grid;place-items:center;align-content:center;gap:40px}"
        look += ".art{width:1000px;height:467px}.name{font:700 44px var(--display)}"
        art = drawn.art(game or "mixed")  # type: ignore[attr-defined]
        shown.set_content(f"<style>{sheets}{look}</style><body>{art}<div class=name>Outnumber</div>")
        yield f"preview-{game}" if game else "preview", _small(shown.screenshot())
    shown.close()


def _small(picture: bytes, *, alpha: bool = False) -> bytes:
    """The picture with a reduced palette."""
    from io import BytesIO

    from PIL import Image

    packed = BytesIO()
    image = Image.open(BytesIO(picture))
    if alpha:
        image.quantize(64, Image.Quantize.FASTOCTREE).save(packed, "PNG", optimize=True)
    else:
        image.convert("RGB").quantize(64).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _post(url: str, token: str = "", **body: Any) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310  # our own server
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        return json.load(answer)


@contextmanager
def opened() -> Iterator[tuple[Any, str]]:
    """Start a browser and a server."""
    from playwright.sync_api import sync_playwright

    from tests.server.browser.conftest import ARGUMENTS, Server, program

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
            PICTURES.mkdir(exist_ok=True)
            for name, picture in stills(browser):
                (PICTURES / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
