"""The texts in `cli/solve.py`, and their claims."""

from __future__ import annotations

from typing import Any

from tests.claims.truth import Claim, Numbers, Truth


def _who(truth: Truth, position: Any, n: Numbers) -> bool:
    same: bool = (position.turn, truth.winner(position)) == (n["seat"], n["winner"])
    return same and ("n" not in n or n["n"] == truth.length(position))


def _win(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.winning(position) == [*n["all"]] and n["n"] == len(n["all"])


def _lose(truth: Truth, position: Any, n: Numbers) -> bool:
    losing = [move for move in position.legal_moves() if not truth.wins(position, move)]
    return losing == [*n["all"]] and n["n"] == len(losing)


# The claims of the sentences about the position.
CLAIMS: dict[str, Claim] = {
    "Player {seat} is to move. Player {winner} wins under best play.": _who,
    "Player {seat} is to move. Player {winner} wins in {n} move under best play.": _who,
    "Winning moves ({n}): {moves}": _win,
    "Losing moves ({n}): {moves}": _lose,
    "wins": lambda truth, position, n: truth.wins(position, n["move"]),
    "loses": lambda truth, position, n: not truth.wins(position, n["move"]),
}
