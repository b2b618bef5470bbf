"""Order Challenge on arrays."""

from __future__ import annotations

import numpy as np

from outnumber.agents.batches.engines import ONE, Array, Words
from outnumber.agents.batches.functions import THREE, ArrayGame, ArrayState, values
from outnumber.games.order_challenge import OrderPosition


class OrderChallengeArrays(ArrayGame):
    """A number must be greater than the player's own last number."""

    def after(self, state: ArrayState, move: Array) -> ArrayState:
        pool = self.sets.without(state.pool, self.sets.only(move))
        legal = self.sets.both(pool, self.sets.least(state.theirs))
        return ArrayState(THREE - state.turn, legal, pool, state.theirs, move)

    def position(self, state: ArrayState, game: int) -> OrderPosition:
        turn, legal, unused, own = values(state, game)
        start: OrderPosition = self.rules.start()
        return start.changed(turn=turn, legal=legal, unused=unused, own=own, theirs=int(state.theirs[game]))

    def winning(self, state: ArrayState) -> Words:
        """Gifts, and the smallest shared number if the count of shared numbers is odd."""
        sets, where, none = self.sets, self.xp.where, np.uint32(0)
        high = self.xp.maximum(state.own, state.theirs)
        low = self.xp.minimum(state.own, state.theirs)
        shared = sets.both(state.pool, sets.least(high))
        private = sets.without(sets.both(state.pool, sets.least(low)), shared)
        gifts, odd = sets.count(private), (sets.count(shared) & ONE) == 1
        # With an odd count, the largest gift loses, because it skips all others, and the smallest shared
        # number wins.
        most = sets.nth(private, gifts - ONE)
        kept = sets.below(where(odd, most, np.uint32(self.actions)))
        mine = state.own < state.theirs
        smallest = [where(odd, first, none) for first in sets.lowest(shared)]
        return tuple(
            where(gifts == 0, first, where(mine, gift & keep | first, none))
            for gift, keep, first in zip(private, kept, smallest, strict=True)
        )
