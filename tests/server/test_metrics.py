"""The metrics for Prometheus."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from outnumber.server.classes.classes import Classes
from outnumber.server.metrics import Metrics
from tests.server.classes.test_classes import child_of, teacher_of
from tests.server.running import play, running
from tests.server.storage.test_processes import Server, serving


def samples(text: str) -> dict[str, float]:
    """The values of a scrape by name, summed over their labels."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def test_totals_are_counters_and_keep_their_old_names(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            game, ada, _ = await server.begin()
            await server.move(game, ada, 6)
            text = (await server.http.get("/metrics")).text
            for name in ("games", "events", "groups", "log_lines_dropped"):
                assert f"# TYPE outnumber_{name}_total counter" in text
            told = samples(text)
            assert told["outnumber_events_total"] == told["outnumber_events"] == 2
            assert told["outnumber_groups_total"] == told["outnumber_groups"] > 0
            assert told["outnumber_tables"] == 1

    play(test)


def test_the_wait_of_a_long_poll_does_not_count_as_response_time(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, passed = time.perf_counter, 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: clock() + passed)

    async def news(*_: object) -> None:
        nonlocal passed
        passed += 1000

    monkeypatch.setattr(Classes, "news", news)

    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            child = await child_of(teacher, "fox")
            before = samples((await server.http.get("/metrics")).text)["outnumber_request_seconds_count"]
            await teacher.act("?wait=3&after=9")
            await child.act("/me?wait=20&after=9")
            told = samples((await server.http.get("/metrics")).text)
            assert told["outnumber_request_seconds_count"] == before + 3
            assert told["outnumber_request_seconds_sum"] < 1000

    play(test)


def scraped(server: Server) -> dict[str, float]:
    """One scrape over a separate connection, which any worker may accept."""
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=30) as answer:
        return samples(answer.read().decode())


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="finds the workers in /proc")
def test_every_worker_reports_the_sums_over_all_workers(postgres_url: str) -> None:
    with serving(postgres_url, "--workers", "3") as server:
        for _ in range(30):
            server.call("/api/games", {"game": "strategy-stacks"})
        scrapes = [scraped(server) for _ in range(12)]
        assert {each["outnumber_games_total"] for each in scrapes} == {30}
        requests = [each["outnumber_request_seconds_count"] for each in scrapes]
        assert requests == sorted(requests)
        assert requests[0] >= 30
        # Each worker reports the games in its memory within a second.
        while scraped(server)["outnumber_tables"] < 30:
            time.sleep(0.05)
        with open(f"/proc/{server.process.pid}/task/{server.process.pid}/children") as children:
            workers = [int(each) for each in children.read().split()]
        assert len(workers) == 3
        # Workers that die lose their games in memory, but not their counts.
        for each in workers:
            os.kill(each, signal.SIGKILL)
        while scraped(server)["outnumber_tables"]:
            time.sleep(0.05)
        server.call("/api/games", {"game": "strategy-stacks"})
        assert scraped(server)["outnumber_games_total"] == 31


def documented() -> set[str]:
    page = Path("docs/explanation/scaling.md").read_text(encoding="utf-8")
    table = page.partition("## Metrics\n")[2].partition("\n### ")[0]
    return set(re.findall(r"^\| `(outnumber_\w+(?:\{[\w,]+\})?)` \|", table, re.M))


def families() -> dict[str, Any]:
    """The metrics of the registry by their names on the page, with their labels."""
    found = {}
    for each in Metrics().registry._collector_to_names:
        (kind,) = each.describe()  # type: ignore[attr-defined]
        labels = ",".join(each._labelnames)  # type: ignore[attr-defined]
        total = "_total" if kind.type == "counter" else ""
        found[f"{kind.name}{total}" + (f"{{{labels}}}" if labels else "")] = kind
    return found


def test_every_metric_is_documented_and_every_documented_one_exists() -> None:
    assert documented() == set(families())
    page = Path("docs/explanation/scaling.md").read_text(encoding="utf-8")
    for name, kind in families().items():
        assert f"| `{name}` | {kind.type} |" in page


def test_dashboard_and_alerts_use_metrics_that_exist() -> None:
    series = set()
    for name, kind in families().items():
        plain = name.partition("{")[0]
        series |= {f"{plain}_bucket", f"{plain}_count"} if kind.type == "histogram" else {plain}
    dashboard = Path("deploy/grafana/outnumber.json").read_text(encoding="utf-8")
    told = [target["expr"] for panel in json.loads(dashboard)["panels"] for target in panel["targets"]]
    rules = Path("deploy/prometheus/outnumber.rules.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"outnumber_\w+", " ".join(told))) <= series
    assert set(re.findall(r"outnumber_\w+", rules)) <= series
    # Each metric is on the dashboard, and each alert is explained.
    shown = {name.partition("{")[0].partition("_total")[0] for name in families()}
    assert not {each for each in shown if each not in dashboard}
    page = Path("docs/explanation/scaling.md").read_text(encoding="utf-8")
    alerts = set(re.findall(r"alert: (\w+)", rules))
    assert alerts == set(re.findall(r"^\| `(Outnumber\w+)` \|", page, re.M))


@pytest.mark.parametrize(
    "command", [["check", "rules", "outnumber.rules.yml"], ["check", "config", "prometheus.yml"]]
)
def test_promtool_accepts_the_files_for_prometheus(command: list[str]) -> None:
    if not (promtool := shutil.which("promtool")):
        pytest.skip("promtool is not installed: apt-get install prometheus")
    done = subprocess.run([promtool, *command], cwd="deploy/prometheus", capture_output=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_promtool_accepts_a_scrape(sqlite_url: str) -> None:
    if not (promtool := shutil.which("promtool")):
        pytest.skip("promtool is not installed: apt-get install prometheus")

    async def test() -> None:
        async with running(sqlite_url) as server:
            game, ada, _ = await server.begin()
            await server.move(game, ada, 6)
            text = (await server.http.get("/metrics")).content
            done = subprocess.run([promtool, "check", "metrics"], input=text, capture_output=True, timeout=60)
            # It objects to the deprecated names without a type, which stay for older dashboards.
            wrong = [line for line in done.stderr.decode().splitlines() if "outnumber_games" in line]
            assert not wrong
            assert b"error" not in done.stderr
            told = samples(text.decode())
            assert told["outnumber_database_up"] == told["outnumber_processes"] == 1
            assert told["outnumber_commit_seconds_count"] >= 1
            assert told["outnumber_cpu_seconds_total"] > 0
            assert told["outnumber_build_info"] == 1

    play(test)


def test_a_database_that_is_away_does_not_end_the_process(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            paths = ("/livez", "/readyz", "/healthz")
            assert [(await server.http.get(path)).status_code for path in paths] == [200, 200, 200]
            log = server.application.log
            log.writer.failing = True
            answers = [await server.http.get(path) for path in paths]
            told = samples((await server.http.get("/metrics")).text)
            assert [each.status_code for each in answers] == [200, 503, 503]
            assert [each.json()["status"] for each in answers] == ["ok", "storage", "storage"]
            assert told["outnumber_database_up"] == 0
            log.writer.failing = False
            log.damaged("0123456789ab", "event 1 is missing")
            answers = [await server.http.get(path) for path in paths]
            assert [(each.status_code, each.json()["damaged"]) for each in answers] == [(200, 1)] * 3
            server.application.service.stopping = True
            answers = [await server.http.get(path) for path in paths]
            assert [each.status_code for each in answers] == [200, 503, 503]

    play(test)
