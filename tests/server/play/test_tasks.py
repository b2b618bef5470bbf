"""Background tasks: failures are logged, loops continue, and all end together."""

import asyncio
import logging

import pytest

from outnumber.server.errors import Gone, StorageError
from outnumber.server.play.tasks import BackgroundTasks


def test_a_failing_task_is_logged_unless_its_game_is_gone(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(error: Exception) -> None:
        raise error

    async def test() -> None:
        background = BackgroundTasks()
        for error in (Gone("g"), ValueError("broken")):
            background.spawn(fail(error))
        while background.tasks:
            await asyncio.sleep(0)

    with caplog.at_level(logging.ERROR, "outnumber.server"):
        asyncio.run(test())
    assert [
        record.exc_info[1].args for record in caplog.records if record.exc_info and record.exc_info[1]
    ] == [("broken",)]


def test_a_loop_continues_after_a_database_failure_until_it_is_cancelled() -> None:
    async def test() -> None:
        background, count = BackgroundTasks(), 0

        async def work() -> None:
            nonlocal count
            count += 1
            raise StorageError("the database does not answer")

        background.every(0.0, work)
        while count < 3:
            await asyncio.sleep(0)
        await background.cancel_tasks()
        ended = count
        await asyncio.sleep(0.01)
        assert count == ended

    asyncio.run(test())
