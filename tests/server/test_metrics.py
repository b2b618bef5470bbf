"""The metrics for Prometheus."""

import os
import signal
import time
import urllib.request

import pytest
from prometheus_client.parser import text_string_to_metric_families

from outnumber.server.classes.classes import Classes
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
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=10) as answer:
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
