"""Fixtures for the tests of the MCP server."""

import asyncio
import pickle
from typing import Any

import pytest

from outnumber.workers import process
from outnumber.workers.pool import PendingJob, Worker


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve in this process, because starting a worker takes longer than most tests."""

    async def ask(_: Worker, question: PendingJob) -> Any:
        assert question.limit > 0
        await asyncio.sleep(0)  # let other tasks run, as they do while a worker computes
        return pickle.loads(process.answer(pickle.loads(question.job)))  # noqa: S301

    monkeypatch.setattr(Worker, "ask", ask)
