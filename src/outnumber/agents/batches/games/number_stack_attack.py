"""Number Stack Attack for many games at once."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from outnumber.agents.batches.bitsets import BITS, ONE, Words, packed
from outnumber.agents.batches.engines import Array
from outnumber.agents.batches.rules import THREE, ArrayGame, ArrayState, values
from outnumber.games.base import Seat
from outnumber.games.number_stack_attack import AttackPosition, NumberStackAttack
from outnumber.games.numbers import full, mask_of
from outnumber.theory.fewest_turns import applies, fewest
from outnumber.theory.stand_off import losing

# Beyond this target a table of all pairs of totals is too large; the closed form of the race needs none.
TABLE_TARGET = 1_000


class NumberStackAttackArrays(ArrayGame):
    """Add a token to one's own total, which must hit the target."""

    keeps_pool = False

    def prepare(self) -> None:
        rules: NumberStackAttack = self.rules
        self.target = np.uint32(rules.target)
        self.tokens = packed(rules.fitting(0), self.sets.words)
        smallest = (rules.tokens & -rules.tokens).bit_length() - 1
        # Beyond this total no token fits.
        self.last = np.uint32(rules.target - smallest)

    def pool(self, state: ArrayState) -> Words:
        return tuple(self.xp.full_like(state.own, word) for word in self.tokens)

    def fitting(self, total: Array) -> Words:
        """The tokens that a total can take."""
        fits = self.sets.below(self.target - total + ONE)
        return tuple(word & fit for word, fit in zip(self.tokens, fits, strict=True))

    def after(self, state: ArrayState, move: Array) -> ArrayState:
        where = self.xp.where
        own, theirs = state.own + move, state.theirs
        hit = own == self.target
        # The opponent passes; with nothing for the mover either, it is a stand-off.
        again = (theirs > self.last) & (own <= self.last)
        total = where(again, own, theirs)
        legal = tuple(where(hit, np.uint32(0), word) for word in self.fitting(total))
        turn = where(again, state.turn, THREE - state.turn)
        return ArrayState(turn, legal, (), total, where(again, theirs, own))

    def winner(self, before: ArrayState, after: ArrayState) -> Array:
        # In a game that is over, `theirs` is the total of the player who added last.
        other = THREE - before.turn
        last = after.theirs >= after.own if self.rules.tie == "last" else after.theirs > after.own
        return self.xp.where((after.theirs == self.target) | last, before.turn, other)

    def position(self, state: ArrayState, game: int) -> AttackPosition:
        turn, legal, _, own = values(state, game)
        theirs = int(state.theirs[game])
        one, two = (own, theirs) if turn is Seat.ONE else (theirs, own)
        start: AttackPosition = self.rules.start()
        # Who added last matters only at the end: before, the position may say either.
        return start.changed(turn=turn, legal=legal, one=one, two=two, last=turn.other)

    def winning(self, state: ArrayState) -> Words:
        tokens: int = self.rules.fitting(0)
        if tokens == full(self.actions - 1):
            return self.race(state)
        return super().winning(state) if self.rules.target > TABLE_TARGET else self.stand_off(state)

    def race(self, state: ArrayState) -> Words:
        """With the tokens 1 to m, what wins leaves fewer turns than they need."""
        largest = np.uint32(self.actions - 1)
        left, lacks = self.target - state.own, self.target - state.theirs
        # All that the mover can still lack after this token: the others need at most one turn less.
        reach = (lacks - ONE) // largest * largest
        return self.sets.both(state.legal, self.sets.least(left - self.xp.minimum(left, reach)))

    @cached_property
    def table(self) -> Array:
        """Who loses with so much lacking to each total, a row of words for each lack of the mover.

        Place T - x of row q: the player to move who lacks q loses against x. Read from place T - r on, it is
        the set of tokens that win where the mover lacks r, for the token v leaves x = r - v.
        """
        width = self.rules.target // BITS + 1 + self.sets.words + 1
        return np.array([packed(row, width) for row in _losing(self.rules)], np.uint32)

    def stand_off(self, state: ArrayState) -> Words:
        """With any tokens, as the table has it."""
        rows, count = self.table, self.sets.words + 1
        lacks = self.target - state.theirs
        start = lacks * np.uint32(rows.shape[1]) + (state.own >> np.uint32(5))
        low = state.own & np.uint32(31)
        words = [self.engine.take(rows.ravel(), start + np.uint32(place)) for place in range(count)]
        # A shift by 32 gives 0, which is what the second part must be for a shift by 0.
        return tuple(
            legal & (one >> low | two << (np.uint32(BITS) - low))
            for legal, one, two in zip(state.legal, words, words[1:], strict=False)
        )


def _losing(rules: NumberStackAttack) -> list[int]:
    """For each lack q the set of lacks x against which the player to move loses, x at place T - x."""
    target = rules.target
    if applies(rules):
        # A total that no tokens reach never comes up: what stands there does not matter.
        turns = [fewest(rules, lack) for lack in range(target + 1)]
        lost = [[x for x in range(1, target + 1) if turns[q] > turns[x]] for q in range(target + 1)]
    else:
        lost = losing(rules)
    # Who lacks nothing has won.
    return [1 << target | mask_of(target - x for x in row) for row in lost]
