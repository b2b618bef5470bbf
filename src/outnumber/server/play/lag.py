"""Lag compensation: the network delay of a move that the clock does not count."""

from __future__ import annotations

from typing import NamedTuple


class Lag(NamedTuple):
    """A player's lag allowance: a small budget that every move refills a little.

    Modelled on lichess: a player with a slow connection gets back `gain` per move at most, and a client that
    reports a false thinking time gains no more than that.

    >>> lag = Lag.of(300)
    >>> lag.forgives(0.2), lag.forgives(60), lag.after(3.0)
    (0.2, 3.0, Lag(gain=1.0, stock=1.0))
    """

    gain: float
    stock: float

    @classmethod
    def of(cls, seconds: float) -> Lag:
        """The initial allowance for a clock of some seconds."""
        gain = 1.0 if seconds >= 180 else 0.2 if seconds <= 15 else 0.2 + 0.8 * (seconds - 15) / 165
        return cls(gain, 3 * gain)

    def forgives(self, seconds: float) -> float:
        """The part of a delay that the allowance covers."""
        return min(max(seconds, 0.0), self.stock)

    def after(self, forgiven: float) -> Lag:
        """The allowance after a move that used some of it."""
        return Lag(self.gain, max(0.0, min(self.stock + self.gain - forgiven, 7 * self.gain)))
