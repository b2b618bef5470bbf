"""The texts in `study/pictures/atlas.py`, and their claims."""

from __future__ import annotations

from collections.abc import Mapping

from outnumber.games.base import Position, Seat
from tests.claims.truth import Claim, Numbers, Truth

# A start for each valid size.
Starts = Mapping[int, Position]


def _counts(truth: Truth, starts: Starts, n: Numbers) -> bool:
    won = [truth.winner(start) for start in starts.values()]
    return (won.count(Seat.ONE), won.count(Seat.TWO)) == (n["one"], n["two"])


def _openings_win(truth: Truth, starts: Starts, n: Numbers) -> bool:
    start = starts[n["size"]]
    counts = len(start.legal_moves()), len(truth.winning(start))
    return truth.winner(start) == n["seat"] and counts == (n.get("n", counts[0]), n.get("count", 0))


def _wins_all(truth: Truth, starts: Starts, n: Numbers) -> bool:
    return all(truth.winner(starts[size]) == n["seat"] for size in range(n["first"], n["last"] + 1))


# The claim of each sentence about the sizes.
CLAIMS: dict[str, Claim] = {
    "Player 1 wins at {one:,} of them, Player 2 at {two:,}.": _counts,
    "{option:name} {size}: Player {seat} wins against every opening": _openings_win,
    "{option:name} {size}: Player {seat} wins with {count} of {n} opening": _openings_win,
    "Player {seat} wins": _wins_all,
    "Player 2 wins: no opening wins": lambda truth, starts, _: all(
        bool(truth.winning(start)) == (truth.winner(start) is Seat.ONE) for start in starts.values()
    ),
}
