"""What shows a hole or damage in the log: each event carries a checksum of itself and of the one before.

The checksum is the CRC-32 of an event's values as a JSON array, begun with the checksum of the event before
it, or with 0. Events of older versions have none; the chain begins after them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from zlib import crc32

from msgspec.json import Encoder

_encode = Encoder().encode


class LogRow(NamedTuple):
    """One event as it is kept."""

    game: str
    seq: int
    kind: str
    participant: int
    number: int | None
    request: str | None
    data: str | None
    at: float
    checksum: int | None = None


def checksum(values: tuple[Any, ...], before: int | None = None) -> int:
    """The checksum of the values of an event, or of a game, after that of the event before."""
    return crc32(_encode(values), before or 0)


def flaw(rows: Iterable[LogRow], before: LogRow | None = None) -> str:
    """What is wrong with the events that follow one, or a game's first; nothing if all is well."""
    seq, last = (before.seq, before.checksum) if before else (0, None)
    for row in rows:
        seq += 1
        if row.seq != seq:
            return f"event {seq} is missing"
        if (row.checksum, last) != (None, None) and row.checksum != checksum(tuple(row[:8]), last):
            return f"event {seq} does not have its checksum"
        last = row.checksum
    return ""
