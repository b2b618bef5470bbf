"""Searches for longer chains by reversing parts (Pósa 1976), as people do with paper strips.

A number at the end that has a partner inside the chain can be joined to it: the part after the partner is
reversed, and another number is then at the end. The search tries all ends that reversals can produce, on both
sides, until an unused number fits.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import NamedTuple

from outnumber.games import full, mask_of, members

from .chain import Chain

# Maximum number of ends to examine, as a multiple of the range: each costs a chain.
MOST_WORK = 200_000
# Number of starting points for a long chain.
MOST_STARTS = 12


class ChainEdit(NamedTuple):
    """One change of a chain: the name of a method and its number, 0 if it needs none."""

    name: str
    number: int = 0

    def done(self, chain: Chain) -> Chain:
        method = getattr(chain, self.name)
        changed: Chain = method(self.number) if self.number else method()
        return changed


def longer(chain: Chain) -> tuple[ChainEdit, ...]:
    """The shortest sequence of changes found that makes a chain longer by one; empty if the search finds
    none.

    >>> longer(Chain.of(10, numbers=[4, 8]))
    (ChainEdit(name='back', number=2),)
    >>> longer(Chain.of(6, numbers=[3, 1, 4, 2, 6]))
    (ChainEdit(name='turn', number=1), ChainEdit(name='back', number=5))
    """
    if not chain.unused:
        return ()
    if at_once := _at_once(chain):
        return at_once
    # An end is examined once for each number at the other end.
    seen = {_ends(chain)}
    waiting: deque[tuple[Chain, tuple[ChainEdit, ...]]] = deque([(chain, ())])
    most = MOST_WORK // chain.range
    while waiting and len(seen) < most:
        now, way = waiting.popleft()
        numbers, row = now.numbers, now.links.row(now.numbers[-1])
        changes = [ChainEdit("turn", b) for a, b in pairwise(numbers[:-1]) if row >> a & 1]
        for step in (*changes, ChainEdit("reverse")):
            after = step.done(now)
            if _ends(after) in seen:
                continue
            seen.add(_ends(after))
            if fits := now.links.row(after.numbers[-1]) & now.unused:
                return (*way, step, ChainEdit("back", _rarest(after, fits)))
            waiting.append((after, (*way, step)))
    return ()


def _ends(chain: Chain) -> tuple[int, int]:
    return chain.numbers[0], chain.numbers[-1]


def _at_once(chain: Chain) -> tuple[ChainEdit, ...]:
    """A number that fits without reversals; of several, the one with the fewest unused partners."""
    if not chain.numbers:
        return (ChainEdit("back", _rarest(chain, full(chain.range))),)
    for name, end in (("back", -1), ("front", 0)):
        if fits := mask_of(chain.at_end(end)):
            return (ChainEdit(name, _rarest(chain, fits)),)
    between = chain.between()
    return (ChainEdit("insert", _rarest(chain, mask_of(between))),) if between else ()


def _rarest(chain: Chain, numbers: int) -> int:
    """The number with the fewest unused partners, but with at least one if possible: the others will have no
    other chance.
    """
    unused = chain.unused

    def partners(number: int) -> tuple[bool, int, int]:
        count = (chain.links.row(number) & unused).bit_count()
        return count == 0, count, -number

    return min(members(numbers), key=partners)


def found(empty: Chain, bound: int) -> Chain:
    """A long chain: the longest of those that grow from some numbers, preferring those with the fewest
    partners.
    """
    best = empty
    starts = sorted(members(full(empty.range)), key=lambda number: empty.links.row(number).bit_count())
    for number in starts[:: max(1, len(starts) // MOST_STARTS)]:
        if len(best.numbers) == bound:
            break
        best = max(best, _grown(Chain(empty.links, (number,))), key=lambda chain: len(chain.numbers))
    return best


def _grown(chain: Chain) -> Chain:
    """The chain, extended as far as the search can."""
    while steps := longer(chain):
        for step in steps:
            chain = step.done(chain)
    return chain
