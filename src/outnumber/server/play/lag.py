"""The delay of a move on its way to the server that a clock forgives."""

from __future__ import annotations

from typing import NamedTuple


class Lag(NamedTuple):
    """How much of a move's way to the server is forgiven: a small stock that every move fills up a little.

    As lichess has it: who is always slow to reach gets the gain of each move and no more, and nobody wins
    more than that by telling a lie about it.

    >>> lag = Lag.of(300)
    >>> lag.forgives(0.2), lag.forgives(60), lag.after(3.0)
    (0.2, 3.0, Lag(gain=1.0, stock=1.0))
    """

    gain: float
    stock: float

    @classmethod
    def of(cls, seconds: float) -> Lag:
        """What is forgiven in a game in which somebody has so many seconds."""
        gain = 1.0 if seconds >= 180 else 0.2 if seconds <= 15 else 0.2 + 0.8 * (seconds - 15) / 165
        return cls(gain, 3 * gain)

    def forgives(self, seconds: float) -> float:
        """So much of a delay."""
        return min(max(seconds, 0.0), self.stock)

    def after(self, forgiven: float) -> Lag:
        """What is left of the stock after a move of which so much was forgiven."""
        return Lag(self.gain, max(0.0, min(self.stock + self.gain - forgiven, 7 * self.gain)))
