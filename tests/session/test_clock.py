"""A clock counts one turn with the time it is given."""

import pytest

from outnumber.session.clock import Clock


class Time:
    """A time of day that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_without_a_limit_there_is_always_time() -> None:
    clock = Clock(None, now=lambda: pytest.fail("nobody needs to know the time"))
    clock.start()
    assert clock.left() is None
    assert not clock.run_out


def test_time_left_falls_from_the_limit_and_below_zero() -> None:
    time = Time()
    clock = Clock(10, now=time)
    clock.start()
    assert clock.left() == 10
    time.now += 7
    assert clock.left() == 3
    assert not clock.run_out
    time.now += 3
    assert clock.run_out
    time.now += 1
    assert clock.left() == -1


def test_each_start_gives_the_whole_time_again() -> None:
    time = Time()
    clock = Clock(10, now=time)
    clock.start()
    time.now += 50
    assert clock.run_out
    clock.start()
    assert clock.left() == 10
