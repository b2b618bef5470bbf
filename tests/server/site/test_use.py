"""The site as people use it: offline, in two tabs, reloaded, with full storage, and after an update."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outnumber.study.puzzles.progress import Progress
from tests.server.browser.conftest import Server, server
from tests.server.browser.window import Window
from tests.server.site.conftest import PATIENCE, READY, ROOT, Files, SiteWindow, built

pytestmark = pytest.mark.slow

__all__ = ["server"]

Windows = Callable[..., SiteWindow]
# What a browser asks for to find a new version.
NEW_VERSION = {f"{ROOT}/sw.js"}
PHONE = {"viewport": {"width": 390, "height": 844}, "service_workers": "allow"}


def play(here: SiteWindow) -> int:
    """Play the first number that fits, and wait until the move is acknowledged; the number."""
    here.page.wait_for_selector("#pool .number.fits:not(.idle)")
    number = here.choices()[0]
    here.press(number)
    here.page.wait_for_selector(f"#tracks button.chip:has-text('{number}')")
    here.wait_until(lambda: here.page.evaluate("!document.querySelector('#pool .pending, #tracks .pending')"))
    return number


def begin(here: SiteWindow) -> None:
    """Start a game that takes long enough."""
    here.open("/")
    made = here.post("games", {"game": "number-duel", "opponent": "random", "options": {"range": 40}})
    here.open(f"/g/{made['id']}#seat={made['token']}")
    here.page.wait_for_selector("#link-state[data-state=live]")


def test_everything_works_offline_after_the_first_visit(window: Windows, files: Files) -> None:
    here = window(**PHONE)
    here.open("/")
    here.shell.wait_for_selector("html[data-cached=true]", state="attached")
    before = len(files.requests)
    here.shell.context.set_offline(True)
    here.shell.reload()
    here.started()
    begin(here)
    play(here)
    assert here.page.is_hidden("#share-button")
    for path, selector in (
        ("/learn/number-duel", "h1"),
        ("/puzzles/daily", "#pool .number, .choices, #puzzle"),
        ("/chain", "#pool .number"),
        ("/board?game=strategy-stacks", "#pool .number"),
        ("/worksheet/number-duel?seed=1&count=2", "h1"),
        ("/path/number-duel", "h1"),
        ("/stats", "h1"),
        ("/rules/number-duel", "h1"),
    ):
        here.open(path)
        here.page.wait_for_selector(selector)
        assert not here.page.inner_text("body").count("You are offline")
    # The emulation does not cut off the look for a new version.
    assert {*files.requests[before:]} <= NEW_VERSION


def test_without_a_service_worker_everything_works_online(window: Windows) -> None:
    here = window()
    begin(here)
    played = play(here)
    here.page.click("a.brand")
    here.page.wait_for_selector("#home")
    here.shell.go_back()
    here.page.wait_for_selector(f"#tracks button.chip:has-text('{played}')")
    assert re.search(r"#/g/\w+$", here.shell.url)


def test_a_second_visit_loads_nothing(window: Windows, files: Files) -> None:
    here = window(service_workers="allow")
    here.open("/")
    here.shell.wait_for_selector("html[data-cached=true]", state="attached")
    files.requests.clear()
    here.shell.reload()
    here.started()
    assert {*files.requests} <= NEW_VERSION
    # The address of the file leads to the same shell.
    here.shell.goto("about:blank")
    here.shell.goto(f"{here.url}/index.html#/learn/number-duel")
    here.started()
    assert here.page.inner_text("h1") != "There is nothing at this address."
    assert "/outnumber/#/learn/number-duel" in here.shell.url


def test_pages_appear_before_python_and_taps_wait_for_it(window: Windows) -> None:
    here = window()
    here.shell.goto(f"{here.url}/")
    here.page.wait_for_selector("[data-first]:not([disabled])")
    here.page.click("[data-first]:not([disabled])")
    assert here.shell.query_selector(READY) is None
    assert "Getting the computer ready" in here.shell.inner_text("#progress")
    here.page.wait_for_selector("#link-state[data-state=live]")
    assert here.page.evaluate("document.querySelectorAll('#tracks button.chip').length") >= 2


def test_a_reload_continues_the_game(window: Windows) -> None:
    here = window()
    begin(here)
    played = play(here)
    here.shell.reload()
    here.started()
    here.page.wait_for_selector(f"#tracks button.chip:has-text('{played}')")


def test_links_keep_percent_signs_and_damaged_ones_show_a_page(window: Windows) -> None:
    here = window()
    here.open("/")
    here.open("/stats?x=a%25b")
    for link in ("", "#/stats?x=%E0%A4%", "#@other.example/"):
        if link:
            here.shell.evaluate("link => history.replaceState(null, '', link)", link)
        for _ in range(2):
            here.shell.reload()
            here.started()
            here.page.wait_for_selector("h1")
        if not link:
            assert here.shell.url.endswith("#/stats?x=a%25b")


def test_a_move_that_is_acknowledged_survives_the_end_of_the_worker(window: Windows) -> None:
    here = window()
    id, (token, other) = _people(here)
    moves: list[int] = []
    for turn, number in enumerate((6, 3, 9, 1)):
        here.post(f"games/{id}/moves", {"number": number}, (token, other)[turn % 2])
        moves.append(number)
    # The next move is sent, and the worker dies before it can answer.
    here.shell.evaluate(
        """([address, token]) => {
          const body = new TextEncoder().encode('{"number": 7}');
          const type = "application/json";
          const headers = { host: "localhost", "content-type": type, authorization: `Bearer ${token}` };
          shell.python.ask("POST", address, Object.entries(headers), body);
          shell.python.worker.terminate();
        }""",
        [f"{here.shell.evaluate('shell.root')}/api/games/{id}/moves", token],
    )
    here.shell.reload()
    here.started()
    status, text = here.ask("GET", f"/api/games/{id}")
    assert status == 200
    assert re.search(r'"moves":\[6,3,9,1(,7)?\]', text)


def _people(here: SiteWindow) -> tuple[str, list[str]]:
    here.open("/")
    return here.begin("strategy-stacks")


def test_a_second_tab_asks_before_it_takes_over(window: Windows) -> None:
    here = window()
    begin(here)
    played = play(here)
    there = SiteWindow(here.shell.context.new_page(), here.url)
    there.shell.goto(here.shell.url)
    there.shell.wait_for_selector("#panel:not([hidden])")
    assert there.shell.inner_text("#message") == "Outnumber is open in another tab."
    there.shell.click("#act")
    there.started()
    there.page.wait_for_selector(f"#tracks button.chip:has-text('{played}')")
    here.shell.wait_for_selector("#panel:not([hidden])")
    assert "another tab now" in here.shell.inner_text("#message")
    play(there)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_full_storage_acknowledges_no_move(window: Windows, locale: str) -> None:
    here = window(locale=locale)
    # Once the worker has started, nothing can be stored any more.
    script = """
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      if (globalThis.full) this.transaction.abort();
      return put.call(this, value, key);
    };
    addEventListener("message", ({ data }) => { if (data.what === "full") globalThis.full = true; });
    """
    _changed(here, "store.js", script)
    begin(here)
    here.shell.evaluate("shell.python.worker.postMessage({ what: 'full', line: -1 })")
    here.press(here.choices()[0])
    here.shell.wait_for_selector("#panel:not([hidden])")
    assert ("storage is full" if locale == "en-GB" else "Speicher ist voll") in here.shell.inner_text(
        "#message"
    )
    here.complaints.clear()


def test_without_storage_games_last_until_the_window_is_closed(window: Windows) -> None:
    here = window()
    _changed(here, "store.js", "indexedDB.open = () => { throw new Error('private'); };")
    here.open("/")
    assert "does not save games" in here.shell.inner_text("#progress")
    begin(here)
    play(here)


def test_a_browser_without_webassembly_gets_a_message(window: Windows) -> None:
    here = window()
    here.shell.add_init_script("delete globalThis.WebAssembly;")
    here.shell.goto(f"{here.url}/")
    here.shell.wait_for_selector("#panel:not([hidden])")
    assert "too old" in here.shell.inner_text("#message")


def _changed(here: SiteWindow, name: str, script: str) -> None:
    """Run a script before one of the site's own."""

    def answer(route: object) -> None:
        fetched = route.fetch()  # type: ignore[attr-defined]
        route.fulfill(response=fetched, body=script + fetched.text())  # type: ignore[attr-defined]

    here.shell.context.route(re.compile(f"/{re.escape(name)}$"), answer)


def _shows(here: SiteWindow, title: str) -> None:
    """Wait until the first page is that of a version."""
    here.open("/")
    here.wait_until(lambda: here.shell.title() == title)


def _renewed(here: SiteWindow) -> None:
    """Look for a new version, as browsers do at each visit, and wait until it has taken over."""
    here.shell.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.ready;
          const taken = new Promise((done) => { navigator.serviceWorker.oncontrollerchange = done; });
          await registration.update();
          await taken;
        }"""
    )


def test_a_new_version_replaces_the_cached_one_and_keeps_the_games(
    window: Windows, files: Files, another_version: Callable[[str], Path]
) -> None:
    here = window(service_workers="allow")
    begin(here)
    played = play(here)
    address = here.shell.url
    here.shell.wait_for_selector("html[data-cached=true]", state="attached")
    for title in ("Second", "Third"):
        files.show(another_version(title))
        _renewed(here)
        here.shell.reload()
        _shows(here, title)
    here.shell.context.set_offline(True)
    here.shell.goto("about:blank")
    here.shell.goto(address)
    here.page.wait_for_selector(f"#tracks button.chip:has-text('{played}')")
    play(here)
    # The files of the version before the previous one have been deleted.
    names = here.shell.evaluate("caches.keys()")
    assert [name.rpartition(" ")[2] for name in names] == ["Second", "Third"]


def test_a_tab_with_the_previous_version_works_beside_one_with_the_new(
    window: Windows, files: Files, another_version: Callable[[str], Path]
) -> None:
    here = window(service_workers="allow")
    begin(here)
    here.shell.wait_for_selector("html[data-cached=true]", state="attached")
    files.show(another_version("Second"))
    _renewed(here)
    played = play(here)
    address = here.shell.url
    here.open("/learn/number-duel")  # from the cache: the web space has no such file any more
    here.page.wait_for_selector("h1")
    there = SiteWindow(here.shell.context.new_page(), here.url)
    there.shell.goto(address)
    there.shell.wait_for_selector("#panel:not([hidden])")
    here.open("/chain")
    there.shell.click("#act")
    there.started()
    there.page.wait_for_selector(f"#tracks button.chip:has-text('{played}')")
    play(there)
    _shows(there, "Second")
    with here.shell.expect_navigation():
        here.shell.click("#act")
    here.shell.wait_for_selector("#panel:not([hidden])")
    here.shell.click("#act")
    _shows(here, "Second")


def test_a_tab_whose_version_has_disappeared_offers_the_new_one(
    window: Windows, files: Files, another_version: Callable[[str], Path]
) -> None:
    here = window()
    begin(here)
    played = play(here)
    address = here.shell.url
    files.show(another_version("Second"))
    here.shell.evaluate("shell.show(shell.root + '/chain')")
    here.shell.wait_for_selector("#panel:not([hidden])")
    assert "has been updated" in here.shell.inner_text("#message")
    with here.shell.expect_navigation():
        here.shell.click("#act")
    here.started()
    here.page.wait_for_selector("h1:has-text('chain')")
    _shows(here, "Second")
    here.shell.goto(address)
    here.page.wait_for_selector(f"#tracks button.chip:has-text('{played}')")


def test_a_folder_in_which_only_the_worker_is_new_is_not_cached(
    window: Windows, files: Files, folder: Path, another_version: Callable[[str], Path]
) -> None:
    here = window(service_workers="allow")
    here.open("/")
    here.shell.wait_for_selector("html[data-cached=true]", state="attached")
    half = another_version("Half")
    shutil.copy(folder / "index.html", half)
    files.show(half)
    refused = here.shell.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.ready;
          const { installing } = await registration.update();
          if (installing.state === "installing")
            await new Promise((done) => { installing.onstatechange = done; });
          return [installing.state, registration.waiting];
        }"""
    )
    assert refused == ["redundant", None]
    here.shell.reload()
    here.started()


def test_a_long_job_blocks_neither_the_page_nor_python(window: Windows) -> None:
    here = window()
    here.open("/")
    # All answers to this puzzle take seconds; meanwhile other questions are answered.
    asked = {"game": "number-duel", "options": {"range": 26}, "moves": [21, 7, 1], "kind": "seat"}
    here.shell.evaluate(
        """body => {
          const headers = [["host", "localhost"], ["content-type", "application/json"]];
          const encoded = new TextEncoder().encode(body);
          const { root } = shell;
          globalThis.answered = [];
          shell.python
            .ask("POST", `${root}/api/puzzles/ahead`, headers, encoded)
            .then(() => answered.push("job"));
          shell.python.ask("GET", `${root}/api/lessons`, headers).then(() => answered.push("question"));
        }""",
        json.dumps({"puzzle": asked, "answer": []}),
    )
    here.wait_until(lambda: here.shell.evaluate("answered.length") >= 1)
    assert here.shell.evaluate("answered[0]") == "question"


def test_the_language_is_changed_and_remembered(window: Windows) -> None:
    here = window()
    here.open("/learn")
    here.page.click(".tongues a[lang=de]")
    here.page.wait_for_selector("html[lang=de]")
    here.shell.reload()
    here.started()
    here.page.wait_for_selector("html[lang=de]", timeout=PATIENCE)
    assert here.shell.evaluate("document.documentElement.lang") == "de"


def test_addresses_that_need_a_server_are_missing(window: Windows) -> None:
    here = window()
    here.open("/")
    for path in ("/metrics", "/healthz", "/livez", "/readyz", "/sw.js", "/offline", "/class", "/join"):
        assert here.ask("GET", path)[0] == 404, path
    assert here.ask("POST", "/api/classes", "{}")[0] == 404
    documented = json.loads(here.ask("GET", "/api/openapi.json")[1])["paths"]
    assert "/api/games" in documented
    assert not [path for path in documented if "class" in path or not path.startswith("/api/")]
    here.open("/class")
    assert here.page.inner_text("h1") == "There is nothing at this address."


def _of_another_day(folder: Path) -> None:
    """Make a site that was built on another day; the numbers of its position can still be played."""
    index = folder / "index.html"
    index.write_text(re.sub(r'"day": ?"[^"]+"', '"day": "2026-01-01"', index.read_text("utf-8")), "utf-8")


def test_a_page_of_another_day_is_rendered_again(window: Windows, files: Files, folder_copy: Path) -> None:
    _of_another_day(folder_copy)
    (home,) = folder_copy.glob("app/*/pages/en/home.html")
    home.write_text(re.sub(r'data-seed="\d+"', 'data-seed="1"', home.read_text("utf-8")), "utf-8")
    files.show(folder_copy)
    here = window()
    here.shell.goto(f"{here.url}/")
    here.page.wait_for_selector("#tiny[data-seed='1']")  # at once, from the file
    here.started()
    here.page.wait_for_selector("#tiny:not([data-seed='1'])")
    here.open("/learn")
    here.open("/")
    assert here.page.get_attribute("#tiny", "data-seed") != "1"


def test_a_page_of_another_day_remains_while_it_is_used(
    window: Windows, files: Files, folder_copy: Path
) -> None:
    _of_another_day(folder_copy)
    files.show(folder_copy)
    here = window()
    here.shell.goto(f"{here.url}/")
    here.page.wait_for_selector("[data-first]:not([disabled])")
    here.page.click("[data-first]:not([disabled])")
    here.page.wait_for_selector("#link-state[data-state=live]")
    assert "/g/" in here.shell.url


def _exported(here: Window) -> dict[str, object]:
    here.open("/stats")
    here.page.wait_for_selector("#counted:not([hidden])")
    with here.page.expect_download() as saved:
        here.page.click("#export")
    found: dict[str, object] = json.loads(Path(saved.value.path()).read_text("utf-8"))
    return found


def _imported(here: Window, told: dict[str, object]) -> None:
    here.open("/stats")
    here.page.wait_for_selector("#counted:not([hidden])")
    file = {"name": "progress.json", "mimeType": "application/json", "buffer": json.dumps(told).encode()}
    here.page.set_input_files("#file", file)
    here.wait_until(lambda: "together" in here.status())


def test_progress_travels_from_a_server_to_the_site_and_back(
    window: Windows, browser: Any, server: Server
) -> None:
    stored = "JSON.parse(localStorage['outnumber:puzzles'])"
    one, other = (browser.new_context(locale="en-GB") for _ in range(2))
    there, later = (Window(context.new_page(), server.url) for context in (one, other))
    here = window()
    _imported(
        there,
        {
            "progress": Progress().starred("number-duel", 1, ["won"]).to_json(),
            "chains": {"multiple 10": [2, 4]},
        },
    )
    _imported(here, _exported(there))
    here.open("/path/number-duel")
    here.page.wait_for_selector(".stop[data-stage='2'][data-state=now]")
    # The site adds a star, and everything returns to another browser on the server.
    _imported(
        here,
        {"progress": Progress().starred("strategy-stacks", 1, ["flawless"]).to_json(), "chains": {}},
    )
    _imported(later, _exported(here))
    paths = later.page.evaluate(stored)["paths"]
    assert paths == {"number-duel": {"1": ["won"]}, "strategy-stacks": {"1": ["flawless"]}}
    assert _exported(later)["chains"] == {"multiple 10": [2, 4]}
    assert there.complaints == later.complaints == []
    one.close()
    other.close()


def test_a_link_or_qr_code_carries_stars_from_the_site_to_a_server_and_back(
    window: Windows, browser: Any, server: Server
) -> None:
    stored = "JSON.parse(localStorage['{}:puzzles']).paths"
    stars = {"number-duel": {"1": ["won"]}}
    context = browser.new_context(locale="en-GB")
    there = Window(context.new_page(), server.url)
    here, later = window(), window()

    def link_of(one: Window) -> str:
        one.open("/stats")
        one.page.wait_for_selector("#counted:not([hidden])")
        one.page.click("#carry")
        one.page.wait_for_selector("#share-body .qr svg")
        link: str = one.page.input_value("#share-body input")
        return link

    _imported(here, {"progress": Progress().starred("number-duel", 1, ["won"]).to_json(), "chains": {}})
    link = link_of(here)
    assert link.startswith(f"{here.url}/#/stats#progress=")
    there.open("/stats")
    there.page.wait_for_selector("#counted:not([hidden])")
    there.page.fill("#link", "https://example.org/")
    there.page.press("#link", "Enter")
    there.wait_until(lambda: "no progress" in there.status())
    there.page.fill("#link", link)
    there.page.press("#link", "Enter")
    there.wait_until(lambda: "together" in there.status())
    assert there.page.evaluate(stored.format("outnumber")) == stars
    # Another device scans the code of the site, and a third gets the link of the server.
    for carried in (link, link_of(there)):
        scanned = carried == link
        later.page.goto(carried if scanned else f"{here.url}/#/stats")
        later.started()
        later.page.wait_for_selector("#counted:not([hidden])")
        if scanned:
            later.page.click("#bring")
        else:
            later.page.fill("#link", carried)
            later.page.click("#linked button")
        later.wait_until(lambda: "together" in later.status())
        assert later.page.evaluate(stored.format(f"outnumber{ROOT}")) == stars
        later.page.evaluate("localStorage.clear()")
    assert there.complaints == []
    context.close()


def test_an_added_game_is_played(
    window: Windows, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without a list of its files, as `pip install --editable` leaves it.
    source, added = Path(__file__).parents[2] / "added", tmp_path / "added"
    shutil.copytree(source, added, ignore=shutil.ignore_patterns("__pycache__", "__init__.py"))
    paths = os.pathsep.join(filter(None, (str(added), os.environ.get("PYTHONPATH"))))
    monkeypatch.setenv("PYTHONPATH", paths)
    files.show(built(tmp_path / "site"))
    here = window()
    here.open("/")
    made = here.post("games", {"game": "heaps", "opponent": "random"})
    here.open(f"/g/{made['id']}#seat={made['token']}")
    here.page.wait_for_selector("#link-state[data-state=live]")
    assert here.shell.title().startswith("Heaps") or "Heaps" in here.page.inner_text("body")
    play(here)


def test_positions_of_the_documentation_are_played_in_place(
    window: Windows, files: Files, folder: Path, tmp_path: Path
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "play").symlink_to(folder)
    script = Path(__file__).parents[3] / "docs" / "_site" / "static" / "playable.js"
    shutil.copy(script, docs / "playable.js")
    link = "play/index.html#/board?game=strategy-stacks&amp;range=20&amp;moves=6%2C3"
    (docs / "page.html").write_text(
        '<!doctype html><link rel="icon" href="data:,">'
        f'<p class="playable"><a href="{link}">Play it here</a></p><script src="playable.js"></script>',
        "utf-8",
    )
    files.show(docs)
    here = window(service_workers="allow")
    board = here.shell.frame_locator(".playable iframe").frame_locator("iframe")
    # From the cache, too.
    for _ in range(2):
        here.shell.goto(f"{here.url}/page.html")
        here.shell.click(".playable a")
        here.shell.frame_locator(".playable iframe").locator("html[data-cached=true]").wait_for(
            state="attached"
        )
        board.locator("#pool [data-number='9'].fits").wait_for()
        assert board.locator("#tracks button.chip").all_inner_texts() == ["6", "3"]
        board.locator("#pool [data-number='9']").click()
        board.locator("#tracks button.chip:has-text('9')").wait_for()
    assert here.shell.url.endswith("/page.html")
