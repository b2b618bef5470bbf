"""Rate limits for wrong class codes."""

from __future__ import annotations

from outnumber.api.errors import too_many
from outnumber.workers.rate_limits import AddressLimits, RateLimit

# The budget of all addresses together, as a multiple of the budget of one.
EVERYBODY = 20
# After this many times its budget of wrong codes, an address is refused even the right code. Until then, a
# child who
# guesses does not lock out others behind the same address. Without this limit a program could try every code.
LOCKED = 10


class Guesses:
    """A budget of wrong codes for each address, and one for all addresses together."""

    def __init__(self, rate: float, burst: float) -> None:
        self._each = AddressLimits(rate, burst)
        self._all = RateLimit(EVERYBODY * rate, EVERYBODY * burst)

    def take(self, address: str) -> None:
        """Charge a code to an address; raises `Refused` when a budget is used up."""
        for each in (self._each.of(address), self._all):
            if wait := each.wait():
                raise too_many(wait)

    def give_back(self, address: str) -> None:
        """Undo the charge: the code was right."""
        self._each.of(address).give_back()
        self._all.give_back()
