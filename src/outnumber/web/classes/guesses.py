"""How many wrong codes of classes may be entered."""

from __future__ import annotations

from outnumber.solvers.allowances import Allowance, Allowances
from outnumber.wire.refusals import Refused

# All addresses together may guess so many times as often as one.
EVERYBODY = 20
# After this many times the wrong codes that an address may enter, it is refused the right one too. Up to then
# a child that guesses does not lock out the others behind its address. Beyond it, answering a right code
# would let a program try all of them.
LOCKED = 10


class Guesses:
    """A budget of wrong codes for each address, and one for all addresses together."""

    def __init__(self, rate: float, burst: float) -> None:
        self._each = Allowances(rate, burst)
        self._all = Allowance(EVERYBODY * rate, EVERYBODY * burst)

    def take(self, address: str) -> None:
        """Charge a code to an address; raises `Refused` when a budget is used up."""
        for each in (self._each.of(address), self._all):
            if wait := each.wait():
                raise Refused("too-many-requests", seconds=max(1, round(wait)))

    def give_back(self, address: str) -> None:
        """Undo the charge: the code was right."""
        self._each.of(address).give_back()
        self._all.give_back()
