"""The claims of the themes in `study/puzzles/themes.py` about a position and its only winning move."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

from tests.claims.theory import attack, order, pairs
from tests.claims.theory.any_game import wins
from tests.claims.truth import Claim, Numbers, Truth


def _nearest(truth: Truth, position: Any, n: Numbers) -> bool:
    """Only the nearest number does not enlarge the opponent's side."""
    theirs = position.unused.bit_count() - position.legal.bit_count()
    legal = position.legal_moves()
    same = [move for move in legal if len(position.play(move).legal_moves()) <= theirs]
    return same == [n["move"]] == [min(legal, key=lambda move: abs(move - position.top))]


def _lowest(truth: Truth, position: Any, n: Numbers) -> bool:
    """Neither player has a gift; skipping a number gives the other player one, and loses."""
    shared = order.for_both(position)
    skips = [move for move in position.legal_moves() if order.gifts_of(position.play(move))]
    return shared == list(position.legal_moves()) and skips == shared[1:] and shared[0] == n["move"]


def _gift(truth: Truth, position: Any, n: Numbers, used: bool) -> bool:
    """There is one gift, and it is the move exactly if the shared count is even."""
    gifts, shared = order.gifts_of(position), order.for_both(position)
    even = len(shared) % 2 == 0
    return len(gifts) == 1 and even == used and n["move"] == (gifts if used else shared)[0]


def _alone(truth: Truth, position: Any, n: Numbers, reaches: bool) -> bool:
    """The opponent can no longer reach the target, and after the move the player still can, or not either."""
    own, other = position.total(position.turn), position.total(position.turn.other)
    mine = attack.turns_left(position, own + n["move"]) < inf
    return attack.turns_left(position, other) == inf and mine == reaches


def _fewer(truth: Truth, position: Any, n: Numbers) -> bool:
    """The winning tokens are those after which the player needs fewer than the opponent."""
    own, other = position.total(position.turn), position.total(position.turn.other)
    need = attack.turns_left(position, other)
    return [v for v in position.legal_moves() if attack.turns_left(position, own + v) < need] == [n["move"]]


def _left_out(truth: Truth, position: Any, n: Numbers) -> bool:
    """The rest makes the same number of pairs without the move, and without no other playable number."""
    return pairs.can_be_left_out(truth, position) == [n["move"]]


CLAIMS: dict[str, Claim] = {
    "stay-close": _nearest,
    "take-the-lowest": _lowest,
    "use-the-gift": partial(_gift, used=True),
    "give-the-gift-up": partial(_gift, used=False),
    "count-turns": _fewer,
    "out-of-reach": partial(_alone, reaches=True),
    "end-higher": partial(_alone, reaches=False),
    "left-over": _left_out,
    "look-ahead": wins,
}
