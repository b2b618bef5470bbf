"""Rules on arrays, for both engines; `games/` has the rules of each game.

Where a position has a value, a state has an array with one element per game; the functions take a state and
return a new one. Two values of positions are omitted: the pattern of Number Stack Duel, which follows from
the turn, and the player who added last in Number Stack Attack, which matters only at the end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from outnumber.agents.batches.bitsets import Sets, Words, packed, unpacked
from outnumber.agents.batches.engines import Array, Engine
from outnumber.agents.batches.pivots import Pivots
from outnumber.games.base import Position, Rules, Seat
from outnumber.games.errors import bad_option, too_large
from outnumber.games.registry import BUILT_IN, part
from outnumber.games.sentences import Phrase
from outnumber.theory.bounded import solve

# Larger sets need more words. JAX compiles separate code for each, which takes long.
MOST_NUMBERS = 2_000
THREE = np.uint32(3)


class ArrayState(NamedTuple):
    """The positions of many games: arrays with one element per game, and sets as `Words`."""

    turn: Array  # the seat to move, 1 or 2
    legal: Words
    pool: Words  # the unused numbers; empty in Number Stack Attack
    own: Array  # the mover's current number, as in `Position.standing`
    theirs: Array
    pivots: Pivots | None = None  # in pairing games, if winning moves are wanted: what makes them fast


class ArrayGame:
    """A game with its options, on arrays. Subclasses implement `after`, like `Position.after`."""

    def __init__(self, rules: Any, engine: Engine) -> None:
        self.rules = rules
        self.engine = engine
        self.xp = engine.xp
        start = rules.start()
        self.sets = Sets(engine, start.pool.bit_length())
        self.actions = self.sets.size
        if self.actions > MOST_NUMBERS + 1:
            what = Phrase("A batch of games with {n:,} numbers", n=self.actions - 1)
            remedy = Phrase("choose up to {most:,} here.", most=MOST_NUMBERS)
            raise too_large(what, self.actions - 1, remedy)
        self.prepare()

    def prepare(self) -> None:
        """Prepare tables for moves; called after the check of the size."""

    def state(self, positions: list[Any]) -> ArrayState:
        """The state with these positions, one per game, as NumPy arrays."""
        words = self.sets.words
        standing = [position.standing()[:: 1 if position.turn is Seat.ONE else -1] for position in positions]

        def sets(masks: list[int]) -> Words:
            return tuple(
                np.array(column, np.uint32) for column in zip(*(packed(m, words) for m in masks), strict=True)
            )

        return ArrayState(
            np.array([position.turn for position in positions], np.uint32),
            sets([position.legal for position in positions]),
            sets([position.pool for position in positions]) if self.keeps_pool else (),
            np.array([own for own, _ in standing], np.uint32),
            np.array([theirs for _, theirs in standing], np.uint32),
        )

    keeps_pool = True

    def pool(self, state: ArrayState) -> Words:
        """The unused numbers."""
        return state.pool

    def after(self, state: ArrayState, move: Array) -> ArrayState:
        """The state after legal moves."""
        raise NotImplementedError

    def winner(self, before: ArrayState, after: ArrayState) -> Array:  # noqa: ARG002
        """The winner when no move is left: the player to move has lost."""
        return THREE - after.turn

    def position(self, state: ArrayState, game: int) -> Position:
        """One game of a state of NumPy arrays, as a position."""
        raise NotImplementedError

    def labelled(self, state: ArrayState) -> ArrayState:
        """The state with its pivots, where the game has a use for them; later states keep them."""
        return state

    def winning(self, state: ArrayState) -> Words:
        """The winning moves of unfinished games. Solves one by one; subclasses use formulas or tables."""
        words = (state.turn, *state.legal, *state.pool, state.own, state.theirs)
        answer: Words = self.engine.on_host(self._solved, state.legal, *words)
        return answer

    def solve(self, position: Any) -> int:
        """The winning moves of one position."""
        return solve(position).winning.mask

    def _solved(self, *words: Array) -> Words:
        """The winning moves of a state given as its arrays, in order."""
        count, shape = self.sets.words, np.shape(words[0])
        turn, *rest, own, theirs = (np.asarray(word).reshape(-1) for word in words)
        state = ArrayState(turn, tuple(rest[:count]), tuple(rest[count:]), own, theirs)
        found = [packed(self.solve(self.position(state, each)), count) for each in range(len(turn))]
        return tuple(np.array(column, np.uint32).reshape(shape) for column in zip(*found, strict=True))


def values(state: ArrayState, game: int) -> tuple[Seat, int, int, int]:
    """Turn, legal moves, pool and the mover's current number in one game."""
    legal, pool = unpacked(state.legal, game), unpacked(state.pool, game)
    return Seat(int(state.turn[game])), legal, pool, int(state.own[game])


def arrays(rules: Rules, engine: Engine) -> ArrayGame:
    """The array rules of a built-in game."""
    module = part("agents.batches.games", rules.name)
    if module is None:
        names = [name for name in BUILT_IN if part("agents.batches.games", name)]
        remedy = Phrase("choose one of {names}.", names=", ".join(names))
        raise bad_option("game", rules.name, remedy)
    found: ArrayGame = getattr(module, f"{BUILT_IN[rules.name]}Arrays")(rules, engine)
    return found
