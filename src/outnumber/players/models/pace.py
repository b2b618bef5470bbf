"""The rate limiter of an endpoint, shared by everything in this process.

Requests and tokens are spread over the minute, and all callers wait in one queue. After an endpoint reports
that it is busy, requests pause for as long as it asks and then continue with half the concurrency, which
rises again with each answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

MINUTE = 60.0
# Estimated tokens of an answer before the first has arrived.
FIRST_GUESS = 500
# Initial maximum of concurrent requests.
AT_ONCE = 1024.0
# How fast the estimate follows the actual answers.
FOLLOW = 0.1
# Above this requested delay in seconds, other callers do not wait for the one that was refused.
LONGEST_PAUSE = 60.0


class RateLimits(NamedTuple):
    """The limits of an endpoint per minute; None if unknown."""

    requests: float | None = None
    tokens: float | None = None

    def within(self, other: RateLimits) -> RateLimits:
        """The stricter of two limits."""
        return RateLimits(*(min(filter(None, each), default=None) for each in zip(self, other, strict=True)))


UNLIMITED = RateLimits()


class Pace:
    """Admits requests one by one; runs entirely in the loop of one endpoint."""

    limits = UNLIMITED
    _going = 0
    # The earliest time for the next request because of the request rate, the token rate, and a busy
    # endpoint.
    _request_at = _token_at = _busy_until = 0.0
    _slowed = -1.0

    def __init__(self) -> None:
        self.at_once = AT_ONCE
        self._row = asyncio.Lock()
        self._left = asyncio.Event()
        self._guess = float(FIRST_GUESS)

    @asynccontextmanager
    async def go(self, size: float) -> AsyncIterator[Going]:
        """Run one request with a number of tokens in its question, after waiting for its turn."""
        async with self._row:
            while self._going >= max(1.0, self.at_once):
                self._left.clear()
                await self._left.wait()
            while (wait := max(self._request_at, self._token_at, self._busy_until) - monotonic()) > 0:
                await asyncio.sleep(wait)
            now = monotonic()
            expected = size + self._guess
            if self.limits.requests:
                self._request_at = max(now, self._request_at) + MINUTE / self.limits.requests
            if self.limits.tokens:
                self._token_at = max(now, self._token_at) + expected * MINUTE / self.limits.tokens
            self._going += 1
        going = Going(now)
        try:
            yield going
        finally:
            self._going -= 1
            self._left.set()
            if going.tokens is not None:
                self._guess += FOLLOW * (max(0.0, going.tokens - size) - self._guess)
                if self.limits.tokens:
                    self._token_at += (going.tokens - expected) * MINUTE / self.limits.tokens
            if going.busy is not None:
                self._slow(going.began, going.busy)
            else:
                self.at_once = min(AT_ONCE, self.at_once + 1 / max(1.0, self.at_once))

    def _slow(self, began: float, seconds: float) -> None:
        if seconds <= LONGEST_PAUSE:
            self._busy_until = max(self._busy_until, monotonic() + seconds)
        # Concurrent requests are refused together, which counts as one refusal.
        if began > self._slowed:
            self._slowed = monotonic()
            self.at_once = max(1.0, (self._going + 1) / 2)


@dataclass
class Going:
    """A request in progress, and what its reply reports."""

    began: float
    tokens: int | None = None  # tokens of question and answer
    busy: float | None = None  # requested delay in seconds, if the endpoint is busy
