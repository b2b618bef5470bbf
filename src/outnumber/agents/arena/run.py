"""Runs a plan: in this process, in several processes, or on an existing Dask cluster.

Without a cluster, games with language models run in this process, many at a time (`models.py`).
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from outnumber.games import GameError, Phrase, shown
from outnumber.players.models.pace import UNLIMITED, RateLimits
from outnumber.players.registry import named

from .game import SAFE_PATH, PlayedGame, open_players, play_batch
from .models import FLUSH_SECONDS, MODEL, asks_models, connected, play_concurrently, play_recorded
from .plan import ArenaTask, batches, tasks
from .results import Results

BACKENDS = HERE, DASK = "processes", "dask"
# Games per batch: each batch starts its programs once; games with models cost money and are saved one by one.
BATCH = {MODEL: 1, "cmd:": 8}
LARGE_BATCH = 32
# Seconds to wait for a cluster's scheduler.
SCHEDULER_TIMEOUT = 10
# Attempts at a batch whose worker is killed.
MOST_DEATHS = 3
# Consecutive failures after which an unreachable model is skipped until the other games are finished.
MOST_MISSES = 8
# Seconds to wait before each retry of the games with unreachable models.
PAUSES = (5.0, 20.0)

_ADDRESS = re.compile(r"((tcp|tls|ws|wss|inproc|ucxx?)://)?[^\s/]+(:\d+|/\S+)")


class ArenaError(GameError):
    """The workers or the models are unavailable."""


def play_plan(
    results: Results,
    *,
    jobs: int = 1,
    concurrency: int | None = None,
    limits: RateLimits = UNLIMITED,
    backend: str = HERE,
    scheduler: str = "",
) -> Iterator[int]:
    """Play the remaining games of the plan; yield the number of finished games whenever some finish.

    Games between programs run in `jobs` processes. Up to `concurrency` games with models run at the same time
    (default: `jobs`). Raises `ArenaError` at the end if some games could not be played.
    """
    players = results.plan.players
    here = backend == HERE and asks_models(players)
    with connected(players, limits) if here else nullcontext():
        asking = (concurrency or jobs) if here else 0
        yield from _Run(results, jobs, asking, backend, scheduler).play()


class _Availability:
    """Tracks which players are reachable; games with unreachable players are postponed."""

    error = ""  # the most recent one
    missed = False  # whether any player was unreachable since the last reset

    def __init__(self) -> None:
        self._in_a_row: Counter[str] = Counter()
        self._lost: set[str] = set()  # permanent errors: the key, the address, the model's name

    def reachable(self, todo: list[ArenaTask]) -> Iterator[ArenaTask]:
        """Yield the games whose players are reachable at that moment."""
        for task in todo:
            if not any(each in self._lost or self._in_a_row[each] >= MOST_MISSES for each in task.players):
                yield task

    def note(self, played: list[PlayedGame]) -> None:
        """Update the state from finished games."""
        for each in played:
            if not each.unreached:
                for player, used in zip(each.result.players, each.cost["used"], strict=True):
                    if used:  # it has answered
                        del self._in_a_row[player]
                continue
            self.error, self.missed = each.unreached, True
            player = each.result.at_fault
            self._in_a_row[player] += 1
            if not each.passing:
                self._lost.add(player)

    def reset(self) -> None:
        """Allow another attempt with every player that has no permanent error."""
        self.missed = False
        self._in_a_row.clear()


@dataclass
class _Run:
    """One run of a plan; `asking` is the number of concurrent games with models in this process."""

    results: Results
    jobs: int
    asking: int
    backend: str
    scheduler: str
    availability: _Availability = field(default_factory=_Availability)

    def play(self) -> Iterator[int]:
        results, availability = self.results, self.availability
        deaths = tries = 0
        done = set(results.done)
        todo = [task for task in tasks(results.plan) if task.id not in done]
        while todo:
            try:
                written = time.monotonic()
                # If the caller stops early, the workers must stop before the results close.
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
                # A worker was killed; its unfinished batch is played again.
                deaths += 1
                if deaths == MOST_DEATHS:
                    remedy = Phrase(
                        "is there enough memory? Run the same command again, perhaps with fewer {option}.",
                        option="jobs",
                    )
                    raise ArenaError("worker-lost", times=MOST_DEATHS, remedy=remedy) from None
            # Retry postponed games after all others.
            todo = [task for task in todo if task.id not in done]
            if availability.missed and todo:
                availability.reset()
                if tries == len(PAUSES) or not list(availability.reachable(todo)):
                    raise ArenaError("games-left", count=len(todo), text=availability.error)
                time.sleep(PAUSES[tries])
                tries += 1

    def _arriving(self, todo: list[ArenaTask]) -> Generator[list[PlayedGame], None, None]:
        """Play some games; concurrent games with models come first."""
        results, availability, asking = self.results, self.availability, self.asking
        players: Sequence[str] = results.plan.players
        if asking and max(self.jobs, asking) > 1:
            asked = [task for task in todo if asks_models(task.players)]
            todo = [task for task in todo if not asks_models(task.players)]
            if asked:
                count = min(asking, len(asked))
                yield from play_concurrently(
                    availability.reachable(asked),
                    players,
                    partial(play_recorded, results=results),
                    count,
                    lambda played: availability.note([played]),
                    lambda played: results.add([played]),
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
        size = min((BATCH.get(named(player)[1][:4], LARGE_BATCH) for player in names), default=LARGE_BATCH)
        groups = batches(todo, size)
        if self.backend != HERE or self.jobs > 1:
            yield from play_in_workers(groups, self.jobs, self.backend, self.scheduler)
            return
        # In this process, the players stay open for all games.
        with open_players(names) as players:
            for batch in groups:
                yield [play_recorded(task, players, self.results) for task in batch]


def play_in_workers(
    groups: Iterator[list[ArenaTask]], jobs: int, backend: str = HERE, scheduler: str = ""
) -> Iterator[list[PlayedGame]]:
    """Play groups of games in local processes or on a cluster; yield them as they finish."""
    from joblib import Parallel, delayed

    parent = os.getpid() if backend == HERE else 0
    with _workers(backend, scheduler), _safe_path():
        parallel = Parallel(n_jobs=jobs if backend == HERE else -1, return_as="generator_unordered")
        yield from parallel(delayed(play_batch)(batch, parent) for batch in groups)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep workers from importing modules from the current directory."""
    found = os.environ.setdefault("PYTHONSAFEPATH", SAFE_PATH)
    try:
        yield
    finally:
        if found == SAFE_PATH:
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

    def no_cluster(remedy: Phrase) -> ArenaError:
        return ArenaError("no-cluster", text=shown(scheduler), remedy=remedy)

    if not _ADDRESS.fullmatch(scheduler):
        raise no_cluster(Phrase("an address looks like tcp://HOST:8786."))
    security: Any = Security()  # type: ignore[no-untyped-call]
    if scheduler.startswith("tls://") and not security.get_connection_args("client").get("ssl_context"):
        raise no_cluster(
            Phrase("TLS needs certificates: name them in Dask's configuration, under distributed.comm.tls.")
        )
    try:
        client = Client(scheduler, timeout=SCHEDULER_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=SCHEDULER_TIMEOUT)
    except (OSError, TimeoutError, ValueError) as error:
        remedy = Phrase(
            "start one with dask scheduler and dask worker, and give its address ({error}).", error=error
        )
        raise no_cluster(remedy) from None
    # Reassign the work of a killed worker soon; the default is half a minute.
    soon = dask.config.set({"distributed.comm.timeouts.connect": f"{SCHEDULER_TIMEOUT / 2}s"})
    with client, soon, parallel_config("dask", client=client):
        try:
            yield
        except KilledWorker as error:
            raise BrokenProcessPool(str(error)) from None
