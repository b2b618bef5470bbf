"""Confirms or refutes the output of `outnumber solve --json`, for readers who do not trust the solvers.

The code is simple and shares nothing with the solvers. The rules of the games determine the legal moves and
the winner of a finished game; the rest is counted, paired or searched again:

    document.py   the claims, and the checks before any proof
    counts.py     Number Stack Duel, Order Challenge, Number Stack Attack: by counting
    walks.py      Number Duel, Strategy Stacks: by the pairs in the certificate
    search.py     everything else, and short games: by trying all moves

Cheap refutations come first, and a claim that would take longer than a few seconds is left unchecked, so a
small file never causes a long wait.
"""

from __future__ import annotations

from typing import Any

from outnumber.games import Phrase, Position

from . import counts, search, walks
from .document import NotChecked, NotConfirmed, Refuted, need, need_equal, read

__all__ = ["NotChecked", "NotConfirmed", "Refuted", "check", "check_claim"]

PROOFS = {
    "number-stack-duel": counts.number_stack_duel,
    "order-challenge": counts.order_challenge,
    "number-stack-attack": counts.number_stack_attack,
    "number-duel": walks.walk,
    "strategy-stacks": walks.walk,
}


def check(document: Any) -> Phrase:
    """Return a sentence that confirms the whole document; raise `Refuted` or `NotChecked` with the reason."""
    position, given = read(document), document["certificate"]
    outcome, length = position.outcome(), document["length"]
    winning: list[int] = []
    if outcome is not None:
        length, certificate = 0, {"theorem": "over"}
    elif prove := PROOFS.get(position.rules.name):
        winning, length, certificate = prove(position, given)
    else:
        # A game without its own proof here: the search proves everything, regardless of the certificate.
        winning, moves = search.search(position)
        length, certificate = None if length is None else moves, given
    mover = position.turn
    winner = int(outcome.winner if outcome else mover if winning else mover.other)
    truths = {"winner": winner, "winning": winning, "length": length, "certificate": certificate}
    for field, truth in truths.items():
        need_equal(document, field, truth)
    if outcome is not None:
        return Phrase("Player {seat} has won.", seat=winner)
    return Phrase("Player {seat} wins under perfect play.", seat=winner)


# What the reason for a move consists of, by game.
CLAIMS = {
    "number-stack-duel": ("mover_side", "other_side"),
    "order-challenge": ("private", "shared"),
    "number-stack-attack": ("turns",),
    "number-duel": ("pairs", "barrier"),
    "strategy-stacks": ("pairs", "barrier"),
}


def check_claim(position: Position, claim: Any) -> None:
    """Raise `Refuted` unless a claim, such as `{"move": 5, "private": 1, "shared": 4}`, proves its move."""
    fields = CLAIMS[position.rules.name]
    need(type(claim) is dict and sorted(claim) == sorted(["move", *fields]), "a field is missing or unknown")
    need(type(claim["move"]) is int and claim["move"] in position.legal_moves(), "the move is not legal")
    prove = PROOFS[position.rules.name]
    if prove is walks.walk:
        walks.claim(position, claim)
        return
    winning, _, certificate = prove(position, {})
    need(claim["move"] in winning, "the move does not win")
    for field in fields:
        need_equal(claim, field, certificate.get(field))
