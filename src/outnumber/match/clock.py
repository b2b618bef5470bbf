"""The clock for each turn, or for a whole game. The time is injected, so that tests need not wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from outnumber.games import bad_option

if TYPE_CHECKING:
    from datetime import datetime

LONGEST_CLOCK = 86_400


def stamp(at: datetime) -> str:
    """A time stamp in the format of records and files.

    >>> from datetime import UTC, datetime
    >>> stamp(datetime(2026, 11, 15, 12, tzinfo=UTC))
    '2026-11-15T12:00:00Z'
    """
    from datetime import UTC  # imported here because only time stamps need it

    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class GameClock(NamedTuple):
    """The seconds of each side for a whole round, and the increment per move.

    >>> str(GameClock(300, 3)), str(GameClock(90, 0.5))
    ('300+3', '90+0.5')
    """

    seconds: float
    increment: float = 0.0

    def __str__(self) -> str:
        return "+".join(map(short, self))

    @property
    def fits(self) -> bool:
        if not all(isinstance(each, int | float) and not isinstance(each, bool) for each in self):
            return False
        return 0 < self.seconds <= LONGEST_CLOCK and 0 <= self.increment <= LONGEST_CLOCK


def short(seconds: float) -> str:
    """Seconds as text, to the millisecond.

    >>> short(30.0), short(29.98765)
    ('30', '29.988')
    """
    return repr(round(float(seconds), 3)).removesuffix(".0")


def read_clock(text: str) -> float | GameClock:
    """Parse a clock: seconds per turn, or minutes per game `+` seconds per move.

    Raises `OptionError` for any other text, and for more than a day.

    >>> read_clock("30"), read_clock("5+3"), read_clock("0.5+0")
    (30.0, GameClock(seconds=300.0, increment=3.0), GameClock(seconds=30.0, increment=0.0))
    """
    first, plus, then = text.partition("+")
    with suppress(ValueError):
        clock = GameClock(float(first) * 60, float(then)) if plus else GameClock(float(first))
        if clock.fits:
            return clock if plus else clock.seconds
    raise bad_option(
        "clock",
        text,
        "give seconds for each turn, such as 30, "
        "or minutes for the game and seconds for each move, such as 5+3.",
    )


def read_game_clock(text: str) -> GameClock:
    """Parse the output of `str`, in seconds; raises `ValueError` for any other text.

    >>> read_game_clock("300+3")
    GameClock(seconds=300.0, increment=3.0)
    """
    first, plus, then = text.partition("+")
    clock = GameClock(float(first), float(then))
    if not plus or not clock.fits:
        raise ValueError(f"{text} is no clock")
    return clock


class Clock:
    """The clock of one turn: `start` it, and read the time `left`; without a limit, time never runs out.

    >>> now = iter([100.0, 107.0, 111.0])
    >>> clock = Clock(10, now=lambda: next(now))
    >>> clock.start()
    >>> clock.left(), clock.left()
    (3.0, -1.0)
    """

    def __init__(self, seconds: float | None, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._now = now
        self._began = 0.0

    def start(self, seconds: float | None = None) -> None:
        """Start a turn, with its own number of seconds if it differs from the usual."""
        if seconds is not None:
            self.seconds = seconds
        if self.seconds is not None:
            self._began = self._now()

    @property
    def spent(self) -> float:
        """Seconds since the turn began; not counted without a limit."""
        return 0.0 if self.seconds is None else self._now() - self._began

    def left(self) -> float | None:
        """Seconds left in this turn, below zero when it is too late; None without a limit."""
        return None if self.seconds is None else self.seconds - self.spent

    @property
    def run_out(self) -> bool:
        left = self.left()
        return left is not None and left <= 0


# A clock without a limit.
UNTIMED = Clock(None)
