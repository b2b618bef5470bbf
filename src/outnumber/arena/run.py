"""Plays a plan: here in this process, in several processes, or on a Dask cluster that is there already."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager

from outnumber.arena.game import Played, play_batch, play_game, seated
from outnumber.arena.plan import Plan, Task, batches, tasks
from outnumber.arena.results import Results
from outnumber.games.errors import GameError, shown

BACKENDS = HERE, DASK = "processes", "dask"
# A program is started once for so many games; a model's games cost money and are written one by one.
BATCH = {"llm:": 1, "cmd:": 8}
LARGE_BATCH = 32
# Results are written at least so often, in seconds.
OFTEN = 1.0
# Seconds to wait for the scheduler of a cluster.
PATIENCE = 10
# A batch whose worker was killed so many times is not tried again.
DEATHS = 3


class ArenaError(GameError):
    """Workers that cannot be had or kept."""


def play_plan(
    plan: Plan, results: Results, *, jobs: int = 1, backend: str = HERE, scheduler: str = ""
) -> Iterator[int]:
    """Play what is still to be played; yields how many games have been played each time some are done."""
    deaths = 0
    done = set(results.done)
    while True:
        todo = [task for task in tasks(plan) if task.id not in done]
        if not todo:
            return
        try:
            written = time.monotonic()
            # Closed here, whoever stops listening: workers go home before the results are.
            with closing(_played(todo, plan, jobs, backend, scheduler)) as arriving:
                for played in arriving:
                    results.add(played)
                    done.update(each.result["id"] for each in played)
                    deaths = 0
                    if time.monotonic() - written > OFTEN:
                        results.flush()
                        written = time.monotonic()
                    yield len(done)
            results.flush()
        except BrokenProcessPool:
            # A worker was killed. What it had not handed over is played again: only time is lost.
            deaths += 1
            if deaths == DEATHS:
                remedy = "is there enough memory? The same command goes on, perhaps with fewer --jobs."
                raise ArenaError("worker-lost", times=DEATHS, remedy=remedy) from None


def _played(
    todo: list[Task], plan: Plan, jobs: int, backend: str, scheduler: str
) -> Generator[list[Played], None, None]:
    size = min((BATCH.get(player[:4], LARGE_BATCH) for player in plan.players), default=LARGE_BATCH)
    if backend == HERE and jobs == 1:
        # Nothing to send anywhere, and nobody has to sit down twice.
        with seated(plan.players) as players:
            for batch in batches(todo, size):
                yield [play_game(task, players) for task in batch]
        return
    from joblib import Parallel, delayed

    with _workers(backend, scheduler):
        parallel = Parallel(n_jobs=jobs if backend == HERE else -1, return_as="generator_unordered")
        yield from parallel(delayed(play_batch)(batch) for batch in batches(todo, size))


@contextmanager
def _workers(backend: str, scheduler: str) -> Iterator[None]:
    if backend == HERE:
        yield
        return
    import dask.config
    from distributed import Client
    from distributed.scheduler import KilledWorker
    from joblib import parallel_config

    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        remedy = f"start one with dask scheduler and dask worker, and give its address ({error})."
        raise ArenaError("no-cluster", text=shown(scheduler), remedy=remedy) from None
    # What a killed worker had is asked for elsewhere soon, not after half a minute.
    soon = dask.config.set({"distributed.comm.timeouts.connect": f"{PATIENCE / 2}s"})
    with client, soon, parallel_config("dask", client=client):
        try:
            yield
        except KilledWorker as error:
            raise BrokenProcessPool(str(error)) from None
