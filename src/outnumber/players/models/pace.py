"""How fast an endpoint is asked, by everybody in this process together.

Requests and tokens are spread over the minute, and all who ask wait in one row. An endpoint that is busy is
left alone for as long as it says, and then asked by half as many at a time; with each answer it may be a few
more again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import NamedTuple

MINUTE = 60.0
# What an answer is expected to take before any has come, in tokens.
FIRST_GUESS = 500
# How many are asked at the same time before the endpoint has said that it is too many.
AT_ONCE = 1024.0
# How fast the guess follows what answers take.
FOLLOW = 0.1
# Who asks to be left alone for longer, in seconds, is not waited for by the others.
LONGEST_PAUSE = 60.0


class RateLimits(NamedTuple):
    """What an endpoint allows in a minute; None where nothing is known."""

    requests: float | None = None
    tokens: float | None = None

    def within(self, other: RateLimits) -> RateLimits:
        """The stricter of both."""
        named = [[each for each in pair if each] for pair in zip(self, other, strict=True)]
        return RateLimits(*(min(each, default=None) for each in named))


UNLIMITED = RateLimits()


class Pace:
    """Lets requests go one by one; all of it happens in the loop of one endpoint."""

    def __init__(self) -> None:
        self.limits = UNLIMITED
        self.at_once = AT_ONCE
        self._row = asyncio.Lock()
        self._left = asyncio.Event()
        self._going = 0
        # From when on the next may go: for the sake of requests, of tokens, of an endpoint that is busy.
        self._request_at = self._token_at = self._busy_until = 0.0
        self._guess = float(FIRST_GUESS)
        self._slowed = -1.0

    @asynccontextmanager
    async def go(self, size: float) -> AsyncIterator[Going]:
        """One request with so many tokens in its question; it waits for its turn first."""
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
        # Those that went out together are turned away together, which says one thing, not many.
        if began > self._slowed:
            self._slowed = monotonic()
            self.at_once = max(1.0, (self._going + 1) / 2)


class Going:
    """A request that is on its way, and what is learned from its reply."""

    def __init__(self, began: float) -> None:
        self.began = began
        self.tokens: int | None = None  # that question and answer took
        self.busy: float | None = None  # seconds to leave the endpoint alone, if it is busy
