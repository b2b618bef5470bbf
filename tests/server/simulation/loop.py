"""An event loop with simulated time, and processes in it that can be frozen and killed."""

from __future__ import annotations

import asyncio
import heapq
import warnings
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar
from typing import Any

# Maximum steps of one history; most have some thousands.
MOST = 1_000_000

_process: ContextVar[Process] = ContextVar("process")


class Process:
    """Tasks and callbacks that live and die together."""

    def __init__(self, loop: Loop, name: str) -> None:
        self.loop = loop
        self.name = name
        self.alive = True
        self.frozen = False
        self._waiting: deque[asyncio.Handle] = deque()
        self._context = Context()
        self._context.run(_process.set, self)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a coroutine as part of this process."""
        return self._context.run(self.loop.task, work)

    def kill(self) -> None:
        """Like kill -9: no further code runs, not even cleanup."""
        self.alive = self.frozen = False
        self._waiting.clear()

    def freeze(self) -> None:
        """Like SIGSTOP: everything waits, and time continues."""
        self.frozen = self.alive

    def thaw(self) -> None:
        self.frozen = False
        while self._waiting:
            self.loop.put_back(self._waiting.popleft())

    def keeps(self, handle: asyncio.Handle) -> bool:
        """Whether a callback must not run now; if the process is frozen, it runs later."""
        if self.frozen:
            self._waiting.append(handle)
        return self.frozen or not self.alive


class Stuck(Exception):
    """The history cannot finish."""


class Loop(asyncio.BaseEventLoop):
    """Never waits: when no callback is due, time jumps to the next one."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._tasks: list[asyncio.Task[Any]] = []
        self.steps = 0
        self.set_exception_handler(lambda *_: None)

    def time(self) -> float:
        return self._now

    def task(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return self.create_task(work)

    def create_task(self, *given: Any, **named: Any) -> asyncio.Task[Any]:
        task = super().create_task(*given, **named)
        # Callbacks of dead processes stay referenced too, so that their cleanup does not run meanwhile.
        self._tasks.append(task)
        return task

    def later(self, seconds: float, call: Callable[..., object], *given: Any) -> None:
        """Schedule a callback that belongs to no process."""
        self.call_at(self._now + seconds, call, *given, context=Context())

    def put_back(self, handle: asyncio.Handle) -> None:
        self._ready.append(handle)

    def _run_once(self) -> None:
        if self.steps > MOST:
            raise Stuck("it goes round in circles")
        scheduled = self._scheduled
        while scheduled and scheduled[0]._cancelled:
            heapq.heappop(scheduled)._scheduled = False  # type: ignore[attr-defined]
        if not self._ready:
            if not scheduled:
                raise Stuck("nothing will ever happen any more")
            self._now = max(self._now, scheduled[0].when())
        while scheduled and scheduled[0].when() <= self._now:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False  # type: ignore[attr-defined]
            self._ready.append(handle)
        for _ in range(len(self._ready)):
            each = self._ready.popleft()
            process = each._context.get(_process)  # type: ignore[attr-defined]
            if not each._cancelled and (process is None or not process.keeps(each)):
                self.steps += 1
                each._run()

    def end(self) -> None:
        """Release everything that still waits."""
        with warnings.catch_warnings():
            # Cleanup starts tasks, which this loop never runs.
            warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
            for task in self._tasks:
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                try:
                    if not task.done():
                        task.get_coro().close()
                except Exception:  # noqa: S110  # what cleans up finds no loop
                    pass
        self._ready.clear()
        self._scheduled.clear()
        self.close()

    # A loop with sockets would have these.

    def _process_events(self, event_list: Any) -> None:
        raise NotImplementedError

    def _write_to_self(self) -> None:
        """No thread waits in a system call."""
