"""All players together stay within an endpoint's rate limits, with simulated time."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from outnumber.players.models import pace as module
from outnumber.players.models.pace import LONGEST_PAUSE, Pace, RateLimits


class Time:
    """Advances only when a task sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    passing = Time()

    class Asyncio:
        Lock, Event, sleep = asyncio.Lock, asyncio.Event, passing.sleep

    monkeypatch.setattr(module, "asyncio", Asyncio)
    monkeypatch.setattr(module, "monotonic", lambda: passing.now)
    return passing


def gone(
    pace: Pace, time: Time, count: int, reply: Callable[[module.Going], None] = lambda _: None
) -> list[float]:
    """The start times of several simultaneous requests."""
    times: list[float] = []

    async def one() -> None:
        async with pace.go(100) as going:
            times.append(time.now)
            await asyncio.sleep(0)
            reply(going)

    async def every() -> None:
        await asyncio.gather(*(one() for _ in range(count)))

    asyncio.run(every())
    return times


def test_without_limits_there_is_no_delay(time: Time) -> None:
    assert gone(Pace(), time, 64) == [0.0] * 64


def test_requests_are_spread_over_the_minute(time: Time) -> None:
    pace = Pace()
    pace.limits = RateLimits(requests=120)
    assert gone(pace, time, 5) == [0.0, 0.5, 1.0, 1.5, 2.0]


def test_tokens_are_spread_over_the_minute_based_on_earlier_answers(time: Time) -> None:
    pace = Pace()
    pace.limits = RateLimits(tokens=60_000)

    def takes(going: module.Going) -> None:
        going.tokens = 3_000

    times = gone(pace, time, 60, takes)
    # The usage is learned: in the long run, a thousand tokens a second.
    assert 3 * 59 * 0.8 < times[-1] <= 3 * 60
    assert all(sum(at <= each < at + 60 for each in times) * 3_000 <= 1.5 * 60_000 for at in times)


def test_after_a_busy_answer_all_requests_pause_and_concurrency_is_halved(time: Time) -> None:
    pace = Pace()
    asked: list[module.Going] = []

    def busy(going: module.Going) -> None:
        asked.append(going)
        going.busy = 7.0

    gone(pace, time, 64, busy)
    # 64 concurrent refusals count as one.
    assert pace.at_once == 32
    assert gone(pace, time, 1) == [7.0]
    assert 32 < pace.at_once < 33


def test_concurrency_is_limited(time: Time) -> None:
    pace = Pace()
    pace.at_once = 4.0
    on_the_way: list[int] = []
    now = 0

    async def one() -> None:
        nonlocal now
        async with pace.go(1):
            now += 1
            on_the_way.append(now)
            for _ in range(5):
                await asyncio.sleep(0)
            now -= 1

    async def every() -> None:
        await asyncio.gather(*(one() for _ in range(20)))

    asyncio.run(every())
    assert len(on_the_way) == 20
    assert max(on_the_way) in (4, 5, 6)  # it rises a little with each answer


def test_other_requests_do_not_wait_for_one_that_is_delayed_for_an_hour(time: Time) -> None:
    pace = Pace()

    def busy(going: module.Going) -> None:
        going.busy = LONGEST_PAUSE * 60

    gone(pace, time, 1, busy)
    assert gone(pace, time, 1) == [0.0]


def test_a_cancelled_request_lets_the_next_one_go(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    pace = Pace()
    pace.at_once = 1.0
    went: list[str] = []

    async def one(name: str, hold: Awaitable[object] | None = None) -> None:
        async with pace.go(1):
            went.append(name)
            if hold:
                await hold

    async def every() -> None:
        held = asyncio.Event()
        first = asyncio.create_task(one("first", held.wait()))
        await asyncio.sleep(0)
        second, third = (asyncio.create_task(one(name)) for name in ("second", "third"))
        await asyncio.sleep(0)
        second.cancel()
        held.set()
        await asyncio.gather(first, second, third, return_exceptions=True)

    asyncio.run(every())
    assert went == ["first", "third"]


def test_the_stricter_limit_applies() -> None:
    assert RateLimits(60, None).within(RateLimits(90, 1_000)) == RateLimits(60, 1_000)
    assert RateLimits().within(RateLimits()) == RateLimits()
