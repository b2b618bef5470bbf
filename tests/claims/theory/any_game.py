"""The claims of the sentences in `theory/sentences.txt`."""

from __future__ import annotations

from typing import Any

from tests.claims.truth import Claim, Numbers, Truth


def _some_win(truth: Truth, position: Any, n: Numbers) -> bool:
    winning = truth.winning(position)
    return (len(winning), len(position.legal_moves())) == (n["w"], n["n"]) and n["move"] in winning


def won(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.won(position)


def lost(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.lost(position)


def wins(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.wins(position, n["move"])


def only(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.winning(position) == [n["move"]]


def at_once(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.wins_at_once(position, n["move"])


def some_at_once(truth: Truth, position: Any, n: Numbers) -> bool:
    return any(truth.wins_at_once(position, move) for move in position.legal_moves())


def _no_answer(truth: Truth, position: Any, n: Numbers) -> bool:
    """Some move wins at once, and such moves win only by leaving no legal move."""
    ends = [position.play(move) for move in position.legal_moves() if truth.wins_at_once(position, move)]
    return bool(ends) and not any(after.legal_moves() for after in ends)


CLAIMS: dict[str, Claim] = {
    "searched-won": _some_win,
    "searched-lost": lost,
    "hint-move": wins,
    "hint-move-one": only,
    "hint-move-now": at_once,
    "hint-now-idea": _no_answer,
    "hint-any-look": lambda truth, position, n: len(position.legal_moves()) == n["n"] and truth.won(position),
    "hint-any-idea": lambda truth, position, n: truth.won(position) and not some_at_once(truth, position, n),
    "hint-any-idea-now": some_at_once,
    "move-only": only,
    "move-won": lambda truth, position, n: (
        truth.wins(position, n["move"]) and len(truth.winning(position)) > 1
    ),
    "move-mistake": lambda truth, position, n: (
        n["move"] not in n["moves"] and [*n["moves"]] == truth.winning(position) != []
    ),
    "move-lost": lambda truth, position, n: truth.lost(position) and n["move"] in position.legal_moves(),
}
