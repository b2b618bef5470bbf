"""Tables and sections as data, and how figures are written in them."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.statistics.intervals import Difference, Share

Cell = str | Share
NOTHING = "–"


class Table(NamedTuple):
    """Rows under headings; the first column names the row."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Section(NamedTuple):
    """Something that the games show."""

    title: str
    text: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    # The plot that a page draws here.
    plot: str = ""


def percent(rate: float | None) -> str:
    return NOTHING if rate is None else f"{rate:.1%}"


def shown(cell: Cell) -> str:
    """A cell in words: a share as its rate with the interval.

    >>> shown(Share(81, 263))
    '30.8% (25.5–36.6)'
    """
    if isinstance(cell, str):
        return cell
    if cell.interval is None:
        return NOTHING
    low, high = cell.interval
    return f"{percent(cell.rate)} ({100 * low:.1f}–{100 * high:.1f})"


def points(difference: Difference | None) -> str:
    """A difference of two rates in percentage points, marked where it is certain.

    >>> points(Difference(0.123, 0.05, 0.196)), points(Difference(-0.01, -0.05, 0.03))
    ('+12.3 (+5.0 to +19.6) *', '-1.0 (-5.0 to +3.0)')
    """
    if difference is None:
        return NOTHING
    rate, low, high = (f"{100 * each:+.1f}" for each in difference)
    return f"{rate} ({low} to {high})" + (" *" if difference.certain else "")


def counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def duration(seconds: float, over: int) -> str:
    """A time for each of so many, in a unit that can be read."""
    if not over:
        return NOTHING
    each = seconds / over
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if each * factor >= 1:
            return f"{each * factor:,.1f} {unit}"
    return f"{each * 1e6:,.0f} µs"
