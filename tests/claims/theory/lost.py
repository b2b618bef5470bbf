"""The claims of the sentences in `theory/sentences.txt`."""

from __future__ import annotations

from math import inf
from typing import Any

from tests.claims.theory.any_game import lost
from tests.claims.truth import Claim, Numbers, Truth, both


def _one(_: Truth, position: Any, n: Numbers) -> bool:
    return len(position.legal_moves()) == 1


def _several(_: Truth, position: Any, n: Numbers) -> bool:
    return len(position.legal_moves()) > 1


def _answers(truth: Truth, position: Any, move: int) -> tuple[int, int]:
    """How many replies to a move win, and how many there are; none if the opponent cannot reply."""
    after = position.play(move)
    if after.outcome() or after.turn is position.turn:
        return 0, 0
    return len(truth.winning(after)), len(after.legal_moves())


def _some_leave(truth: Truth, position: Any, n: Numbers) -> bool:
    """Some move leaves exactly these counts of winning and all replies, with some that lose."""
    counts = [_answers(truth, position, move) for move in position.legal_moves()]
    return (n["w"], n["r"]) in counts and n["w"] < n["r"]


def _leaves(truth: Truth, position: Any, n: Numbers) -> bool:
    """The move leaves exactly this count of winning replies, including this one; some other reply loses.

    The sentence does not claim that no move leaves a smaller share: of very many moves, not all were
    examined.
    """
    w, r = _answers(truth, position, n["move"])
    answer = truth.wins(position.play(n["move"]), n["reply"])
    return (w, r) == (n["w"], n["r"]) and w < r and answer


def _all_win(truth: Truth, position: Any, n: Numbers) -> bool:
    """After every move, no reply loses; at least one reply exists."""
    counts = [_answers(truth, position, move) for move in position.legal_moves()]
    return all(w == r for w, r in counts) and any(r for _, r in counts)


def _waits(truth: Truth, position: Any, n: Numbers) -> bool:
    """After the move, this many of the opponent's next replies cannot go wrong, and the one after them
    can.
    """
    first = truth.slips(position.play(n["move"]))
    return bool(first == n.get("m", 1) + 1 == truth.slips(position))


def _decided(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.lost(position) and truth.slips(position) == inf


def _legal(_: Truth, position: Any, n: Numbers) -> bool:
    return n["move"] in position.legal_moves()


def _no_slip_after(truth: Truth, position: Any, n: Numbers) -> bool:
    w, r = _answers(truth, position, n["move"])
    return w == r > 0


CLAIMS: dict[str, Claim] = {
    "hint-lost-look": both(lost, _several),
    "hint-lost-look-one": both(lost, _one),
    "hint-lost-idea": both(lost, _several, _some_leave),
    "hint-lost-idea-one": both(lost, _one, _some_leave),
    "hint-lost-move-one": both(lost, _leaves, lambda truth, position, n: n["w"] == 1),
    "hint-lost-move": both(lost, _leaves, lambda truth, position, n: n["w"] > 1),
    "hint-lost-idea-open": lost,
    "hint-wait-look": both(lost, _all_win),
    "hint-wait-idea-one": both(lost, _all_win, lambda truth, position, n: truth.slips(position) == 2),
    "hint-wait-idea": both(
        lost, _all_win, lambda truth, position, n: truth.slips(position) == n["m"] + 1 > 2
    ),
    "hint-wait-idea-open": both(lost, _all_win),
    "hint-wait-move-one": both(lost, _waits),
    "hint-wait-move": both(lost, _waits, lambda truth, position, n: n["m"] > 1),
    "hint-wait-move-open": both(lost, _no_slip_after),
    "hint-decided-look": _decided,
    "hint-decided-idea": _decided,
    "hint-decided-move": both(_decided, _legal, _several),
    "hint-decided-move-one": both(_decided, _legal, _one),
}
