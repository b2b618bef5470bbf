"""The claims of the sentences in `study/games/order_challenge/lesson.json`."""

from __future__ import annotations

from typing import Any

from outnumber.games.numbers import members
from tests.claims.theory.order import for_both, gifts_of, right
from tests.claims.truth import Claim, Numbers, Truth


def _rules(truth: Truth, position: Any, n: Numbers) -> bool:
    """A number higher than one's own last number may be taken, once; a player who cannot take any loses."""
    above = [number for number in members(position.unused) if number > position.own]
    ends = [after for after in map(position.play, above) if not after.legal_moves()]
    gone = all(move not in members(position.play(move).unused) for move in above)
    return (
        gone
        and list(position.legal_moves()) == above
        and all(after.outcome().winner is position.turn for after in ends)
    )


def _by_turns(truth: Truth, position: Any, n: Numbers) -> bool:
    """Without gifts, if both always take the lowest, an odd count gives the mover the last one."""
    if gifts_of(position) or gifts_of(position, mover=False):
        return True
    at, count = position, len(for_both(position))
    while at.outcome() is None:
        at = at.play(at.legal_moves()[0])
    return bool((at.outcome().winner is position.turn) == (count % 2 == 1))


def _skipped(truth: Truth, position: Any, n: Numbers) -> bool:
    """A shared number that is skipped can then only be taken by the other player."""
    shared = for_both(position)
    return all(
        {number for number in shared if number < move} <= {*gifts_of(position.play(move))} for move in shared
    )


def _gift_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """A player who has a gift after their own move wins."""
    return all(
        truth.wins(position, move)
        for move in position.legal_moves()
        if gifts_of(position.play(move), mover=False)
    )


def _given_up(truth: Truth, position: Any, n: Numbers) -> bool:
    """A higher number ends one's gifts; with one gift and an odd count, only the lowest shared number
    wins.
    """
    gifts, shared = gifts_of(position), for_both(position)
    for move in position.legal_moves():
        after = position.play(move)
        if any(gift > after.theirs for gift in gifts if gift < move):  # the player to move has changed
            return False
    one = len(gifts) == 1 and len(shared) % 2 == 1
    return not one or truth.winning(position) == shared[:1]


def _rule(truth: Truth, position: Any, n: Numbers) -> bool:
    return [move for move in position.legal_moves() if right(position, move)] == truth.winning(position)


CLAIMS: dict[str, Claim] = {
    "order-rules": _rules,
    "order-count": _by_turns,
    "order-skip": _skipped,
    "order-gift": _gift_wins,
    "order-give-up": _given_up,
    "order-rule": _rule,
}
