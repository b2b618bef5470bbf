"""A bounded pool of worker processes: verdicts, hints, reviews, pictures, puzzles and the moves of computer
players are computed outside the event loop.

    pool = Pool(Bounds(processes=2, seconds=5.0))
    move = await pool.choose(match, who)              the move of the computer player to move
    told = await pool.ask(partial(hint, match.current, 1, ENGLISH), who)
    await pool.stop()

`who` is a client: an address, a session. A job is `partial` of a function in `jobs` or `study_jobs`, which
returns models as JSON. No process starts before the first job.

Each worker has one job at a time, so that killing
it for taking too long loses no other. Clients take turns. A computer's move waits as long as necessary, so
that a player never plays below its level.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle  # only between a server and its own workers
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from outnumber.api.errors import Refused
from outnumber.games import GameError, Rules
from outnumber.match import Match, Round
from outnumber.players.random import RandomPlayer
from outnumber.theory.solve import effort

from .fair_queue import EVERYBODY, FairQueue, Shares
from .jobs import check, choose, fair_starts
from .process import SIZE

logger = logging.getLogger("outnumber.workers.pool")

LONGEST_ANSWER = 16_000_000
# How often a computer's move that took too long is tried again with twice the time.
DOUBLINGS = 4
# Expected seconds: of an unknown job, of one move in a review, and the maximum.
USUAL, MOVE, DEAR = 0.05, 0.0005, 5.0
# Expected seconds up to which a computer's move is quick.
QUICK = 0.2
# Size of the cache of answers that many ask for.
COMMON = 512

Remembered = OrderedDict[bytes, asyncio.Task[Any]]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a pool."""

    processes: int = 2  # of several, one is reserved for quick computer moves
    seconds: float = 5.0  # per question
    queue: int = 64  # maximum number of waiting questions
    share: int = 8  # and of one client


@dataclass(eq=False)
class PendingJob:
    """A job for a client; it takes about `effort` seconds and may take up to `limit`."""

    job: bytes
    who: str
    effort: float
    limit: float
    answer: asyncio.Future[Any] = field(default_factory=asyncio.Future)

    def settle(self, told: object) -> None:
        if self.answer.done():  # no client waits any more
            return
        if isinstance(told, GameError):
            self.answer.set_exception(told)
        else:
            self.answer.set_result(told)


class Pool:
    """Worker processes, and the jobs that wait for them.

    Of several workers, the first takes only quick computer moves, so that these never wait for a long job.
    The others take any job.
    """

    _stopped = False

    def __init__(
        self,
        bounds: Bounds,
        spent: Callable[[float], object] = lambda _: None,
        worker: Callable[[int], AnyWorker] | None = None,
    ) -> None:
        """`spent` is called with the seconds that each job took; `worker` makes a worker by its number."""
        self.bounds = bounds
        self._worker = worker or (lambda _: Worker())
        self._spent = spent
        self._shares = Shares()
        self._quick, self._moves, self._questions = (FairQueue[PendingJob](self._shares) for _ in range(3))
        self._lanes = (self._quick, self._moves, self._questions)
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        # Two caches, so that a client with many questions does not evict common answers.
        self._common: tuple[Remembered, Remembered] = (OrderedDict(), OrderedDict())

    async def choose(self, match: Match, who: str, attempt: int = 0) -> int:
        """The move of the computer player to move; raises `GameError` if there is none in time."""
        plays = match.participant(match.current.turn).plays
        if plays == "random":
            return RandomPlayer().choose(match)
        job = partial(choose, match.current, plays, match.seed, len(match.rounds))
        limit = self.bounds.seconds * 2 ** min(attempt, DOUBLINGS)
        question = PendingJob(pickle.dumps(job), who, effort_of(match), limit)
        waiting = self._quick if question.effort <= QUICK else self._moves
        move: int = await self._answer(waiting, question)
        return move

    async def ask(self, job: partial[T], who: str, effort: float = USUAL) -> T:
        """The answer to a client's question; raises `GameError` if there is none or it takes too long.

        A client may have only a few waiting questions. If too many wait in total, the newest question of the
        client with most of them is refused.
        """
        waiting = self._questions
        self._must_have_room(waiting, who)
        if len(waiting) >= self.bounds.queue:
            other = waiting.make_room(who)
            if other is None:
                raise Refused("server-busy")
            other.settle(Refused("server-busy"))
        question = PendingJob(pickle.dumps(job), who, effort, self.bounds.seconds)
        told: T = await self._answer(waiting, question)
        return told

    async def common(self, job: partial[T], who: str = EVERYBODY, effort: float = USUAL) -> T:
        """The answer to a common question: computed once, without a time limit for waiting, and cached."""
        key = pickle.dumps(job)
        common = self._common[who == EVERYBODY]
        known = common.get(key)
        if known is not None:
            common.move_to_end(key)
        else:
            waiting = self._quick if effort <= QUICK else self._moves
            self._must_have_room(waiting, who)
            question = PendingJob(key, who, effort, self.bounds.seconds)
            known = common[key] = asyncio.ensure_future(self._answer(waiting, question))
            known.add_done_callback(partial(_forget_failure, common, key))
            if len(common) > COMMON:
                common.popitem(last=False)
        told: T = await asyncio.shield(known)
        return told

    async def check(self, rules: Rules, who: str) -> None:
        """Raise `GameError` unless the game can be solved and therefore played by a computer."""
        await self.common(partial(check, rules), who, DEAR)

    async def openings(self, rules: Rules, seed: int, rounds: int, who: str) -> list[tuple[int, ...]]:
        """Fair starts for the rounds of a game; raises `GameError` if there are none."""
        return await self.ask(partial(fair_starts, rules, seed, rounds), who, DEAR)

    def _must_have_room(self, waiting: FairQueue[PendingJob], who: str) -> None:
        if waiting.of(who) >= self.bounds.share:
            raise Refused("too-many-requests", seconds=1)

    async def _answer(self, waiting: FairQueue[PendingJob], question: PendingJob) -> Any:
        if self._stopped:
            raise Refused("server-stopping")
        if not self._tasks:
            for number in range(self.bounds.processes):
                lanes = self._lanes[:1] if number == 0 and self.bounds.processes > 1 else self._lanes
                self._tasks.append(asyncio.create_task(self._work(self._worker(number), lanes)))
        waiting.add(question)
        self._news.set()
        try:
            return await question.answer
        except asyncio.CancelledError:
            waiting.remove(question)
            raise

    async def _work(self, worker: AnyWorker, lanes: tuple[FairQueue[PendingJob], ...]) -> None:
        """Let one worker answer waiting jobs one after another."""
        try:
            while True:
                question = _next(lanes)
                if question is None:
                    self._news.clear()
                    await self._news.wait()
                    continue
                began = time.perf_counter()
                try:
                    question.settle(await worker.ask(question))
                except GameError as error:
                    question.settle(error)
                except asyncio.CancelledError:
                    question.settle(Refused("server-stopping"))
                    raise
                except Exception:  # a failing question must not stop the worker
                    logger.exception("a question could not be asked")
                    question.settle(Refused("internal"))
                spent = time.perf_counter() - began
                self._shares.charge(question.who, spent)
                self._spent(spent)
        finally:
            await worker.end()

    async def stop(self) -> None:
        """End all workers, and refuse the jobs that wait."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for waiting in self._lanes:
            while waiting:
                waiting.take().settle(Refused("server-stopping"))


def _forget_failure(common: Remembered, key: bytes, known: asyncio.Task[Any]) -> None:
    if (known.cancelled() or known.exception() is not None) and common.get(key) is known:
        del common[key]


def _next(lanes: tuple[FairQueue[PendingJob], ...]) -> PendingJob | None:
    """The next question that a client still waits for; between equal clients, a move comes first."""
    while any(lanes):
        level, _ = min(lane.rank() for lane in lanes if lane)
        question = next(lane for lane in lanes if lane and lane.rank()[0] == level).take()
        if not question.answer.done():
            return question
    return None


class AnyWorker(Protocol):
    """Answers one job after another."""

    async def ask(self, question: PendingJob) -> Any:
        """The result of a job, or its error; raises `Refused` if there is none in time."""

    async def end(self) -> None:
        """End the worker, and the job that it works on."""


class Worker:
    """One worker process, started when it is needed, and replaced when it dies or takes too long."""

    _process: asyncio.subprocess.Process | None = None

    async def ask(self, question: PendingJob) -> Any:
        # A worker that has answered before may have died since, perhaps because of an earlier question.
        for _ in range(2 if self._process else 1):
            process = self._process = self._process or await start_worker()
            try:
                return await asyncio.wait_for(_answer_of(process, question.job), question.limit)
            except TimeoutError:
                await self.end()
                break
            except (ValueError, OSError, EOFError):  # it died, or its answer is too long
                await self.end()
            except BaseException:
                await self.end()
                raise
        raise Refused("too-slow")

    async def end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _answer_of(process: asyncio.subprocess.Process, job: bytes) -> Any:
    if process.stdin is None or process.stdout is None:
        raise ValueError("a process without pipes")
    process.stdin.write(job)
    size = int.from_bytes(await process.stdout.readexactly(SIZE))
    if size > LONGEST_ANSWER:
        raise ValueError("too long")
    return pickle.loads(await process.stdout.readexactly(size))  # noqa: S301


async def start_worker() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "outnumber.workers.process",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONUTF8": "1"},
        # Ctrl-C in a terminal is for the server, which then stops its workers itself.
        start_new_session=True,
    )  # fmt: skip


def effort_of(match: Match, *rounds: Round) -> float:
    """The expected seconds for a question about a match that examines some of its rounds."""
    moves = sum(len(each.moves) for each in rounds)
    try:
        return min(effort(match.rules.start()) + moves * MOVE, DEAR)
    except GameError:  # a refusal for size is immediate
        return USUAL
