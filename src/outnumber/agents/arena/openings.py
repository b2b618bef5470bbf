"""The openings of an arena, under the name that programs know; their home is `match/openings.py`."""

from outnumber.match.openings import Opening, balanced

__all__ = ["Opening", "balanced"]
