"""What the adapters share: actions, observations and rewards.

An action is the number played. Action 0 stands for no number and is never legal, so that nothing has to be
translated. An observation has one row for each of `PLANES` and one column for each number from 0 on, and
holds nothing but zeros and ones:

* *legal*: the numbers the observer may play now; all zeros when it is not the observer's turn;
* *pool*: the numbers still unused, in Number Stack Attack the tokens;
* *own*: a single one where the observer stands: at the top of the stack that both share, at the last number
  of the own sequence (Order Challenge), or at the own total (Number Stack Attack); at 0 before a first move;
* *theirs*: the same for the opponent.

That is all there is to know: who plays on from here, and how it ends, depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outnumber.games.base import Position, Rules, Seat
from outnumber.games.errors import IllegalMove, OptionError
from outnumber.games.number_stack_attack import AttackPosition, NumberStackAttack
from outnumber.games.number_stack_duel import StackDuelPosition
from outnumber.games.numbers import brief, ordered, run_texts
from outnumber.games.options import choice_option
from outnumber.games.order_challenge import OrderPosition
from outnumber.games.walk import WalkPosition
from outnumber.session.review import grade
from outnumber.theory.solve import solve

PLANES = ("legal", "pool", "own", "theirs")
SEATS = (Seat.ONE, Seat.TWO)

REWARD = choice_option(
    "reward", ("outcome", "regret"), "What is rewarded: to win, or not to throw away a win."
)

Array = NDArray[np.int8]


class View(NamedTuple):
    """How the adapters see a game."""

    # The pool as a set, where the seat stands, and where its opponent does.
    seen: Callable[[Any, Seat], tuple[int, int, int]]
    # The largest number that can stand anywhere, the largest that can be played, the most moves of a game.
    limits: Callable[[Any], tuple[int, int, int]]


def _shared(position: WalkPosition | StackDuelPosition, _: Seat) -> tuple[int, int, int]:
    return position.unused, position.top, position.top


def _order(position: OrderPosition, seat: Seat) -> tuple[int, int, int]:
    if position.turn is seat:
        return position.unused, position.own, position.theirs
    return position.unused, position.theirs, position.own


def _of_range(rules: Any) -> tuple[int, int, int]:
    return rules.range, rules.range, rules.range  # each number is played once


def _attack(position: AttackPosition, seat: Seat) -> tuple[int, int, int]:
    rules, _, _, one, two, _ = position
    return (rules.fitting(0), one, two) if seat is Seat.ONE else (rules.fitting(0), two, one)


def _of_target(rules: NumberStackAttack) -> tuple[int, int, int]:
    tokens = ordered(rules.fitting(0))
    return rules.target, tokens[-1], 2 * (rules.target // tokens[0])


# By the kind of their positions. Whoever adds a game adds its view here, and the adapters play it.
VIEWS: dict[type[Position], View] = {
    WalkPosition: View(_shared, _of_range),
    StackDuelPosition: View(_shared, _of_range),
    OrderPosition: View(_order, _of_range),
    AttackPosition: View(_attack, _of_target),
}


def view_of(position: Position) -> View:
    """How positions like this one are seen; raises `OptionError` for a game without a view."""
    for kind in type(position).__mro__:
        if kind in VIEWS:
            return VIEWS[kind]
    remedy = "an added game needs its view in outnumber.agents.encoding.VIEWS."
    raise OptionError("bad-option", option="game", text=position.rules.name, remedy=remedy)


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
        self._seen, limits = view_of(rules.start())
        largest, most, self.longest = limits(rules)
        # Both count 0, which stands for no number.
        self.width, self.actions = largest + 1, most + 1
        self.shape = (len(PLANES), self.width)
        self._count = len(PLANES) * self.width
        self._bytes = (self._count + 7) // 8

    def observation(self, position: Position, seat: Seat) -> Array:
        """What a seat sees, as a new array."""
        width = self.width
        pool, own, theirs = self._seen(position, seat)
        # One set of bits for all planes, so that NumPy is asked once.
        bits = pool << width | 1 << 2 * width + own | 1 << 3 * width + theirs
        if position.turn is seat:
            bits |= position.legal
        packed = np.frombuffer(bits.to_bytes(self._bytes, "little"), np.uint8)
        return np.unpackbits(packed, count=self._count, bitorder="little").view(np.int8).reshape(self.shape)

    def mask(self, observation: Array) -> Array:
        """Which actions are legal, as a new array that `Discrete.sample` takes."""
        return observation[0, : self.actions].copy()


def rules_of(kind: type[Rules], options: dict[str, Any], *, solved: bool) -> Rules:
    """The game with its options; refused at once where it must be solved and is too large for that."""
    rules = kind(**options)
    if solved:
        _ = solve(rules.start())
    return rules


def after(position: Position, action: object) -> Position | IllegalMove:
    """The position after an action, or why it is not legal. Any kind of whole number is taken."""
    try:
        return position.play(index(action))  # type: ignore[arg-type]  # what has no index is refused
    except IllegalMove as refusal:
        return refusal
    except TypeError:
        return position.refusal(action)  # type: ignore[arg-type]


def regret(position: Position, action: object) -> int:
    """1 when a legal action throws a win away, else 0."""
    return grade(position, index(action)).regret  # type: ignore[arg-type]


def winning(position: Position) -> Sequence[int]:
    """The legal moves that win, none in a lost position."""
    return solve(position).winning if position.legal else ()


def told(position: Position) -> str:
    """A position in one line that no position with another future shares.

    >>> from outnumber.games.registry import game
    >>> told(game("strategy-stacks").start().play(6))
    'Player 2 to move: 1, 2 or 3; pool 1-5,7-9; own 6; theirs 6'
    """
    turn = position.turn
    outcome = position.outcome()
    begin = (
        f"Player {outcome.winner} wins"
        if outcome
        else f"Player {turn} to move: {brief(position.legal_moves())}"
    )
    pool, own, theirs = view_of(position).seen(position, turn)
    return f"{begin}; pool {','.join(run_texts(ordered(pool))) or 'empty'}; own {own}; theirs {theirs}"


def rendered(position: Position, moves: Sequence[int]) -> str:
    """The numbers played so far and the position, for a person."""
    return f"{position.rules.title}: {' '.join(map(str, moves)) or 'no number yet'}\n{told(position)}\n"
