"""Verdicts, hints, reviews, puzzles and computer players, worked out beside the server's main loop with a
bound on their cost.

Each solver is a process of its own that reads questions and writes answers, one JSON object a line. It has
one question at a time, so that killing it for taking too long loses no other. Clients take turns, and a
computer's move waits for its turn however long that takes: a player never plays worse than its name.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from outnumber.games.base import Rules, Seat
from outnumber.games.errors import GameError
from outnumber.players.random import dice
from outnumber.session.match import Match
from outnumber.session.record import write
from outnumber.session.round import Round
from outnumber.solvers.shares import EVERYBODY, Shares, Waiting
from outnumber.theory.solve import effort
from outnumber.web.errors import Refused
from outnumber.web.metrics import Metrics
from outnumber.web.settings import Settings

logger = logging.getLogger("outnumber.solvers.pool")

LONGEST_ANSWER = 16_000_000
# A computer's move that took too long is tried again with twice the time, so many times.
DOUBLINGS = 4
# Seconds that a question takes of which nothing is known, one move in a review, and the most to expect.
USUAL, MOVE, DEAR = 0.05, 0.0005, 5.0
# A computer's move that takes no longer is quickly found.
QUICK = 0.2
# Answers that are remembered because many ask for them.
COMMON = 256


class Answered(GameError):
    """An error that a solver found, with the words it found for it: asking again will not help."""

    def __init__(self, code: str, message: str, numbers: dict[str, Any]) -> None:
        super().__init__(code, **numbers)
        self._message = message

    def __str__(self) -> str:
        return self._message


class Question:
    """Something to be worked out for a client; it takes about `effort` seconds and may take up to `limit`."""

    def __init__(self, asked: dict[str, Any], who: str, effort: float, limit: float) -> None:
        self._asked = asked
        self.who = who
        self.effort = effort
        self.limit = limit
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def line(self) -> bytes:
        """The question as a solver reads it; what is long, such as a record, is written only now."""
        return json.dumps(self._asked, default=_made).encode() + b"\n"

    def settle(self, told: dict[str, Any] | GameError) -> None:
        if self.answer.done():  # nobody waits any more
            return
        if isinstance(told, GameError):
            self.answer.set_exception(told)
        elif "error" in told:
            self.answer.set_exception(Answered(**{"numbers": {}, **told["error"]}))
        else:
            self.answer.set_result(told)


def _made(make: Callable[[], Any]) -> Any:
    return make()


class Workers:
    """Solver processes, and everything that waits for them.

    Where there are several, the first takes nothing but computers' moves that are quickly found, so that
    these never wait for anything long. The others take whatever is next.
    """

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._shares = Shares()
        self._quick, self._moves, self._questions = (Waiting[Question](self._shares) for _ in range(3))
        self._lanes = (self._quick, self._moves, self._questions)
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._stopped = False
        self._common: OrderedDict[str, asyncio.Task[dict[str, Any]]] = OrderedDict()

    async def choose(self, match: Match, who: str, attempt: int = 0) -> int:
        """The move of the computer player to move; raises `GameError` if it cannot be had in time."""
        plays = match.participant(match.current.turn).plays
        if plays == "random":
            return dice(match).choice(match.current.position.legal_moves())
        number = len(match.rounds)
        asked = {"job": "choose", "record": record_of(match, number), "plays": plays, "round": number}
        limit = self._settings.solver_seconds * 2 ** min(attempt, DOUBLINGS)
        question = Question(asked, who, effort_of(match), limit)
        waiting = self._quick if question.effort <= QUICK else self._moves
        return int((await self._answer(waiting, question))["move"])

    async def ask(self, asked: dict[str, Any], who: str, effort: float = USUAL) -> dict[str, Any]:
        """The answer to a question of a client; raises `GameError` when there is none or it takes too long.

        A client may have only a few questions waiting. When too many wait in all, the last one of who has
        most of them is refused.
        """
        waiting = self._questions
        self._must_have_room(waiting, who)
        if len(waiting) >= self._settings.solver_queue:
            other = waiting.make_room(who)
            if other is None:
                raise Refused("server-busy")
            other.settle(Refused("server-busy"))
        return await self._answer(waiting, Question(asked, who, effort, self._settings.solver_seconds))

    async def common(
        self, asked: dict[str, Any], who: str = EVERYBODY, effort: float = USUAL
    ) -> dict[str, Any]:
        """The answer to a question that many ask: worked out once, like a computer's move, and remembered."""
        key = json.dumps(asked)
        known = self._common.get(key)
        if known is not None:
            self._common.move_to_end(key)
        else:
            waiting = self._quick if effort <= QUICK else self._moves
            self._must_have_room(waiting, who)
            question = Question(asked, who, effort, self._settings.solver_seconds)
            known = self._common[key] = asyncio.ensure_future(self._answer(waiting, question))
            known.add_done_callback(partial(self._forget_failure, key))
            if len(self._common) > COMMON:
                self._common.popitem(last=False)
        return await asyncio.shield(known)

    async def check(self, rules: Rules, who: str) -> None:
        """Raise `GameError` unless the game can be solved, and so played by a computer."""
        await self.common({"job": "check", "game": rules.name, "options": rules.options}, who, DEAR)

    def _forget_failure(self, key: str, known: asyncio.Task[dict[str, Any]]) -> None:
        if (known.cancelled() or known.exception() is not None) and self._common.get(key) is known:
            del self._common[key]

    def _must_have_room(self, waiting: Waiting[Question], who: str) -> None:
        if waiting.of(who) >= self._settings.solver_share:
            raise Refused("too-many-requests", seconds=1)

    async def _answer(self, waiting: Waiting[Question], question: Question) -> dict[str, Any]:
        if self._stopped:
            raise Refused("server-stopping")
        if not self._tasks:
            for number in range(self._settings.solvers):
                lanes = self._lanes[:1] if number == 0 and self._settings.solvers > 1 else self._lanes
                self._tasks.append(asyncio.create_task(self._work(lanes)))
        waiting.add(question)
        self._news.set()
        try:
            return await question.answer
        except asyncio.CancelledError:
            waiting.remove(question)
            raise

    async def _work(self, lanes: tuple[Waiting[Question], ...]) -> None:
        """Have one solver answer what waits, one after another."""
        solver = Solver()
        try:
            while True:
                question = _next(lanes)
                if question is None:
                    self._news.clear()
                    await self._news.wait()
                    continue
                began = time.perf_counter()
                try:
                    question.settle(await solver.ask(question.line(), question.limit))
                except GameError as error:
                    question.settle(error)
                except asyncio.CancelledError:
                    question.settle(Refused("server-stopping"))
                    raise
                except Exception:  # whatever is wrong with one question, the next one is answered
                    logger.exception("a question could not be asked")
                    question.settle(Refused("internal"))
                spent = time.perf_counter() - began
                self._shares.charge(question.who, spent)
                self._metrics.solving.observe(spent)
        finally:
            await solver.end()

    async def stop(self) -> None:
        """End all solvers, and tell who waits for them."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for waiting in self._lanes:
            while waiting:
                waiting.take().settle(Refused("server-stopping"))


def _next(lanes: tuple[Waiting[Question], ...]) -> Question | None:
    """The next question that somebody still waits for; of clients who had alike, a move comes first."""
    while any(lanes):
        level, _ = min(lane.rank() for lane in lanes if lane)
        question = next(lane for lane in lanes if lane and lane.rank()[0] == level).take()
        if not question.answer.done():
            return question
    return None


class Solver:
    """One solver process, started when it is needed, and replaced when it dies or takes too long."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, line: bytes, seconds: float) -> dict[str, Any]:
        """The answer to a question; raises `Refused` when there is none in time."""
        # One that has answered before may have died since, or of what it was asked before.
        for _ in range(2 if self._process else 1):
            process = self._process = self._process or await _started()
            try:
                return await asyncio.wait_for(_answer_of(process, line), seconds)
            except TimeoutError:
                await self.end()
                break
            except (ValueError, OSError):  # it died, or said more than a line may hold
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


async def _answer_of(process: asyncio.subprocess.Process, line: bytes) -> dict[str, Any]:
    if process.stdin is None or process.stdout is None:
        raise ValueError("a process without pipes")
    process.stdin.write(line)
    told: dict[str, Any] = json.loads(await process.stdout.readline())
    return told


async def _started() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "outnumber.solvers.process",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_ANSWER, env=os.environ | {"PYTHONUTF8": "1"},
        # Ctrl-C in a terminal is for the server, which then stops its solvers itself.
        start_new_session=True,
    )  # fmt: skip


def effort_of(match: Match, *rounds: Round) -> float:
    """About how many seconds a question about a match takes, where some rounds are gone through."""
    moves = sum(len(each.moves) for each in rounds)
    try:
        return min(effort(match.rules.start()) + moves * MOVE, DEAR)
    except GameError:  # that it is too large is said at once
        return USUAL


def record_of(match: Match, number: int) -> Callable[[], str]:
    """One round of a match as a record of its own, written when it is called: most questions need no more."""
    only = match._replace(
        rounds=match.rounds[number - 1 : number], first=match.seated(Seat.ONE, number), length=1
    )
    return partial(write, only)
