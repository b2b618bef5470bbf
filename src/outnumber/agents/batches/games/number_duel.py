"""Number Duel on arrays; Strategy Stacks uses the same code."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from outnumber.agents.batches.bitsets import ONE, Words, packed
from outnumber.agents.batches.engines import Array
from outnumber.agents.batches.rules import THREE, ArrayGame, ArrayState, values
from outnumber.games.walk import WalkPosition, WalkRules
from outnumber.theory.matching import maximum_matching

# The largest range for which a table of all sets of numbers fits into the CPU cache.
TABLE_RANGE = 16


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
        return ArrayState(THREE - state.turn, legal, pool, move, move)

    def position(self, state: ArrayState, game: int) -> WalkPosition:
        turn, legal, unused, top = values(state, game)
        start: WalkPosition = self.rules.start()
        listed = bytes(number for number in start.listed if unused >> number & 1)
        return start.changed(turn=turn, legal=legal, unused=unused, top=top, listed=listed)

    def winning(self, state: ArrayState) -> Words:
        if self.rules.range > TABLE_RANGE:
            return super().winning(state)
        return (state.legal[0] & self.engine.take(self.table, state.pool[0] >> ONE),)

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
