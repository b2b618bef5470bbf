"""Plays a plan: here in this process, in several processes, or on a Dask cluster that is there already."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Generator, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager

from outnumber.arena.game import OURS, Played, play_batch, play_game, seated
from outnumber.arena.plan import Plan, Task, batches, tasks
from outnumber.arena.results import Results
from outnumber.games.errors import GameError, shown
from outnumber.games.sentences import Phrase

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
# When so many games could not be played, a model is out of reach, and nothing else is tried.
MISSED = 8


_ADDRESS = re.compile(r"((tcp|tls|ws|wss|inproc|ucxx?)://)?[^\s/]+(:\d+|/\S+)")


class ArenaError(GameError):
    """Workers that cannot be had or kept."""


def play_plan(
    plan: Plan, results: Results, *, jobs: int = 1, backend: str = HERE, scheduler: str = ""
) -> Iterator[int]:
    """Play what is still to be played; yields how many games have been played each time some are done.

    Raises `ArenaError` in the end when some could not be played.
    """
    deaths = 0
    done = set(results.done)
    # Games in which a model was not reached. That says nothing about how it plays: they are left for later.
    missed: dict[str, str] = {}
    every = list(tasks(plan))  # once: finding the openings takes a verdict for each
    while True:
        todo = [task for task in every if task.id not in done and task.id not in missed]
        if not todo or len(missed) >= MISSED:
            break
        try:
            written = time.monotonic()
            # Closed here, whoever stops listening: workers go home before the results are.
            with closing(_played(todo, plan, jobs, backend, scheduler)) as arriving:
                for played in arriving:
                    reached = [each for each in played if not each.unreached]
                    results.add(reached)
                    done.update(each.result["id"] for each in reached)
                    missed |= {each.result["id"]: each.unreached for each in played if each.unreached}
                    deaths = 0
                    if time.monotonic() - written > OFTEN:
                        results.flush()
                        written = time.monotonic()
                    yield len(done)
                    if len(missed) >= MISSED:
                        break
            results.flush()
        except BrokenProcessPool:
            # A worker was killed. What it had not handed over is played again: only time is lost.
            deaths += 1
            if deaths == DEATHS:
                remedy = Phrase(
                    "is there enough memory? The same command goes on, perhaps with fewer --jobs."
                )
                raise ArenaError("worker-lost", times=DEATHS, remedy=remedy) from None
    if missed:
        raise ArenaError("games-left", count=plan.size - len(done), text=next(iter(missed.values())))


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

    with _workers(backend, scheduler), _safe_path():
        parallel = Parallel(n_jobs=jobs if backend == HERE else -1, return_as="generator_unordered")
        yield from parallel(delayed(play_batch)(batch) for batch in batches(todo, size))


@contextmanager
def _safe_path() -> Iterator[None]:
    """Workers take modules from where they are installed, not from the directory that we happen to be in."""
    if "PYTHONSAFEPATH" in os.environ:
        yield
        return
    os.environ["PYTHONSAFEPATH"] = OURS
    try:
        yield
    finally:
        os.environ.pop("PYTHONSAFEPATH", None)


@contextmanager
def _workers(backend: str, scheduler: str) -> Iterator[None]:
    if backend == HERE:
        yield
        return
    import dask.config
    from distributed import Client
    from distributed.scheduler import KilledWorker
    from joblib import parallel_config

    if not _ADDRESS.fullmatch(scheduler):
        remedy = Phrase("it looks like tcp://HOST:8786.")
        raise ArenaError("no-cluster", text=shown(scheduler), remedy=remedy)
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        remedy = Phrase(
            "start one with dask scheduler and dask worker, and give its address ({error}).", error=error
        )
        raise ArenaError("no-cluster", text=shown(scheduler), remedy=remedy) from None
    # What a killed worker had is asked for elsewhere soon, not after half a minute.
    soon = dask.config.set({"distributed.comm.timeouts.connect": f"{PATIENCE / 2}s"})
    with client, soon, parallel_config("dask", client=client):
        try:
            yield
        except KilledWorker as error:
            raise BrokenProcessPool(str(error)) from None
