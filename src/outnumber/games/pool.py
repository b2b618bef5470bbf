"""What the four games with a pool of numbers share."""

from __future__ import annotations

POOL_RANGE_HELP = "The largest number in the pool."


def pool_objection(range: int, unused: int, move: object) -> tuple[str, dict[str, object]] | None:
    """Why the pool itself does not offer `move`, or None when it does."""
    if not isinstance(move, int) or not 1 <= move <= range:
        return "out-of-range", {"range": range}
    if not unused >> move & 1:
        return "used", {}
    return None
