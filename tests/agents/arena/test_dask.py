"""A Dask cluster gives the same results, even if one of its workers is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from outnumber.agents.arena.plan import Plan, checked
from outnumber.agents.arena.read import RESULTS
from outnumber.agents.arena.results import results_in
from outnumber.agents.arena.run import ArenaError, play_plan

if TYPE_CHECKING:
    from distributed import LocalCluster

PLAN = checked(Plan(("random", "casual", "perfect"), ("strategy-stacks", "number-duel"), rounds=20))

# Its workers are other processes, and unclosed resources of the cluster are Dask's.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    # Not at the top: every test process imports this file.
    from distributed import LocalCluster

    make: Any = LocalCluster  # it has no types
    with make(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as running:
        yield running


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    directory = tmp_path_factory.mktemp("here")
    with results_in(directory, PLAN) as results:
        for _ in play_plan(results):
            pass
    return sorted((directory / RESULTS).read_text(encoding="utf-8").splitlines())


def test_a_cluster_gives_identical_results(
    cluster: LocalCluster, expected: list[str], tmp_path: Path
) -> None:
    with results_in(tmp_path, PLAN) as results:
        for _ in play_plan(results, backend="dask", scheduler=cluster.scheduler_address):
            pass
    assert sorted((tmp_path / RESULTS).read_text(encoding="utf-8").splitlines()) == expected


def test_a_killed_worker_costs_only_time(cluster: LocalCluster, expected: list[str], tmp_path: Path) -> None:
    victim = next(iter(cluster.workers.values())).pid
    with results_in(tmp_path, PLAN) as results:
        progress = play_plan(results, backend="dask", scheduler=cluster.scheduler_address)
        assert next(progress) < PLAN.size
        os.kill(victim, signal.SIGKILL)
        for _ in progress:
            pass
    assert sorted((tmp_path / RESULTS).read_text(encoding="utf-8").splitlines()) == expected


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "tls://127.0.0.1:1", "nonsense", "foo://127.0.0.1:1"]
)
def test_an_unreachable_scheduler_is_reported(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outnumber.agents.arena.run.SCHEDULER_TIMEOUT", 0.5)
    with results_in(tmp_path, PLAN) as results, pytest.raises(ArenaError) as refused:
        next(play_plan(results, backend="dask", scheduler=address))
    assert refused.value.code == "no-cluster"
