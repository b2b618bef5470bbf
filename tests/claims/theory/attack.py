"""The claims of the sentences in `theory/sentences.txt`."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

from outnumber.games.numbers import members
from tests.claims.theory.any_game import lost, won
from tests.claims.truth import Claim, Numbers, Truth, both


def _own(position: Any) -> int:
    return int(position.total(position.turn))


def _theirs(position: Any) -> int:
    return int(position.total(position.turn.other))


@cache
def _fewest(tokens: int, lack: int) -> float:
    """The fewest tokens that add up to a distance; infinite if none do."""
    reached, count = {0}, 0
    while reached:
        if lack in reached:
            return count
        reached = {total + token for total in reached for token in members(tokens) if total + token <= lack}
        count += 1
    return inf


def turns_left(position: Any, total: int) -> float:
    return _fewest(position.rules.tokens, position.rules.target - total)


@cache
def _ends(tokens: int, room: int) -> frozenset[tuple[int, int]]:
    """The possible ends for a player with a given distance: the rest, and the number of tokens."""
    fitting = [token for token in members(tokens) if token <= room]
    if not fitting:
        return frozenset({(room, 0)})
    return frozenset((rest, n + 1) for token in fitting for rest, n in _ends(tokens, room - token))


def _highest(position: Any, total: int) -> int:
    """The highest total to end on."""
    rules = position.rules
    return int(rules.target - min(rest for rest, _ in _ends(rules.tokens, rules.target - total)))


def highest_ends(position: Any) -> tuple[int, int]:
    """The highest totals on which the player to move and the opponent can end."""
    return _highest(position, _own(position)), _highest(position, _theirs(position))


def _steps(position: Any, total: int) -> list[int]:
    """The numbers of tokens that lead from a total to the highest end."""
    rules = position.rules
    left = rules.target - _highest(position, total)
    return sorted(n for rest, n in _ends(rules.tokens, rules.target - total) if rest == left)


def _totals(_: Truth, position: Any, n: Numbers) -> bool:
    """The named totals and the target."""
    named = {"own": _own(position), "theirs": _theirs(position), "target": position.rules.target}
    return all(n[name] == value for name, value in named.items() if name in n)


def _now(truth: Truth, position: Any, n: Numbers) -> bool:
    reached = _own(position) + n["left"] == n["target"] and n["left"] in position.legal_moves()
    return reached and n["move"] == n["left"] and truth.wins_at_once(position, n["left"])


def _ends_now(truth: Truth, position: Any, n: Numbers) -> bool:
    after = position.play(n["move"])
    there = after.total(position.turn) == n["total"] < position.rules.target
    return there and not after.legal_moves() and truth.wins_at_once(position, n["move"])


def _turns(_: Truth, position: Any, n: Numbers) -> bool:
    return (turns_left(position, _own(position)), turns_left(position, _theirs(position))) == (n["t"], n["u"])


def _faster(truth: Truth, position: Any, n: Numbers) -> bool:
    """After the move this many tokens are needed, fewer than the opponent needs, and it wins."""
    after = turns_left(position, _own(position) + n["move"])
    ahead = n["t"] <= n["u"] and after == n["t_after"] < turns_left(position, _theirs(position))
    return ahead and truth.wins(position, n["move"])


def _cannot(_: Truth, position: Any, n: Numbers) -> bool:
    """The mover can no longer reach the target, and the opponent can, with this many tokens."""
    return turns_left(position, _own(position)) == inf and turns_left(position, _theirs(position)) == n["u"]


def _free(truth: Truth, position: Any, n: Numbers) -> bool:
    """The opponent can no longer reach the target, and the mover can, with this many tokens after the
    move.
    """
    after = turns_left(position, _own(position) + n["move"])
    return (
        turns_left(position, _theirs(position)) == inf
        and after == n["t_after"]
        and truth.wins(position, n["move"])
    )


@cache
def _totals_decide(position: Any) -> bool:
    """However play continues, the higher total wins, and of equal totals the one that the tie rule names."""
    mover, first = position.turn, position.rules.tie == "first"
    for move in position.legal_moves():
        after = position.play(move)
        own, other = after.total(mover), after.total(mover.other)
        # Of equal totals, the opponent's was there first.
        winner = mover if own > other or (own == other and not first) else mover.other
        outcome = after.outcome()
        if outcome.winner is not winner if outcome else not _totals_decide(after):
            return False
    return True


@cache
def _only_mover(position: Any) -> bool:
    """However play continues, the opponent has no further turn."""
    after = [position.play(move) for move in position.legal_moves()]
    return all(each.outcome() or (each.turn is position.turn and _only_mover(each)) for each in after)


def _nobody(_: Truth, position: Any, n: Numbers) -> bool:
    """Neither player can reach the target any more, these are the highest ends of both, and totals decide."""
    own, theirs = _own(position), _theirs(position)
    out = turns_left(position, own) == turns_left(position, theirs) == inf
    same = highest_ends(position) == (n["best"], n.get("other", n["best"]))
    return out and same and _totals_decide(position)


def _alone(_: Truth, position: Any, n: Numbers) -> bool:
    """No token fits on the opponent's total, now or later, and this is the highest end of the mover."""
    stuck = not position.rules.fitting(_theirs(position)) and _only_mover(position)
    return stuck and _highest(position, _own(position)) == n["best"] and _totals_decide(position)


def _ends_there(truth: Truth, position: Any, n: Numbers) -> bool:
    """After the move, the best total can still be reached, and the move wins."""
    return _highest(position, _own(position) + n["move"]) == n["best"] and truth.wins(position, n["move"])


def _higher(_: Truth, position: Any, n: Numbers) -> bool:
    return bool(n["best"] > n.get("other", n.get("theirs")))


def _less(_: Truth, position: Any, n: Numbers) -> bool:
    return bool(n["best"] < n.get("other", n.get("theirs")))


def _tie(_: Truth, position: Any, n: Numbers) -> bool:
    """Both end on the same total at best, which decides the game in this way."""
    same = _highest(position, _theirs(position)) == n["best"]
    return same and str(n.get("tie", position.rules.tie)) == str(position.rules.tie)


def _first(_: Truth, position: Any, n: Numbers) -> bool:
    """The fewest tokens that both need to their best total, if the first wins."""
    steps = _steps(position, _own(position))[0], _steps(position, _theirs(position))[0]
    return position.rules.tie == "first" and steps == (n["t"], n["u"])


def _last(_: Truth, position: Any, n: Numbers) -> bool:
    """The most tokens that both can take to their best total, if the last wins."""
    steps = _steps(position, _own(position))[-1], _steps(position, _theirs(position))[-1]
    return position.rules.tie == "last" and steps == (n["t"], n["u"])


def _reached_now(truth: Truth, position: Any, n: Numbers) -> bool:
    """There is one, and it wins at once."""
    left = position.rules.target - _own(position)
    return left in position.legal_moves() and truth.wins_at_once(position, left)


def _fewer_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """The opponent needs this many, and the winning tokens are those after which the mover needs fewer."""
    own = _own(position)
    fewer = [move for move in position.legal_moves() if turns_left(position, own + move) < n["u"]]
    same = turns_left(position, _theirs(position)) == n["u"] and fewer == truth.winning(position)
    return same and bool(fewer)


def _reaching_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """The opponent cannot reach the target; each token after which the mover still can wins, and there is
    one.
    """
    own = _own(position)
    good = [move for move in position.legal_moves() if turns_left(position, own + move) < inf]
    wins = bool(good) and all(truth.wins(position, move) for move in good)
    return wins and turns_left(position, _theirs(position)) == inf


def _over_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """Neither player can reach the target; all tokens that allow an end above the opponent's best win."""
    own, theirs = _own(position), _theirs(position)
    good = [move for move in position.legal_moves() if _highest(position, own + move) > n["other"]]
    out = (
        turns_left(position, own) == turns_left(position, theirs) == inf
        and _highest(position, theirs) == n["other"]
    )
    return (
        out and _totals_decide(position) and bool(good) and all(truth.wins(position, move) for move in good)
    )


def _tied_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """Both end on the same total at best; of the tokens that keep it, the one with the best timing wins."""
    own = _own(position)
    keep = [move for move in position.legal_moves() if _highest(position, own + move) == n["best"]]
    first = position.rules.tie == "first"

    def timing(move: int) -> int:
        steps = _steps(position, own + move)
        return -steps[0] if first else steps[-1]

    most = max(map(timing, keep))
    good = [move for move in keep if timing(move) == most]
    return _highest(position, _theirs(position)) == n["best"] and all(
        truth.wins(position, move) for move in good
    )


CLAIMS: dict[str, Claim] = {
    "target-now": both(_totals, _now),
    "ends-now": both(_totals, _ends_now, lambda truth, position, n: n["total"] > n["theirs"]),
    "ends-now-tie": both(_totals, _ends_now, lambda truth, position, n: n["total"] == n["theirs"]),
    "race-won": both(_totals, _turns, _faster),
    "race-lost": both(_totals, _turns, lost, lambda truth, position, n: n["t"] > n["u"]),
    "race-lost-stuck": both(_totals, _cannot, lost),
    "race-free": both(_totals, _free),
    "ends-won": both(_totals, _nobody, _higher, _ends_there),
    "ends-lost": both(_totals, _nobody, _less, lost),
    "ends-won-first": both(_totals, _nobody, _tie, _first, _ends_there),
    "ends-lost-first": both(_totals, _nobody, _tie, _first, lost),
    "ends-won-last": both(_totals, _nobody, _tie, _last, _ends_there),
    "ends-lost-last": both(_totals, _nobody, _tie, _last, lost),
    "alone-won": both(_totals, _alone, _higher, _ends_there),
    "alone-won-tie": both(_totals, _alone, _tie, _ends_there),
    "alone-lost": both(_totals, _alone, _less, lost),
    "alone-lost-tie": both(_totals, _alone, _tie, lost),
    "hint-race-look": both(_totals, won),
    "hint-free-look": both(_totals, won),
    "hint-race-idea-now": both(_totals, _reached_now),
    "hint-race-idea": _fewer_wins,
    "hint-free-idea": both(_totals, _reaching_wins),
    "hint-ends-idea": both(_totals, _over_wins),
    "hint-ends-idea-first": both(
        _totals, _nobody, _tied_wins, lambda truth, position, n: position.rules.tie == "first"
    ),
    "hint-ends-idea-last": both(
        _totals, _nobody, _tied_wins, lambda truth, position, n: position.rules.tie == "last"
    ),
}
