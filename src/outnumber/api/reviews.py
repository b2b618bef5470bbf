"""Reviews: a whole match for programs, one round for pages and assistants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from msgspec import Meta, structs

from outnumber.games import Seat, Voice
from outnumber.match import Match
from outnumber.match.review import Graded, LineMove, Review, RoundReview, Tally, totals

from . import Json, Model, SeatNumber, Sentence, ToldToEach
from .records import OutcomeModel, ended, player_json

GradeName = Literal["kept", "threw-away", "forced", "no-chance", "drawn"]
# Above this number, winning moves are counted instead of listed, for each move of a review for assistants.
MOST_LISTED = 20


class StepModel(Model):
    """A move and its player."""

    seat: SeatNumber
    move: int


class PageMove(StepModel):
    """A graded move of a round, without values that a page can compute itself."""

    grade: GradeName
    winner_before: SeatNumber
    winning: list[int]
    regret: Annotated[int, Meta(description="1 when the move turned a won position into a lost one, else 0.")]
    weight: Annotated[
        float, Meta(description="The share of legal moves that would not have won; 0 in a lost position.")
    ]

    @classmethod
    def of(cls, graded: Graded, **more: object) -> Self:
        more = {"winning": list(graded.winning)} | more
        return cls.filled(graded, grade=graded.grade.value, weight=round(graded.weight, 4), **more)


class CountedMove(PageMove):
    """A graded move without long lists: at most 20 moves that would have won, and their number."""

    winning_count: int
    legal_count: int


class Chances(Model):
    """How many winning chances a player had and kept; `accuracy` weights them by how rare the winning moves
    were.
    """

    chances: int
    kept: int
    accuracy: float | None
    # Weighted share: each win counts once, a rare one up to twice.
    share: float | None

    @classmethod
    def of(cls, found: Tally) -> Chances:
        shares = (None if each is None else round(each, 4) for each in (found.accuracy, found.share))
        return cls(found.held, found.kept, *shares)


def chances(found: Tally) -> Json:
    return structs.asdict(Chances.of(found))


def review_json(match: Match, found: Review, voice: Voice) -> Json:
    """The review of a whole match, as `outnumber review --json` prints it."""
    both = zip(match.participants, totals(match, found), strict=True)
    return {
        "game": match.rules.name,
        "options": match.rules.options,
        "players": [{**player_json(each), **chances(tally)} for each, tally in both],
        "rounds": [_round_json(match, n, each, voice) for n, each in enumerate(found.rounds, start=1)],
    }


def _round_json(match: Match, number: int, found: RoundReview, voice: Voice) -> Json:
    turning = refutation = None
    if found.turning_point is not None:
        graded, steps = found.moves[found.turning_point], found.refutation
        turning = {
            "number": found.turning_point + 1,
            "seat": graded.seat,
            "move": graded.move,
            "winning": list(graded.winning),
            "reason": voice.tell(found.reason) if found.reason else "",
        }
        refutation = {
            "moves": [step.move for step in steps],
            "seats": [step.seat for step in steps],
            "complete": found.ending is not None,
        }
    tallies = {str(int(seat)): Chances.of(found.tally(seat)) for seat in Seat}
    return {
        "seats": [match.seated(seat, number) for seat in Seat],
        "moves": [_move_json(graded) for graded in found.moves],
        "history": found.winners,
        "turning_point": turning,
        "refutation": refutation,
        "accuracy": {seat: each.accuracy for seat, each in tallies.items()},
        "share": {seat: each.share for seat, each in tallies.items()},
        **ended(found.outcome),
    }


def _move_json(graded: Graded) -> Json:
    """A graded move with all legal moves."""
    told = structs.asdict(PageMove.of(graded))
    regret, weight = told.pop("regret"), told.pop("weight")
    return {**told, "legal": list(graded.legal), "regret": regret, "weight": weight}


def steps_of(line: Sequence[LineMove]) -> list[StepModel]:
    return [StepModel(*step) for step in line]


class PageReview(Model):
    """The review of one round, for pages."""

    round: int
    first: SeatNumber
    outcome: OutcomeModel | None
    ahead: SeatNumber
    winners: Sequence[SeatNumber]
    accuracy: list[float | None]
    chances: list[Chances]
    turning_point: int | None
    reason: Sentence | None
    refutation: list[StepModel]
    ending: Sentence | None
    moves: list[PageMove]
    # How it ended, and the decisive move.
    told: ToldToEach
    story: ToldToEach

    @classmethod
    def of(
        cls, match: Match, number: int, found: RoundReview, voice: Voice, told: ToldToEach, story: ToldToEach
    ) -> PageReview:
        """The review of the only round of a match, which is labelled round `number`."""
        return cls.filled(
            found,
            round=number,
            first=match.seated(Seat.ONE),
            outcome=OutcomeModel.of(match, found.outcome, 1),
            accuracy=[found.accuracy(seat) for seat in Seat],
            chances=[Chances.of(found.tally(seat)) for seat in Seat],
            reason=Sentence.of(found.reason, voice) if found.reason else None,
            refutation=steps_of(found.refutation),
            ending=Sentence.of(found.ending, voice) if found.ending else None,
            moves=[PageMove.of(graded) for graded in found.moves],
            told=told,
            story=story,
        )


class RoundReviewModel(Model, kw_only=True):
    """The review of one round, for assistants."""

    moves: list[CountedMove]
    accuracy: Annotated[
        list[float | None],
        Meta(description="Of seat 1 and seat 2: the share of winning chances kept; null without any."),
    ]
    ahead: Annotated[SeatNumber, Meta(description="Who wins the last position under perfect play.")]
    turning_point: Annotated[
        int | None,
        Meta(description="The number, from 1, of the last move that threw a win away; null if none did."),
    ]
    reason: Annotated[str | None, Meta(description="Why the position before the turning point was won.")]
    refutation: Annotated[list[int], Meta(description="Best play after the turning point.")]

    @classmethod
    def of(cls, found: RoundReview, voice: Voice) -> RoundReviewModel:
        turning = found.turning_point
        return cls.filled(
            found,
            moves=[
                CountedMove.of(
                    each,
                    winning=list(each.winning)[:MOST_LISTED],
                    winning_count=len(each.winning),
                    legal_count=len(each.legal),
                )
                for each in found.moves
            ],
            accuracy=[found.accuracy(seat) for seat in Seat],
            turning_point=None if turning is None else turning + 1,
            reason=voice.tell(found.reason) if found.reason else None,
            refutation=[step.move for step in found.refutation],
        )
