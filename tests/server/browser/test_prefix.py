"""All pages below a prefix, behind the shipped nginx configuration and in a real browser."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.programs import get, nginx, post, servers
from tests.server.browser.window import Window

ROOT = "/games"  # also the name of a page
KEPT = ("    location / {\n", f"    location {ROOT}/ {{\n")
# The prefix is passed on, and the servers know it; or the proxy removes it, and says so.
REMOVED = (
    ("proxy_pass http://outnumber;", "proxy_pass http://outnumber/;"),
    ('X-Forwarded-Prefix "";', f"X-Forwarded-Prefix {ROOT};"),
)
PAGES = (
    "/", "/games", "/puzzles", "/puzzles/archive", "/puzzles/daily", "/puzzles/strategy-stacks",
    "/puzzles/mixed", "/puzzles/again", "/board", "/chain", "/learn", "/learn/number-duel", "/class",
    "/class/board", "/join", "/stats", "/rules", "/rules/order-challenge", "/worksheet",
    "/worksheet/number-duel?seed=1&count=2", "/offline", "/shell/game", "/nowhere",
)  # fmt: skip
ADDRESS = re.compile(r'\b(?:href|src|action|content)="(/[^"]*|https?://[^"]*)"')


@pytest.fixture(scope="module", params=["kept", "removed"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of two ways to serve Outnumber below the prefix."""
    folder = tmp_path_factory.mktemp("prefix")
    kept = request.param == "kept"
    options = ["--root-path", ROOT] if kept else []
    with servers(1, f"sqlite:///{folder}/server.db", *options) as (server,):
        changes = [KEPT, *(() if kept else REMOVED)]
        with nginx(folder / "nginx", [server.port], *changes, scheme="http") as (url, _):
            yield url


@pytest.fixture
def windows(site: str, browser: Any) -> Iterator[Any]:
    """Opens windows that fail the test if they ask for anything outside the prefix."""
    opened: list[Window] = []
    outside: list[str] = []

    def note(url: str) -> None:
        if url.startswith(("http", "ws")) and not re.match(rf"\w+://localhost:\d+{ROOT}/", url):
            outside.append(url)

    def open_window() -> Window:
        context = browser.new_context(locale="en-GB", service_workers="allow", reduced_motion="reduce")
        context.set_default_timeout(10_000)
        page = context.new_page()
        context.on("request", lambda request: note(request.url))
        page.on("websocket", lambda socket: note(socket.url))
        opened.append(Window(page, f"{site}{ROOT}"))
        return opened[-1]

    yield open_window
    complaints = [each for window in opened for each in window.complaints]
    for window in opened:
        window.page.context.close()
    assert not outside
    assert not complaints


def test_every_address_on_every_page_is_below_the_prefix_and_leads_somewhere(site: str) -> None:
    seen: dict[str, str] = {}
    for path in PAGES:
        status, text = get(f"{site}{ROOT}{path}", Accept="text/html")
        assert status == (404 if path == "/nowhere" else 200), path
        for address in ADDRESS.findall(text):
            assert address.startswith((f"{ROOT}/", f"{site}{ROOT}/")), (path, address)
            seen[address.removeprefix(site)] = path
    for address, path in seen.items():
        # The page of any game has no id yet, and a link to another language leads back to its page.
        if address.startswith(f"{ROOT}/nowhere") or "//" in address or "lang=" in address:
            continue
        status, _ = get(site + address.replace("&amp;", "&"), Accept="text/html")
        assert status == 200, (path, address)


def test_what_is_not_a_page_is_below_the_prefix_too(site: str) -> None:
    manifest = json.loads(get(f"{site}{ROOT}/manifest.webmanifest")[1])
    links = [manifest[name] for name in ("id", "start_url", "scope")]
    links += [each["src"] for each in manifest["icons"]] + [each["url"] for each in manifest["shortcuts"]]
    for link in links:
        assert link.startswith(f"{ROOT}/")
        assert get(site + link, Accept="text/html")[0] == 200
    worker = get(f"{site}{ROOT}/sw.js")[1]
    assert f'const ROOT = "{ROOT}";' in worker
    assert get(f"{site}{ROOT}/metrics")[0] == get(f"{site}/metrics")[0] == 404
    assert get(f"{site}{ROOT}/healthz")[0] == 200


def test_two_people_play_below_the_prefix_by_invitation(windows: Any) -> None:
    one, two = windows(), windows()
    page = one.page
    one.open("/?lang=de")
    assert page.get_attribute("html", "lang") == "de"
    (cookie,) = [each for each in page.context.cookies() if each["name"] == "language"]
    assert cookie["path"] == f"{ROOT}/"
    one.open("/?lang=en")
    page.click("[data-sheet=strategy-stacks]")
    page.check("[name=against][value=invite]", force=True)
    page.click("#go")
    page.wait_for_selector("#waiting .qr svg")
    link = page.input_value("#waiting .share input")
    assert link.startswith(f"{one.url}/g/{one.id}#invite=")
    two.open(link)
    two.page.click("#join button")
    one.ready()
    two.ready()
    one.press(4)
    two.wait_for_moves(1)
    two.press(2)
    one.wait_for_moves(2)
    page.click("#rules-link")
    page.wait_for_selector("dialog[open] .example")


def test_the_pages_of_the_site_lead_to_each_other_and_work_offline(windows: Any) -> None:
    window = windows()
    page = window.page
    window.open("/")
    page.click("nav a >> text=Puzzles")
    page.wait_for_url(f"**{ROOT}/puzzles")
    window.open("/rules/strategy-stacks")
    page.wait_for_selector(".example .number")
    page.evaluate("navigator.serviceWorker.ready")
    scope = page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)")
    assert scope == f"{window.url}/"
    page.reload()
    page.wait_for_selector(".example .number")
    page.context.set_offline(True)
    window.open("/rules/strategy-stacks")
    assert page.inner_text("h1")
    window.open("/nowhere")
    assert page.inner_text("h1") == "You are offline."
    page.context.set_offline(False)
    window.open("/puzzles/daily")
    page.wait_for_selector("#pool .number.fits")
    window.open("/learn/number-duel")
    page.wait_for_selector("main h1")


def test_a_class_meets_below_the_prefix(windows: Any) -> None:
    teacher, child = windows(), windows()
    teacher.open("/class")
    teacher.page.click("#open")
    teacher.page.wait_for_selector("#qr svg")
    code = teacher.page.inner_text("#code").replace(" ", "")
    child.open("/join")
    child.page.fill("#code", code)
    child.page.click("#knock button")
    child.page.click("[data-animal=otter]")
    child.page.wait_for_selector("#join[data-state=desk]")
    teacher.page.click("#by-hand > summary")
    teacher.page.click("#start-lesson")
    child.page.wait_for_url(f"**{ROOT}/learn/*")


@pytest.mark.parametrize("prefix", ["//evil", '/a"b', "games", "/..", "/a/../b", "/ä", "/a b", "/a//b"])
def test_an_invalid_prefix_is_refused(prefix: str) -> None:
    command = [sys.executable, "-m", "outnumber", "serve", "--port", "0", "--root-path", prefix]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert found.returncode == 2
    assert "a prefix looks like /games" in found.stderr
    assert "Traceback" not in found.stderr


def test_only_a_trusted_proxy_sets_a_prefix(sqlite_url: str) -> None:
    with servers(1, sqlite_url) as (server,):
        url = f"http://127.0.0.1:{server.port}/"
        assert 'href="/duels/learn"' in get(url, **{"X-Forwarded-Prefix": "/duels"})[1]
        for hostile in ("//evil", '/a"b', "/a\u00e4"):
            status, text = get(url, **{"X-Forwarded-Prefix": hostile})
            assert (status, "X-Forwarded-Prefix" in text) == (400, True)
    with servers(1, sqlite_url, FORWARDED_ALLOW_IPS="192.0.2.1") as (server,):
        url = f"http://127.0.0.1:{server.port}/"
        assert get(url, **{"X-Forwarded-Prefix": "/duels"}) == get(url)
        assert get(url, **{"X-Forwarded-Prefix": "//evil"})[0] == 200


def test_joining_from_a_terminal_works_below_the_prefix(site: str, tmp_path: Path) -> None:
    made = post(f"{site}{ROOT}/api/games", {"game": "strategy-stacks", "first": "them"})
    link = site + made["links"]["invite"]
    command = [sys.executable, "-m", "outnumber", "join", link]
    trusted = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    found = subprocess.run(command, input="quit\n", capture_output=True, text=True, timeout=60, env=trusted)
    assert found.returncode == 0, found.stderr
    assert f"outnumber join '{site}{ROOT}/g/{made['id']}#seat=" in found.stdout
