"""Real browser windows and a real server process for the tests of the pages."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.server.browser.window import Window

SMALL = {"width": 320, "height": 640}
LARGE = {"width": 1280, "height": 800}
# The first mode renders pages like the others but without their surroundings: a quarter less work.
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
)  # fmt: skip
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    # Otherwise each window has a second process because it was empty at first.
    "--renderer-process-limit=1",
    # The same server under a name that browsers trust as little as an address in a network.
    "--host-resolver-rules=MAP lan.test 127.0.0.1",
]
PROGRAM = (sys.executable, "-m", "outnumber", "serve", "--quiet")
PATIENCE = 120_000  # milliseconds, for a busy machine


def missing(reason: str) -> NoReturn:
    """Skip a test that cannot run here, or fail if a skip would go unnoticed."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def program() -> str:
    """The browser of this machine."""
    chosen = os.environ.get("OUTNUMBER_CHROMIUM")
    found = chosen or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        missing("there is no Chromium: install the package chromium, or name one in OUTNUMBER_CHROMIUM")
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        missing("playwright is not installed: install the extra outnumber[dev]")
    return found


def needs_axe() -> None:
    """Skip a test that needs axe if it is missing."""
    try:
        import axe_playwright_python  # noqa: F401
    except ImportError:
        missing("axe-playwright-python is not installed: install the extra outnumber[dev]")


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """One browser for all tests here; closed before other tests, which need their own event loops."""
    executable = program()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield browser
        browser.close()


# Each worker has its own ports, from the range that systems assign only on request: no other program can take
# the port of a server that restarts.
_ports = count(20_000 + 500 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")))


def _free(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


class Server:
    """`outnumber serve` as a process that can be stopped, killed and restarted at the same address."""

    def __init__(self, directory: Path, **environment: str) -> None:
        self._directory = directory
        self._environment = environment
        self._port = next(filter(_free, _ports))
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        limits = {"OUTNUMBER_WEB_LIMITS": "1000000"}
        self._process = subprocess.Popen(
            [*PROGRAM, "--port", str(self._port), "--database", f"sqlite:///{self._directory}/server.db"],
            env={**os.environ, **limits, **self._environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(2400):
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5):  # noqa: S310  # our own server
                    return
            except OSError:  # not running yet, or too busy
                assert self._process.poll() is None, "the server did not start"
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def stop(self, *, kill: bool = False) -> None:
        if self._process is not None:
            (self._process.kill if kill else self._process.terminate)()
            self._process.wait(timeout=30)
            self._process = None

    def restart(self, *, kill: bool = False) -> None:
        self.stop(kill=kill)
        self.start()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests here."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def window(browser: Any, server: Server) -> Iterator[Callable[..., Window]]:
    """Opens independent windows; at the end, none may have logged an error."""
    yield from windows(browser, server)


def windows(browser: Any, server: Server) -> Iterator[Callable[..., Window]]:
    opened: list[Window] = []

    def open_window(**settings: Any) -> Window:
        # Only pages that must work offline need the service worker.
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        usual_size = {"viewport": {"width": 1000, "height": 800}}
        context = browser.new_context(**usual | usual_size | settings)
        context.set_default_timeout(PATIENCE)
        opened.append(Window(context.new_page(), server.url))
        return opened[-1]

    yield open_window
    complaints = [complaint for window in opened for complaint in window.complaints]
    for window in opened:
        window.page.context.close()
    assert not complaints


@contextmanager
def apart(browser: Any, directory: Path, **environment: str) -> Iterator[Callable[..., Window]]:
    """Opens windows on a separate server with other settings."""
    server = Server(directory, **environment)
    try:
        yield from windows(browser, server)
    finally:
        server.stop()
