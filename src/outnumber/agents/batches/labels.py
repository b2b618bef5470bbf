"""Winning moves of many positions at once: the theorems of `theory/` for arrays.

The counting games have closed forms. Number Stack Attack with tokens other than 1 to m, and the pairing games
to range 16, look their moves up in a table. Larger pairing games ask the solver on the host, position by
position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from outnumber.agents.batches.engines import Array
from outnumber.agents.batches.rules import ArrayGame, Attack, Order, StackDuel, State
from outnumber.agents.batches.words import BITS, FULL, ONE, Words, packed
from outnumber.games.number_stack_attack import NumberStackAttack
from outnumber.games.numbers import full, mask_of
from outnumber.theory.bounded import solve
from outnumber.theory.fewest_turns import applies, fewest
from outnumber.theory.matching import Matching
from outnumber.theory.stand_off import losing

# The winning moves of a state, all of whose games are on.
Labels = Callable[[State], Words]

# Beyond so many numbers a table of all sets of them is too large for a cache.
TABLE_RANGE = 16
# Beyond this target a table of all pairs of totals is too large; the closed form of the race needs none.
TABLE_TARGET = 1_000


def labels(game: ArrayGame) -> Labels:
    """What finds the winning moves of a game."""
    if isinstance(game, StackDuel):
        return two_sides(game)
    if isinstance(game, Order):
        return private_numbers(game)
    if isinstance(game, Attack):
        tokens: int = game.rules.fitting(0)
        return race(game) if tokens == full(game.actions - 1) else stand_off(game)
    return pairing_table(game) if game.rules.range <= TABLE_RANGE else pairing_host(game)


def two_sides(game: StackDuel) -> Labels:
    """Number Stack Duel: with f numbers to go to and k on the other side, the (f - k + 1) / 2 nearest."""
    sets, where = game.sets, game.xp.where
    openings = packed(solve(game.rules.start()).winning.mask, sets.words)

    def winning(state: State) -> Words:
        f = sets.count(state.legal)
        k = sets.count(state.pool) - f
        nearest = where(f > k, f - k + ONE, np.uint32(0)) >> ONE
        rising = state.turn == game.riser
        # The first number of the run that is too far above, or the last that is near enough below.
        edge = sets.nth(state.legal, where(rising, nearest - ONE, f - nearest))
        flip = where(rising, FULL, np.uint32(0))
        near = sets.least(where(rising, edge + ONE, edge))
        lost = nearest == 0
        return tuple(
            where(state.own == 0, opening, where(lost, np.uint32(0), legal & (reach ^ flip)))
            for opening, legal, reach in zip(openings, state.legal, near, strict=True)
        )

    return winning


def private_numbers(game: Order) -> Labels:
    """Order Challenge: gifts, and the smallest shared number where their count is odd."""
    sets, where, none = game.sets, game.xp.where, np.uint32(0)

    def winning(state: State) -> Words:
        high = game.xp.maximum(state.own, state.theirs)
        low = game.xp.minimum(state.own, state.theirs)
        shared = sets.both(state.pool, sets.least(high))
        private = sets.without(sets.both(state.pool, sets.least(low)), shared)
        gifts, odd = sets.count(private), (sets.count(shared) & ONE) == 1
        # With an odd count the last gift must not be taken: then the smallest shared number is the move.
        most = sets.nth(private, gifts - ONE)
        kept = sets.below(where(odd, most, np.uint32(game.actions)))
        mine = state.own < state.theirs
        smallest = sets.lowest(shared)
        return tuple(
            where(
                gifts == 0, where(odd, first, none), where(mine, gift & keep | where(odd, first, none), none)
            )
            for gift, keep, first in zip(private, kept, smallest, strict=True)
        )

    return winning


def race(game: Attack) -> Labels:
    """Number Stack Attack with the tokens 1 to m: what wins leaves fewer turns than they need."""
    sets, largest = game.sets, np.uint32(game.actions - 1)

    def winning(state: State) -> Words:
        left, lacks = game.target - state.own, game.target - state.theirs
        # All that the mover can still lack after this token: the others need at most one turn less.
        reach = (lacks - ONE) // largest * largest
        return sets.both(state.legal, sets.least(left - game.xp.minimum(left, reach)))

    return winning


def stand_off(game: Attack) -> Labels:
    """Number Stack Attack with any tokens: a table of who loses with so much lacking to each total."""
    rules, sets, take = game.rules, game.sets, game.engine.take
    target = rules.target
    if target > TABLE_TARGET:
        return _host(game, lambda position: solve(position).winning.mask)
    # Place T - x of row q: whoever is to move and lacks q loses against x. Read from place T - r on, it is
    # the set of tokens that win where the mover lacks r, for the token v leaves x = r - v.
    width = target // BITS + 1 + sets.words + 1
    rows = [packed(row, width) for row in _losing(rules)]
    table = np.array(rows, np.uint32).ravel()

    def winning(state: State) -> Words:
        lacks = game.target - state.theirs
        start = lacks * np.uint32(width) + (state.own >> np.uint32(5))
        low = state.own & np.uint32(31)
        words = [take(table, start + np.uint32(place)) for place in range(sets.words + 1)]
        # A shift by 32 gives 0, which is what the second part must be for a shift by 0.
        return tuple(
            legal & (one >> low | two << (np.uint32(BITS) - low))
            for legal, one, two in zip(state.legal, words, words[1:], strict=False)
        )

    return winning


def _losing(rules: NumberStackAttack) -> list[int]:
    """For each lack q the set of lacks x against which whoever is to move loses, x at place T - x."""
    target = rules.target
    if applies(rules):
        # A total that no tokens reach never comes up: what stands there does not matter.
        turns = [fewest(rules, lack) for lack in range(target + 1)]
        lost = [[x for x in range(1, target + 1) if turns[q] > turns[x]] for q in range(target + 1)]
    else:
        lost = losing(rules)
    # Who lacks nothing has won.
    return [1 << target | mask_of(target - x for x in row) for row in lost]


def pairing_table(game: ArrayGame) -> Labels:
    """The pairing games to range 16: where a walk can go and win, for each set of numbers that is left.

    D(S), these numbers, are those v of S that are linked to nothing in D(S - v).
    """
    size = game.rules.range
    sets = np.arange(1 << size, dtype=np.uint32)
    table = np.zeros(1 << size, np.uint32)
    counts = np.bitwise_count(sets)
    for count in range(1, size + 1):
        level = sets[counts == count]
        good = np.zeros_like(level)
        for place in range(size):
            row = np.uint32(game.rules.row(place + 1) >> 1)
            bit = np.uint32(1 << place)
            free = (level & bit != 0) & (table[level & ~bit] & row == 0)
            good |= np.where(free, bit, np.uint32(0))
        table[level] = good
    # Numbers begin with 1, and the table with the empty set.
    table <<= ONE

    def winning(state: State) -> Words:
        return (state.legal[0] & game.engine.take(table, state.pool[0] >> ONE),)

    return winning


def pairing_host(game: ArrayGame) -> Labels:
    """The pairing games beyond: a matching for each position, on the host."""
    links = game.rules.links
    return _host(
        game, lambda position: position.legal and position.legal & Matching(links, position.unused).missable
    )


def _host(game: ArrayGame, solved: Callable[[Any], int]) -> Labels:
    """Winning moves from a solver of single positions."""
    count = game.sets.words

    def of_arrays(*words: Array) -> Words:
        shape = np.shape(words[0])
        flat = [np.asarray(word).reshape(-1) for word in words]
        state = State(flat[0], tuple(flat[1 : 1 + count]), tuple(flat[1 + count : -2]), flat[-2], flat[-1])
        found = [packed(solved(game.position(state, each)), count) for each in range(len(flat[0]))]
        return tuple(np.array(column, np.uint32).reshape(shape) for column in zip(*found, strict=True))

    def winning(state: State) -> Words:
        words = (state.turn, *state.legal, *state.pool, state.own, state.theirs)
        answer: Words = game.engine.asked(of_arrays, state.legal, *words)
        return answer

    return winning
