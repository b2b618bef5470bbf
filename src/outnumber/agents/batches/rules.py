"""The rules of the five games for many games at once, written once for both engines.

A state holds a word for each game where a position holds a value, and the functions here take a state and
return a new one. Two things that a position keeps are left out: the pattern of Number Stack Duel, which
follows from whose turn it is, and who added last in Number Stack Attack, which only the end asks for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from outnumber.agents.batches.engines import Array, Engine
from outnumber.agents.batches.words import FULL, ONE, Sets, Words, packed, unpacked
from outnumber.games.base import Position, Rules, Seat
from outnumber.games.errors import OptionError
from outnumber.games.number_stack_attack import AttackPosition, NumberStackAttack
from outnumber.games.number_stack_duel import NumberStackDuel, StackDuelPosition
from outnumber.games.order_challenge import OrderPosition
from outnumber.games.registry import BUILT_IN
from outnumber.games.sentences import Phrase
from outnumber.games.walk import WalkPosition, WalkRules

# Larger sets have more words, each with code of its own, which JAX takes long to compile.
MOST_NUMBERS = 2_000
THREE = np.uint32(3)


class State(NamedTuple):
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

    def state(self, positions: list[Any]) -> State:
        """The state of these positions, one game each; as arrays of NumPy."""
        words = self.sets.words
        standing = [position.standing()[:: 1 if position.turn is Seat.ONE else -1] for position in positions]

        def sets(masks: list[int]) -> Words:
            return tuple(
                np.array(column, np.uint32) for column in zip(*(packed(m, words) for m in masks), strict=True)
            )

        return State(
            np.array([position.turn for position in positions], np.uint32),
            sets([position.legal for position in positions]),
            sets([position.pool for position in positions]) if self.keeps_pool else (),
            np.array([own for own, _ in standing], np.uint32),
            np.array([theirs for _, theirs in standing], np.uint32),
        )

    keeps_pool = True

    def pool(self, state: State) -> Words:
        """The numbers that are left."""
        return state.pool

    def after(self, state: State, move: Array) -> State:
        """The state after moves that are known to be legal."""
        raise NotImplementedError

    def winner(self, before: State, after: State) -> Array:  # noqa: ARG002
        """The winner where nobody can move any more: whoever cannot has lost."""
        return THREE - after.turn

    def position(self, state: State, game: int) -> Position:
        """One game of a state of NumPy arrays as a position of the rules."""
        raise NotImplementedError


class Walk(ArrayGame):
    """Number Duel and Strategy Stacks: the next number must be unused and linked to the last."""

    def prepare(self) -> None:
        rules: WalkRules = self.rules
        rows = [packed(rules.row(number) if number else 0, self.sets.words) for number in range(self.actions)]
        # For each word the numbers linked to each number.
        self.rows = [np.array(column, np.uint32) for column in zip(*rows, strict=True)]

    def after(self, state: State, move: Array) -> State:
        pool = self.sets.without(state.pool, self.sets.only(move))
        legal = tuple(self.engine.take(row, move) & word for row, word in zip(self.rows, pool, strict=True))
        return State(THREE - state.turn, legal, pool, move, move)

    def position(self, state: State, game: int) -> WalkPosition:
        turn, legal, unused, top = _values(state, game)
        start: WalkPosition = self.rules.start()
        listed = bytes(number for number in start.listed if unused >> number & 1)
        return start.changed(turn=turn, legal=legal, unused=unused, top=top, listed=listed)


class StackDuel(ArrayGame):
    """Number Stack Duel: by turns greater and less than the top."""

    def prepare(self) -> None:
        rules: NumberStackDuel = self.rules
        # Who must always go above: the second number is the first that follows the pattern.
        self.riser = np.uint32(Seat.TWO if rules.first_pattern == "greater" else Seat.ONE)

    def after(self, state: State, move: Array) -> State:
        turn = THREE - state.turn
        pool = self.sets.without(state.pool, self.sets.only(move))
        # What is below the top is what is not above it.
        flip = self.xp.where(turn == self.riser, np.uint32(0), FULL)
        legal = tuple(word & (above ^ flip) for word, above in zip(pool, self.sets.least(move), strict=True))
        return State(turn, legal, pool, move, move)

    def position(self, state: State, game: int) -> StackDuelPosition:
        turn, legal, unused, top = _values(state, game)
        start: StackDuelPosition = self.rules.start()
        rising = turn == self.riser if top else start.rising
        return start.changed(turn=turn, legal=legal, unused=unused, top=top, rising=rising)


class Order(ArrayGame):
    """Order Challenge: greater than the last number of one's own."""

    def after(self, state: State, move: Array) -> State:
        pool = self.sets.without(state.pool, self.sets.only(move))
        legal = self.sets.both(pool, self.sets.least(state.theirs))
        return State(THREE - state.turn, legal, pool, state.theirs, move)

    def position(self, state: State, game: int) -> OrderPosition:
        turn, legal, unused, own = _values(state, game)
        start: OrderPosition = self.rules.start()
        return start.changed(turn=turn, legal=legal, unused=unused, own=own, theirs=int(state.theirs[game]))


class Attack(ArrayGame):
    """Number Stack Attack: add a token to one's own total, which must hit the target."""

    keeps_pool = False

    def prepare(self) -> None:
        rules: NumberStackAttack = self.rules
        self.target = np.uint32(rules.target)
        self.tokens = packed(rules.fitting(0), self.sets.words)
        smallest = (rules.tokens & -rules.tokens).bit_length() - 1
        # Beyond this total no token fits.
        self.last = np.uint32(rules.target - smallest)

    def pool(self, state: State) -> Words:
        return tuple(self.xp.full_like(state.own, word) for word in self.tokens)

    def fitting(self, total: Array) -> Words:
        """The tokens that a total can take."""
        fits = self.sets.below(self.target - total + ONE)
        return tuple(word & fit for word, fit in zip(self.tokens, fits, strict=True))

    def after(self, state: State, move: Array) -> State:
        where = self.xp.where
        own, theirs = state.own + move, state.theirs
        hit = own == self.target
        # The opponent passes; with nothing for the mover either, it is a stand-off.
        again = (theirs > self.last) & (own <= self.last)
        total = where(again, own, theirs)
        legal = tuple(where(hit, np.uint32(0), word) for word in self.fitting(total))
        turn = where(again, state.turn, THREE - state.turn)
        return State(turn, legal, (), total, where(again, theirs, own))

    def winner(self, before: State, after: State) -> Array:
        # In a game that is over, `theirs` is the total of whoever added last.
        other = THREE - before.turn
        last = after.theirs >= after.own if self.rules.tie == "last" else after.theirs > after.own
        return self.xp.where((after.theirs == self.target) | last, before.turn, other)

    def position(self, state: State, game: int) -> AttackPosition:
        turn, legal, _, own = _values(state, game)
        theirs = int(state.theirs[game])
        one, two = (own, theirs) if turn is Seat.ONE else (theirs, own)
        start: AttackPosition = self.rules.start()
        # Who added last decides nothing while somebody can move: what a position says is a guess then.
        return start.changed(turn=turn, legal=legal, one=one, two=two, last=turn.other)


def _values(state: State, game: int) -> tuple[Seat, int, int, int]:
    """Turn, legal moves, pool and where the mover stands in one of the games."""
    legal, pool = unpacked(state.legal, game), unpacked(state.pool, game)
    return Seat(int(state.turn[game])), legal, pool, int(state.own[game])


GAMES: dict[str, type[ArrayGame]] = {
    "number-stack-duel": StackDuel,
    "number-duel": Walk,
    "order-challenge": Order,
    "number-stack-attack": Attack,
    "strategy-stacks": Walk,
}


def arrays(rules: Rules, engine: Engine) -> ArrayGame:
    """The rules of one of the five games for arrays."""
    if rules.name not in GAMES:
        remedy = Phrase("choose one of {names}.", names=", ".join(BUILT_IN))
        raise OptionError("bad-option", option="game", text=rules.name, remedy=remedy)
    return GAMES[rules.name](rules, engine)
