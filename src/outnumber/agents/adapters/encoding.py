"""What the adapters share: actions, observations and rewards.

An action is the number played. Action 0 stands for no number and is never legal, so that nothing has to be
translated. An observation has one row for each of `PLANES` and one column for each number from 0 on, and
holds nothing but zeros and ones:

* *legal*: the numbers the observer may play now; all zeros when it is not the observer's turn;
* *pool*: the numbers still unused, in Number Stack Attack the tokens;
* *own*: a single one where the observer stands: at the top of the stack that both share, at the last number
  of the own sequence (Order Challenge), or at the own total (Number Stack Attack); at 0 before a first move;
* *theirs*: the same for the opponent.

That is all there is to know: who plays on from here, and how it ends, depends on nothing else. In a game of
another package in which nobody stands at a single number, such as one of heaps, *own* and *theirs* count the
numbers that lie before each, up to 127 of a kind: the observer's own and those of both. Numbers beyond the
last column stand in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outnumber.games.base import Position, Rules, Seat
from outnumber.games.numbers import ordered, run_texts
from outnumber.games.options import choice_option
from outnumber.games.scene import Scene
from outnumber.games.sentences import brief
from outnumber.match.review import grade
from outnumber.theory.bounded import solve

PLANES = ("legal", "pool", "own", "theirs")
SEATS = (Seat.ONE, Seat.TWO)

REWARD = choice_option(
    "reward", ("outcome", "regret"), "What is rewarded: to win, or not to throw away a win."
)

Array = NDArray[np.int8]


class Encoder:
    """Turns positions of one game into arrays.

    >>> from outnumber.games.registry import game
    >>> rules = game("strategy-stacks", range=6)
    >>> Encoder(rules).observation(rules.start().play(6), Seat.TWO)
    array([[0, 1, 1, 1, 0, 0, 0],
           [0, 1, 1, 1, 1, 1, 0],
           [0, 0, 0, 0, 0, 0, 1],
           [0, 0, 0, 0, 0, 0, 1]], dtype=int8)
    """

    def __init__(self, rules: Rules) -> None:
        start = rules.start()
        self.longest = rules.longest()
        on_the_table = [max(row.numbers, default=0) for row in start.scene().rows]
        # Both count 0, which stands for no number.
        self.actions = start.pool.bit_length()
        self.width = 1 + max(self.actions - 1, rules.size, *on_the_table, 0)
        self.shape = (len(PLANES), self.width)
        # The largest number in an observation.
        self.most = 127 if start.standing() is None else 1
        self._count = len(PLANES) * self.width
        self._bytes = (self._count + 7) // 8

    def observation(self, position: Position, seat: Seat) -> Array:
        """What a seat sees, as a new array."""
        # Read from the position, not from its scene, which would show the same: 2 µs instead of 4 to 6, and
        # there is an observation in every step.
        standing = position.standing()
        if standing is None:
            return self._of_scene(position.scene(), seat)
        own, theirs = standing if seat is Seat.ONE else standing[::-1]
        width = self.width
        # One set of bits for all planes, so that NumPy is asked once.
        bits = position.pool << width | 1 << 2 * width + own | 1 << 3 * width + theirs
        if position.turn is seat:
            bits |= position.legal
        packed = np.frombuffer(bits.to_bytes(self._bytes, "little"), np.uint8)
        return np.unpackbits(packed, count=self._count, bitorder="little").view(np.int8).reshape(self.shape)

    def _of_scene(self, scene: Scene, seat: Seat) -> Array:
        """The same for a game without a single number for each player: its rows are counted."""
        seen = np.zeros(self.shape, np.int64)
        seen[0, scene.legal.tolist()] = scene.turn is seat
        seen[1, scene.unused.tolist()] = 1
        for row in scene.rows:
            numbers = row.numbers if row.total is None else [row.total]
            for plane, whose in ((2, seat), (3, seat.other)):
                if row.seat in (None, whose):
                    np.add.at(seen[plane], np.minimum(np.array(numbers, int), self.width - 1), 1)
        return np.minimum(seen, self.most).astype(np.int8)

    def mask(self, observation: Array) -> Array:
        """Which actions are legal, as a new array that `Discrete.sample` takes."""
        return observation[0, : self.actions].copy()


def rules_of(kind: type[Rules], options: dict[str, Any], *, solved: bool) -> Rules:
    """The game with its options; refused at once where it must be solved and is too large for that."""
    rules = kind(**options)
    if solved:
        _ = solve(rules.start())
    return rules


def regret(position: Position, action: object) -> int:
    """1 when a legal action throws a win away, else 0."""
    return grade(position, index(action)).regret  # type: ignore[arg-type]


def winning(position: Position) -> Sequence[int]:
    """The legal moves that win, none in a lost position."""
    return () if position.outcome() else solve(position).winning


def position_text(position: Position) -> str:
    """A position in one line that no position with another future shares, as OpenSpiel wants it.

    People see its scene instead, which says more, but shortens what is long.

    >>> from outnumber.games.registry import game
    >>> position_text(game("strategy-stacks").start().play(6))
    'Player 2 to move: 1, 2 or 3; pool 1-5,7-9; own 6; theirs 6'
    """
    turn = position.turn
    outcome = position.outcome()
    begin = (
        f"Player {outcome.winner} wins"
        if outcome
        else f"Player {turn} to move: {brief(position.legal_moves())}"
    )
    pool = f"pool {','.join(run_texts(ordered(position.pool))) or 'empty'}"
    standing = position.standing()
    if standing is None:
        rows = (
            f"{row.label.lower()} {row.total or ','.join(map(str, row.numbers))}" for row in position.rows(())
        )
        return "; ".join([begin, pool, *rows])
    own, theirs = standing if turn is Seat.ONE else standing[::-1]
    return f"{begin}; {pool}; own {own}; theirs {theirs}"
