"""Number Stack Duel on arrays."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from outnumber.agents.batches.engines import FULL, ONE, Array, Words, packed
from outnumber.agents.batches.functions import THREE, ArrayGame, ArrayState, values
from outnumber.games import Seat
from outnumber.games.number_stack_duel import NumberStackDuel, StackDuelPosition
from outnumber.theory.bounded import solve


class NumberStackDuelArrays(ArrayGame):
    """Numbers are alternately greater and less than the top."""

    def prepare(self) -> None:
        rules: NumberStackDuel = self.rules
        # The player who always plays greater numbers; the pattern starts with the second number.
        self.riser = np.uint32(Seat.TWO if rules.first_pattern == "greater" else Seat.ONE)

    def after(self, state: ArrayState, move: Array) -> ArrayState:
        turn = THREE - state.turn
        pool = self.sets.without(state.pool, self.sets.only(move))
        # The numbers below the top are the complement of those above it.
        flip = self.xp.where(turn == self.riser, np.uint32(0), FULL)
        legal = tuple(word & (above ^ flip) for word, above in zip(pool, self.sets.least(move), strict=True))
        return ArrayState(turn, legal, pool, move, move)

    def position(self, state: ArrayState, game: int) -> StackDuelPosition:
        turn, legal, unused, top = values(state, game)
        start: StackDuelPosition = self.rules.start()
        rising = turn == self.riser if top else start.rising
        return start.changed(turn=turn, legal=legal, unused=unused, top=top, rising=rising)

    @cached_property
    def openings(self) -> list[np.uint32]:
        return packed(solve(self.rules.start()).winning.mask, self.sets.words)

    def winning(self, state: ArrayState) -> Words:
        """With f legal numbers and k unused numbers on the other side, the (f - k + 1) / 2 nearest win."""
        sets, where = self.sets, self.xp.where
        f = sets.count(state.legal)
        k = sets.count(state.pool) - f
        nearest = where(f > k, f - k + ONE, np.uint32(0)) >> ONE
        rising = state.turn == self.riser
        # The farthest of the nearest numbers.
        edge = sets.nth(state.legal, where(rising, nearest - ONE, f - nearest))
        flip = where(rising, FULL, np.uint32(0))
        near = sets.least(where(rising, edge + ONE, edge))
        lost = nearest == 0
        return tuple(
            where(state.own == 0, opening, where(lost, np.uint32(0), legal & (reach ^ flip)))
            for opening, legal, reach in zip(self.openings, state.legal, near, strict=True)
        )
