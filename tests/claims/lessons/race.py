"""The claims of the sentences in `study/games/number_stack_attack/lesson.json`."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from outnumber.games.base import Reason
from outnumber.games.numbers import members
from tests.claims.theory.attack import turns_left
from tests.claims.truth import Claim, Numbers, Truth


def _rules(truth: Truth, position: Any, n: Numbers) -> bool:
    """Any token that does not exceed the target may be added repeatedly; the player who reaches it wins."""
    own, target = position.total(position.turn), position.rules.target
    fitting = [token for token in members(position.rules.tokens) if own + token <= target]
    if list(position.legal_moves()) != fitting:
        return False
    return all(
        position.play(token).total(position.turn) == own + token
        and (own + token < target or truth.wins_at_once(position, token))
        for token in fitting
    )


def needed(position: Any) -> tuple[float, float]:
    """The fewest tokens that the player to move and the opponent need."""
    turn = position.turn
    return turns_left(position, position.total(turn)), turns_left(position, position.total(turn.other))


def _fewer_turns(truth: Truth, position: Any, n: Numbers) -> bool:
    """While the opponent can reach the target: a token wins exactly if the mover then needs fewer than they
    do.
    """
    _, theirs = needed(position)
    own = position.total(position.turn)
    return theirs == inf or all(
        truth.wins(position, move) == (turns_left(position, own + move) < theirs)
        for move in position.legal_moves()
    )


def _counts(truth: Truth, position: Any, n: Numbers) -> bool:
    """These counts; and in the whole game, the player to move gets there first if they need no more."""
    named: bool = needed(position) == (n["t"], n["u"]) and position.rules.target == n["target"]
    return named and n["t"] <= n["u"] and all(_first_there(truth, at) for at in _reachable(position))


def _first_there(truth: Truth, position: Any) -> bool:
    mine, theirs = needed(position)
    return bool(position.outcome()) or theirs == inf or truth.won(position) == (mine <= theirs)


def _not_the_biggest(truth: Truth, position: Any, n: Numbers) -> bool:
    """The biggest token does not win, and another one does; afterwards this many tokens are needed."""
    biggest = position.legal_moves()[-1]
    winning, own = truth.winning(position), position.total(position.turn)
    needed = [turns_left(position, own + move) for move in (n["biggest"], n["move"])]
    return (
        n["biggest"] == biggest not in winning
        and n["move"] in winning
        and needed == [n["more"], n["fewer"]]
        and n["more"] > n["fewer"]
    )


def _dead_end(truth: Truth, position: Any, n: Numbers) -> bool:
    total = position.total(position.turn) + n["move"]
    named: bool = n["total"] == total and n["target"] == position.rules.target
    return named and n["move"] in position.legal_moves() and turns_left(position, total) == inf


def _reachable(position: Any) -> Iterator[Any]:
    seen, waiting = {position}, [position]
    while waiting:
        at = waiting.pop()
        yield at
        for move in at.legal_moves():
            if (after := at.play(move)) not in seen:
                seen.add(after)
                waiting.append(after)


def _stand_offs(truth: Truth, position: Any, n: Numbers) -> bool:
    """A player moves twice in a row only if no token fits the other. If a game ends in a stand-off, the
    higher total wins; at equal totals, the player who was there first.
    """
    for at in _reachable(position):
        over = at.outcome()
        room = at.rules.target - at.total(at.turn.other)
        if not over and at.last is at.turn and min(at.rules.options["tokens"]) <= room:
            return False
        if over and over.reason is Reason.STAND_OFF:
            ahead = at.total(over.winner) - at.total(over.winner.other)
            if ahead < 0 or (not ahead and at.rules.tie == "first" and at.last is over.winner):
                return False
    return True


CLAIMS: dict[str, Claim] = {
    "race-rules": _rules,
    "race-idea": _fewer_turns,
    "race-count": _counts,
    "race-biggest": _not_the_biggest,
    "race-dead-end": _dead_end,
    "race-stand-off": _stand_offs,
    "race-rule": _fewer_turns,
}
