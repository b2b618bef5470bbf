"""What tests of a database that fails have in common."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from tests.web.running import Running

ATTACK: dict[str, Any] = {"game": "number-stack-attack", "options": {"target": 1000}}
SOON = {"database_seconds": 0.5}


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
