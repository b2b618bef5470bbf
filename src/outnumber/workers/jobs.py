"""What worker processes compute about a game or a match: a job is `partial` of one of these functions.

It is pickled with its arguments, which are everything that its result depends on. Models are returned as
JSON, which a server passes on unchanged.
"""

from __future__ import annotations

from msgspec.json import encode

from outnumber.api.reviews import RoundReviewModel
from outnumber.games import Rules, Seat, Voice
from outnumber.match import Match, Round


def check(rules: Rules) -> None:
    """Check whether a game can be solved: if its start can, so can every later position."""
    from outnumber.theory.bounded import solve

    solve(rules.start())


def fair_starts(rules: Rules, seed: int, rounds: int) -> list[tuple[int, ...]]:
    """Fair starts for a number of rounds; the same for the same seed."""
    from outnumber.match.openings import fair

    return [fair(rules, seed, number) for number in range(1, rounds + 1)]


def choose(current: Round, plays: str, seed: int, number: int) -> int:
    """The move of a computer player; its random numbers depend on the seed and the number of the round."""
    from outnumber.players.random import dice
    from outnumber.players.registry import built_in

    return built_in(plays).move(current, dice(seed, number, current))


def verdict(current: Round, voice: Voice, *, certificate: bool = False) -> bytes:
    """The verdict of a position."""
    from outnumber.api import Sentence
    from outnumber.api.verdicts import VerdictModel
    from outnumber.theory.bounded import solve

    found = solve(current.position)
    told = VerdictModel.of(current.position, current.moves, found, voice, certificate=certificate)
    told.because = Sentence.of(found.reason, voice)
    return encode(told)


def hint(current: Round, level: int, voice: Voice) -> bytes:
    """One of three hint steps."""
    from outnumber.api.verdicts import HintModel
    from outnumber.theory.advice import hints

    return encode(HintModel.of(level, hints(current.position)[level - 1], voice))


def picture(shown: Round | Match, voice: Voice) -> str:
    """The picture of a position, with the winning moves and the reason, or of who was winning in a match."""
    from outnumber.study.pictures.draw import draw
    from outnumber.study.pictures.svg import for_page

    return for_page(draw(shown, voice))


def only_round(match: Match, number: int) -> Match:
    """A match of one round: `number` of another match, with the same seats."""
    return match._replace(
        rounds=match.rounds[number - 1 : number], first=match.seated(Seat.ONE, number), length=1
    )


def review(match: Match, number: int, voice: Voice) -> bytes:
    """The review of the only round of a match; `number` is its label."""
    from outnumber.api.reviews import PageReview
    from outnumber.language.ends import how
    from outnumber.language.match import to_each
    from outnumber.language.review import story
    from outnumber.match.review import review_round

    found = review_round(match.current)
    told = to_each(match, lambda seen: how(seen, voice), voice)
    decided = to_each(match, lambda seen: story(seen, 1, found, voice), voice)
    return encode(PageReview.of(match, number, found, voice, told, decided))


def told_review(match: Match, voice: Voice) -> tuple[RoundReviewModel, str]:
    """The review of a round, finished or not, for an assistant: as data and as text."""
    from outnumber.language.review import told
    from outnumber.match.review import Review, review_round

    found = review_round(match.current)
    lines = told(match, Review((found,)), "#.", voice)
    return RoundReviewModel.of(found, voice), "\n".join(line for line, _ in lines)
