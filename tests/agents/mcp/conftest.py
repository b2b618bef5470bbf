"""What the tests of the MCP server share."""

import asyncio

import pytest

from outnumber.workers import process
from outnumber.workers.pool import Worker


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve here: starting a solver process takes longer than most tests."""

    async def ask(_: Worker, line: bytes, seconds: float) -> bytes:
        assert seconds > 0
        await asyncio.sleep(0)  # others get their turn, as they do while a process works
        return process.answer(process.read(line))

    monkeypatch.setattr(Worker, "ask", ask)
