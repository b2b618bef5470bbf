"""The texts in `language/ends.py`, and their claims."""

from __future__ import annotations

from outnumber.language.ends import GAVE_UP, NO_MISTAKE
from tests.claims import rounds
from tests.claims.truth import Numbers, Truth


def _gave_up(truth: Truth, story: rounds.Story, n: Numbers) -> bool:
    return not story.mistakes(truth) and rounds.was_winning(truth, story, n)


def _is_winning(truth: Truth, story: rounds.Story, n: Numbers) -> bool:
    at = story.positions[n["ply"]]
    return at.turn is story.seat(n) and truth.winner(at) is story.seat(n, "winner")


def _lost(_: Truth, story: rounds.Story, n: Numbers) -> bool:
    return story.round.outcome is not None and story.round.outcome.winner is not story.seat(n)


def _cannot_move(_: Truth, story: rounds.Story, n: Numbers) -> bool:
    last = story.positions[-1]
    return not last.legal_moves() and last.turn is story.seat(n)


def _played_last(_: Truth, story: rounds.Story, n: Numbers) -> bool:
    last = story.positions[-1]
    return not last.legal_moves() and last.turn.other is story.seat(n)


def _totals(truth: Truth, story: rounds.Story, n: Numbers) -> bool:
    """Neither player reached the target, and these are the totals, the winner's first."""
    last, winner = story.positions[-1], story.seat(n)
    totals = last.standing()
    if totals is None or winner is None or not rounds.has_won(truth, story, n):
        return False
    same = (totals[winner - 1], totals[winner.other - 1]) == (n["high"], n["low"])
    return same and n["total"] == n["high"] and n["target"] == last.rules.target


def _closer(truth: Truth, story: rounds.Story, n: Numbers) -> bool:
    return _totals(truth, story, n) and n["high"] > n["low"]


def _equal(truth: Truth, story: rounds.Story, n: Numbers) -> bool:
    return _totals(truth, story, n) and n["high"] == n["low"]


# The claims of the sentences in a review and at the end of a round.
CLAIMS: rounds.Claims = {
    **dict.fromkeys(GAVE_UP.values(), _gave_up),
    NO_MISTAKE: lambda truth, story, _: not story.mistakes(truth),
    "The position was won for [you|{name:inside}|the computer].": rounds.was_winning,
    "{place}, [your move|{name:inside} to move]: [you are|{winner:inside} is] winning": _is_winning,
    ", with {moves:or}.": lambda truth, story, n: (
        truth.winning(story.positions[n["ply"]]) == [*n["moves"]] != []
    ),
    "[You|{name}] cannot move.": _cannot_move,
    "[You|{name}] had to play last.": _played_last,
    **dict.fromkeys(("{name} wins the game!", "[You win!|{name} wins.]"), rounds.has_won),
    "[You reach {target} and win|{name} reaches {target} and wins the game]!": lambda truth, story, n: (
        rounds.has_won(truth, story, n) and n["target"] in (story.positions[-1].standing() or ())
    ),
    "[You are|{name} is] closer to {target}, with {high} against {low}.": _closer,
    "Both totals are {total}, and [you|{name}] got there first.": _equal,
    "Both totals are {total}, and [you|{name}] got there last.": _equal,
    "[You resign|{name} resigns].": _lost,
    "[You|{name}] left and did not come back.": _lost,
    "Played: {move}, {grade}.": lambda _, story, n: story.round.moves[n["ply"]] == n["move"],
}
