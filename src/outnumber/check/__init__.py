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
    claim = read(document)
    position = claim.position
    outcome = position.outcome()
    if outcome is not None:
        need_equal(document, "winner", int(outcome.winner))
        need_equal(document, "winning", [])
        need_equal(document, "length", 0)
        need_equal(document, "certificate", {"theorem": "over"})
        return Phrase("Player {seat} has won.", seat=int(outcome.winner))
    if claim.game in PROOFS:
        winning, length, certificate = PROOFS[claim.game](position, document["certificate"])
    else:
        # A game of another package: the search proves all there is to prove, whatever the certificate says.
        winning, length = search.search(position)
        certificate = document["certificate"]
        if document["length"] is None:
            length = None
    mover = int(position.turn)
    winner = mover if winning else 3 - mover
    need_equal(document, "winner", winner)
    need_equal(document, "winning", winning)
    need_equal(document, "length", length)
    need_equal(document, "certificate", certificate)
    return Phrase("Player {seat} wins under perfect play.", seat=winner)
