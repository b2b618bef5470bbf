"""Background tasks: some end on their own, and loops run until the server stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from outnumber.server.errors import Gone, StorageError

logger = logging.getLogger("outnumber.server")


class BackgroundTasks:
    """Tasks and loops that are cancelled together."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in a task; failures are logged."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def every(self, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
        """Run something now and then at an interval; database failures are ignored."""

        async def repeat() -> None:
            while True:
                with suppress(StorageError):
                    await work()
                await asyncio.sleep(seconds)

        loop = asyncio.ensure_future(repeat())
        loop.add_done_callback(self._finished)
        self._loops.append(loop)

    async def cancel_tasks(self) -> None:
        """Cancel everything, and wait until it has ended."""
        tasks = [*self.tasks, *self._loops]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Gone):
            logger.error("a task failed", exc_info=error)
