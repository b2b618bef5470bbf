"""Matches as their records have them: what `outnumber replay --json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from outnumber.api import Model, Options, SeatNumber
from outnumber.games.base import Seat
from outnumber.match.clock import GameClock
from outnumber.match.match import LONGEST_CLOCK, Match, Participant
from outnumber.match.round import Round


class GameClockModel(Model, forbid_unknown_fields=True):
    """The seconds of each side for a whole round, and those that every move adds."""

    seconds: Annotated[float, Meta(ge=1, le=LONGEST_CLOCK)]
    increment: Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)] = 0.0

    @classmethod
    def of(cls, clock: GameClock | None) -> GameClockModel | None:
        return cls(clock.seconds, clock.increment) if clock else None


class RecordedPlayer(Model):
    """A participant."""

    plays: str
    name: str | None

    @classmethod
    def of(cls, player: Participant) -> RecordedPlayer:
        return cls(player.plays, player.name or None)


class Comment(Model):
    """What was written after so many moves."""

    after: int
    text: str


class RecordedRound(Model):
    """A round, and which participant had seat 1 in it."""

    moves: list[int]
    drawn: int
    first: SeatNumber
    winner: SeatNumber | None
    reason: str | None
    comments: list[Comment]

    @classmethod
    def of(cls, played: Round, first: int) -> RecordedRound:
        outcome = played.outcome
        return cls(
            list(played.moves),
            played.drawn,
            first,
            int(outcome.winner) if outcome else None,
            outcome.reason.value if outcome else None,
            [Comment(*each) for each in played.comments],
        )


class MatchModel(Model):
    """A whole match."""

    game: str
    options: Options
    date: str
    players: list[RecordedPlayer]
    first: SeatNumber
    start: str
    clock: float | None
    game_clock: GameClockModel | None
    times: tuple[float, float] | None
    seed: int
    over: bool
    score: Sequence[int]
    rounds: list[RecordedRound]

    @classmethod
    def of(cls, match: Match) -> MatchModel:
        return cls(
            game=match.rules.name,
            options=match.rules.options,
            date=match.date,
            players=[RecordedPlayer.of(each) for each in match.participants],
            first=match.first,
            start=match.start,
            clock=match.clock,
            game_clock=GameClockModel.of(match.game_clock),
            times=match.times,
            seed=match.seed,
            over=match.over,
            score=match.score(),
            rounds=[
                RecordedRound.of(each, match.seated(Seat.ONE, number))
                for number, each in enumerate(match.rounds, start=1)
            ],
        )
