"""Whose question is next: that of the client who has had the least of the solvers' time lately, the time that
the question itself will take included.

A client is an address; the computers in games that nobody has come to are one client together. Taking turns
alone would not do: one who asks for seconds would get as many turns as one who asks for milliseconds.

Several may share an address: those who can be told apart are named `ADDRESS NAME`. Addresses take turns, and
those who share one take turns within it, so that nobody gets more by coming under many names.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

# Time that a client had is forgotten by halves: so many seconds a half.
HALF_LIFE = 30.0
# Differences below this do not count: else a stream of newcomers would come before everybody who ever asked.
STEP = 0.25
CLIENTS = 10_000
# The client who asks what everybody wants to know: it is always next.
EVERYBODY = "everybody"

# Lower comes first: how much time a client had lately, in doubling steps, and when it was last served.
Rank = tuple[int, float]


class Work(Protocol):
    """Something that waits, for whom, and the seconds that it is expected to take."""

    who: str
    effort: float


T = TypeVar("T", bound=Work)


class Shares:
    """How much of the solvers' time each client has had lately."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._had: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def charge(self, who: str, seconds: float) -> None:
        """Note that a client has been served, and how long that took; its address has had that too."""
        for each in {who, address_of(who)}:
            self._had[each] = self._lately(each) + seconds, self._now()
            self._had.move_to_end(each)
            if len(self._had) > CLIENTS:
                self._had.popitem(last=False)

    def rank(self, who: str, effort: float = 0.0) -> Rank:
        """The place of a client whose next question is expected to take some time."""
        if who == EVERYBODY:
            return -1, 0.0
        seconds = self._lately(who) + effort
        return int(seconds / STEP).bit_length(), self._had.get(who, (0.0, 0.0))[1]

    def _lately(self, who: str) -> float:
        had, last = self._had.get(who, (0.0, 0.0))
        return had * 0.5 ** ((self._now() - last) / HALF_LIFE) if had else 0.0


class FairQueue(Generic[T]):
    """What waits for a solver: a line for each client, and the one whose turn it is comes first."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._lines: dict[str, deque[T]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def of(self, who: str) -> int:
        """How many things of a client wait."""
        return len(self._lines.get(who, ()))

    def add(self, item: T) -> None:
        self._lines.setdefault(item.who, deque()).append(item)
        self._count += 1

    def rank(self) -> Rank:
        """The rank of what is next; something must wait."""
        return self._rank_at(self._next(), address_of)

    def take(self) -> T:
        """What is next; something must wait."""
        who = self._next()
        return self._out(who, self._lines[who].popleft())

    def _next(self) -> str:
        """Whose turn it is: of the address whose turn it is, the one who had least."""
        firsts: dict[str, str] = {}
        for who in self._lines:
            first = firsts.setdefault(address_of(who), who)
            if self._rank_at(who) < self._rank_at(first):
                firsts[address_of(who)] = who
        return min(firsts.values(), key=lambda who: self._rank_at(who, address_of))

    def _rank_at(self, who: str, of: Callable[[str], str] = str) -> Rank:
        """The rank of a client, or of its address, for the next thing that waits."""
        return self._shares.rank(of(who), self._lines[who][0].effort)

    def remove(self, item: T) -> None:
        """Forget something that nobody waits for any more."""
        if item in self._lines.get(item.who, ()):
            self._lines[item.who].remove(item)
            self._out(item.who, item)

    def make_room(self, who: str) -> T | None:
        """Take out the last thing of the longest line, so that a client with a shorter one can join.

        It is a line at the address with most; failing that, at the client's own. Of lines of one length it is
        that of who had most time. None if `who` has no better claim itself.
        """
        address = address_of(who)
        counts = {address: 0}
        for each, line in self._lines.items():
            counts[address_of(each)] = counts.get(address_of(each), 0) + len(line)
        ranked = {each: (count, self._shares.rank(each)) for each, count in counts.items()}
        crowded = max(ranked, key=ranked.__getitem__)
        mine = counts[address] + 1, self._shares.rank(address)
        if mine >= ranked[crowded]:
            crowded = address  # others have no more than that: it is between those who share it
        lines = [each for each in self._lines if address_of(each) == crowded]
        longest = max(lines, key=self._claim, default=who)
        if crowded == address and (self.of(who) + 1, self._shares.rank(who)) >= self._claim(longest):
            return None
        return self._out(longest, self._lines[longest].pop())

    def _claim(self, who: str) -> tuple[int, Rank]:
        return self.of(who), self._shares.rank(who)

    def _out(self, who: str, item: T) -> T:
        self._count -= 1
        if not self._lines[who]:
            del self._lines[who]
        return item


def address_of(who: str) -> str:
    """The address of a client, who may have a name there.

    >>> address_of("192.0.2.7 anna"), address_of("192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    """
    return who.partition(" ")[0]


def network(address: str) -> str:
    """Whose limit an address uses: one household has as many IPv6 addresses as it likes.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8::7%eth0")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    address = plain(address)
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address


def plain(address: str) -> str:
    """An address without the clothes of IPv6 that IPv4 has where a server listens to both at once."""
    if not address.lower().startswith("::ffff:"):
        return address
    try:
        return str(ipaddress.IPv6Address(address).ipv4_mapped or address)
    except ValueError:
        return address
