"""Plays a plan: here in this process, in several processes, or on a Dask cluster that is there already."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager

from outnumber.arena.game import OURS, Played, cost_of, play_batch, play_game, seated
from outnumber.arena.plan import Plan, Task, batches, tasks
from outnumber.arena.results import Results
from outnumber.games.errors import GameError, shown
from outnumber.games.sentences import Phrase
from outnumber.session.loop import Player

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
# A model that was not reached in so many games on end is left alone until the others have played.
MISSED = 8
# Games in which a model was not reached are played again so often, after so many seconds of peace.
PAUSES = (5.0, 20.0)


_ADDRESS = re.compile(r"((tcp|tls|ws|wss|inproc|ucxx?)://)?[^\s/]+(:\d+|/\S+)")


class ArenaError(GameError):
    """Workers that cannot be had or kept."""


def play_plan(
    plan: Plan, results: Results, *, jobs: int = 1, backend: str = HERE, scheduler: str = ""
) -> Iterator[int]:
    """Play what is still to be played; yields how many games have been played each time some are done.

    Raises `ArenaError` in the end when some could not be played.
    """
    deaths = tries = 0
    done = set(results.done)
    todo = [task for task in tasks(plan) if task.id not in done]
    reach = _Reach()
    while todo:
        try:
            written = time.monotonic()
            # Closed here, whoever stops listening: workers go home before the results are.
            arriving = _played(reach.reachable(todo), plan, results, jobs, backend, scheduler)
            with closing(arriving):
                for played in arriving:
                    results.add(played)
                    done.update(each.result["id"] for each in played if not each.unreached)
                    reach.note(played)
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
                remedy = Phrase(
                    "is there enough memory? The same command goes on, perhaps with fewer --jobs."
                )
                raise ArenaError("worker-lost", times=DEATHS, remedy=remedy) from None
        # What was missed comes again after everything else.
        todo = [task for task in todo if task.id not in done]
        if reach.missed and todo:
            reach.forgive()
            if tries == len(PAUSES) or not list(reach.reachable(todo)):
                raise ArenaError("games-left", count=len(todo), text=reach.said)
            time.sleep(PAUSES[tries])
            tries += 1


class _Reach:
    """Which players can be asked just now; the games of the others wait, and nobody waits for them."""

    def __init__(self) -> None:
        self.said = ""  # about the player that was missed last
        self.missed = False  # whether any was, since they were last forgiven
        self._in_a_row: Counter[str] = Counter()
        self._lost: set[str] = set()  # waiting will not help: the key, the address, the model's name

    def reachable(self, todo: list[Task]) -> Iterator[Task]:
        """Those of the games that can be played, as far as is known when each is asked for."""
        for task in todo:
            if not any(each in self._lost or self._in_a_row[each] >= MISSED for each in task.players):
                yield task

    def note(self, played: list[Played]) -> None:
        """What some games say about who can be asked."""
        for each in played:
            if not each.unreached:
                for player, used in zip(each.result["players"], each.cost["used"], strict=True):
                    if used:  # it was asked, and answered
                        del self._in_a_row[player]
                continue
            self.said, self.missed = each.unreached, True
            self._in_a_row[each.at_fault] += 1
            if not each.passing:
                self._lost.add(each.at_fault)

    def forgive(self) -> None:
        """Everybody is tried once more but who is lost."""
        self.missed = False
        self._in_a_row.clear()


def _played(
    todo: Iterator[Task], plan: Plan, results: Results, jobs: int, backend: str, scheduler: str
) -> Generator[list[Played], None, None]:
    size = min((BATCH.get(player[:4], LARGE_BATCH) for player in plan.players), default=LARGE_BATCH)
    if backend == HERE and jobs == 1:
        # Nothing to send anywhere, and nobody has to sit down twice.
        with seated(plan.players) as players:
            for batch in batches(todo, size):
                yield [_paid(task, players, results) for task in batch]
        return
    from joblib import Parallel, delayed

    parent = os.getpid() if backend == HERE else 0
    with _workers(backend, scheduler), _safe_path():
        parallel = Parallel(n_jobs=jobs if backend == HERE else -1, return_as="generator_unordered")
        yield from parallel(delayed(play_batch)(batch, parent) for batch in batches(todo, size))


def _paid(task: Task, players: Mapping[str, Player], results: Results) -> Played:
    """A game; stopped in the middle, what it took so far is kept: it was paid for."""
    try:
        return play_game(task, players)
    except BaseException:
        cost = cost_of(task, players, (0.0, 0.0))
        if any(cost["used"]):
            results.paid({**cost, "finished": False})
        raise


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
