"""Checksums that reveal gaps and damage in the log. Each covers an event and the previous checksum.

A checksum is the CRC-32 of an event's values as a JSON array. Its initial value is the previous event's
checksum, or 0. Events of older versions have no checksum; the chain begins after them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from zlib import crc32

from msgspec.json import Encoder

from outnumber.games import Phrase

_encode = Encoder().encode


class LogRow(NamedTuple):
    """One row of the table `events`."""

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
    """The checksum of the values of an event or a game; `before` is the previous event's checksum."""
    return crc32(_encode(values), before or 0)


def flaw(rows: Iterable[LogRow], before: LogRow | None = None, tail: int = 0) -> Phrase | str:
    """The first error in the events from `before` to the number `tail`; empty if there is none."""
    seq, last = (before.seq, before.checksum) if before else (0, None)
    for row in rows:
        seq += 1
        if row.seq != seq:
            return Phrase("event {seq} is missing", seq=seq)
        if (row.checksum, last) != (None, None) and row.checksum != checksum(tuple(row[:8]), last):
            return Phrase("event {seq} has a wrong checksum", seq=seq)
        last = row.checksum
    return Phrase("event {seq} is missing", seq=seq + 1) if seq < tail else ""
