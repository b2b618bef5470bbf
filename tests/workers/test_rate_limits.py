"""Rate limits."""

import asyncio

from outnumber.workers.rate_limits import ADDRESSES, LONG, AddressLimits, RateLimit, Throttle
from tests.server.running import play


def test_allowance_refills_over_time_separately_for_each_address() -> None:
    now = [0.0]
    allowances = AddressLimits(rate=2, burst=3, now=lambda: now[0])
    assert [allowances.wait("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert allowances.wait("b") == 0
    now[0] = 0.5
    assert allowances.wait("a") == 0
    assert allowances.wait("a") == 0.5


def test_reservations_come_in_order() -> None:
    now = [0.0]
    allowance = RateLimit(rate=2, burst=2, now=lambda: now[0])
    assert [allowance.reserve() for _ in range(5)] == [0, 0, 0.5, 1, 1.5]
    now[0] = 1.5
    assert allowance.reserve() == 0.5
    now[0] = 100
    assert [allowance.reserve() for _ in range(3)] == [0, 0, 0.5]


def test_only_long_answers_cost_more() -> None:
    allowance = RateLimit(rate=1, burst=3, now=lambda: 0.0)
    allowance.charge(LONG - 1)
    assert allowance.wait() == 0
    allowance.charge(2 * LONG)
    assert allowance.wait() == 1


def test_number_of_remembered_addresses_is_limited() -> None:
    allowances = AddressLimits(rate=1, burst=1, now=lambda: 0.0)
    for address in ("first", "second"):
        assert allowances.wait(address) == 0
    assert allowances.wait("first") == 1
    for number in range(ADDRESSES - 1):
        allowances.wait(str(number))
    assert allowances.wait("first") == 1
    assert allowances.wait("second") == 0


def test_throttle_admits_a_few_per_turn_in_order() -> None:
    async def test() -> None:
        turnstile = Throttle(3)
        through: list[int] = []

        async def come(number: int) -> None:
            await turnstile.passed()
            through.append(number)

        coming = [asyncio.ensure_future(come(number)) for number in range(20)]
        coming[10].cancel()
        turns = []
        while len(through) < 19:
            before = len(through)
            await asyncio.sleep(0)
            turns.append(len(through) - before)
        assert max(turns) <= 3
        assert through == [number for number in range(20) if number != 10]
        await asyncio.gather(*coming, return_exceptions=True)
        # A single client does not wait.
        for _ in range(3):
            await asyncio.sleep(0)
        alone = asyncio.ensure_future(come(20))
        await asyncio.sleep(0)
        assert alone.done()

    play(test)
