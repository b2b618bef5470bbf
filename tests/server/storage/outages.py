"""Helpers for tests with a failing database."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from outnumber.server.storage.log import PATIENCE
from tests.server.running import Running

ATTACK: dict[str, Any] = {"game": "number-stack-attack", "options": {"target": 1000}}


@contextmanager
def impatient(server: Running) -> Iterator[None]:
    """Make a server time out on its database after half a second.

    Not for the whole test: on a busy machine the server's start or a single write takes longer than that.
    """
    log = server.application.log
    limited: tuple[Any, Any] = log, log.database if log.shared else log.writer
    for each in limited:
        each.seconds = 0.5
    try:
        yield
    finally:
        for each in limited:
            each.seconds = PATIENCE


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    while not await true():
        await asyncio.sleep(0.05)


async def healthy(server: Running) -> bool:
    return (await server.http.get("/healthz")).status_code == 200


async def unhealthy(server: Running) -> bool:
    answer = await server.http.get("/healthz")
    return (answer.status_code, answer.json()["status"]) == (503, "storage")
