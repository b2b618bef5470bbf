"""Number Stack Attack on arrays."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from outnumber.agents.batches.engines import BITS, ONE, Array, Words, packed
from outnumber.agents.batches.functions import THREE, ArrayGame, ArrayState, values
from outnumber.games import Seat, full, mask_of
from outnumber.games.number_stack_attack import AttackPosition, NumberStackAttack
from outnumber.theory.fewest_turns import applies, fewest
from outnumber.theory.stand_off import losing

# Up to this target, a table of all pairs of totals fits in memory; the closed form for races needs no table.
TABLE_TARGET = 1_000


class NumberStackAttackArrays(ArrayGame):
    """A player adds a token to their own total, and wins by reaching the target exactly."""

    keeps_pool = False

    def prepare(self) -> None:
        rules: NumberStackAttack = self.rules
        self.target = np.uint32(rules.target)
        self.tokens = packed(rules.fitting(0), self.sets.words)
        smallest = (rules.tokens & -rules.tokens).bit_length() - 1
        # The largest total that a token can be added to.
        self.last = np.uint32(rules.target - smallest)

    def pool(self, state: ArrayState) -> Words:
        return tuple(self.xp.full_like(state.own, word) for word in self.tokens)

    def fitting(self, total: Array) -> Words:
        """The tokens that can be added to a total."""
        fits = self.sets.below(self.target - total + ONE)
        return tuple(word & fit for word, fit in zip(self.tokens, fits, strict=True))

    def after(self, state: ArrayState, move: Array) -> ArrayState:
        where = self.xp.where
        own, theirs = state.own + move, state.theirs
        hit = own == self.target
        # The opponent must pass; if the mover cannot move either, it is a stand-off.
        again = (theirs > self.last) & (own <= self.last)
        total = where(again, own, theirs)
        legal = tuple(where(hit, np.uint32(0), word) for word in self.fitting(total))
        turn = where(again, state.turn, THREE - state.turn)
        return ArrayState(turn, legal, (), total, where(again, theirs, own))

    def winner(self, before: ArrayState, after: ArrayState) -> Array:
        # In a finished game, `theirs` is the total of the player who added last.
        other = THREE - before.turn
        last = after.theirs >= after.own if self.rules.tie == "last" else after.theirs > after.own
        return self.xp.where((after.theirs == self.target) | last, before.turn, other)

    def position(self, state: ArrayState, game: int) -> AttackPosition:
        turn, legal, _, own = values(state, game)
        theirs = int(state.theirs[game])
        one, two = (own, theirs) if turn is Seat.ONE else (theirs, own)
        start: AttackPosition = self.rules.start()
        # The player who added last matters only at the end of a game, so any value will do.
        return start.changed(turn=turn, legal=legal, one=one, two=two, last=turn.other)

    def winning(self, state: ArrayState) -> Words:
        tokens: int = self.rules.fitting(0)
        if tokens == full(self.actions - 1):
            return self.race(state)
        return super().winning(state) if self.rules.target > TABLE_TARGET else self.stand_off(state)

    def race(self, state: ArrayState) -> Words:
        """With the tokens 1 to m: a move wins if it leaves the mover fewer turns than the opponent needs."""
        largest = np.uint32(self.actions - 1)
        left, lacks = self.target - state.own, self.target - state.theirs
        # The most that the mover may lack after this move, to need fewer turns than the opponent.
        reach = (lacks - ONE) // largest * largest
        return self.sets.both(state.legal, self.sets.least(left - self.xp.minimum(left, reach)))

    @cached_property
    def table(self) -> Array:
        """The lost positions: one row of words for each lack, the distance of the mover's total to the target
        T.

        Bit T - x of row q: the player to move loses if they lack q and the opponent lacks x. From bit T - r
        on, row q is therefore the set of winning tokens if the mover lacks r and the opponent q, because
        token v leaves x = r - v.
        """
        width = self.rules.target // BITS + 1 + self.sets.words + 1
        return np.array([packed(row, width) for row in _losing(self.rules)], np.uint32)

    def stand_off(self, state: ArrayState) -> Words:
        """With any tokens: look up the table."""
        rows, count = self.table, self.sets.words + 1
        lacks = self.target - state.theirs
        start = lacks * np.uint32(rows.shape[1]) + (state.own >> np.uint32(5))
        low = state.own & np.uint32(31)
        words = [self.engine.take(rows.ravel(), start + np.uint32(place)) for place in range(count)]
        # For low = 0, the second part must be 0, as a shift by 32 is.
        return tuple(
            legal & (one >> low | two << (np.uint32(BITS) - low))
            for legal, one, two in zip(state.legal, words, words[1:], strict=False)
        )


def _losing(rules: NumberStackAttack) -> list[int]:
    """For each lack q, the set of lacks x against which the player to move loses, as bits T - x."""
    target = rules.target
    if applies(rules):
        # The entries of unreachable totals do not matter.
        turns = [fewest(rules, lack) for lack in range(target + 1)]
        lost = [[x for x in range(1, target + 1) if turns[q] > turns[x]] for q in range(target + 1)]
    else:
        lost = losing(rules)
    # A player who lacks nothing has won.
    return [1 << target | mask_of(target - x for x in row) for row in lost]
