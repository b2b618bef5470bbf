"""Limits on open connections: per process, per address, and the rate at which an address opens them.

Each connection uses a file descriptor. A process without free descriptors can neither accept connections nor
read files.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Any

from outnumber.api.errors import Refused
from outnumber.server.settings import Rate, ServerSettings
from outnumber.workers.rate_limits import ADDRESSES, AddressLimits, OpenConnections

try:
    import resource
except ImportError:  # not available on Windows
    resource = None  # type: ignore[assignment]

logger = logging.getLogger("outnumber.server.transport.connections")

# Rate at which one address may open connections and WebSockets.
OPENINGS = Rate(50.0, 400.0, school=(500.0, 5000.0))
# The same if members of a class have the address, which may then also have twice as many open: forty browsers
# open six connections each when a task begins, and a stranger behind their address guesses codes.
CLASS_OPENINGS = Rate(150.0, 1400.0, school=(500.0, 5000.0))
# Upper bound on file descriptors. One process cannot serve a million clients anyway.
MOST = 1_048_576
# Descriptors reserved for the database, its journal, logs, the event loop and late imports, and for the pipes
# of each solver.
RESERVE = 96
A_SOLVER = 8
# Seconds after which the system gives up a silent client that it probes.
GIVE_UP = 120
# The offset of `tcpi_last_ack_recv`, in milliseconds, in Linux's `tcp_info`.
LAST_ACK = 56
# Minimum seconds between two warnings that the limit is reached.
SAY_AGAIN = 60.0
# Seconds after which a client refused for lack of room may retry.
FULL_SECONDS = 5


def raise_limit() -> int:
    """Raise this process's limit on open files to the maximum, and return the new limit."""
    if resource is None:
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, most = (MOST if each == resource.RLIM_INFINITY else min(each, MOST) for each in (soft, hard))
    if soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # macOS has a lower limit that getrlimit does not report
            return soft
    return max(soft, most)


def most_connections(solvers: int) -> int:
    """The maximum number of connections for a process that also runs some solvers."""
    files = raise_limit()
    return files - min(RESERVE + A_SOLVER * solvers, files // 2)


class Connections:
    """The open connections of a process."""

    _refused = 0

    def __init__(
        self, settings: ServerSettings, most: int = 0, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.all: set[Any] = set()
        self.of_address = OpenConnections()  # WebSockets excluded
        self.most = most or most_connections(settings.solvers)
        self.seconds = settings.request_seconds
        self._most_of_address = settings.connections
        self._openings = [AddressLimits(*settings.rate(each), now) for each in (OPENINGS, CLASS_OPENINGS)]
        self._with_members: set[str] = set()
        self._now = now
        self._said = -SAY_AGAIN

    def full(self) -> Refused | None:
        """Return a refusal if the process has reached its limit, and log that now and then."""
        if len(self.all) < self.most:
            return None
        self._refused += 1
        if self._now() - self._said >= SAY_AGAIN:
            logger.warning(
                "connection limit reached, clients are refused: raise the limit on open files (ulimit -n)",
                extra={"most": self.most, "refused": self._refused},
            )
            self._said, self._refused = self._now(), 0
        return Refused("server-full", seconds=FULL_SECONDS)

    def enter(self, address: str) -> Refused | None:
        """Count a new connection of an address; return a refusal if the address has too many."""
        self.of_address[address] += 1
        member = address in self._with_members
        full = self.of_address[address] > self._most_of_address * (1 + member)
        if full or self._openings[member].wait(address):
            return Refused("too-many-requests", seconds=1)
        return None

    def has_member(self, address: str) -> None:
        """Note that a member of a class has this address."""
        if len(self._with_members) >= ADDRESSES:
            self._with_members.clear()
        self._with_members.add(address)

    def shutdown(self) -> None:
        """Close all connections when the server stops."""
        for each in list(self.all):
            each.shutdown()


def probing(transport: asyncio.Transport) -> Callable[[], float]:
    """Let the system probe a silent client every second; returns how long ago the client's system answered.

    A tablet without Wi-Fi does not close its connection. Zero seconds where the system does not tell.
    """
    connected = transport.get_extra_info("socket")
    if sys.platform != "linux":
        return float

    def silence() -> float:
        with suppress(OSError, ValueError):
            told = connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, LAST_ACK + 4)
            return int.from_bytes(told[LAST_ACK:], sys.byteorder) / 1000
        return inf  # closed

    with suppress(OSError, ValueError):
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, GIVE_UP)
    return silence


def end(transport: asyncio.Transport, seconds: float) -> asyncio.TimerHandle:
    """Stop reading, give the client some seconds to read the last data, then abort.

    Closing an HTTPS connection properly would mean reading until the client closes it too. Cancel the
    returned timer when the connection is lost; otherwise it keeps the connection in memory.
    """
    transport.pause_reading()
    if not transport.get_extra_info("sslcontext"):
        transport.close()
    return asyncio.get_running_loop().call_later(seconds, transport.abort)
