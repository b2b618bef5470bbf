"""A built site, served from a folder under a path of its own, and browser windows on it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.server.browser.conftest import browser, missing
from tests.server.browser.window import Window

__all__ = ["browser"]

ROOT = "/school/outnumber"
PYODIDE = Path(__file__).parents[3] / "node_modules" / "pyodide"
# What a page and its frame have in common: everything else concerns the page in the frame.
OF_WINDOW = {
    "add_init_script", "clock", "close", "context", "emulate_media", "expect_download", "goto", "keyboard",
    "mouse", "on",
    "request", "route", "screenshot", "set_viewport_size",
    "unroute", "url", "video", "viewport_size", "wait_for_timeout",
}  # fmt: skip
READY = "html[data-python=ready]"
PATIENCE = 120_000  # milliseconds, for a busy machine


def built(folder: Path, *options: str) -> Path:
    """A folder written by the command, or a visible skip where its runtime is missing."""
    if not (PYODIDE / "package.json").is_file():
        missing("Pyodide is not installed: npm install")
    command = [sys.executable, "-m", "outnumber", "site", str(folder), "--pyodide", str(PYODIDE), *options]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if "msgspec" in done.stderr:
        missing("msgspec for Pyodide cannot be downloaded")
    assert done.returncode == 0, done.stderr
    return folder


class Files:
    """A plain server of files below a path, which counts what it sends."""

    def __init__(self, base: Path, root: str = ROOT) -> None:
        self.requests: list[str] = []
        self._place = base / "top" / root.strip("/")
        self._place.parent.mkdir(parents=True, exist_ok=True)
        asked = self.requests

        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def end_headers(self) -> None:
                self.send_header("Cache-Control", "no-cache")  # only the service worker keeps files
                super().end_headers()

            def do_GET(self) -> None:  # the name that the library calls
                asked.append(self.path)
                super().do_GET()

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(base / "top")))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}{root}"

    def show(self, folder: Path) -> None:
        """Serve another folder from now on."""
        if self._place.is_symlink():
            self._place.unlink()
        self._place.symlink_to(folder)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as the command writes it."""
    return built(tmp_path_factory.mktemp("site") / "folder")


@pytest.fixture
def files(folder: Path, tmp_path: Path) -> Iterator[Files]:
    files = Files(tmp_path)
    files.show(folder)
    yield files
    files.stop()


class Framed:
    """The page in the frame of the shell, with the methods of a page of the browser."""

    def __init__(self, page: Any) -> None:
        self.shell = page

    @property
    def frame(self) -> Any:
        shown = self.shell.query_selector("iframe")
        if shown is None:  # no AttributeError: Python would look for another attribute
            raise LookupError("detached")
        return shown.content_frame()

    def locator(self, selector: str) -> Any:
        return self.shell.frame_locator("iframe").locator(selector)

    def reload(self) -> None:
        self.shell.reload()
        self.shell.wait_for_selector(READY, state="attached", timeout=PATIENCE)

    def __getattr__(self, name: str) -> Any:
        if name in OF_WINDOW:
            return getattr(self.shell, name)

        def call(*given: Any, **named: Any) -> Any:
            until = time.monotonic() + PATIENCE / 1000
            while True:
                try:
                    return getattr(self.frame, name)(*given, **named)
                except Exception as error:  # another page is shown meanwhile
                    gone = (
                        "detached",
                        "destroyed",
                        "'NoneType'",
                        "navigation",
                        "document.write",
                        "Cannot find context",
                    )
                    if not any(word in str(error) for word in gone) or time.monotonic() > until:
                        raise
                    self.shell.wait_for_timeout(50)

        return call


class SiteWindow(Window):
    """A window that shows the site."""

    def __init__(self, page: Any, url: str) -> None:
        super().__init__(page, url)
        self.shell = page
        self.page = Framed(page)

    def open(self, path: str) -> None:
        address = f"{self.url}/#{path}" if path != "/" else f"{self.url}/"
        if self.shell.url.split("#")[0] == address.split("#")[0]:
            self.shell.evaluate("path => shell.show(shell.root + path)", path)
        else:
            self.shell.goto(address)
        self.started()

    def started(self) -> None:
        """Wait until Python answers, and the page has loaded."""
        self.shell.wait_for_selector(READY, state="attached", timeout=PATIENCE)
        loaded = "document.readyState === 'complete' && !location.pathname.endsWith('/frame.html')"
        self.wait_until(lambda: self.page.evaluate(loaded))

    def ask(self, method: str, path: str, body: str = "", headers: Any = ()) -> tuple[int, str]:
        """Ask Python directly; the status and the text of its answer."""
        if not self.shell.url.startswith(self.url):
            self.open("/")
        given = [
            ["host", "localhost"],
            *([["content-type", "application/json"]] if body else []),
            *map(list, headers),
        ]
        told = self.shell.evaluate(
            """async ([method, path, headers, body]) => {
              const encoded = new TextEncoder().encode(body);
              const told = await shell.python.ask(method, shell.root + path, headers, encoded);
              return [told.status, new TextDecoder().decode(told.body)];
            }""",
            [method, path, given, body],
        )
        return told[0], told[1]

    def post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        headers = [("authorization", f"Bearer {token}")] if token else []
        status, text = self.ask("POST", f"/api/{path}", json.dumps(body), headers)
        assert status < 300, text
        told: dict[str, Any] = json.loads(text)
        return told


@pytest.fixture
def window(browser: Any, files: Files) -> Iterator[Callable[..., SiteWindow]]:
    """Opens independent windows; at the end, none may have logged an error or asked another site."""
    opened: list[SiteWindow] = []
    outside: list[str] = []

    def note(url: str) -> None:
        if not url.startswith((files.url, "data:", "blob:")):
            outside.append(url)

    def open_window(**settings: Any) -> SiteWindow:
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        usual_size = {"viewport": {"width": 1000, "height": 800}}
        context = browser.new_context(**usual | usual_size | settings)
        context.set_default_timeout(PATIENCE)
        context.on("request", lambda request: note(request.url))
        opened.append(SiteWindow(context.new_page(), files.url))
        return opened[-1]

    yield open_window
    complaints = [complaint for window in opened for complaint in window.complaints]
    for window in opened:
        window.shell.context.close()
    assert not outside
    assert not complaints


@pytest.fixture
def folder_copy(folder: Path, tmp_path: Path) -> Path:
    """A copy of the site that a test may change."""
    return Path(shutil.copytree(folder, tmp_path / "copy"))


@pytest.fixture
def another_version(folder: Path, tmp_path: Path) -> Callable[[str], Path]:
    """Makes a folder of another version, with a given title of its first page."""

    def make(title: str) -> Path:
        copy = Path(shutil.copytree(folder, tmp_path / title))
        (app,) = (copy / "app").iterdir()
        app.rename(app.with_name(title))
        for name in ("index.html", "404.html", "sw.js"):
            text = (copy / name).read_text("utf-8").replace(app.name, title)
            (copy / name).write_text(re.sub('VERSION = "[^"]+"', f'VERSION = "{title}"', text), "utf-8")
        home = copy / "app" / title / "pages" / "en" / "home.html"
        home.write_text(re.sub("<title>[^<]*", f"<title>{title}", home.read_text("utf-8")), "utf-8")
        return copy

    return make
