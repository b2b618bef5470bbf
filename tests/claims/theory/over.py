"""The claims of the sentences in `theory/sentences.txt`."""

from __future__ import annotations

from typing import Any

from outnumber.games.base import Reason, Seat
from tests.claims.truth import Claim, Numbers, Truth


def _seat(n: Numbers, role: str) -> Seat:
    return Seat(n[role].numbers["seat"])


def _won(_: Truth, position: Any, n: Numbers) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner is _seat(n, "winner")


def _no_move(truth: Truth, position: Any, n: Numbers) -> bool:
    stuck = not position.legal_moves() and position.turn is _seat(n, "loser")
    return stuck and _won(truth, position, n) and _seat(n, "loser") is not _seat(n, "winner")


def _target(truth: Truth, position: Any, n: Numbers) -> bool:
    reached = position.total(_seat(n, "winner")) == n["target"] == position.rules.target
    return reached and _won(truth, position, n)


def _larger(truth: Truth, position: Any, n: Numbers) -> bool:
    totals = [position.total(_seat(n, role)) for role in ("winner", "loser")]
    return totals == [n["more"], n["less"]] and n["more"] > n["less"] and _stuck(truth, position, n)


def _equal(truth: Truth, position: Any, n: Numbers, tie: str) -> bool:
    equal = position.one == position.two == n["total"] and position.rules.tie == tie
    # The player who added last was the last to get there.
    winner_is_last = position.last is _seat(n, "winner")
    return equal and winner_is_last == (tie == "last") and _stuck(truth, position, n)


def _stuck(truth: Truth, position: Any, n: Numbers) -> bool:
    """No token fits on either total, neither player is at the target, and the winner has won."""
    target, tokens = position.rules.target, position.rules.options["tokens"]
    fits = any(total + token <= target for total in position.standing() for token in tokens)
    return not fits and position.outcome().reason is Reason.STAND_OFF and _won(truth, position, n)


CLAIMS: dict[str, Claim] = {
    "over": _won,
    "over-no-move": _no_move,
    "over-target": _target,
    "over-larger": _larger,
    "over-first": lambda truth, position, n: _equal(truth, position, n, "first"),
    "over-last": lambda truth, position, n: _equal(truth, position, n, "last"),
}
