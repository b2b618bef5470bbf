"""Exact labels of the pairing games for many games at once: pivots modulo a prime, with a certificate.

Let T be a skew-symmetric matrix with a random entry modulo P for each link between unused numbers. Its rank
is at most twice the size of a maximum matching, and almost always equal. A basis B is a set of numbers whose
submatrix is invertible and has that rank; the other unused numbers are `loose`. The principal pivot transform
of T at B has the blocks inverse(T_BB), -inverse(T_BB) T_BL, the negative transpose of that, and 0. A number
can be missed by a maximum matching (the set D of `theory.matching`) if it is loose, or if its row has a
non-zero entry in a loose column.

A number leaves by one update of rank two (`removed`), and the matrix stays exact modulo P.

Certificate (Tutte-Berge): if every component of D is odd, and the number of components less the number of
neighbours of D outside it equals the number of loose numbers, then D is exact. The rank modulo P is never too
high, so chance can make the certificate fail but never pass. Where it fails, the host solves the position.

Cost: n * n multiplications for each move; 2 * n * n bytes for each game.
"""

from __future__ import annotations

from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

import numpy as np

from .engines import BITS, ONE, Array, Engine, Sets, Words

# The largest prime with 2 P * P + P < 2**32: each entry needs one 32-bit remainder.
P = 46_337
_P = np.uint32(P)


class Pivots(NamedTuple):
    """One matrix per game, and the unused numbers outside its basis; row 0 stands for the number 1."""

    matrix: Array  # (..., n, n) of 16 bits
    loose: Array  # (..., n) Booleans


class Pivoting:
    """Pivots of one graph: `rows` has the neighbours of each number, from 0, as a set."""

    def __init__(self, engine: Engine, sets: Sets, rows: list[int]) -> None:
        self.engine = engine
        self.xp: Any = engine.xp
        self.sets = sets
        self.size = len(rows) - 1
        self._rows = rows

    @cached_property
    def _numbers(self) -> Array:
        return np.arange(1, self.size + 1, dtype=np.uint32)

    @cached_property
    def _words(self) -> list[Array]:
        """For each word, the neighbours of each number from 1."""
        shifts = [BITS * place for place in range(self.sets.words)]
        return [np.array([row >> by & 0xFFFF_FFFF for row in self._rows[1:]], np.uint32) for by in shifts]

    @cached_property
    def _inverses(self) -> Array:
        """The inverse of each number modulo P, by Fermat's theorem; 0 for 0."""
        found, power = np.ones(P, np.int64), np.arange(P, dtype=np.int64)
        for bit in range((P - 2).bit_length()):
            if P - 2 >> bit & 1:
                found = found * power % P
            power = power * power % P
        return found.astype(np.uint32)

    @cached_property
    def start(self) -> Pivots:
        """The pivots of all numbers: pivots on single entries until no loose numbers are linked."""
        linked = np.array(
            [[row >> number & 1 for number in self._numbers.tolist()] for row in self._rows[1:]]
        )
        weights = np.triu(np.random.default_rng(0).integers(1, P, linked.shape), 1)
        matrix = np.where(linked, (weights - weights.T) % P, 0)
        loose = np.ones(self.size, bool)
        while len(found := np.argwhere(np.where(loose[:, None] & loose, matrix, 0))):
            one, two = found[0]
            row, other = matrix[one].copy(), matrix[two].copy()
            inverse = int(self._inverses[row[two]])
            scaled, lowered = other * inverse % P, -row * inverse % P
            matrix = (matrix + np.outer(scaled, row) - np.outer(row, scaled)) % P
            matrix[one], matrix[two] = scaled, lowered
            matrix[:, one], matrix[:, two] = -scaled % P, -lowered % P
            matrix[one, two], matrix[two, one] = -inverse % P, inverse
            loose[[one, two]] = False
        return Pivots(matrix.astype(np.uint16), loose)

    def of(self, pool: Words) -> Pivots:
        """The pivots of any sets of unused numbers: those of all numbers, less the used ones, one by one."""
        xp, sets = self.xp, self.sets
        zero, unused = xp.zeros_like(pool[0]), self.flags(pool)

        def without(carry: tuple[Words, Pivots]) -> tuple[Words, Pivots]:
            used, pivots = carry
            move = xp.where(sets.none(used), zero, sets.nth(used, zero))
            used = sets.without(used, sets.only(move))
            return used, self.removed(pivots, move, unused | self.flags(used))

        every = Pivots(*(xp.broadcast_to(part, zero.shape + part.shape) for part in self.start))
        used = sets.without(self._set(xp.ones_like(unused)), pool)
        carry = self.engine.loop(lambda carry: (~sets.none(carry[0])).any(), without, (used, every))
        found: Pivots = carry[1]
        return found

    def flags(self, numbers: Words) -> Array:
        """Whether each number, from 1, is in a set, along a new last axis."""
        return self.sets.flags(numbers)[..., 1:]

    def removed(self, pivots: Pivots, move: Array, unused: Array) -> Pivots:
        """The pivots without a number, or the same ones for 0; `unused` are the flags of the numbers left."""
        xp, numbers, (matrix, loose) = self.xp, self._numbers, pivots
        gone = numbers == move[..., None]
        # A number of the basis leaves with a loose number in its place if possible, else with one more of the
        # basis, which becomes loose.
        mine = _row(xp, matrix, gone)
        linked = (mine != 0) & unused & (gone & ~loose).any(-1)[..., None]
        free = linked & loose
        partner = numbers == xp.where(free.any(-1), free.argmax(-1), linked.argmax(-1))[..., None] + 1
        partner = partner & linked
        theirs = _row(xp, matrix, partner)
        pivot = xp.where(partner, mine, np.uint32(0)).sum(-1, dtype=np.uint32)
        inverse = self.engine.take(self._inverses, (_P - pivot) % _P)[..., None]
        scaled = mine * inverse % _P  # 0 where nothing is exchanged
        # -1 in its own column makes the update write the partner's row too.
        theirs = xp.where(partner, _P - ONE, xp.where(inverse != 0, theirs, np.uint32(0)))
        total = matrix + scaled[..., :, None] * theirs[..., None, :]
        total = (total + (_P - theirs)[..., :, None] * scaled[..., None, :]) % _P
        return Pivots(total.astype(np.uint16), (loose ^ partner) & ~gone)

    def missable(self, pivots: Pivots, unused: Array) -> Words:
        """The set D, almost always."""
        numbers, (matrix, loose) = self._numbers, pivots

        def meet(carry: tuple[Array, Array]) -> tuple[Array, Array]:
            """Add the numbers that one more loose number of each game meets."""
            left, found = carry
            first = left & (numbers == left.argmax(-1)[..., None] + 1)
            return left & ~first, found | ((_row(self.xp, matrix, first) != 0) & left.any(-1)[..., None])

        # A few rows are read in less time than the whole matrix.
        found = self.engine.loop(lambda carry: carry[0].any(), meet, (loose, loose))[1]
        return self._set(unused & found)

    def certified(self, missable: Words, pool: Words, loose: Array) -> Array:
        """Whether D is proven for each game."""
        xp, sets = self.xp, self.sets
        near = self._near(missable)
        barrier = sets.both(sets.without(pool, missable), near)
        rest = sets.both(missable, near)
        alone = sets.count(sets.without(missable, near))
        none = tuple(xp.zeros_like(word) for word in rest)
        odd = alone == alone

        def grow(carry: tuple[Words, Words, Array, Array]) -> tuple[Words, Words, Array, Array]:
            """Extend one component of each game; a complete one is counted and leaves `rest`."""
            rest, part, count, odd = carry
            part = sets.where(sets.none(part), sets.lowest(rest), part)
            grown = sets.both(rest, tuple(a | b for a, b in zip(part, self._near(part), strict=True)))
            done = sets.none(sets.without(grown, part)) & ~sets.none(part)
            odd = odd & (~done | (sets.count(part) % 2 == 1))
            left = sets.where(done, sets.without(rest, part), rest)
            return left, sets.where(done, none, grown), count + done, odd

        _, _, count, odd = self.engine.loop(
            lambda carry: (~sets.none(carry[0])).any(), grow, (rest, none, alone, odd)
        )
        return odd & (count == sets.count(barrier) + loose.sum(-1, dtype=np.uint32))

    def _near(self, numbers: Words) -> Words:
        """The numbers with a neighbour in a set."""
        pairs = zip(self._words, numbers, strict=True)
        return self._set(reduce(or_, (row & word[..., None] for row, word in pairs)) != 0)

    def _set(self, flags: Array) -> Words:
        """Flags of the numbers from 1 as a set."""
        xp, words = self.xp, self.sets.words
        padded = xp.pad(flags, [(0, 0)] * (flags.ndim - 1) + [(1, BITS * words - self.size - 1)])
        bits = padded.reshape(*flags.shape[:-1], words, BITS).astype(np.uint32)
        packed = (bits << np.arange(BITS, dtype=np.uint32)).sum(-1, dtype=np.uint32)
        return tuple(packed[..., place] for place in range(words))


def _row(xp: Any, matrix: Array, chosen: Array) -> Array:
    """The row of one chosen number of each matrix; any row if none is chosen."""
    place = chosen.argmax(-1)[..., None, None].astype(np.int32)
    return xp.take_along_axis(matrix, place, axis=-2)[..., 0, :].astype(np.uint32)
