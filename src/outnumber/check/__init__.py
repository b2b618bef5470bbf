"""Confirms or refutes what `outnumber solve --json` printed: read this if you trust nobody.

Nothing here is clever, and nothing is taken from the solvers. The rules of the games say which moves are
legal and who has won a finished game; the rest is counted, paired or tried out again:

    document.py   what was claimed, and what must be true of it before anything is proven
    counts.py     Number Stack Duel, Order Challenge, Number Stack Attack: by counting
    walks.py      Number Duel, Strategy Stacks: by pairs, which the certificate names
    search.py     everything else, and short games: by trying all moves

A claim that is cheap to refute is refuted before any work is done, and one that would take longer than a few
seconds is left unchecked. So a small file never keeps anybody waiting.
"""

from __future__ import annotations

from typing import Any

from outnumber.check import counts, search, walks
from outnumber.check.document import NotChecked, NotConfirmed, Refuted, need_equal, read
from outnumber.games.sentences import Phrase

__all__ = ["NotChecked", "NotConfirmed", "Refuted", "check"]

PROOFS = {
    "number-stack-duel": counts.number_stack_duel,
    "order-challenge": counts.order_challenge,
    "number-stack-attack": counts.number_stack_attack,
    "number-duel": walks.walk,
    "strategy-stacks": walks.walk,
}


def check(document: Any) -> Phrase:
    """One sentence that confirms the whole document; raises `Refuted` or `NotChecked` with the reason."""
    position, given = read(document), document["certificate"]
    outcome, length = position.outcome(), document["length"]
    winning: list[int] = []
    if outcome is not None:
        length, certificate = 0, {"theorem": "over"}
    elif prove := PROOFS.get(position.rules.name):
        winning, length, certificate = prove(position, given)
    else:
        # A game without a proof here: the search proves everything, whatever the certificate says.
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
