"""The claims of the sentences in `study/lessons/sentences.py`."""

from __future__ import annotations

from functools import partial
from typing import Any

from outnumber.games.base import Reason
from tests.claims.puzzles import CLAIMS as PUZZLES
from tests.claims.truth import Claim, Numbers, Truth, both

_cut_short = PUZZLES["wrong-cut"]
_seat_wins = PUZZLES["seat-wins"]


def _always(truth: Truth, position: Any, n: Numbers) -> bool:
    """A question, which fits every position with a player to move."""
    return position.outcome() is None


def _lost_by(reason: Reason) -> Claim:
    """A move and the line after it, in which the opponent keeps the win, lose in this way."""

    def claim(truth: Truth, position: Any, n: Numbers) -> bool:
        if n["move"] not in position.legal_moves() or truth.wins(position, n["move"]):
            return False
        at = position.play(n["move"])
        for move in n["moves"]:
            if at.turn is not position.turn and not truth.wins(at, move):
                return False
            at = at.play(move)
        over = at.outcome()
        return over is not None and over.winner is position.turn.other and over.reason is reason

    return claim


def _seat_line(truth: Truth, position: Any, n: Numbers, *, over: bool) -> bool:
    """A line in which the winner keeps the win, to the end or not."""
    for move in n["moves"]:
        if position.turn == n["seat"] and not truth.wins(position, move):
            return False
        position = position.play(move)
    outcome = position.outcome()
    return bool(outcome.winner == n["seat"]) if over and outcome else not over and outcome is None


CLAIMS: dict[str, Claim] = {
    "ask-move": _always,
    "ask-on": lambda t, p, n: t.won(p),
    "seat-how": _always,
    "after-stuck": _lost_by(Reason.NO_MOVE),
    "after-target": _lost_by(Reason.TARGET),
    "after-standoff": _lost_by(Reason.STAND_OFF),
    "after-cut": _cut_short,
    "after-over": lambda t, p, n: (
        (over := p.play(n["move"]).outcome()) is not None and over.winner is p.turn.other
    ),
    "again": lambda t, p, n: t.won(p),
    "seat-line": both(_seat_wins, partial(_seat_line, over=True)),
    "seat-line-cut": both(_seat_wins, partial(_seat_line, over=False)),
    "wins": lambda t, p, n: t.wins(p, n["move"]),
    "wins-now": lambda t, p, n: t.wins_at_once(p, n["move"]),
    "wins-why": lambda t, p, n: t.wins(p, n["move"]),
    "wins-now-why": lambda t, p, n: t.wins_at_once(p, n["move"]),
    "none": lambda t, p, n: t.lost(p),
    "seat": _seat_wins,
    "said-to": lambda t, p, n: bool(p.turn == n["seat"]),
}
