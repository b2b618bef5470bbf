"""Any game, by searching all continuations: the slow counterpart of the theorems.

Claim: the mover wins exactly when some move leads to a position that the mover wins; the winner hurries and
the loser delays. This is the definition itself, so it proves the theorems on small positions (in the tests),
and is used for added games without a theorem.

Cost: one visit for each position that can be reached, so it grows exponentially with the range. More than
`limit` positions are refused with the code `too-large`.

Machine-checked: `value_won_iff` and `winning_iff` in proofs/Game.v.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from outnumber.games import Phrase, Position, Seat, too_large

from .reasons import Explanation
from .verdict import Verdict, over

LIMIT = 200_000

P = TypeVar("P", bound=Position)


class Value(NamedTuple):
    """Who wins a position under perfect play, and in how many moves."""

    winner: Seat
    length: int


def values(position: P, limit: int = LIMIT) -> dict[P, Value]:
    """The value of every position that can be reached, this one included.

    >>> from outnumber.games.registry import game
    >>> start = game("number-stack-duel").start()
    >>> values(start)[start]
    Value(winner=<Seat.ONE: 1>, length=1)
    """
    known: dict[P, Value] = {}
    # An explicit stack: games may be longer than Python's recursion limit.
    waiting = [position]
    while waiting:
        current = waiting[-1]
        if current in known:
            waiting.pop()
            continue
        outcome = current.outcome()
        if outcome is not None:
            known[current] = Value(outcome.winner, 0)
            continue
        after = [current.play(move) for move in current.legal_moves()]
        unknown = [child for child in after if child not in known]
        if unknown:
            waiting += unknown
        else:
            known[current] = _best(current.turn, [known[child] for child in after])
        if len(known) + len(waiting) > limit:
            what = Phrase("A search of more than {n:,} positions", n=limit)
            raise too_large(what, limit, "choose a smaller game, or a position nearer to the end.")
    return known


def _best(turn: Seat, after: list[Value]) -> Value:
    winning = [value.length for value in after if value.winner is turn]
    if winning:
        return Value(turn, min(winning) + 1)
    return Value(turn.other, max(value.length for value in after) + 1)


def solve(position: Position, limit: int = LIMIT) -> Verdict:
    """The verdict on a position of any game with a small search."""
    if position.outcome() is not None:
        return over(position)
    known = values(position, limit)
    moves = position.legal_moves()
    good = [move for move in moves if known[position.play(move)].winner is position.turn]
    value = known[position]

    def reason() -> Explanation:
        if good:
            # The sooner the game is over, the easier the move is to follow.
            move = min(good, key=lambda move: known[position.play(move)].length)
            return Explanation("searched-won", w=len(good), n=len(moves), move=move)
        return Explanation("searched-lost", n=len(moves))

    return Verdict(
        value.winner,
        good,
        reason=reason,
        length=lambda: value.length,
    )
