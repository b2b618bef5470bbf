"""A game for arrays as pure functions of a state: to begin, to step, to look, to be told what wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from outnumber.agents.batches.bitsets import ONE, Sets, mixed, share
from outnumber.agents.batches.engines import Array, Engine
from outnumber.agents.batches.rules import THREE, ArrayGame, ArrayState, arrays
from outnumber.games.base import Position, Rules
from outnumber.games.errors import OptionError
from outnumber.games.sentences import Phrase

COMPILED = (
    "advance",
    "choose",
    "legal",
    "observation",
    "opening",
    "perfect",
    "random",
    "regret",
    "step",
    "winning",
)


@lru_cache(maxsize=64)
def _keys(seed: int) -> tuple[np.uint32, np.uint32]:
    """Two words that neighbouring seeds do not share."""
    luck = Random(seed)
    return np.uint32(luck.getrandbits(32)), np.uint32(luck.getrandbits(32))


class RunningGames(NamedTuple):
    """Many games; when one ends, the next begins."""

    state: ArrayState
    over: Array  # whether the last step ended a game, in which case `state` is at the start of the next
    winner: Array  # the seat that won it, 0 while it is on
    illegal: Array  # whether it ended because the move was not allowed
    opening: Array  # which of the openings each game began with


class Functions:
    """Pure functions for one game with its options; under JAX they can be compiled, mapped and scanned.

    Games begin with the openings given, in turn: where one ends, the next begins with the next opening.
    """

    def __init__(self, rules: Rules, engine: Engine, openings: Sequence[Position] = ()) -> None:
        self.rules = rules
        self.engine = engine
        self.game: ArrayGame = arrays(rules, engine)
        self.actions = self.game.actions
        # How many columns an observation has: as in `adapters.encoding`, which would load every framework.
        self.width = 1 + max(self.actions - 1, rules.size)
        self._columns = Sets(engine, self.width)
        self._openings = self.game.state(list(openings) or [rules.start()])
        self.openings = np.uint32(len(openings) or 1)

    def compiled(self) -> Any:
        """Those functions that are called at each step, compiled if the engine can."""
        return SimpleNamespace(**{name: self.engine.compiled(getattr(self, name)) for name in COMPILED})

    def begin(self, size: int) -> RunningGames:
        """`size` games, each at its opening."""
        xp = self.engine.xp
        opening = xp.arange(size, dtype=np.uint32) % self.openings
        no = xp.zeros(size, bool)
        return RunningGames(self.opening(opening), no, xp.zeros(size, np.uint32), no, opening)

    def opening(self, place: Array) -> ArrayState:
        """The openings at these places of the list."""
        if self.openings == 1:
            return self._each(lambda column: self.engine.xp.full_like(place, column[0]), self._openings)
        return self._each(lambda column: self.engine.take(column, place), self._openings)

    def step(self, games: RunningGames, actions: Array) -> RunningGames:
        """Play a number in each game; an action that is not legal loses it. What is over begins anew."""
        where = self.engine.xp.where
        after, winner, illegal = self.advance(games.state, actions)
        over = winner != 0
        opening = games.opening
        if self.openings > 1:
            opening = where(over, (opening + ONE) % self.openings, opening)
        start = self.opening(opening)
        return RunningGames(self.choose(over, start, after), over, winner, illegal, opening)

    def advance(self, state: ArrayState, actions: Array) -> tuple[ArrayState, Array, Array]:
        """Play a number in each game: what comes then, who has won, or 0, and which were not legal."""
        xp, sets = self.engine.xp, self.game.sets
        moves = xp.asarray(actions).astype(np.uint32)
        illegal = ~sets.has(state.legal, moves)
        if np.dtype(actions.dtype).itemsize > 4:  # what does not fit in 32 bits is no number of a game
            illegal = illegal | (actions < 0) | (actions > 2**31 - 1)
        after = self.game.after(state, xp.where(illegal, np.uint32(0), moves))
        winner = xp.where(sets.none(after.legal), self.game.winner(state, after), np.uint32(0))
        return after, xp.where(illegal, THREE - state.turn, winner), illegal

    def random(self, state: ArrayState, luck: Array) -> Array:
        """A legal number for each game, any of them as likely as the next, from 32 random bits."""
        sets = self.game.sets
        return sets.nth(state.legal, share(luck, sets.count(state.legal)))

    def luck(self, size: int, seed: int, clock: Array) -> Array:
        """Random bits for each game, the same in both engines; each `clock` gives others."""
        xp, (one, two) = self.engine.xp, _keys(seed)
        games = mixed(xp.arange(size, dtype=np.uint32) ^ one)
        return mixed(games ^ mixed(xp.asarray(clock).astype(np.uint32).reshape(1) + two))

    def perfect(self, state: ArrayState, luck: Array) -> Array:
        """One of the numbers that win for each game, or any legal one where none does."""
        sets = self.game.sets
        winning = self.game.winning(state)
        chosen = sets.where(sets.none(winning), state.legal, winning)
        return sets.nth(chosen, share(luck, sets.count(chosen)))

    def legal(self, state: ArrayState) -> Array:
        """Which numbers are legal, 0 to the largest, along a last axis."""
        return self.game.sets.flags(state.legal)

    def winning(self, state: ArrayState) -> Array:
        """Which numbers win, in the same shape; proven, none in a lost position."""
        return self.game.sets.flags(self.game.winning(state))

    def regret(self, state: ArrayState, actions: Array) -> Array:
        """Whether an action throws a win away."""
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
        # Where a player stands is a set of one number; totals may be larger than any token.
        columns = self._columns
        none = (xp.zeros_like(own),) * (columns.words - game.sets.words)
        planes = (*legal, *none), (*game.pool(state), *none), columns.only(own), columns.only(theirs)
        words = xp.stack([xp.stack(plane, axis=-1) for plane in planes], axis=-2)
        return self.engine.bits(words, self.width)

    def choose(self, condition: Array, one: ArrayState, two: ArrayState) -> ArrayState:
        """The first state where the condition holds, else the second."""
        where = self.engine.xp.where
        return self._each(lambda a, b: where(condition, a, b), one, two)

    def position(self, state: ArrayState, game: int) -> Position:
        """One of the games as a position."""
        return self.game.position(self._each(np.asarray, state), game)

    @staticmethod
    def checked(actions: Array, size: int) -> Array:
        """Actions as an array of `size` whole numbers; anything else is refused before any game has moved."""
        if not hasattr(actions, "dtype"):
            actions = np.asarray(actions)
        if actions.shape != (size,) or actions.dtype.kind not in "iu":
            remedy = Phrase("give one whole number for each of the {n:,} games.", n=size)
            text = Phrase("{kind} of shape {shape}", kind=str(actions.dtype), shape=str(actions.shape))
            raise OptionError("bad-option", option="actions", text=text, remedy=remedy)
        if isinstance(actions, np.ndarray) and actions.dtype.itemsize > 4:
            # JAX would cut them off; 0 is as illegal as what does not fit.
            actions = np.where((actions < 0) | (actions > 2**31 - 1), 0, actions).astype(np.int32)
        return actions

    @staticmethod
    def _each(function: Callable[..., Array], *states: ArrayState) -> ArrayState:
        """A function applied to every array of a state, or to the same ones of several."""
        turn, legal, pool, own, theirs = zip(*states, strict=True)
        words = tuple(map(function, *legal)), tuple(map(function, *pool))
        return ArrayState(function(*turn), *words, function(*own), function(*theirs))
