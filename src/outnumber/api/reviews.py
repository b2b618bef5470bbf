"""Games looked at again: one form for programs that have a record, one for the pages that have a round."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, structs

from outnumber.api import Model, Options, SeatNumber, Sentence, ToldToEach
from outnumber.api.records import RecordedPlayer
from outnumber.games.base import Outcome, Seat
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.match.match import Match
from outnumber.match.review import Graded, Review, RoundReview, Tally, totals

GradeName = Literal["kept", "threw-away", "forced", "no-chance", "drawn"]
# More winning moves than this are counted, not listed, for each move of a review that an assistant reads.
MOST_LISTED = 20


class GradedMove(Model):
    """A move and what it did."""

    seat: SeatNumber
    move: int
    grade: GradeName
    winner_before: SeatNumber
    winning: list[int]
    legal: list[int]
    regret: int
    weight: float

    @classmethod
    def of(cls, graded: Graded) -> GradedMove:
        return cls(
            int(graded.seat),
            graded.move,
            graded.grade.value,
            int(graded.winner_before),
            list(graded.winning),
            list(graded.legal),
            graded.regret,
            round(graded.weight, 4),
        )


class Chances(Model):
    """How many winning chances somebody had and kept; `accuracy` weighs them by how rare the wins were."""

    chances: int
    kept: int
    accuracy: float | None
    # The same where each counts once, and a rare one up to twice.
    share: float | None

    @classmethod
    def of(cls, found: Tally) -> Chances:
        shares = (None if each is None else round(each, 4) for each in (found.accuracy, found.share))
        return cls(found.held, found.kept, *shares)


class ReviewedPlayer(RecordedPlayer):
    """A participant of a reviewed match."""

    chances: int
    kept: int
    accuracy: float | None
    share: float | None


class TurningPoint(Model):
    """The last move that threw a win away."""

    number: int
    seat: SeatNumber
    move: int
    winning: list[int]
    reason: str


class Refutation(Model):
    """Best play after the turning point."""

    moves: list[int]
    seats: list[SeatNumber]
    complete: bool


class ReviewedRound(Model):
    """A round of a reviewed match."""

    seats: list[SeatNumber]
    moves: list[GradedMove]
    history: list[SeatNumber]
    turning_point: TurningPoint | None
    refutation: Refutation | None
    accuracy: dict[str, float | None]
    share: dict[str, float | None]
    winner: SeatNumber | None
    reason: str | None

    @classmethod
    def of(cls, match: Match, number: int, each: RoundReview, voice: Voice) -> ReviewedRound:
        turning = refutation = None
        if each.turning_point is not None:
            graded = each.moves[each.turning_point]
            reason = voice.tell(each.reason) if each.reason else ""
            place = each.turning_point + 1
            turning = TurningPoint(place, int(graded.seat), graded.move, list(graded.winning), reason)
            steps = each.refutation
            refutation = Refutation(
                [step.move for step in steps], [int(step.seat) for step in steps], each.ending is not None
            )
        return cls(
            seats=[match.seated(seat, number) for seat in Seat],
            moves=[GradedMove.of(graded) for graded in each.moves],
            history=[int(winner) for winner in each.winners],
            turning_point=turning,
            refutation=refutation,
            accuracy={str(int(seat)): Chances.of(each.tally(seat)).accuracy for seat in Seat},
            share={str(int(seat)): Chances.of(each.tally(seat)).share for seat in Seat},
            winner=int(each.outcome.winner) if each.outcome else None,
            reason=each.outcome.reason.value if each.outcome else None,
        )


class ReviewModel(Model):
    """A whole match looked at again, as `outnumber review --json` prints it."""

    game: str
    options: Options
    players: list[ReviewedPlayer]
    rounds: list[ReviewedRound]

    @classmethod
    def of(cls, match: Match, found: Review, voice: Voice = ENGLISH) -> ReviewModel:
        players = [
            ReviewedPlayer(each.plays, each.name or None, *structs.astuple(Chances.of(tally)))
            for each, tally in zip(match.participants, totals(match, found), strict=True)
        ]
        rounds = [ReviewedRound.of(match, n, each, voice) for n, each in enumerate(found.rounds, start=1)]
        return cls(match.rules.name, match.rules.options, players, rounds)


class OutcomeModel(Model):
    """How a round ended."""

    winner: SeatNumber
    participant: SeatNumber
    reason: str

    @classmethod
    def of(cls, match: Match, outcome: Outcome | None, number: int) -> OutcomeModel | None:
        if outcome is None:
            return None
        return cls(int(outcome.winner), match.seated(outcome.winner, number), outcome.reason.value)


class StepModel(Model):
    """A move, and who makes it."""

    seat: SeatNumber
    move: int


class PageMove(Model):
    """A graded move of a round, without what a page can count itself."""

    seat: SeatNumber
    move: int
    grade: GradeName
    winner_before: SeatNumber
    winning: list[int]
    regret: Annotated[int, Meta(description="1 when the move turned a won position into a lost one, else 0.")]
    weight: Annotated[
        float, Meta(description="The share of legal moves that would not have won; 0 in a lost position.")
    ]

    @classmethod
    def of(cls, graded: Graded) -> PageMove:
        whole = GradedMove.of(graded)
        return cls(*(getattr(whole, name) for name in cls.__struct_fields__))


class PageReview(Model):
    """One round looked at again, as the pages have it."""

    round: int
    first: SeatNumber
    outcome: OutcomeModel | None
    ahead: SeatNumber
    winners: list[SeatNumber]
    accuracy: list[float | None]
    chances: list[Chances]
    turning_point: int | None
    reason: Sentence | None
    refutation: list[StepModel]
    ending: Sentence | None
    moves: list[PageMove]
    # How it ended, and what decided it.
    told: ToldToEach
    story: ToldToEach

    @classmethod
    def of(
        cls,
        match: Match,
        number: int,
        found: RoundReview,
        told: ToldToEach,
        story: ToldToEach,
        voice: Voice = ENGLISH,
    ) -> PageReview:
        return cls(
            round=number,
            first=match.seated(Seat.ONE, number),
            outcome=OutcomeModel.of(match, found.outcome, number),
            ahead=int(found.ahead),
            winners=[int(seat) for seat in found.winners],
            accuracy=[found.accuracy(seat) for seat in Seat],
            chances=[Chances.of(found.tally(seat)) for seat in Seat],
            turning_point=found.turning_point,
            reason=Sentence.of(found.reason, voice) if found.reason else None,
            refutation=[StepModel(int(step.seat), step.move) for step in found.refutation],
            ending=Sentence.of(found.ending, voice) if found.ending else None,
            moves=[PageMove.of(graded) for graded in found.moves],
            told=told,
            story=story,
        )


class CountedMove(PageMove, kw_only=True):
    """A graded move without long lists: at most 20 moves that would have won, and how many there are."""

    winning_count: int
    legal_count: int

    @classmethod
    def of(cls, graded: Graded) -> CountedMove:
        move = cls(
            **structs.asdict(PageMove.of(graded)),
            winning_count=len(graded.winning),
            legal_count=len(graded.legal),
        )
        move.winning = move.winning[:MOST_LISTED]
        return move


class RoundReviewModel(Model, kw_only=True):
    """One round looked at again, as assistants have it."""

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
    def of(cls, found: RoundReview, voice: Voice = ENGLISH) -> RoundReviewModel:
        turning = found.turning_point
        return cls(
            moves=[CountedMove.of(graded) for graded in found.moves],
            accuracy=[found.accuracy(seat) for seat in Seat],
            ahead=int(found.ahead),
            turning_point=None if turning is None else turning + 1,
            reason=voice.tell(found.reason) if found.reason else None,
            refutation=[step.move for step in found.refutation],
        )
