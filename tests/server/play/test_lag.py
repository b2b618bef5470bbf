"""Network delay that a clock compensates."""

from __future__ import annotations

from outnumber.server.play.lag import Lag


def test_lag_is_compensated_from_an_allowance_that_each_move_refills() -> None:
    lag = Lag.of(600)
    forgiven = []
    for delay in (10.0,) * 5:
        forgiven.append(lag.forgives(delay))
        lag = lag.after(forgiven[-1])
    assert forgiven == [3, 1, 1, 1, 1]
    for _ in range(20):
        lag = lag.after(lag.forgives(0.0))
    assert lag.forgives(60) == 7
    assert lag.forgives(-5) == 0


def test_shorter_games_compensate_less_lag() -> None:
    gains = [Lag.of(seconds).gain for seconds in (1, 15, 60, 120, 180, 3600)]
    assert gains == sorted(gains)
    assert (gains[0], gains[-1]) == (0.2, 1.0)
