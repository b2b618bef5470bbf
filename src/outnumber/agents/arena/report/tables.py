"""Report tables and sections as data, and the formatting of figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from outnumber.games.sentences import ENGLISH, Voice
from outnumber.study.statistics.intervals import Corrected, Difference, Share
from outnumber.study.statistics.rating import PlayerRating

# A float is a rate; None is an unknown figure.
Cell = str | int | float | Share | Corrected | Difference | PlayerRating | None
Row = Sequence[Cell]
NOTHING = "–"


class ReportTable(NamedTuple):
    """A table whose first column names the rows."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Row]


class ReportSection(NamedTuple):
    """One topic of a report."""

    title: str
    text: Sequence[str]
    tables: Sequence[ReportTable] = ()
    # The name of the plot on the page.
    plot: str = ""


class Document(Protocol):
    """A report in any format."""

    @property
    def voice(self) -> Voice: ...

    @property
    def heading(self) -> str: ...

    @property
    def sections(self) -> Sequence[ReportSection]: ...


def shown(cell: Cell, voice: Voice = ENGLISH) -> str:
    """Format a cell: a share as a rate with its interval, a difference in percentage points.

    >>> shown(Share(81, 263)), shown(1234), shown(0.5), shown(None)
    ('30.8% (25.5–36.6)', '1,234', '50.0%', '–')
    >>> shown(Difference(0.123, 0.05, 0.196)), shown(Difference(-0.01, -0.05, 0.03)), shown(Difference(0.6))
    ('+12.3 (+5.0 to +19.6) *', '-1.0 (-5.0 to +3.0)', '+60.0')
    """
    match cell:
        case str():
            return cell
        case int():
            return voice.number(cell)
        case float():
            return voice.percent(cell)
        case PlayerRating():
            return voice.decimal(str(cell))
        case Difference(rate, float(low), float(high)):
            apart = {"rate": 100 * rate, "low": 100 * low, "high": 100 * high}
            told = voice.say("{rate:+.1f} ({low:+.1f} to {high:+.1f})", **apart)
            return told + (" *" if cell.certain else "")
        case Difference(rate):
            return voice.decimal(f"{100 * rate:+.1f}")
        case Corrected(interval=(low, high), rate=rate):
            # A dash between negative ends would be hard to read.
            ends = {"low": 100 * low, "high": 100 * high}
            return voice.say("{rate} ({low:.1f} to {high:.1f})", rate=shown(rate, voice), **ends)
        case Share(interval=(low, high), rate=rate):
            return f"{shown(rate, voice)} " + voice.decimal(f"({100 * low:.1f}–{100 * high:.1f})")
    return NOTHING


def figure(value: float, places: int, voice: Voice = ENGLISH) -> str:
    """Format a number with thousands separators and decimals.

    >>> figure(1234.5, 2)
    '1,234.50'
    """
    whole, point, rest = f"{value:.{places}f}".partition(".")
    return voice.number(int(whole)) + voice.decimal(point + rest)


def duration(seconds: float, over: int, voice: Voice) -> str:
    """Format the mean time per turn or game, in a suitable unit."""
    if not over:
        return NOTHING
    each = seconds / over
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if each * factor >= 1:
            return f"{figure(each * factor, 1, voice)} {unit}"
    return f"{figure(each * 1e6, 0, voice)} µs"
