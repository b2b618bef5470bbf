"""Fair queueing: the next job is that of the client who has used the least of the workers' time lately.

The time that the job itself will take is included: taking turns alone would give a client who asks for
seconds as many turns as one who asks for milliseconds. A client is an address; the computers in games whose
players are away are one client together.

Clients who share an address and can be told apart are named `ADDRESS NAME`. Addresses take turns, and those
who share one take turns within it, so that no one gets more by using many names.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

# Seconds after which half of the time that a client used is forgotten.
HALF_LIFE = 30.0
# Smaller differences do not count. Otherwise new clients would always come before those that asked earlier.
STEP = 0.25
CLIENTS = 10_000
# The client for answers that many want: it is always next.
EVERYBODY = "everybody"

# Lower comes first: the time that a client used lately, in doubling steps, and when it was last served.
Rank = tuple[int, float]


class Work(Protocol):
    """A job with its client and the seconds that it is expected to take."""

    who: str
    effort: float


T = TypeVar("T", bound=Work)


class Shares:
    """How much of the workers' time each client has used lately."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._had: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def charge(self, who: str, seconds: float) -> None:
        """Charge a client, and its address, for the seconds that a job took."""
        for each in {who, address_of(who)}:
            self._had[each] = self._lately(each) + seconds, self._now()
            self._had.move_to_end(each)
            if len(self._had) > CLIENTS:
                self._had.popitem(last=False)

    def rank(self, who: str, effort: float = 0.0) -> Rank:
        """The rank of a client whose next job is expected to take `effort` seconds."""
        if who == EVERYBODY:
            return -1, 0.0
        seconds = self._lately(who) + effort
        return int(seconds / STEP).bit_length(), self._had.get(who, (0.0, 0.0))[1]

    def _lately(self, who: str) -> float:
        had, last = self._had.get(who, (0.0, 0.0))
        return had * 0.5 ** ((self._now() - last) / HALF_LIFE) if had else 0.0


class FairQueue(Generic[T]):
    """The queue for the workers, in order of arrival."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._items: list[T] = []

    def __len__(self) -> int:
        return len(self._items)

    def of(self, who: str) -> int:
        """How many items of a client wait."""
        return sum(item.who == who for item in self._items)

    def add(self, item: T) -> None:
        self._items.append(item)

    def remove(self, item: T) -> None:
        """Remove an item whose client no longer waits, if it is still in the queue."""
        if item in self._items:
            self._items.remove(item)

    def rank(self) -> Rank:
        """The rank of the next item; the queue must not be empty."""
        return self._rank_of_address(self._next())

    def take(self) -> T:
        """Remove and return the next item; the queue must not be empty."""
        item = self._next()
        self._items.remove(item)
        return item

    def _next(self) -> T:
        """The oldest item of the client whose turn it is, at the address whose turn it is."""
        clients: dict[str, T] = {}
        for item in self._items:
            clients.setdefault(item.who, item)
        addresses: dict[str, T] = {}
        for item in clients.values():
            address = address_of(item.who)
            addresses[address] = min(addresses.get(address, item), item, key=self._rank)
        return min(addresses.values(), key=self._rank_of_address)

    def _rank(self, item: T) -> Rank:
        return self._shares.rank(item.who, item.effort)

    def _rank_of_address(self, item: T) -> Rank:
        return self._shares.rank(address_of(item.who), item.effort)

    def make_room(self, who: str) -> T | None:
        """Remove the newest item of the client with most items, so that one with fewer can join.

        It is a client at the address with most items; of several with equally many, the one who had most
        time. None if that is `who`, counted as if it had joined.
        """

        def most(names: Iterable[str], own: str) -> str:
            counts = Counter(names)
            return max(counts, key=lambda name: (counts[name], self._shares.rank(name), name == own))

        clients = [who, *(item.who for item in self._items)]
        crowded = most(map(address_of, clients), address_of(who))
        longest = most((each for each in clients if address_of(each) == crowded), who)
        if longest == who:
            return None
        item = next(item for item in reversed(self._items) if item.who == longest)
        self._items.remove(item)
        return item


def address_of(who: str) -> str:
    """The address of a client, who may have a name there.

    >>> address_of("192.0.2.7 anna"), address_of("192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    """
    return who.partition(" ")[0]


def network(address: str) -> str:
    """The network whose limits apply to an address: one household can have any number of IPv6 addresses.

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
    """An IPv4 address that arrives mapped to IPv6, as on a socket that listens to both, in its own form."""
    if not address.lower().startswith("::ffff:"):
        return address
    try:
        return str(ipaddress.IPv6Address(address).ipv4_mapped or address)
    except ValueError:
        return address
