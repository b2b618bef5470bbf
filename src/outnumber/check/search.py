"""Checks any game by searching all continuations.

Machine-checked: `value_won_iff` and `winning_iff` in proofs/Game.v.
"""

from __future__ import annotations

from outnumber.games import Position

from .document import need, need_feasible

MOST_POSITIONS = 200_000

# For each position: the winning seat, and the number of moves under best play.
Known = dict[Position, tuple[int, int]]


def search(position: Position) -> tuple[list[int], int | None]:
    """The winning moves and the length, for a game without its own proof in the checker."""
    known: Known = {}
    winner, length = value(position, known)
    mover = int(position.turn)
    winning = [move for move in position.legal_moves() if value(position.play(move), known)[0] == mover]
    need((winner == mover) == bool(winning), "the search contradicts itself")
    return winning, length


def value(position: Position, known: Known) -> tuple[int, int]:
    """Who wins and how soon: the winner hurries, the loser delays."""
    waiting = [position]
    while waiting:
        current = waiting[-1]
        outcome = current.outcome()
        if current in known:
            waiting.pop()
        elif outcome is not None:
            known[current] = int(outcome.winner), 0
        else:
            after = [current.play(move) for move in current.legal_moves()]
            unknown = [position for position in after if position not in known]
            if unknown:
                waiting += unknown
            else:
                known[current] = _best(int(current.turn), [known[position] for position in after])
        few = len(known) + len(waiting) <= MOST_POSITIONS
        need_feasible(few, "this game is too large to be checked by a search")
    return known[position]


def _best(mover: int, after: list[tuple[int, int]]) -> tuple[int, int]:
    wins = [length for winner, length in after if winner == mover]
    if wins:
        return mover, min(wins) + 1
    return 3 - mover, max(length for _, length in after) + 1
