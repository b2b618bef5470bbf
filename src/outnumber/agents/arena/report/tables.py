"""Tables and sections as data, and how figures are written in them."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.sentences import ENGLISH, Voice
from outnumber.study.statistics.intervals import Difference, Share

Cell = str | Share
NOTHING = "–"


class ReportTable(NamedTuple):
    """Rows under headings; the first column names the row."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class ReportSection(NamedTuple):
    """Something that the games show."""

    title: str
    text: tuple[str, ...]
    tables: tuple[ReportTable, ...] = ()
    # The plot that a page draws here.
    plot: str = ""


def percent(rate: float | None, voice: Voice = ENGLISH) -> str:
    return NOTHING if rate is None else voice.percent(rate)


def shown(cell: Cell, voice: Voice = ENGLISH) -> str:
    """A cell in words: a share as its rate with the interval.

    >>> shown(Share(81, 263))
    '30.8% (25.5–36.6)'
    """
    if isinstance(cell, str):
        return cell
    if cell.interval is None:
        return NOTHING
    low, high = cell.interval
    return f"{percent(cell.rate, voice)} " + voice.decimal(f"({100 * low:.1f}–{100 * high:.1f})")


def points(difference: Difference | None, voice: Voice = ENGLISH) -> str:
    """A difference of two rates in percentage points, with its interval if it has one, marked if certain.

    >>> points(Difference(0.123, 0.05, 0.196)), points(Difference(-0.01, -0.05, 0.03))
    ('+12.3 (+5.0 to +19.6) *', '-1.0 (-5.0 to +3.0)')
    >>> points(Difference(0.6))
    '+60.0'
    """
    if difference is None:
        return NOTHING
    rate, low, high = difference
    if low is None or high is None:
        return voice.decimal(f"{100 * rate:+.1f}")
    told = voice.say(
        "{rate:+.1f} ({low:+.1f} to {high:+.1f})", rate=100 * rate, low=100 * low, high=100 * high
    )
    return told + (" *" if difference.certain else "")


def figure(value: float, places: int, voice: Voice = ENGLISH) -> str:
    """A number that may be large and has decimals.

    >>> figure(1234.5, 2)
    '1,234.50'
    """
    whole, point, rest = f"{value:.{places}f}".partition(".")
    return voice.number(int(whole)) + voice.decimal(point + rest)


def duration(seconds: float, over: int, voice: Voice = ENGLISH) -> str:
    """A time for each of so many, in a unit that can be read."""
    if not over:
        return NOTHING
    each = seconds / over
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if each * factor >= 1:
            return f"{figure(each * factor, 1, voice)} {unit}"
    return f"{figure(each * 1e6, 0, voice)} µs"
