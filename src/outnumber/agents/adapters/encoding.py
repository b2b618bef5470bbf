"""Actions, observations and rewards, shared by all adapters.

An action is the number played. Action 0 is never legal, so actions and numbers are equal. An observation is a
binary matrix with one row for each of `PLANES` and one column for each number, from 0:

* *legal*: the observer's legal moves; all zeros when it is the opponent's turn;
* *pool*: the unused numbers; in Number Stack Attack, the tokens;
* *own*: a one at the observer's current number: the top of the shared stack, the last number of the
  observer's sequence (Order Challenge) or the observer's total (Number Stack Attack), or 0;
* *theirs*: the same for the opponent.

An observation contains the complete state of the game. In added games whose players have no single current
number, such as games with heaps, *own* and *theirs* count the numbers in front of each player, including
shared ones, up to 127. Numbers beyond the last column are counted in the last column.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outnumber.games import Position, Rules, Scene, Seat, choice_option, ordered, run_texts
from outnumber.games.sentences import brief
from outnumber.match.review import grade
from outnumber.theory.bounded import solve

PLANES = ("legal", "pool", "own", "theirs")
SEATS = (Seat.ONE, Seat.TWO)

REWARD = choice_option(
    "reward", ("outcome", "regret"), "Reward wins, or penalise each move that throws away a win."
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
        # Both include 0.
        self.actions = start.pool.bit_length()
        self.width = 1 + max(self.actions - 1, rules.size, *on_the_table, 0)
        self.shape = (len(PLANES), self.width)
        # The maximum value in an observation.
        self.most = 127 if start.standing() is None else 1
        self._count = len(PLANES) * self.width
        self._bytes = (self._count + 7) // 8

    def observation(self, position: Position, seat: Seat) -> Array:
        """The observation of a seat, as a new array."""
        # Built from the position instead of its scene: 2 µs instead of 4 to 6, in every step.
        standing = position.standing()
        if standing is None:
            return self._of_scene(position.scene(), seat)
        own, theirs = standing if seat is Seat.ONE else standing[::-1]
        width = self.width
        # One bit set for all planes needs only one NumPy call.
        bits = position.pool << width | 1 << 2 * width + own | 1 << 3 * width + theirs
        if position.turn is seat:
            bits |= position.legal
        packed = np.frombuffer(bits.to_bytes(self._bytes, "little"), np.uint8)
        return np.unpackbits(packed, count=self._count, bitorder="little").view(np.int8).reshape(self.shape)

    def _of_scene(self, scene: Scene, seat: Seat) -> Array:
        """The observation in a game without current numbers: count the numbers in each row."""
        seen = np.zeros(self.shape, np.int64)
        seen[0, scene.legal.tolist()] = scene.turn is seat
        seen[1, scene.unused.tolist()] = 1
        for row in scene.rows:
            numbers = row.numbers if row.total is None else [row.total]
            for plane, whose in ((2, seat), (3, seat.other)):
                if row.seat in (None, whose):
                    np.add.at(seen[plane], np.minimum(np.array(numbers, int), self.width - 1), 1)
        return np.minimum(seen, self.most).astype(np.int8)

    def mask(self, observation: Array, *, choosing: bool = True) -> Array:
        """The legal actions, as a new mask for `Discrete.sample`.

        A mask is never empty, because masked probabilities must sum to 1: while an agent is not choosing,
        because it is out of turn or the game is over, every action is allowed.
        """
        return observation[0, : self.actions].copy() if choosing else np.ones(self.actions, np.int8)


def rules_of(kind: type[Rules], options: dict[str, Any], *, solved: bool) -> Rules:
    """The game with its options; raise an error at once if it must be solved but is too large."""
    rules = kind(**options)
    if solved:
        _ = solve(rules.start())
    return rules


def regret(position: Position, action: object) -> int:
    """1 if a legal action throws away a win, else 0."""
    return grade(position, index(action)).regret  # type: ignore[arg-type]


def winning(position: Position) -> Sequence[int]:
    """The winning moves; empty in a lost position."""
    return () if position.outcome() else solve(position).winning


def position_text(position: Position) -> str:
    """A unique one-line description of a position, as OpenSpiel requires.

    Unlike the scene, which is for people, it does not shorten long lists.

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
