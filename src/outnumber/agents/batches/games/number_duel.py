"""Number Duel on arrays; Strategy Stacks uses the same code."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from outnumber.agents.batches.engines import ONE, Array, Words, packed, unpacked
from outnumber.agents.batches.functions import THREE, ArrayGame, ArrayState, values
from outnumber.agents.batches.pivots import Pivoting
from outnumber.games.walk import WalkPosition, WalkRules
from outnumber.theory.matching import maximum_matching

# The largest range for which a table of all sets of numbers fits into the CPU cache.
TABLE_RANGE = 16
# The largest range with pivots on a device: beyond it, solving one by one on the host is faster.
PIVOT_RANGES = {"host": 0, "cpu": 200}
PIVOT_RANGE = 300
# The largest size of the pivots of all games together, in bytes.
PIVOT_BYTES = 1 << 32


class NumberDuelArrays(ArrayGame):
    """The next number must be unused and linked to the last."""

    def prepare(self) -> None:
        rules: WalkRules = self.rules
        rows = [packed(rules.row(number) if number else 0, self.sets.words) for number in range(self.actions)]
        # For each word, the numbers linked to each number.
        self.rows = [np.array(column, np.uint32) for column in zip(*rows, strict=True)]

    def after(self, state: ArrayState, move: Array) -> ArrayState:
        pool = self.sets.without(state.pool, self.sets.only(move))
        legal = tuple(self.engine.take(row, move) & word for row, word in zip(self.rows, pool, strict=True))
        pivots = state.pivots
        if pivots is not None:
            pivots = self.pivoting.removed(pivots, move, self.pivoting.flags(pool))
        return ArrayState(THREE - state.turn, legal, pool, move, move, pivots)

    @cached_property
    def pivoting(self) -> Pivoting:
        rows = [self.rules.row(number) if number else 0 for number in range(self.actions)]
        return Pivoting(self.engine, self.sets, rows)

    def labelled(self, state: ArrayState) -> ArrayState:
        size, most = self.rules.range, PIVOT_RANGES.get(self.engine.device, PIVOT_RANGE)
        if not TABLE_RANGE < size <= most or 2 * size * size * state.turn.size > PIVOT_BYTES:
            return state
        return state._replace(pivots=self.pivoting.of(state.pool))

    def position(self, state: ArrayState, game: int) -> WalkPosition:
        turn, legal, unused, top = values(state, game)
        start: WalkPosition = self.rules.start()
        listed = bytes(number for number in start.listed if unused >> number & 1)
        return start.changed(turn=turn, legal=legal, unused=unused, top=top, listed=listed)

    def winning(self, state: ArrayState) -> Words:
        if self.rules.range <= TABLE_RANGE:
            return (state.legal[0] & self.engine.take(self.table, state.pool[0] >> ONE),)
        if state.pivots is None:
            return super().winning(state)
        unused = self.pivoting.flags(state.pool)
        found = self.pivoting.missable(state.pivots, unused)
        proven = self.pivoting.certified(found, state.pool, state.pivots.loose)
        exact = self.engine.on_host(self._corrected, found, proven, *found, *state.pool)
        return self.sets.both(state.legal, exact)

    def _corrected(self, proven: Array, *words: Array) -> Words:
        """The missable numbers, solved here where they are not proven."""
        proven, *sets = (np.asarray(word) for word in (proven, *words))
        found, pool = [word.copy() for word in sets[: self.sets.words]], sets[self.sets.words :]
        for game in zip(*np.nonzero(~proven), strict=True):
            missable = maximum_matching(self.rules.links, unpacked(tuple(pool), game)).missable
            for word, value in zip(found, packed(missable, self.sets.words), strict=True):
                word[game] = value
        return tuple(found)

    def solve(self, position: WalkPosition) -> int:
        legal = position.legal
        return legal and legal & maximum_matching(self.rules.links, position.unused).missable

    @cached_property
    def table(self) -> Array:
        """For each set S of unused numbers, the set D(S) of numbers that win if they are legal; up to range
        16.

        A number v of S is in D(S) if it is linked to no number in D(S - v).
        """
        size = self.rules.range
        sets = np.arange(1 << size, dtype=np.uint32)
        table = np.zeros(1 << size, np.uint32)
        counts = np.bitwise_count(sets)
        for count in range(1, size + 1):
            level = sets[counts == count]
            good = np.zeros_like(level)
            for place in range(size):
                row = np.uint32(self.rules.row(place + 1) >> 1)
                bit = np.uint32(1 << place)
                free = (level & bit != 0) & (table[level & ~bit] & row == 0)
                good |= np.where(free, bit, np.uint32(0))
            table[level] = good
        # In an index, bit 0 stands for the number 1; in a set, bit 1 does.
        return table << ONE
