"""The claims of the sentences in `theory/sentences.txt`."""

from __future__ import annotations

from typing import Any

from outnumber.games.numbers import members
from tests.claims.theory.any_game import at_once, only
from tests.claims.truth import Claim, Numbers, Truth, both


def _side(position: Any, side: object, top: int) -> list[int]:
    """The unused numbers above or below a number, the nearest first."""
    unused = list(members(position.unused))
    if str(side) == "above":
        return [number for number in unused if number > top]
    return [number for number in reversed(unused) if number < top]


def _sides(_: Truth, position: Any, n: Numbers) -> bool:
    """The two counts, and the owner of each side."""
    mine, theirs = _side(position, n["side"], n["top"]), _side(position, n["other"], n["top"])
    return (
        (len(mine), len(theirs)) == (n["f"], n["k"])
        and {str(n["side"]), str(n["other"])} == {"above", "below"}
        and sorted(mine) == list(position.legal_moves())
        and position.top == n["top"] > 0
    )


def _nearest(truth: Truth, position: Any, n: Numbers) -> bool:
    """The move is the nearest, it wins, and it alone does not enlarge the opponent's side."""
    legal = position.legal_moves()
    same = [move for move in legal if len(position.play(move).legal_moves()) <= n["k"]]
    nearest = min(legal, key=lambda move: abs(move - position.top))
    return n["f"] > n["k"] and same == [nearest] == [n["move"]] and truth.wins(position, nearest)


def _some_nearest(truth: Truth, position: Any, n: Numbers) -> bool:
    some = _side(position, n["side"], n["top"])[: n["j"]]
    ends = len(some) == n["j"] > 1 and (some[0], some[-1]) == (n["near"], n["far"])
    return ends and sorted(some) == truth.winning(position)


def _no_other(_: Truth, position: Any, n: Numbers) -> bool:
    """No number is left on the other side, and the move is the nearest on the mover's own."""
    mine = _side(position, n["side"], n["top"])
    none = not _side(position, n["other"], n["top"]) and n["top"] == position.top
    return none and mine[:1] == [n["move"]] and sorted(mine) == list(position.legal_moves())


def _outgrown(truth: Truth, position: Any, n: Numbers) -> bool:
    """After every move, the opponent can go to more numbers than there are on the other side."""
    more = all(
        2 * len(after.legal_moves()) > after.unused.bit_count()
        for after in map(position.play, position.legal_moves())
    )
    return more and n["f"] <= n["k"] and truth.lost(position)


def _nothing_beyond(_: Truth, position: Any, n: Numbers) -> bool:
    """No number is left on that side of the move, where the opponent must go."""
    return not position.top and not _side(position, n["side"], n["move"]) and _answers_on(position, n)


def _answers_on(position: Any, n: Numbers) -> bool:
    """Before the first move: the opponent must answer on that side of it."""
    return not position.top and all(
        sorted(_side(after, n["side"], after.top)) == list(after.legal_moves())
        for after in map(position.play, position.legal_moves())
    )


def _from_to(truth: Truth, position: Any, n: Numbers) -> bool:
    """Exactly these win; the edge leaves these counts on each side, and the others fewer where the opponent
    goes.
    """
    numbers = list(range(n["low"], n["high"] + 1))
    counts = {move: len(_side(position.play(move), n["side"], move)) for move in numbers}
    edge = n["edge"] in numbers and counts[n["edge"]] == n["f"]
    other = len(_side(position, n["other"], n["edge"])) == n["k"]
    fewer = all(count < n["f"] for move, count in counts.items() if move != n["edge"])
    return (
        len(numbers) > 1
        and truth.winning(position) == numbers
        and edge
        and other
        and fewer
        and n["f"] <= n["k"]
    )


def _keeps(truth: Truth, position: Any, n: Numbers) -> bool:
    """The counts are right, and exactly one number does not enlarge the opponent's side: it wins."""
    legal = position.legal_moves()
    same = [move for move in legal if len(position.play(move).legal_moves()) <= n["k"]]
    counts = len(legal) == n["f"] and position.unused.bit_count() - n["f"] == n["k"]
    return counts and position.top == n["top"] > 0 and len(same) == 1 and truth.wins(position, same[0])


CLAIMS: dict[str, Claim] = {
    "sides-opening-one": both(_nothing_beyond, at_once),
    "sides-opening": both(_nothing_beyond, at_once, _from_to),
    "sides-end": both(_no_other, at_once),
    "sides-won-one": both(_sides, _nearest, only),
    "sides-won": both(_sides, _nearest, _some_nearest),
    "sides-won-two": both(_sides, _nearest, _some_nearest, lambda truth, position, n: n["j"] == 2),
    "sides-lost": both(_sides, _outgrown),
    "hint-sides-open-look": lambda truth, position, n: _answers_on(position, n),
    "hint-sides-look": lambda truth, position, n: position.top == n["top"] > 0,
    "hint-sides-idea": _keeps,
}
