"""Looks for longer chains by turning parts round (Pósa 1976), as people do with paper strips.

A number at the end that has a partner inside the chain can be joined to it: the part behind the partner turns
round, and another number stands at the end. All ends that turns can bring up are looked at, at both sides,
until an unused number fits.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import NamedTuple

from outnumber.games.numbers import full, mask_of, members
from outnumber.study.chains.chain import Chain

# So many ends are looked at before we give up, times the range: each costs a chain.
MOST_WORK = 200_000
# From so many numbers a long chain is begun.
MOST_STARTS = 12


class ChainEdit(NamedTuple):
    """One change of a chain: the name of a method and its number, 0 where it needs none."""

    name: str
    number: int = 0

    def done(self, chain: Chain) -> Chain:
        method = getattr(chain, self.name)
        changed: Chain = method(self.number) if self.number else method()
        return changed


def longer(chain: Chain) -> tuple[ChainEdit, ...]:
    """The fewest changes found that make a chain one longer; none where this search finds none.

    >>> longer(Chain.of(10, numbers=[4, 8]))
    (ChainEdit(name='back', number=2),)
    >>> longer(Chain.of(6, numbers=[3, 1, 4, 2, 6]))
    (ChainEdit(name='turn', number=1), ChainEdit(name='back', number=5))
    """
    if not chain.unused:
        return ()
    if at_once := _at_once(chain):
        return at_once
    # An end is looked at once for each number at the other end.
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
    """A number that fits without any turn; of several the one with the fewest partners left."""
    if not chain.numbers:
        return (ChainEdit("back", _rarest(chain, full(chain.range))),)
    for name, end in (("back", -1), ("front", 0)):
        if fits := mask_of(chain.at_end(end)):
            return (ChainEdit(name, _rarest(chain, fits)),)
    between = chain.between()
    return (ChainEdit("insert", _rarest(chain, mask_of(between))),) if between else ()


def _rarest(chain: Chain, numbers: int) -> int:
    """Of some numbers the one with the fewest unused partners, but with one where there is such: the others
    will not get another chance."""
    unused = chain.unused

    def partners(number: int) -> tuple[bool, int, int]:
        count = (chain.links.row(number) & unused).bit_count()
        return count == 0, count, -number

    return min(members(numbers), key=partners)


def found(empty: Chain, bound: int) -> Chain:
    """A long chain: the longest of those that grow from some numbers, with the fewest partners first."""
    best = empty
    starts = sorted(members(full(empty.range)), key=lambda number: empty.links.row(number).bit_count())
    for number in starts[:: max(1, len(starts) // MOST_STARTS)]:
        if len(best.numbers) == bound:
            break
        best = max(best, _grown(Chain(empty.links, (number,))), key=lambda chain: len(chain.numbers))
    return best


def _grown(chain: Chain) -> Chain:
    """The chain, made longer as long as the search knows how."""
    while steps := longer(chain):
        for step in steps:
            chain = step.done(chain)
    return chain
