"""The claims of the sentences in `study/puzzles/sentences.py`."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.claims.theory import explains
from tests.claims.theory.any_game import only
from tests.claims.truth import Claim, Numbers, Truth


def _move_to_the_end(truth: Truth, position: Any, n: Numbers, *, wins: bool, over: bool) -> bool:
    """A move that wins or loses, and best play after it."""
    if n["move"] not in position.legal_moves() or truth.wins(position, n["move"]) != wins:
        return False
    winner = position.turn if wins else position.turn.other
    return _best_play(truth, position.play(n["move"]), n, winner, over=over)


def _seat_to_the_end(truth: Truth, position: Any, n: Numbers, *, over: bool) -> bool:
    winner = truth.winner(position)
    return winner == n["seat"] and _best_play(truth, position, n, winner, over=over)


def _best_play(truth: Truth, at: Any, n: Numbers, winner: Any, *, over: bool) -> bool:
    """Whether the winner keeps the win throughout a line, and it ends as stated, or does not end yet."""
    for move in n["moves"]:
        if move not in at.legal_moves() or (at.turn is winner and not truth.wins(at, move)):
            return False
        at = at.play(move)
    outcome = at.outcome()
    if not over:
        return outcome is None
    return outcome is not None and outcome.winner is winner and explains(n["ending"], truth, at)


def _losing(truth: Truth, position: Any) -> list[int]:
    winning = truth.winning(position)
    return [move for move in position.legal_moves() if move not in winning]


def _can_win(truth: Truth, position: Any, seat: Any) -> bool:
    """Whether a player can win. After a pass the same player moves again, and the game may be over."""
    if outcome := position.outcome():
        return bool(outcome.winner is seat)
    wins = (truth.winner(position.play(move)) is seat for move in position.legal_moves())
    return any(wins) if position.turn is seat else all(wins)


def _whoever(truth: Truth, position: Any, n: Numbers) -> bool:
    other = position.turn.other
    some = any(not _can_win(truth, position.play(move), other) for move in position.legal_moves())
    return truth.won(position) == some


def _each(truth: Truth, position: Any, n: Numbers) -> bool:
    return all(
        truth.wins(position, move) != _can_win(truth, position.play(move), position.turn.other)
        for move in position.legal_moves()
    )


def _always(truth: Truth, position: Any, n: Numbers) -> bool:
    """A question or advice that fits every position with a player to move."""
    return position.outcome() is None


CLAIMS: dict[str, Claim] = {
    "ask-one": lambda t, p, _: len(t.winning(p)) == 1,
    "ask-who": _always,
    "ask-all": _always,
    "ask-avoid": lambda t, p, _: len(_losing(t, p)) == 1,
    "ask-seat": _always,
    "lesson-who": _whoever,
    "lesson-all": _each,
    "lesson-avoid": _each,
    "lesson-seat": _always,
    "right": only,
    "answer": only,
    "seat-wins": lambda t, p, n: t.winner(p) == n["seat"],
    "only-loses": lambda t, p, n: _losing(t, p) == [n["move"]],
    "only-wins": only,
    "none-wins": lambda t, p, _: not t.winning(p),
    "these-win": lambda t, p, n: t.winning(p) == list(n["moves"]),
    "imagine": lambda _, p, n: p.turn == n["seat"],
    "imagine-after": lambda _, p, n: p.play(n["move"]).turn == n["seat"],
    "wrong-over": partial(_move_to_the_end, wins=False, over=True),
    "wrong": partial(_move_to_the_end, wins=False, over=True),
    "wrong-cut": partial(_move_to_the_end, wins=False, over=False),
    "missing": lambda t, p, _: bool(t.winning(p)),
    "wrong-wins": partial(_move_to_the_end, wins=True, over=True),
    "wrong-wins-cut": partial(_move_to_the_end, wins=True, over=False),
    "wrong-seat": partial(_seat_to_the_end, over=True),
    "wrong-seat-cut": partial(_seat_to_the_end, over=False),
}
