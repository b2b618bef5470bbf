"""Verdicts with a size limit, for hints, reviews, players and pages, because people wait for those."""

from __future__ import annotations

from outnumber.games import Phrase, Position, too_large

from . import pairing
from .solve import solve as solve_any
from .verdict import Verdict

# A larger graph takes from seconds to minutes, and no progress bar is shown.
SIZE_LIMIT = 200_000


def solve(position: Position) -> Verdict:
    """The verdict; raises `OptionError` with code `too-large` if it would take more than a few seconds."""
    if type(position.rules).theorem == "pairing":
        count = position.unused_count
        if count > SIZE_LIMIT and not pairing.is_prepared(position):  # type: ignore[arg-type]  # a walk
            what = Phrase("A graph of {n:,} numbers", n=count)
            raise too_large(
                what,
                count,
                "up to {most:,} can be solved here. outnumber solve solves any range, but takes longer.",
                most=SIZE_LIMIT,
            )
    return solve_any(position)
