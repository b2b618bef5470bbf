"""The claims of the sentences in `study/games/number_stack_duel/lesson.json`."""

from __future__ import annotations

from typing import Any

from outnumber.games.numbers import members
from tests.claims.truth import Claim, Numbers, Truth


def _split(position: Any) -> tuple[list[int], list[int]]:
    """The unused numbers where the player to move must go, the nearest first, and the others."""
    mine = sorted(position.legal_moves(), key=lambda move: abs(move - position.top))
    return mine, [number for number in members(position.unused) if number not in mine]


def _rules(truth: Truth, position: Any, n: Numbers) -> bool:
    """One player must go above the top and the other below it; each number is used once; a player who cannot
    move loses.
    """
    for move in position.legal_moves():
        after = position.play(move)
        above = all(each > move for each in after.legal_moves())
        below = all(each < move for each in after.legal_moves())
        if move in members(after.unused) or not (above or below):
            return False
        for reply in after.legal_moves():
            at = after.play(reply)
            if not all((each < reply) if above else (each > reply) for each in at.legal_moves()):
                return False
        if not after.legal_moves() and after.outcome().winner is not position.turn:
            return False
    return True


def _more_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    mine, theirs = _split(position)
    return not position.top or truth.won(position) == (len(mine) > len(theirs))


def _jumped(truth: Truth, position: Any, n: Numbers) -> bool:
    """The numbers between the top and a move are then on the opponent's side."""
    mine, _ = _split(position)
    return not position.top or all(
        {*mine[:place]} <= {*position.play(move).legal_moves()} for place, move in enumerate(mine)
    )


def _rule(truth: Truth, position: Any, n: Numbers) -> bool:
    if not position.top:
        return True
    mine, theirs = _split(position)
    won = len(mine) > len(theirs)
    return truth.won(position) == won and (not won or truth.wins(position, mine[0]))


def _counts(truth: Truth, position: Any, n: Numbers) -> bool:
    mine, theirs = _split(position)
    top: bool = position.top == n["top"]
    return top and (len(mine), len(theirs)) == (n["f"], n["k"]) and truth.won(position)


CLAIMS: dict[str, Claim] = {
    "sides-rules": _rules,
    "sides-idea": _more_wins,
    "sides-count": _counts,
    "sides-near": _jumped,
    "sides-rule": _rule,
}
