"""The claims of the sentences in `theory/sentences.txt`.

A gift is a number that only one of the players can still take.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from outnumber.games.numbers import members
from tests.claims.theory.any_game import lost
from tests.claims.truth import Claim, Numbers, Truth, both

# Continuations are searched if at most this many numbers are left.
FEW = 8


def gifts_of(position: Any, mover: bool = True) -> list[int]:
    """The unused numbers that only the player to move, or only the opponent, can still take."""
    own, other = (position.own, position.theirs) if mover else (position.theirs, position.own)
    return [number for number in members(position.unused) if own < number < other]


def for_both(position: Any) -> list[int]:
    """The unused numbers that both can still take."""
    return [number for number in members(position.unused) if number > max(position.own, position.theirs)]


def right(position: Any, move: int) -> bool:
    """After the move you have a gift, or neither player has one and an even count is left for both."""
    after = position.play(move)
    if gifts_of(after, mover=False):
        return True
    return not gifts_of(after) and len(for_both(after)) % 2 == 0


def _rule(truth: Truth, position: Any, n: Numbers) -> bool:
    """That rule selects exactly the winning moves, and there are some."""
    picked = [move for move in position.legal_moves() if right(position, move)]
    return bool(picked) and picked == truth.winning(position)


def _counts(_: Truth, position: Any, n: Numbers) -> bool:
    """The number of gifts of the mover, none of the opponent, and the shared count."""
    counts = len(gifts_of(position)) == n.get("a", 0) and len(for_both(position)) == n["b"]
    return counts and not gifts_of(position, mover=False)


def _from_here_on(here: Callable[[Truth, Any], bool]) -> Callable[[Truth, Any], bool]:
    """Whether something is true of a position, and of all reachable ones if these are few."""

    @cache
    def so(truth: Truth, position: Any) -> bool:
        if position.outcome():
            return True
        few = position.unused.bit_count() <= FEW
        return here(truth, position) and all(
            so(truth, position.play(move)) for move in position.legal_moves() if few
        )

    return so


@_from_here_on
def _skips_give(_: Truth, position: Any) -> bool:
    """A shared number that is skipped is then a gift for the other player."""
    shared = for_both(position)
    return all(
        {number for number in shared if number < move} <= {*gifts_of(position.play(move))} for move in shared
    )


@_from_here_on
def _gifts_win(truth: Truth, position: Any) -> bool:
    """A player who has a gift after their own move wins."""
    return all(
        truth.wins(position, move)
        for move in position.legal_moves()
        if gifts_of(position.play(move), mover=False)
    )


def _skipping(truth: Truth, position: Any, n: Numbers) -> bool:
    """A shared number that either player skips, now or later, is a gift for the other one."""
    return _skips_give(truth, position)


def _last_in_order(position: Any) -> Any:
    """The player who takes the last number if neither player skips one."""
    while not position.outcome():
        position = position.play(position.legal_moves()[0])
    return position.outcome().winner


def _only_lowest(truth: Truth, position: Any, n: Numbers) -> bool:
    """An odd count, of which only the lowest wins: the player who takes it takes the last if neither skips
    one.
    """
    lowest = truth.winning(position) == [n["move"]] == for_both(position)[:1]
    return n["b"] % 2 == 1 and lowest and _last_in_order(position) is position.turn


def _none_left(truth: Truth, position: Any, n: Numbers) -> bool:
    """An even count, which the opponent ends if neither skips one."""
    return n["b"] % 2 == 0 and _last_in_order(position) is not position.turn


def _last_for_them(truth: Truth, position: Any, n: Numbers) -> bool:
    """The opponent can only take this one number, and none after it."""
    theirs = [number for number in members(position.unused) if number > position.theirs]
    return theirs == [n["move"]] and truth.wins_at_once(position, n["move"])


def _all_mine(truth: Truth, position: Any, n: Numbers) -> bool:
    """The opponent cannot take any remaining number after any move."""
    none = not [number for number in members(position.unused) if number > position.theirs]
    mine = len(position.legal_moves()) == n["a"] and n["theirs"] == position.theirs
    return none and mine and truth.wins_at_once(position, n["move"])


def _keeps(truth: Truth, position: Any, n: Numbers) -> bool:
    """The lowest gift is played, so this many remain; from here on, every move that leaves the player a gift
    wins.
    """
    gifts, after = gifts_of(position), position.play(n["move"])
    same = (
        len(gifts) == n["a"] and gifts[0] == n["move"] and len(gifts_of(after, mover=False)) == n["left"] > 0
    )
    return same and _gifts_win(truth, position) and truth.wins(position, n["move"])


def _uses(truth: Truth, position: Any, n: Numbers) -> bool:
    """The only gift is played, which leaves an even count without gifts: the mover takes the last."""
    after = position.play(n["move"])
    if _last_in_order(after) is not position.turn:
        return False
    fair = not gifts_of(after) and not gifts_of(after, mover=False) and len(for_both(after)) == n["b"]
    return gifts_of(position) == [n["move"]] and fair and n["b"] % 2 == 0 and truth.wins(position, n["move"])


def _gives_up(truth: Truth, position: Any, n: Numbers) -> bool:
    """The lowest shared number is played, the gift can never be taken any more, and an even count is left."""
    after = position.play(n["move"])
    gone = gifts_of(position) == [n["gift"]] and not gifts_of(after) and not gifts_of(after, mover=False)
    shared = for_both(position)
    counts = (len(shared), len(for_both(after))) == (n["b"], n["left"]) and n["b"] % 2 == 1
    return gone and counts and shared[0] == n["move"] and truth.winning(position) == [n["move"]]


def _against(truth: Truth, position: Any, n: Numbers) -> bool:
    counts = len(gifts_of(position, mover=False)) == n["a"] > 0 and len(for_both(position)) == n["b"]
    return counts and not gifts_of(position) and truth.lost(position)


def _pool(_: Truth, position: Any, n: Numbers) -> bool:
    """Every number of the pool can be taken by both, and there is an odd count."""
    return for_both(position) == list(members(position.unused)) and len(for_both(position)) % 2 == 1


def _beyond(_: Truth, position: Any, n: Numbers) -> bool:
    """The remaining numbers above the number can be taken by both; no other numbers matter."""
    above = [number for number in members(position.unused) if number > n["high"]]
    return above == for_both(position) == list(position.legal_moves()) and n["high"] > 0


def _both_kinds(_: Truth, position: Any, n: Numbers) -> bool:
    """The mover has gifts, and there are numbers for both."""
    return bool(gifts_of(position)) and bool(for_both(position))


def _nearly_over(truth: Truth, position: Any, n: Numbers) -> bool:
    """The opponent can take at most one number, and some move leaves them none."""
    theirs = [number for number in members(position.unused) if number > position.theirs]
    return len(theirs) <= 1 and any(truth.wins_at_once(position, move) for move in position.legal_moves())


CLAIMS: dict[str, Claim] = {
    "shared-odd": both(_counts, _skipping, _only_lowest),
    "shared-even": both(_counts, _skipping, lost, _none_left),
    "order-last": _last_for_them,
    "gift-end": _all_mine,
    "gift-keep": _keeps,
    "gift-use": _uses,
    "gift-give-up": _gives_up,
    "gift-against": _against,
    "hint-order-look-start": _pool,
    "hint-order-look-shared": _beyond,
    "hint-order-look": _both_kinds,
    "hint-order-look-end": _nearly_over,
    "hint-order-idea-shared": both(_counts, _rule),
    "hint-order-idea": both(_counts, _rule),
}
