"""How many connections a process may have open, how many of one address, and how often an address opens one.

Each is a file to the system, which has only so many. When they run out, the server cannot accept connections,
nor read anything from the disk.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from outnumber.api.errors import Refused
from outnumber.server.settings import Rate, ServerSettings
from outnumber.workers.rate_limits import AddressLimits

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

logger = logging.getLogger("outnumber.server.transport.connections")

# Connections and sockets that one address opens.
OPENINGS = Rate(50.0, 400.0, school=(500.0, 5000.0))
# More would not help: no process serves a million people.
MOST = 1_048_576
# Files of our own: the database with its journal for each of its connections, logs, the loop, what is
# imported late; and the pipes of each solver.
RESERVE = 96
A_SOLVER = 8
# The log says so often, in seconds, that there is no room.
SAY_AGAIN = 60.0
# When a client that finds no room may try again, in seconds.
FULL_SECONDS = 5


def raise_limit() -> int:
    """Let this process have as many files open as the system allows it, and return how many that is."""
    if resource is None:
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, most = (MOST if each == resource.RLIM_INFINITY else min(each, MOST) for each in (soft, hard))
    if soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # some systems have another limit that they do not tell
            return soft
    return max(soft, most)


def most_connections(solvers: int) -> int:
    """How many connections a process may have, with that many solvers beside it."""
    files = raise_limit()
    return files - min(RESERVE + A_SOLVER * solvers, files // 2)


class Connections:
    """The open connections of a process."""

    def __init__(
        self, settings: ServerSettings, most: int = 0, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.all: set[Any] = set()
        self.of_address: Counter[str] = Counter()  # but not its WebSockets
        self.most = most or most_connections(settings.solvers)
        self.seconds = settings.request_seconds
        self._most_of_address = settings.connections
        self._openings = AddressLimits(*settings.rate(OPENINGS))
        self._now = now
        self._said = -SAY_AGAIN
        self._refused = 0

    def full(self) -> Refused | None:
        """The refusal of a newcomer when there is no room; the log reports it from time to time."""
        if len(self.all) < self.most:
            return None
        self._refused += 1
        if self._now() - self._said >= SAY_AGAIN:
            logger.warning(
                "no room for more connections: raise the limit on open files (ulimit -n)",
                extra={"most": self.most, "refused": self._refused},
            )
            self._said, self._refused = self._now(), 0
        return Refused("server-full", seconds=FULL_SECONDS)

    def enter(self, address: str) -> Refused | None:
        """Count a connection of an address, which may have too many."""
        self.of_address[address] += 1
        if self.of_address[address] > self._most_of_address or self._openings.wait(address):
            return Refused("too-many-requests", seconds=1)
        return None

    def leave(self, address: str) -> None:
        """Stop counting a connection of an address."""
        self.of_address[address] -= 1
        if self.of_address[address] <= 0:
            del self.of_address[address]

    def shutdown(self) -> None:
        """End all: the server stops."""
        for each in list(self.all):
            each.shutdown()


def end(transport: asyncio.Transport, seconds: float) -> asyncio.TimerHandle:
    """Let a client read what was written, for some seconds, and read nothing more from it.

    To close an HTTPS connection would be to read on until the client says goodbye. Cancel the timer that this
    returns when the connection is lost, or it keeps all of it in memory.
    """
    transport.pause_reading()
    if not transport.get_extra_info("sslcontext"):
        transport.close()
    return asyncio.get_running_loop().call_later(seconds, transport.abort)
