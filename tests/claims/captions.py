"""The claims of the sentences in `study/pictures/captions.py`."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

from outnumber.games.base import Seat
from outnumber.games.numbers import members
from tests.claims.theory import attack, order, pairs
from tests.claims.truth import Claim, Numbers, Truth, both


def _over(_: Truth, position: Any, n: Numbers) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner == n["seat"]


def _won(truth: Truth, position: Any, n: Numbers) -> bool:
    return position.turn == n["seat"] and truth.winning(position) == [*n["moves"]] != []


def _lost(truth: Truth, position: Any, n: Numbers) -> bool:
    return position.turn == n["seat"] == 3 - n["winner"] and truth.lost(position)


def _side(truth: Truth, position: Any, n: Numbers, above: bool, mover: bool) -> bool:
    """The count of numbers on that side, and its owner: the player who must go there now, or next."""
    seat = position.turn if mover else position.turn.other
    side = [number for number in members(position.unused) if (number > position.top) == above]
    same: bool = (len(side), seat) == (n["n"], n["seat"])
    return same and (sorted(side) == [*position.legal_moves()]) == mover


def _openings(truth: Truth, position: Any, n: Numbers, above: bool) -> bool:
    """The number of winning openings, and the side to which the second player must then go."""
    then = [position.play(move) for move in truth.winning(position)]
    after = [all((move > at.top) == above for move in at.legal_moves()) for at in then]
    return len(then) == n["n"] and all(after)


def _total(_: Truth, position: Any, n: Numbers) -> bool:
    """The total of a player, the target, the distance, and the fewest tokens that suffice."""
    total, target = position.total(Seat(n["seat"])), position.rules.target
    known = {
        "total": total,
        "target": target,
        "left": target - total,
        "n": attack.turns_left(position, total),
    }
    return all(n[name] == value for name, value in known.items() if name in n)


def _fits(_: Truth, position: Any, n: Numbers, some: bool) -> bool:
    return bool(position.rules.fitting(position.total(Seat(n["seat"])))) == some


def _goes_on(truth: Truth, position: Any, n: Numbers, reaches: bool) -> bool:
    """Some token fits, and the target can be reached or not."""
    turns = attack.turns_left(position, position.total(Seat(n["seat"])))
    return _fits(truth, position, n, some=True) and (turns < inf) == reaches


def _mover_total(truth: Truth, position: Any, n: Numbers) -> bool:
    tokens: bool = n["all"] == position.rules.tokens.bit_count()
    return tokens and position.turn == n["seat"] and position.total(position.turn) == n["total"]


def _list(truth: Truth, position: Any, n: Numbers) -> bool:
    """The linked partners form a list that answers every move, so that seat wins."""
    after = position.play(n["move"]) if n.get("move") else position
    theirs = after.turn.other == n["seat"] and truth.winner(after) == n["seat"]
    return theirs and after.outcome() is None and pairs.list_works(truth, after, n["pairs"])


def _drawn(truth: Truth, position: Any, n: Numbers) -> bool:
    counts = position.unused.bit_count(), len(position.legal_moves()), len(truth.winning(position))
    drawn = {*n["numbers"]} < {*members(position.unused)} and len(n["numbers"]) == n["shown"] > 0
    return drawn and counts == (n["all"], n["fit"], n["win"])


CLAIMS: dict[str, Claim] = {
    "over": _over,
    "won": _won,
    "lost": _lost,
    "above-mine": partial(_side, above=True, mover=True),
    "below-mine": partial(_side, above=False, mover=True),
    "above-other": partial(_side, above=True, mover=False),
    "below-other": partial(_side, above=False, mover=False),
    "openings-above": partial(_openings, above=True),
    "openings-below": partial(_openings, above=False),
    "for-both": lambda _, position, n: len(order.for_both(position)) == n["n"],
    "for-one": lambda _, at, n: len(order.gifts_of(at, mover=at.turn == n["seat"])) == n["n"] > 0,
    "of-target": _total,
    "has": _total,
    "on-target": lambda truth, position, n: _total(truth, position, {**n, "left": 0}),
    "needs": _total,
    "lacks": both(_total, partial(_goes_on, reaches=True)),
    "lacks-out": both(_total, partial(_goes_on, reaches=False)),
    "lacks-stuck": both(_total, partial(_fits, some=False)),
    "tokens": _mover_total,
    "some-tokens": _mover_total,
    "partners-after": _list,
    "partners": _list,
    "drawn": _drawn,
}
