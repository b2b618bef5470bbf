"""A game as pure functions on arrays, for both engines: its rules, and start, step, observe, winning moves.

Where a position has a value, a state has an array with one element per game; the functions take a state and
return a new one. Two values of positions are omitted: the pattern of Number Stack Duel, which follows from
the turn, and the player who added last in Number Stack Attack, which matters only at the end. `games/` has
the rules of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from outnumber.games import BUILT_IN, OptionError, Phrase, Position, Rules, Seat, bad_option, part, too_large
from outnumber.theory.bounded import solve

from .engines import ONE, Array, Engine, Sets, Words, mixed, packed, share, unpacked
from .pivots import Pivots

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
            raise too_large(what, self.actions - 1, "choose up to {most:,} here.", most=MOST_NUMBERS)
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
        raise bad_option("game", rules.name, "choose one of {names}.", names=", ".join(names))
    found: ArrayGame = getattr(module, f"{BUILT_IN[rules.name]}Arrays")(rules, engine)
    return found


COMPILED = (
    "advance",
    "choose",
    "legal",
    "observation",
    "perfect",
    "random",
    "regret",
    "step",
    "winning",
)


@lru_cache(maxsize=64)
def _keys(seed: int) -> tuple[np.uint32, np.uint32]:
    """Two random words, different for each seed."""
    luck = Random(seed)
    return np.uint32(luck.getrandbits(32)), np.uint32(luck.getrandbits(32))


class RunningGames(NamedTuple):
    """Many games; each starts again when it ends."""

    state: ArrayState
    over: Array  # whether the last step ended a game; `state` is then the start of the next
    winner: Array  # the seat that won it, else 0
    illegal: Array  # whether it ended by an illegal move
    opening: Array  # the index of each game's opening


class Functions:
    """Pure functions of a game with its options; JAX can compile, map and scan them.

    Games use the openings in turn: after a game ends, the next one starts from the next opening.
    """

    def __init__(self, rules: Rules, engine: Engine, openings: Sequence[Position] = ()) -> None:
        self.rules = rules
        self.engine = engine
        self.game: ArrayGame = arrays(rules, engine)
        self.actions = self.game.actions
        # The number of columns, as in `adapters.encoding`, whose import would load every
        # framework.
        self.width = 1 + max(self.actions - 1, rules.size)
        self._columns = Sets(engine, self.width)
        self._openings = self.game.state(list(openings) or [rules.start()])
        self._labelled_openings: ArrayState | None = None
        self.openings = np.uint32(len(openings) or 1)

    def compiled(self) -> Any:
        """The functions that are called in each step, compiled if the engine can compile."""
        return SimpleNamespace(**{name: self.engine.compiled(getattr(self, name)) for name in COMPILED})

    def begin(self, size: int) -> RunningGames:
        """Start `size` games, each from its opening."""
        xp = self.engine.xp
        opening = xp.arange(size, dtype=np.uint32) % self.openings
        no = xp.zeros(size, bool)
        return RunningGames(self.opening(opening), no, xp.zeros(size, np.uint32), no, opening)

    def opening(self, place: Array, labelled: bool = False) -> ArrayState:
        """The openings with these indices; with fast labels only after a call of `labelled`."""
        openings = self._labelled_openings if labelled and self._labelled_openings else self._openings
        if self.openings == 1:
            broadcast = self.engine.xp.broadcast_to
            return self._each(lambda column: broadcast(column[0], place.shape + column.shape[1:]), openings)
        return self._each(lambda column: self.engine.take(column, place), openings)

    def labelled(self, state: ArrayState | None = None) -> ArrayState:
        """A state whose labels, and those of all states that follow it, are fast; by default, the openings.

        Not for use inside a compiled function.
        """
        labelled = self.engine.compiled(self.game.labelled)
        if self._labelled_openings is None:
            self._labelled_openings = labelled(self._openings)
        found: ArrayState = self._labelled_openings if state is None else labelled(state)
        return found

    def step(self, games: RunningGames, actions: Array) -> RunningGames:
        """Play one number per game; an illegal action loses. Finished games start again."""
        where = self.engine.xp.where
        after, winner, illegal = self.advance(games.state, actions)
        over = winner != 0
        opening = games.opening
        if self.openings > 1:
            opening = where(over, (opening + ONE) % self.openings, opening)
        start = self.opening(opening, after.pivots is not None)
        return RunningGames(self.choose(over, start, after), over, winner, illegal, opening)

    def advance(self, state: ArrayState, actions: Array) -> tuple[ArrayState, Array, Array]:
        """Play one number per game; return the new state, the winners or 0, and whether each was illegal."""
        xp, sets = self.engine.xp, self.game.sets
        moves = xp.asarray(actions).astype(np.uint32)
        illegal = ~sets.has(state.legal, moves)
        if np.dtype(actions.dtype).itemsize > 4:  # conversion to 32 bits could turn them into legal numbers
            illegal = illegal | (actions < 0) | (actions > 2**31 - 1)
        after = self.game.after(state, xp.where(illegal, np.uint32(0), moves))
        winner = xp.where(sets.none(after.legal), self.game.winner(state, after), np.uint32(0))
        return after, xp.where(illegal, THREE - state.turn, winner), illegal

    def random(self, state: ArrayState, luck: Array) -> Array:
        """A uniformly random legal number for each game, from 32 random bits."""
        sets = self.game.sets
        return sets.nth(state.legal, share(luck, sets.count(state.legal)))

    def luck(self, size: int, seed: int, clock: Array) -> Array:
        """Random bits for each game, determined by `seed` and `clock`, and equal in both engines."""
        xp, (one, two) = self.engine.xp, _keys(seed)
        games = mixed(xp.arange(size, dtype=np.uint32) ^ one)
        return mixed(games ^ mixed(xp.asarray(clock).astype(np.uint32).reshape(1) + two))

    def perfect(self, state: ArrayState, luck: Array) -> Array:
        """A random winning number for each game; in lost positions, a random legal one."""
        sets = self.game.sets
        winning = self.game.winning(state)
        chosen = sets.where(sets.none(winning), state.legal, winning)
        return sets.nth(chosen, share(luck, sets.count(chosen)))

    def legal(self, state: ArrayState) -> Array:
        """Whether each number, from 0, is legal, along a new last axis."""
        return self.game.sets.flags(state.legal)

    def winning(self, state: ArrayState) -> Array:
        """Whether each number provably wins, in the same shape; all false in lost positions."""
        return self.game.sets.flags(self.game.winning(state))

    def regret(self, state: ArrayState, actions: Array) -> Array:
        """Whether each action throws away a win."""
        sets, winning = self.game.sets, self.game.winning(state)
        return ~(sets.none(winning) | sets.has(winning, actions.astype(np.uint32)))

    def observation(self, state: ArrayState, seat: Array | None = None) -> Array:
        """The planes of `adapters.encoding` for the player to move, or for these seats."""
        xp, game = self.engine.xp, self.game
        legal, own, theirs = state.legal, state.own, state.theirs
        if seat is not None:
            mine = state.turn == seat
            own, theirs = xp.where(mine, own, theirs), xp.where(mine, theirs, own)
            legal = tuple(xp.where(mine, word, np.uint32(0)) for word in legal)
        # The sets of the players' current numbers need more columns than actions: totals exceed tokens.
        columns = self._columns
        none = (xp.zeros_like(own),) * (columns.words - game.sets.words)
        planes = (*legal, *none), (*game.pool(state), *none), columns.only(own), columns.only(theirs)
        words = xp.stack([xp.stack(plane, axis=-1) for plane in planes], axis=-2)
        return self.engine.bits(words, self.width)

    def choose(self, condition: Array, one: ArrayState, two: ArrayState) -> ArrayState:
        """Select, per game, the first state if the condition holds, else the second."""
        where = self.engine.xp.where

        def chosen(a: Array, b: Array) -> Array:
            return where(condition.reshape(condition.shape + (1,) * (a.ndim - condition.ndim)), a, b)

        return self._each(chosen, one, two)

    def position(self, state: ArrayState, game: int) -> Position:
        """One game as a position."""
        return self.game.position(self._each(np.asarray, state), game)

    @staticmethod
    def checked(actions: Array, size: int) -> Array:
        """Validate actions: an array of `size` whole numbers."""
        if not hasattr(actions, "dtype"):
            actions = np.asarray(actions)
        if actions.shape != (size,) or actions.dtype.kind not in "iu":
            remedy = Phrase("give one whole number for each of the {n:,} games.", n=size)
            text = Phrase("{kind} of shape {shape}", kind=str(actions.dtype), shape=str(actions.shape))
            raise OptionError("bad-option", option="actions", text=text, remedy=remedy)
        if isinstance(actions, np.ndarray) and actions.dtype.itemsize > 4:
            # JAX would truncate them; 0 is illegal too.
            actions = np.where((actions < 0) | (actions > 2**31 - 1), 0, actions).astype(np.int32)
        return actions

    @staticmethod
    def _each(function: Callable[..., Array], *states: ArrayState) -> ArrayState:
        """Apply a function to each array of a state, or to corresponding arrays of several states."""
        turn, legal, pool, own, theirs, pivots = zip(*states, strict=True)
        words = tuple(map(function, *legal)), tuple(map(function, *pool))
        kept = None if pivots[0] is None else Pivots(*map(function, *pivots))
        return ArrayState(function(*turn), *words, function(*own), function(*theirs), kept)
