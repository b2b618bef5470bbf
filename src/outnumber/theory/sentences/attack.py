"""What is said in Number Stack Attack: count turns; where the target is out of reach, see who ends higher."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

from outnumber.games.numbers import members
from outnumber.theory.claims import Numbers, Sentence, Truth, both
from outnumber.theory.sentences.any_game import lost, won


def _own(position: Any) -> int:
    return int(position.total(position.turn))


def _theirs(position: Any) -> int:
    return int(position.total(position.turn.other))


@cache
def _fewest(tokens: int, lack: int) -> float:
    """The fewest tokens that add up to what lacks; infinite if none do."""
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
    """Where a player can end who has so much room: what is left of it, and after how many tokens."""
    fitting = [token for token in members(tokens) if token <= room]
    if not fitting:
        return frozenset({(room, 0)})
    return frozenset((rest, n + 1) for token in fitting for rest, n in _ends(tokens, room - token))


def _highest(position: Any, total: int) -> int:
    """The highest total to end on."""
    rules = position.rules
    return int(rules.target - min(rest for rest, _ in _ends(rules.tokens, rules.target - total)))


def _steps(position: Any, total: int) -> list[int]:
    """With how many tokens one can get from a total to the highest end."""
    rules = position.rules
    left = rules.target - _highest(position, total)
    return sorted(n for rest, n in _ends(rules.tokens, rules.target - total) if rest == left)


def _totals(_: Truth, position: Any, n: Numbers) -> bool:
    """The totals and the target that are named."""
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
    """The move leaves so many to need, fewer than the opponent needs, and wins."""
    after = turns_left(position, _own(position) + n["move"])
    ahead = n["t"] <= n["u"] and after == n["t_after"] < turns_left(position, _theirs(position))
    return ahead and truth.wins(position, n["move"])


def _cannot(_: Truth, position: Any, n: Numbers) -> bool:
    """The mover can no longer reach the target, and the opponent can, with so many tokens."""
    return turns_left(position, _own(position)) == inf and turns_left(position, _theirs(position)) == n["u"]


def _free(truth: Truth, position: Any, n: Numbers) -> bool:
    """The opponent can no longer reach the target, and the mover can, with so many tokens after the move."""
    after = turns_left(position, _own(position) + n["move"])
    return (
        turns_left(position, _theirs(position)) == inf
        and after == n["t_after"]
        and truth.wins(position, n["move"])
    )


def _nobody(_: Truth, position: Any, n: Numbers) -> bool:
    """Nobody can reach the target any more, and these are the highest ends of both."""
    own, theirs = _own(position), _theirs(position)
    out = turns_left(position, own) == turns_left(position, theirs) == inf
    ends = _highest(position, own), _highest(position, theirs)
    return out and ends == (n["best"], n.get("other", n["best"]))


def _alone(_: Truth, position: Any, n: Numbers) -> bool:
    """No token fits on the opponent's total, and this is the highest end of the mover."""
    stuck = not position.rules.fitting(_theirs(position))
    return stuck and _highest(position, _own(position)) == n["best"]


def _ends_there(truth: Truth, position: Any, n: Numbers) -> bool:
    """After the move one can still end on the best total, and the move wins."""
    return _highest(position, _own(position) + n["move"]) == n["best"] and truth.wins(position, n["move"])


def _higher(_: Truth, position: Any, n: Numbers) -> bool:
    return bool(n["best"] > n.get("other", n.get("theirs")))


def _less(_: Truth, position: Any, n: Numbers) -> bool:
    return bool(n["best"] < n.get("other", n.get("theirs")))


def _tie(_: Truth, position: Any, n: Numbers) -> bool:
    """Both end on the same total at best, and so it is decided."""
    same = _highest(position, _theirs(position)) == n["best"]
    return same and str(n.get("tie", position.rules.tie)) == str(position.rules.tie)


def _first(_: Truth, position: Any, n: Numbers) -> bool:
    """The fewest tokens that both need to their best total, where the first wins."""
    steps = _steps(position, _own(position))[0], _steps(position, _theirs(position))[0]
    return position.rules.tie == "first" and steps == (n["t"], n["u"])


def _last(_: Truth, position: Any, n: Numbers) -> bool:
    """The most tokens that both can take to their best total, where the last wins."""
    steps = _steps(position, _own(position))[-1], _steps(position, _theirs(position))[-1]
    return position.rules.tie == "last" and steps == (n["t"], n["u"])


def _reached_now(truth: Truth, position: Any, n: Numbers) -> bool:
    """There is one, and it wins at once."""
    left = position.rules.target - _own(position)
    return left in position.legal_moves() and truth.wins_at_once(position, left)


def _fewer_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """The opponent needs so many, and the tokens after which the mover needs fewer are those that win."""
    own = _own(position)
    fewer = [move for move in position.legal_moves() if turns_left(position, own + move) < n["u"]]
    same = turns_left(position, _theirs(position)) == n["u"] and fewer == truth.winning(position)
    return same and bool(fewer)


def _reaching_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """The opponent cannot reach the target; each token after which the mover still can wins; one is there."""
    own = _own(position)
    good = [move for move in position.legal_moves() if turns_left(position, own + move) < inf]
    wins = bool(good) and all(truth.wins(position, move) for move in good)
    return wins and turns_left(position, _theirs(position)) == inf


def _over_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """Nobody can reach the target; tokens after which one can end above the opponent's best all win."""
    own, theirs = _own(position), _theirs(position)
    good = [move for move in position.legal_moves() if _highest(position, own + move) > n["other"]]
    out = (
        turns_left(position, own) == turns_left(position, theirs) == inf
        and _highest(position, theirs) == n["other"]
    )
    return out and bool(good) and all(truth.wins(position, move) for move in good)


def _tied_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """Both end on the same total at best; of the tokens that keep it, that with the best timing wins."""
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


SENTENCES = {
    "target-now": Sentence(
        "You have {own} and need {left} more to reach {target}: play {left} and you win at once.",
        both(_totals, _now),
    ),
    "ends-now": Sentence(
        "Play {move} and you win at once: no other token fits any more for either of you, and your {total} "
        "beats {theirs}.",
        both(_totals, _ends_now, lambda truth, position, n: n["total"] > n["theirs"]),
    ),
    "ends-now-tie": Sentence(
        "Play {move} and you win at once: no other token fits any more for either of you, both have {total}, "
        "and whoever gets there last wins a tie.",
        both(_totals, _ends_now, lambda truth, position, n: n["total"] == n["theirs"]),
    ),
    "race-won": Sentence(
        "From {own} you need at least {t:token} to reach {target}, and from {theirs} your opponent needs at "
        "least {u}. You move first and {t} is not more than {u}, so you get there first: play {move}, and "
        "you are {t_after:token} away.",
        both(_totals, _turns, _faster),
    ),
    "race-lost": Sentence(
        "From {own} you need at least {t:token} to reach {target}, and from {theirs} your opponent needs "
        "only {u}. {t} is more than {u}, so your opponent gets there first whatever you play.",
        both(_totals, _turns, lost, lambda truth, position, n: n["t"] > n["u"]),
    ),
    "race-lost-stuck": Sentence(
        "From {own} you can no longer reach exactly {target}, but from {theirs} your opponent can, with "
        "{u:token}. So your opponent gets there whatever you play.",
        both(_totals, _cannot, lost),
    ),
    "race-free": Sentence(
        "From {theirs} your opponent can no longer reach exactly {target}, but from {own} you can. Play "
        "{move}, and you are {t_after:token} away.",
        both(_totals, _free),
    ),
    "ends-won": Sentence(
        "Nobody can reach exactly {target}, so the higher total wins in the end. Your opponent can "
        "end on {other} at most. Play {move}: you can then end on {best}.",
        both(_totals, _nobody, _higher, _ends_there),
    ),
    "ends-lost": Sentence(
        "Nobody can reach exactly {target}, so the higher total wins in the end. You can end on "
        "{best} at most, and your opponent on {other}.",
        both(_totals, _nobody, _less, lost),
    ),
    "ends-won-first": Sentence(
        "Nobody can reach exactly {target}, and {best} is the most that either of you can end on. "
        "Whoever gets there first wins. You need {t:token} and it is your turn, your opponent needs {u}: "
        "play {move}, and you are there first.",
        both(_totals, _nobody, _tie, _first, _ends_there),
    ),
    "ends-lost-first": Sentence(
        "Nobody can reach exactly {target}, and {best} is the most that either of you can end on. "
        "Whoever gets there first wins. You need {t:token}, and your opponent needs only {u}.",
        both(_totals, _nobody, _tie, _first, lost),
    ),
    "ends-won-last": Sentence(
        "Nobody can reach exactly {target}, and {best} is the most that either of you can end on. "
        "Whoever gets there last wins. You can take {t:token} on the way, your opponent {u} at most: play "
        "{move}, and you are there last.",
        both(_totals, _nobody, _tie, _last, _ends_there),
    ),
    "ends-lost-last": Sentence(
        "Nobody can reach exactly {target}, and {best} is the most that either of you can end on. "
        "Whoever gets there last wins. You can take {t:token} on the way at most, and your opponent {u}.",
        both(_totals, _nobody, _tie, _last, lost),
    ),
    "alone-won": Sentence(
        "No token fits on your opponent's {theirs} any more, so you go on alone. Play {move}: you can end "
        "on {best}, which beats {theirs}.",
        both(_totals, _alone, _higher, _ends_there),
    ),
    "alone-won-tie": Sentence(
        "No token fits on your opponent's {theirs} any more, so you go on alone. Play {move}: you can end "
        "on {best} too, and whoever gets there {tie} wins a tie.",
        both(_totals, _alone, _tie, _ends_there),
    ),
    "alone-lost": Sentence(
        "No token fits on your opponent's {theirs} any more, so you go on alone. The most you can end on is "
        "{best}, which is less than {theirs}.",
        both(_totals, _alone, _less, lost),
    ),
    "alone-lost-tie": Sentence(
        "No token fits on your opponent's {theirs} any more, so you go on alone. The most you can end on is "
        "{best}, and whoever gets there {tie} wins a tie.",
        both(_totals, _alone, _tie, lost),
    ),
    "hint-race-look": Sentence(
        "Count turns: how many tokens do you need from {own} to {target}, and how many does your opponent "
        "need from {theirs}?",
        both(_totals, won),
    ),
    "hint-free-look": Sentence(
        "Can your opponent still reach exactly {target} from {theirs}? Can you from {own}?",
        both(_totals, won),
    ),
    "hint-race-idea-now": Sentence(
        "Is there a token that takes you exactly to {target}?", both(_totals, _reached_now)
    ),
    "hint-race-idea": Sentence(
        "Your opponent needs at least {u:token}. After which token do you need fewer than {u}?", _fewer_wins
    ),
    "hint-free-idea": Sentence(
        "Your opponent cannot reach exactly {target} any more. After which token can you still reach it?",
        both(_totals, _reaching_wins),
    ),
    "hint-ends-idea": Sentence(
        "Nobody can reach exactly {target}, so the higher total wins in the end. Your opponent can "
        "end on {other} at most. After which token can you end above that?",
        both(_totals, _over_wins),
    ),
    "hint-ends-idea-first": Sentence(
        "Nobody can reach exactly {target}, {best} is the most that either of you can end on, and "
        "whoever gets there first wins. Which token is the fastest way there?",
        both(_totals, _nobody, _tied_wins, lambda truth, position, n: position.rules.tie == "first"),
    ),
    "hint-ends-idea-last": Sentence(
        "Nobody can reach exactly {target}, {best} is the most that either of you can end on, and "
        "whoever gets there last wins. Which token is the slowest way there?",
        both(_totals, _nobody, _tied_wins, lambda truth, position, n: position.rules.tie == "last"),
    ),
}
