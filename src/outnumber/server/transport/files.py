"""How many connections a process may have open: each is a file to the system, and it has only so many.

Where they run out, nobody new is heard any more, and nothing can be read from the disk either.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

logger = logging.getLogger("outnumber.server.transport.files")

# More would not help: no process serves a million people.
MOST = 1_048_576
# Files of our own: the database with its journal for each of its connections, logs, the loop, what is
# imported late; and the pipes of each solver.
RESERVE = 96
A_SOLVER = 8
# The log tells so often, in seconds, that there is no room.
SAY_AGAIN = 60.0


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


class Room:
    """Whether there is room for one more connection; from time to time the log is told that there is not."""

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self._now = now
        self._said = -SAY_AGAIN
        self._refused = 0

    def full(self, count: int) -> bool:
        """Whether so many connections, with the newest, are too many."""
        if count <= self.most:
            return False
        self._refused += 1
        if self._now() - self._said >= SAY_AGAIN:
            logger.warning(
                "no room for more connections: raise the limit on open files (ulimit -n)",
                extra={"most": self.most, "refused": self._refused},
            )
            self._said, self._refused = self._now(), 0
        return True
