"""Public alias of `match/openings.py`."""

from outnumber.match.openings import Opening, balanced

__all__ = ["Opening", "balanced"]
