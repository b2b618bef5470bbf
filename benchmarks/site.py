"""Measures the site without a server: its sizes, the times until it is ready, and the times of answers.

    python benchmarks/site.py                   builds the folder with node_modules/pyodide
    python benchmarks/site.py --folder FOLDER   measures a folder that `outnumber site` wrote

Each time is the shortest of three visits in Chromium, because other programs disturb: with an empty cache,
with everything cached, and with all processes of the browser stopped for three quarters of the time, which
slows the workers down as well. Verdicts are about random positions of Number Duel with 100 numbers; the ratio
compares them with the same application in the Python that runs this.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import outnumber
from outnumber.server.site.bridge import Device

VISITS = 3
VERDICTS = 50
SLOWDOWN = 4
READY = "html[data-python=ready]"
ASK = """async ([path, bodies]) => {
  const times = [];
  for (const body of bodies) {
    const since = performance.now();
    const headers = [["host", "localhost"], ["content-type", "application/json"]];
    await shell.python.ask("POST", shell.root + path, headers, new TextEncoder().encode(body));
    times.push(performance.now() - since);
  }
  return times;
}"""


def questions(count: int) -> list[str]:
    """Requests for verdicts about random positions."""
    source, rules = random.Random(1), outnumber.game("number-duel", range=100)
    found: list[str] = []
    while len(found) < count:
        position, moves = rules.start(), []
        for _ in range(source.randint(1, 12)):
            moves.append(source.choice(position.legal_moves()))
            position = position.play(moves[-1])
            if position.outcome():
                break
        else:
            found.append(json.dumps({"game": "number-duel", "options": {"range": 100}, "moves": moves}))
    return found


def usual(times: list[float]) -> float:
    """The time that a tenth of the answers do not reach."""
    return sorted(times)[len(times) // 10]


async def native(bodies: list[str], database: Path) -> list[float]:
    """The milliseconds of each answer of the same application in this Python, with a process that solves."""
    device = Device(str(database))
    await device.application.start()
    times = []
    for body in bodies:
        since = time.perf_counter()
        headers = [("host", "localhost"), ("content-type", "application/json")]
        await device.answer("POST", "/api/position/verdict", headers, body.encode())
        times.append((time.perf_counter() - since) * 1000)
    await device.application.stop()
    return times


@contextmanager
def served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def children(parent: int) -> list[int]:
    """The processes below another one."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = entry.read_text().rpartition(")")[2].split()
            if int(fields[1]) == parent:
                found += [int(entry.parent.name), *children(int(entry.parent.name))]
    return found


@contextmanager
def slowed(factor: int) -> Iterator[None]:
    """Let all processes of the browser run for only a part of the time."""
    done = threading.Event()

    def send(number: int) -> None:
        for process in children(os.getpid()):
            with suppress(OSError):
                if "chrom" in Path(f"/proc/{process}/comm").read_text() or number == signal.SIGCONT:
                    os.kill(process, number)

    def work() -> None:
        while not done.wait(0.01):
            send(signal.SIGSTOP)
            time.sleep(0.01 * (factor - 1))
            send(signal.SIGCONT)

    thread = threading.Thread(target=work)
    if factor > 1:
        thread.start()
    yield
    done.set()
    if factor > 1:
        thread.join()


def visit(browser: Any, url: str, *, warm: bool = False, slow: int = 1) -> dict[str, float]:
    """The times of one visit in seconds, and of answers in milliseconds."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(120_000)
    page = context.new_page()
    if warm:
        page.goto(url)
        page.wait_for_selector("html[data-cached=true]", state="attached")
        page.close()
        page = context.new_page()
    with slowed(slow):
        since = time.perf_counter()
        page.goto(url)
        page.frame_locator("iframe").locator("h1").first.wait_for()
        shown = time.perf_counter() - since
        page.wait_for_selector(READY, state="attached")
        ready = time.perf_counter() - since
        first, *others = page.evaluate(ASK, ["/api/position/verdict", questions(VERDICTS)])
    context.close()
    return {"shown": shown, "ready": ready, "first": first, "verdict": usual(others)}


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    options.add_argument("--folder", type=Path, help="a folder that outnumber site wrote")
    options.add_argument("--pyodide", default="node_modules/pyodide", help="the npm package")
    given = options.parse_args()
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as scratch:
        folder = given.folder or Path(scratch) / "site"
        if not given.folder:
            command = [sys.executable, "-m", "outnumber", "site", str(folder), "--pyodide", given.pyodide]
            print(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())
        _, *times = asyncio.run(native(questions(VERDICTS), Path(scratch) / "native.db"))
        here = usual(times)
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        with served(folder) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            titles = f"{'page, s':>9}{'ready, s':>10}{'first answer, ms':>18}{'verdict, ms':>13}{'ratio':>7}"
            print(f"{'visit':22}{titles}")
            for name, how in (
                ("empty cache", {}),
                ("everything cached", {"warm": True}),
                (f"{SLOWDOWN} times slower", {"slow": SLOWDOWN}),
            ):
                all_times = [visit(browser, url, **how) for _ in range(VISITS)]
                found = {key: min(times[key] for times in all_times) for key in all_times[0]}
                print(
                    f"{name:22}{found['shown']:9.1f}{found['ready']:10.1f}{found['first']:18.0f}"
                    f"{found['verdict']:13.1f}{found['verdict'] / here:7.1f}"
                )
            browser.close()


if __name__ == "__main__":
    main()
