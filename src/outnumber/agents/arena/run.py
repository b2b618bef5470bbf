"""Plays a plan: here in this process, in several processes, or on a Dask cluster that is there already.

Games with language models are always played in this process, many at a time (`models.py`), but on a cluster.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from typing import Any

from outnumber.agents.arena.game import SAFE_PATH, PlayedGame, open_players, play_batch
from outnumber.agents.arena.models import (
    FLUSH_SECONDS,
    MODEL,
    asks_models,
    connected,
    play_concurrently,
    play_recorded,
)
from outnumber.agents.arena.plan import ArenaTask, batches, tasks
from outnumber.agents.arena.results import Results
from outnumber.games.errors import GameError, shown
from outnumber.games.sentences import Phrase
from outnumber.players.models.pace import UNLIMITED, RateLimits

BACKENDS = HERE, DASK = "processes", "dask"
# Games in a batch: a program starts once for each; games with models cost money and are saved one by one.
BATCH = {MODEL: 1, "cmd:": 8}
LARGE_BATCH = 32
# Seconds to wait for the scheduler of a cluster.
SCHEDULER_TIMEOUT = 10
# Retries of a batch whose worker is killed.
MOST_DEATHS = 3
# After this number of unreachable games in a row, a model waits until the other games are played.
MOST_MISSES = 8
# Seconds to wait before each retry of the games in which a model was not reached.
PAUSES = (5.0, 20.0)


_ADDRESS = re.compile(r"((tcp|tls|ws|wss|inproc|ucxx?)://)?[^\s/]+(:\d+|/\S+)")


class ArenaError(GameError):
    """Workers that cannot be had or kept."""


def play_plan(
    results: Results,
    *,
    jobs: int = 1,
    concurrency: int | None = None,
    limits: RateLimits = UNLIMITED,
    backend: str = HERE,
    scheduler: str = "",
) -> Iterator[int]:
    """Play what is still to be played of their plan; yields how many games are done each time some are.

    Others play in as many processes as there are `jobs`; of the games with models, `concurrency` are played
    at the same time, or as many as there are jobs. Raises `ArenaError` in the end when some could not be
    played.
    """
    players = results.plan.players
    here = backend == HERE and asks_models(players)
    with connected(players, limits) if here else nullcontext():
        asking = (concurrency or jobs) if here else 0
        yield from _Run(results, jobs, asking, backend, scheduler).play()


class _Availability:
    """Which players can be reached; the games of the other players are postponed."""

    def __init__(self) -> None:
        self.said = ""  # about the player that was missed last
        self.missed = False  # whether any was, since they were last forgiven
        self._in_a_row: Counter[str] = Counter()
        self._lost: set[str] = set()  # waiting will not help: the key, the address, the model's name

    def reachable(self, todo: list[ArenaTask]) -> Iterator[ArenaTask]:
        """Those of the games that can be played, as far as is known when each is asked for."""
        for task in todo:
            if not any(each in self._lost or self._in_a_row[each] >= MOST_MISSES for each in task.players):
                yield task

    def note(self, played: list[PlayedGame]) -> None:
        """What some games say about who can be asked."""
        for each in played:
            if not each.unreached:
                for player, used in zip(each.result.players, each.cost["used"], strict=True):
                    if used:  # it was asked, and answered
                        del self._in_a_row[player]
                continue
            self.said, self.missed = each.unreached, True
            player = each.result.at_fault
            self._in_a_row[player] += 1
            if not each.passing:
                self._lost.add(player)

    def reset(self) -> None:
        """Everybody is tried once more but who is lost."""
        self.missed = False
        self._in_a_row.clear()


class _Run:
    """One run of a plan, in some processes or on a cluster, with some games with models at a time here."""

    def __init__(self, results: Results, jobs: int, asking: int, backend: str, scheduler: str) -> None:
        self._results = results
        self._jobs = jobs
        self._asking = asking
        self._backend = backend
        self._scheduler = scheduler
        self._availability = _Availability()

    def play(self) -> Iterator[int]:
        results, availability = self._results, self._availability
        deaths = tries = 0
        done = set(results.done)
        todo = [task for task in tasks(results.plan) if task.id not in done]
        while todo:
            try:
                written = time.monotonic()
                # Closed here: if the caller stops early, the workers must stop before the results close.
                with closing(self._arriving(todo)) as arriving:
                    for played in arriving:
                        results.add(played)
                        done.update(each.result.id for each in played if not each.unreached)
                        deaths = 0
                        if time.monotonic() - written > FLUSH_SECONDS:
                            results.flush()
                            written = time.monotonic()
                        yield len(done)
                results.flush()
            except BrokenProcessPool:
                # A worker was killed. What it had not handed over is played again: only time is lost.
                deaths += 1
                if deaths == MOST_DEATHS:
                    remedy = Phrase(
                        "is there enough memory? The same command goes on, perhaps with fewer {option}.",
                        option="jobs",
                    )
                    raise ArenaError("worker-lost", times=MOST_DEATHS, remedy=remedy) from None
            # What was missed comes again after everything else.
            todo = [task for task in todo if task.id not in done]
            if availability.missed and todo:
                availability.reset()
                if tries == len(PAUSES) or not list(availability.reachable(todo)):
                    raise ArenaError("games-left", count=len(todo), text=availability.said)
                time.sleep(PAUSES[tries])
                tries += 1

    def _arriving(self, todo: list[ArenaTask]) -> Generator[list[PlayedGame], None, None]:
        """Play some games, those with models first where many of them are played at a time."""
        results, availability, asking = self._results, self._availability, self._asking
        players: Sequence[str] = results.plan.players
        if asking and max(self._jobs, asking) > 1:
            asked = [task for task in todo if asks_models(task.players)]
            todo = [task for task in todo if not asks_models(task.players)]
            if asked:
                count = min(asking, len(asked))
                yield from play_concurrently(
                    availability.reachable(asked), players, results, count, availability.note
                )
            players = [each for each in players if not asks_models([each])]
        if todo:
            with closing(self._one_by_one(availability.reachable(todo), players)) as arriving:
                for played in arriving:
                    availability.note(played)
                    yield played

    def _one_by_one(
        self, todo: Iterator[ArenaTask], names: Sequence[str]
    ) -> Generator[list[PlayedGame], None, None]:
        size = min((BATCH.get(player[:4], LARGE_BATCH) for player in names), default=LARGE_BATCH)
        groups = batches(todo, size)
        if self._backend != HERE or self._jobs > 1:
            yield from play_in_workers(groups, self._jobs, self._backend, self._scheduler)
            return
        # In this process: the players stay open for all games.
        with open_players(names) as players:
            for batch in groups:
                yield [play_recorded(task, players, self._results) for task in batch]


def play_in_workers(
    groups: Iterator[list[ArenaTask]], jobs: int, backend: str = HERE, scheduler: str = ""
) -> Iterator[list[PlayedGame]]:
    """Play groups of games in processes of this machine or of a cluster, in whatever order they end."""
    from joblib import Parallel, delayed

    parent = os.getpid() if backend == HERE else 0
    with _workers(backend, scheduler), _safe_path():
        parallel = Parallel(n_jobs=jobs if backend == HERE else -1, return_as="generator_unordered")
        yield from parallel(delayed(play_batch)(batch, parent) for batch in groups)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Workers take modules from where they are installed, not from the directory that we happen to be in."""
    if "PYTHONSAFEPATH" in os.environ:
        yield
        return
    os.environ["PYTHONSAFEPATH"] = SAFE_PATH
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
    from distributed.security import Security
    from joblib import parallel_config

    if not _ADDRESS.fullmatch(scheduler):
        remedy = Phrase("it looks like tcp://HOST:8786.")
        raise ArenaError("no-cluster", text=shown(scheduler), remedy=remedy)
    security: Any = Security()  # type: ignore[no-untyped-call]
    if scheduler.startswith("tls://") and not security.get_connection_args("client").get("ssl_context"):
        remedy = Phrase(
            "TLS needs certificates: name them in Dask's configuration, under distributed.comm.tls."
        )
        raise ArenaError("no-cluster", text=shown(scheduler), remedy=remedy)
    try:
        client = Client(scheduler, timeout=SCHEDULER_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=SCHEDULER_TIMEOUT)
    except (OSError, TimeoutError, ValueError) as error:
        remedy = Phrase(
            "start one with dask scheduler and dask worker, and give its address ({error}).", error=error
        )
        raise ArenaError("no-cluster", text=shown(scheduler), remedy=remedy) from None
    # What a killed worker had is asked for elsewhere soon, not after half a minute.
    soon = dask.config.set({"distributed.comm.timeouts.connect": f"{SCHEDULER_TIMEOUT / 2}s"})
    with client, soon, parallel_config("dask", client=client):
        try:
            yield
        except KilledWorker as error:
            raise BrokenProcessPool(str(error)) from None
