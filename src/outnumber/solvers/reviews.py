"""Reviews and pictures for the server, worked out in a solver process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outnumber.games.base import Seat
from outnumber.session.match import Match
from outnumber.session.review import RoundReview, review, review_round
from outnumber.theory.reasons import Explanation


def reviewed(match: Match, number: int) -> dict[str, Any]:
    """Round `number` looked at again, as JSON."""
    found = review_round(match.rounds[number - 1])
    return {
        "round": number,
        "first": match.seated(Seat.ONE, number),
        "outcome": _outcome(match, found, number),
        "ahead": int(found.ahead),
        "winners": [int(seat) for seat in found.winners],
        "accuracy": [found.accuracy(Seat.ONE), found.accuracy(Seat.TWO)],
        "turning_point": found.turning_point,
        "reason": told(found.reason),
        "refutation": [{"seat": int(step.seat), "move": step.move} for step in found.refutation],
        "ending": told(found.ending),
        "moves": [
            {
                "seat": int(graded.seat),
                "move": graded.move,
                "grade": graded.grade.value,
                "winner_before": int(graded.winner_before),
                "winning": list(graded.winning),
                "regret": graded.regret,
                "weight": round(graded.weight, 4),
            }
            for graded in found.moves
        ],
    }


def _outcome(match: Match, found: RoundReview, number: int) -> dict[str, Any] | None:
    outcome = found.outcome
    if outcome is None:
        return None
    return {
        "winner": int(outcome.winner),
        "participant": match.seated(outcome.winner, number),
        "reason": outcome.reason.value,
    }


def told(reason: Explanation | None) -> dict[str, Any] | None:
    """An explanation as JSON: its code, its numbers and the English text."""
    if reason is None:
        return None
    return {"code": reason.code, "numbers": dict(reason.numbers), "text": str(reason)}


def history_picture(match: Match, language: str) -> str:
    """Who was winning when, as SVG."""
    from outnumber.pictures.history import draw
    from outnumber.web.voices import voice

    words = voice(language)

    def name(seat: Seat, number: int) -> str:
        named = match.participants[match.seated(seat, number) - 1].name
        return named or words.say("Player {seat}", seat=seat.value)

    rounds = range(1, len(match.rounds) + 1)
    names = [(name(Seat.ONE, number), name(Seat.TWO, number)) for number in rounds]
    return draw(review(match), words.word(match.rules.title), names, words)


def position_picture(match: Match, moves: Sequence[int], language: str) -> str:
    """The position after some moves, with what wins and why, as SVG."""
    from outnumber.pictures.position import draw
    from outnumber.theory.solve import solve
    from outnumber.web.voices import voice

    position = match.rules.start()
    for move in moves:
        position = position.play(move)
    return draw(position, moves, solve(position), voice(language))
