"""The openings of an arena, under the name that programs know; their home is `session/openings.py`."""

from outnumber.session.openings import Opening, balanced

__all__ = ["Opening", "balanced"]
