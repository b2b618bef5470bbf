"""Rules for many games at once, written once for both engines; `games/` has those of each game.

A state holds a word for each game where a position holds a value, and the functions here take a state and
return a new one. Two things that a position keeps are left out: the pattern of Number Stack Duel, which
follows from whose turn it is, and who added last in Number Stack Attack, which only the end asks for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from outnumber.agents.batches.bitsets import Sets, Words, packed, unpacked
from outnumber.agents.batches.engines import Array, Engine
from outnumber.games.base import Position, Rules, Seat
from outnumber.games.errors import OptionError
from outnumber.games.registry import BUILT_IN, part
from outnumber.games.sentences import Phrase
from outnumber.theory.bounded import solve

# Larger sets have more words, each with separate code, which JAX takes long to compile.
MOST_NUMBERS = 2_000
THREE = np.uint32(3)


class ArrayState(NamedTuple):
    """Many games at a moment: arrays with an element for each game, sets as `Words`."""

    turn: Array  # the seat to move, 1 or 2
    legal: Words
    pool: Words  # the numbers still unused; in Number Stack Attack there are none to keep
    own: Array  # where the mover stands, as in `Position.standing`
    theirs: Array


class ArrayGame:
    """A game with its options, for arrays. A subclass says what a move does, as `Position.after` does."""

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
            raise OptionError("too-large", what=what, size=self.actions - 1, remedy=remedy)
        self.prepare()

    def prepare(self) -> None:
        """Keep what moves need; only once the game is known to be small enough."""

    def state(self, positions: list[Any]) -> ArrayState:
        """The state of these positions, one game each; as arrays of NumPy."""
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
        """The numbers that are left."""
        return state.pool

    def after(self, state: ArrayState, move: Array) -> ArrayState:
        """The state after moves that are known to be legal."""
        raise NotImplementedError

    def winner(self, before: ArrayState, after: ArrayState) -> Array:  # noqa: ARG002
        """The winner when no move is left: the player to move has lost."""
        return THREE - after.turn

    def position(self, state: ArrayState, game: int) -> Position:
        """One game of a state of NumPy arrays as a position of the rules."""
        raise NotImplementedError

    def winning(self, state: ArrayState) -> Words:
        """The winning moves of a state, all of whose games are on: one by one, or by a form or a table."""
        words = (state.turn, *state.legal, *state.pool, state.own, state.theirs)
        answer: Words = self.engine.on_host(self._solved, state.legal, *words)
        return answer

    def solve(self, position: Any) -> int:
        """The winning moves of one position."""
        return solve(position).winning.mask

    def _solved(self, *words: Array) -> Words:
        """The winning moves of a state whose arrays, from first to last, are these."""
        count, shape = self.sets.words, np.shape(words[0])
        turn, *rest, own, theirs = (np.asarray(word).reshape(-1) for word in words)
        state = ArrayState(turn, tuple(rest[:count]), tuple(rest[count:]), own, theirs)
        found = [packed(self.solve(self.position(state, each)), count) for each in range(len(turn))]
        return tuple(np.array(column, np.uint32).reshape(shape) for column in zip(*found, strict=True))


def values(state: ArrayState, game: int) -> tuple[Seat, int, int, int]:
    """Turn, legal moves, pool and where the mover stands in one of the games."""
    legal, pool = unpacked(state.legal, game), unpacked(state.pool, game)
    return Seat(int(state.turn[game])), legal, pool, int(state.own[game])


def arrays(rules: Rules, engine: Engine) -> ArrayGame:
    """The rules of one of our games for arrays."""
    module = part("agents.batches.games", rules.name)
    if module is None:
        names = [name for name in BUILT_IN if part("agents.batches.games", name)]
        remedy = Phrase("choose one of {names}.", names=", ".join(names))
        raise OptionError("bad-option", option="game", text=rules.name, remedy=remedy)
    found: ArrayGame = getattr(module, f"{BUILT_IN[rules.name]}Arrays")(rules, engine)
    return found
