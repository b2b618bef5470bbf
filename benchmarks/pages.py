"""Measures the loading of pages: requests, bytes on the wire, first paint, playable time, shifts of layout.

    python benchmarks/pages.py                              a game, the daily puzzle, a review and more
    python benchmarks/pages.py --python OLD/bin/python      the pages of another installation, to compare
    python benchmarks/pages.py --language de

It starts `outnumber serve` on a free port and opens each page with an empty cache in a Chromium of 375 by 667
pixels: once at full speed, for requests and bytes, and three times with a slow mobile network (400 ms until
an answer begins, 400 kbit/s) and a processor four times slower, for the times; the median counts. The shift
(CLS) is the worst of all four. A page is playable once the game is visible and its script runs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Any

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
CPU = 4
PHONE = {"width": 375, "height": 667}
# A whole game of Strategy Stacks for a review.
MOVES = [4, 8, 2, 6, 3, 9, 1, 5]
# What a page must show before a player can begin; the home page of older versions shows options.
PLAYABLE = {
    "home": "#tiny[data-ready], .step .options:not([hidden])",
    "board": "#pool .number.fits:not(.idle)",
    "daily": "#pool .number.fits, #choices button",
    "review": "#retry .number.fits",
    "/board": "#pool .number.fits",
    "/learn": ".cards .stars:not(:empty)",
    "/chain": "#pool .number.fits",
    "/class": "#none:not([hidden])",
}
WATCH = """
window.shifts = 0;
new PerformanceObserver(list => list.getEntries().forEach(each => { window.shifts += each.value; }))
  .observe({type: 'layout-shift', buffered: true});
window.playable = null;
const selector = %s;
const look = () => {
  if (window.playable === null && document.querySelector(selector)) window.playable = performance.now();
};
new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
"""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def post(url: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310  # our own server
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        told: dict[str, Any] = json.load(answer)
        return told


def paths(url: str) -> dict[str, tuple[str, tuple[str, str] | None]]:
    """Each page, with the seat that the browser has in its game."""
    made = post(
        f"{url}/api/games", {"game": "strategy-stacks", "opponent": "casual", "options": {"range": 20}}
    )
    over = post(f"{url}/api/games", {"game": "strategy-stacks", "opponent": "open", "name": "Ada"})
    seat = post(f"{url}/api/games/{over['id']}/seat", {"name": "Bea"})
    for place, number in enumerate(MOVES):
        post(
            f"{url}/api/games/{over['id']}/moves",
            {"number": number},
            (over["token"], seat["token"])[place % 2],
        )
    return {
        "home": ("/", None),
        "board": (f"/g/{made['id']}", (made["id"], made["token"])),
        "daily": ("/puzzles/daily", None),
        "review": (f"/g/{over['id']}/review", (over["id"], over["token"])),
        **{path: (path, None) for path in PLAYABLE if path.startswith("/")},
    }


def visit(
    browser: Any, url: str, name: str, path: str, seat: Any, language: str, slow: bool
) -> dict[str, float]:
    context = browser.new_context(viewport=PHONE, locale=language, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.add_init_script(WATCH % json.dumps(PLAYABLE[name]))
    if seat:
        kept = json.dumps({"token": seat[1], "you": 1})
        page.add_init_script(f"localStorage.setItem('outnumber:game:{seat[0]}', {json.dumps(kept)})")
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: dict[str, float] = {"requests": 0, "kilobytes": 0.0}
    finished = []
    line.on("Network.requestWillBeSent", lambda _: sizes.update(requests=sizes["requests"] + 1))
    line.on("Network.loadingFinished", lambda event: finished.append(event["encodedDataLength"]))
    if slow:
        line.send("Network.emulateNetworkConditions", SLOW)
        line.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    page.goto(url + path, wait_until="load", timeout=60_000)
    for _ in range(600):
        if page.evaluate("window.playable") is not None:
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(1000)
    sizes["kilobytes"] = sum(finished) / 1000
    sizes["playable"] = page.evaluate("window.playable") / 1000
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    sizes["paint"] = paint / 1000
    sizes["cls"] = page.evaluate("window.shifts")
    context.close()
    return sizes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="whose outnumber is measured")
    parser.add_argument("--language", default="en")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--only", default="", help="a page, such as /board")
    asked = parser.parse_args()
    from playwright.sync_api import sync_playwright

    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = f"sqlite:///{folder}/server.db"
        server = subprocess.Popen(
            [asked.python, "-m", "outnumber", "serve", "--quiet", f"--port={port}", f"--database={database}"],
            env={**os.environ, "OUTNUMBER_WEB_LIMITS": "1000000"},
        )
        try:
            # The daily puzzle is computed once a day; the measurement does not include that.
            for path in ("/healthz", f"/api/puzzles/daily?lang={asked.language}"):
                for _ in range(600):
                    try:
                        urllib.request.urlopen(url + path)  # noqa: S310  # our own server
                        break
                    except OSError:
                        time.sleep(0.05)
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("OUTNUMBER_CHROMIUM") or shutil.which("chromium"),
                args=["--no-sandbox"],
            )
            print("page    requests  kilobytes    CLS  first paint  playable")
            for name, (path, seat) in paths(url).items():
                if asked.only not in ("", name):
                    continue
                plain = visit(browser, url, name, path, seat, asked.language, slow=False)
                slow = [
                    visit(browser, url, name, path, seat, asked.language, slow=True)
                    for _ in range(asked.times)
                ]
                paint = statistics.median(each["paint"] for each in slow)
                playable = statistics.median(each["playable"] for each in slow)
                worst = max(each["cls"] for each in [plain, *slow])
                size = f"{plain['requests']:8.0f}{plain['kilobytes']:11.1f}"
                print(f"{name:8}{size}{worst:7.3f}{paint:11.2f} s{playable:8.2f} s", flush=True)
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
