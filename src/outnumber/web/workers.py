"""Verdicts, hints, reviews and computer players, worked out beside the server's main loop with a bound on
their cost.

Each solver is a process of its own that reads questions and writes answers, one JSON object a line. One that
takes too long is killed and replaced; when too many questions wait, the next is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
import time
from collections import Counter
from typing import Any

from outnumber.games.errors import GameError
from outnumber.players.random import dice
from outnumber.session.match import Match
from outnumber.session.record import write
from outnumber.web.errors import Refused
from outnumber.web.metrics import Metrics
from outnumber.web.settings import Settings

logger = logging.getLogger("outnumber.web.workers")

LONGEST_ANSWER = 16_000_000


class Answered(GameError):
    """An error that a solver found, with the words it found for it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self._message = message

    def __str__(self) -> str:
        return self._message


class Workers:
    """A few solver processes, started when they are first needed."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._free: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._turns = asyncio.Semaphore(settings.solvers)
        self._waiting = 0
        self._asking: Counter[str] = Counter()

    async def choose(self, match: Match) -> int:
        """The move of the computer player to move; any legal one where it cannot be worked out in time."""
        plays = match.participant(match.current.turn).plays
        if plays != "random":
            try:
                answer = await self.ask({"job": "choose", "record": write(match)})
                return int(answer["move"])
            except GameError as error:
                logger.warning("a computer player moves at random", extra={"code": error.code})
        return dice(match).choice(match.current.position.legal_moves())

    async def ask(self, question: dict[str, Any], who: str = "") -> dict[str, Any]:
        """The answer to a question; raises `GameError` when there is none or it takes too long.

        One address, `who`, may have only a few questions waiting, so that all others get their turn soon.
        """
        if self._waiting >= self._settings.solver_queue:
            raise Refused("server-busy")
        if who and self._asking[who] >= self._settings.solver_share:
            raise Refused("too-many-requests", seconds=1)
        self._waiting += 1
        self._asking[who] += 1
        try:
            async with self._turns:
                began = time.perf_counter()
                answer = await self._ask(json.dumps(question).encode() + b"\n")
                self._metrics.solving.observe(time.perf_counter() - began)
        finally:
            self._waiting -= 1
            self._asking[who] -= 1
            if not self._asking[who]:
                del self._asking[who]
        if "error" in answer:
            raise Answered(answer["error"]["code"], answer["error"]["message"])
        return answer

    async def _ask(self, line: bytes) -> dict[str, Any]:
        process = self._free.pop() if self._free else await self._start()
        if process.stdin is None or process.stdout is None:
            raise Refused("internal")
        try:
            process.stdin.write(line)
            answer = await asyncio.wait_for(process.stdout.readline(), self._settings.solver_seconds)
            told: dict[str, Any] = json.loads(answer)
        except TimeoutError:
            await self._end(process)
            raise Refused("too-slow") from None
        except (ValueError, OSError):
            # It died, or said more than a line may hold.
            await self._end(process)
            raise Refused("too-slow") from None
        except BaseException:
            await self._end(process)
            raise
        self._free.append(process)
        return told

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "outnumber.web.solver",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_ANSWER, env=os.environ | {"PYTHONUTF8": "1"},
            # Ctrl-C in a terminal is for the server, which then stops its solvers itself.
            start_new_session=True,
        )  # fmt: skip
        self._all.add(process)
        return process

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self._all.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def stop(self) -> None:
        """End all solvers."""
        self._free.clear()
        for process in list(self._all):
            await self._end(process)
