"""The privacy page lists what is stored, and nothing is stored that it does not list."""

import json
import logging
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from outnumber.api.events import EVENTS
from outnumber.server.classes.classroom import Change
from outnumber.server.classes.persistence import ClassSetup
from outnumber.server.http import pages
from outnumber.server.metrics import Metrics
from outnumber.server.play.live_game import GameSetup, Timing
from outnumber.server.settings import DAY, ServerSettings
from outnumber.server.transport import limits
from outnumber.server.transport.logs import JsonLines
from tests.server.running import play, running

PAGE = Path("docs/explanation/privacy.md").read_text(encoding="utf-8")
STATIC = Path("src/outnumber/server/static")


def listed(heading: str) -> set[str]:
    """The names in the first column of the tables under a heading."""
    part = re.split(r"\n#+ ", PAGE.partition(f" {heading}\n")[2])[0]
    rows = re.findall(r"^\| (`.*?) \|", part, re.M)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_every_column_is_listed(sqlite_url: str) -> None:
    async def start() -> None:
        async with running(sqlite_url):
            pass

    play(start)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        columns = {
            f"{table}.{row[1]}"
            for table in tables
            for row in connection.execute(f"PRAGMA table_info({table})")
        }
    assert listed("In the database") == columns


def test_every_field_in_the_columns_is_listed() -> None:
    def fields(*kinds: type) -> set[str]:
        return {name for kind in kinds for name in kind.__struct_encode_fields__}  # type: ignore[attr-defined]

    assert listed("In the settings of a game") == fields(GameSetup, ClassSetup)
    changes = Change.__subclasses__()
    expected = fields(*EVENTS.values(), Timing, *changes) - {"participant", "number"}
    assert listed("In the details of an event") == expected


def test_every_cookie_and_key_in_the_browser_is_listed() -> None:
    scripts = {path: path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js")}
    constants = {
        (path.name, name): key
        for path, text in scripts.items()
        for name, key in re.findall(r"const (KEY|CHAINS) = \"(.+?)\"", text)
    }
    keys = {key for (path, _), key in constants.items()} | {"summary"}
    for text in scripts.values():
        keys |= set(re.findall(r"(?<!\.)\b(?:read|write|remove)\([`\"]([a-z]+:?)[`\"$]", text))
    assert listed("In the browser") == {limits.COOKIE, pages.COOKIE} | keys


@pytest.mark.parametrize("school", [0, 1])
def test_every_field_of_a_request_line_is_listed(sqlite_url: str, school: int) -> None:
    lines = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(JsonLines().format(record)))

    async def test() -> None:
        async with running(sqlite_url, school=school) as server:
            limits.logger.addHandler(kept := Kept())
            limits.logger.setLevel("INFO")
            try:
                await server.http.get("/healthz")
            finally:
                limits.logger.removeHandler(kept)
                limits.logger.setLevel("NOTSET")

    play(test)
    (line,) = lines
    assert set(line) == listed("The log") - ({"address"} if school else set())


def test_every_label_of_the_metrics_is_listed() -> None:
    labels = {
        label for each in Metrics().registry.collect() for sample in each.samples for label in sample.labels
    }
    part = PAGE.partition("## Metrics\n")[2].partition("\n## ")[0]
    assert labels - {"le"} <= set(re.findall(r"`(\w+)`", part))


def test_a_school_deletes_games_after_thirty_days_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (ServerSettings().finished_days, ServerSettings().idle_days) == (0, 0)
    school = ServerSettings().for_school()
    assert (school.finished_days, school.idle_days) == (30, 30)
    monkeypatch.setenv("OUTNUMBER_WEB_SCHOOL", "1")
    monkeypatch.setenv("OUTNUMBER_WEB_FINISHED_DAYS", "0")
    chosen = ServerSettings.from_environment()
    assert (chosen.finished_days, chosen.idle_days) == (0, 30)


def test_finished_and_idle_games_are_deleted_and_others_stay(database: str) -> None:
    async def test() -> None:
        async with running(database, finished_days=30.0, idle_days=30.0) as server:
            over, one, _ = await server.begin()
            await server.post(f"{over}/resign", {}, one)
            await server.begin()
            used, *_ = await server.begin()
            log = server.application.log
            log.calendar._known = True
            await log.run("UPDATE games SET created = created - $1", (31.0 * DAY,))
            await log.run("UPDATE events SET at = at - $1 WHERE game <> $2", (31.0 * DAY, used))
            now = (await log.run("SELECT max(at) FROM events", ()))[0][0]
            assert await server.application.retention.sweep(now) == 2
            left = {row[0] for row in await log.run("SELECT id FROM games", ())}
            assert left == {used}

    play(test)


def test_the_pseudonym_of_an_address_changes_and_goes_with_the_day(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(database) as server:
            id, *_ = await server.begin()
            service, log = server.application.service, server.application.log
            before = service.maker("192.0.2.1")
            assert before == service.maker("192.0.2.1")
            makers = "SELECT maker FROM games"
            assert None not in {row[0] for row in await log.run(makers, ())}
            wall = time.time
            monkeypatch.setattr(time, "time", lambda: wall() + DAY)
            assert service.maker("192.0.2.1") != before
            new, *_ = await server.begin()
            await log.forget_makers(time.time() // DAY * DAY)
            kept = dict(await log.run("SELECT id, maker FROM games", ()))
            assert kept[id] is None
            assert kept[new] == service.maker("127.0.0.1")

    play(test)
