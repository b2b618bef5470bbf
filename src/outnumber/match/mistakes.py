"""The mistakes of a match, for retrying them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .match import HUMAN, Begun, Match
from .review import Graded, Review, RoundReview


class Mistake(NamedTuple):
    """A move that threw a win away, with the match before it."""

    match: Match
    graded: Graded


def mistakes(match: Match, review: Review) -> Iterator[Mistake]:
    """The mistakes of people, or of all players if no person played."""
    for number, each in enumerate(review.rounds, start=1):
        yield from of_a_round(match, number, each)


def of_a_round(match: Match, number: int, each: RoundReview) -> Iterator[Mistake]:
    """The mistakes of one round."""
    people = [who for who in (1, 2) if match.participants[who - 1].plays == HUMAN] or [1, 2]
    current = match.rounds[number - 1]
    for ply, graded in enumerate(each.moves):
        if graded.regret and match.seated(graded.seat, number) in people:
            earlier = match._replace(rounds=match.rounds[: number - 1])
            # After a seat has been picked, the picker is irrelevant, even for a drawn start.
            before = Begun(moves=current.moves[:ply], seat1=current.seat1)
            yield Mistake(earlier.after(before), graded)
