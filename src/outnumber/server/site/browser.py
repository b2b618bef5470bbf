"""Replaces the modules that need what a browser lacks: threads, another clock, and something to monitor."""

from __future__ import annotations

import concurrent.futures
import sys
import time
import typing
from types import ModuleType
from typing import Any

# Starlette needs anyio only for threads.
IGNORED = (
    "prometheus_client",
    "prometheus_client.multiprocess",
    "anyio",
    "anyio.abc",
    "anyio.lowlevel",
    "anyio.to_thread",
)


class Inline(concurrent.futures.Executor):
    """An executor that runs everything at once."""

    def __init__(self, *_given: Any, **_named: Any) -> None:
        pass

    def submit(self, work: Any, /, *given: Any, **named: Any) -> concurrent.futures.Future[Any]:
        told: concurrent.futures.Future[Any] = concurrent.futures.Future()
        try:
            told.set_result(work(*given, **named))
        except BaseException as error:  # as executors do
            told.set_exception(error)
        return told


class Ignored(ModuleType):
    """A module whose classes and functions do nothing."""

    def __call__(self, *_given: Any, **_named: Any) -> Any:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self


def replace() -> None:
    """Replace them in this process."""
    concurrent.futures.ThreadPoolExecutor = Inline  # type: ignore[misc, assignment]
    if hasattr(time, "CLOCK_BOOTTIME"):
        del time.CLOCK_BOOTTIME
    sys.modules["typing_extensions"] = typing  # everything that is used is in the standard library by now
    sys.modules |= {name: Ignored(name) for name in IGNORED}
