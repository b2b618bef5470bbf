"""The questions for a worker process about a game or a match: each job is a model with a method that answers
it.

A job contains everything that its answer depends on: the game with its options, and the moves. Only a review
and the picture of a match also need the players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from outnumber.api import Model, Options
from outnumber.api.reviews import RoundReviewModel
from outnumber.games.base import Outcome, Rules, Seat
from outnumber.games.registry import find
from outnumber.games.sentences import Voice
from outnumber.match.match import Begun, Match, Participant
from outnumber.match.round import Round

# The first byte of an answer that is a refusal.
REFUSAL = b"!"


class Job(Model, tag_field="job", kw_only=True):
    """A job to compute, with its answer in a language."""

    language: str = "en"

    def answer(self, voice: Voice) -> object:
        """The answer as a JSON value; raises `GameError` if there is none."""
        raise NotImplementedError


class GameJob(Job):
    """A job about a game."""

    game: str
    options: Options

    @classmethod
    def of(cls, rules: Rules, **more: Any) -> Self:
        return cls(game=rules.name, options=rules.options, **more)

    @property
    def rules(self) -> Rules:
        return find(self.game)(**self.options)


class Check(GameJob, tag="check"):
    """Checks whether a game can be solved: if its start can, so can every later position."""

    def answer(self, voice: Voice) -> int:  # noqa: ARG002
        from outnumber.theory.bounded import solve

        return solve(self.rules.start()).winner


class FairStarts(GameJob, tag="starts"):
    """Fair starts for a number of rounds; the same for the same seed."""

    seed: int
    rounds: int

    def answer(self, voice: Voice) -> list[tuple[int, ...]]:  # noqa: ARG002
        from outnumber.match.openings import fair

        rules = self.rules
        return [fair(rules, self.seed, number) for number in range(1, self.rounds + 1)]


class RoundJob(GameJob):
    """A job about the position after some moves."""

    moves: Sequence[int]

    @property
    def current(self) -> Round:
        return Round.begin(self.rules, self.moves)


class Choose(RoundJob, tag="choose"):
    """The move of a computer player; its random numbers depend on the seed and the number of the round."""

    plays: str
    seed: int
    round: int

    def answer(self, voice: Voice) -> int:  # noqa: ARG002
        from outnumber.players.random import dice
        from outnumber.players.registry import built_in

        current = self.current
        return built_in(self.plays).move(current, dice(self.seed, self.round, current))


class VerdictJob(RoundJob, tag="verdict"):
    """The verdict of a position."""

    certificate: bool = False

    def answer(self, voice: Voice) -> Model:
        from outnumber.api import Sentence
        from outnumber.api.verdicts import VerdictModel
        from outnumber.theory.bounded import solve

        position = self.current.position
        found = solve(position)
        told = VerdictModel.of(position, self.moves, found, voice, certificate=self.certificate)
        told.because = Sentence.of(found.reason, voice)
        return told


class Hint(RoundJob, tag="hint"):
    """One of three hint steps."""

    level: int

    def answer(self, voice: Voice) -> Model:
        from outnumber.api.verdicts import HintModel
        from outnumber.theory.advice import hints

        return HintModel.of(self.level, hints(self.current.position)[self.level - 1], voice)


class PositionPicture(RoundJob, tag="picture"):
    """The picture of a position, with the winning moves and the reason."""

    def answer(self, voice: Voice) -> str:
        from outnumber.study.pictures.draw import draw

        return draw(self.current, voice)


class MatchJob(GameJob):
    """A job about rounds of a match and the participants."""

    participants: tuple[Participant, Participant]
    first: int
    # The start and the moves of each round, and its outcome if the players decided it.
    rounds: list[tuple[Begun, Outcome | None]]

    @classmethod
    def of_match(cls, match: Match, **more: Any) -> Self:
        rounds = [
            (Begun(each.moves[: each.drawn], each.moves[each.drawn :], each.seat1), each.ended)
            for each in match.rounds
        ]
        return cls.of(match.rules, participants=match.participants, first=match.first, rounds=rounds, **more)

    @property
    def match(self) -> Match:
        rules = self.rules
        rounds = tuple(_round(rules, *each) for each in self.rounds)
        return Match(rules, self.participants, self.first, len(rounds), rounds=rounds)


def _round(rules: Rules, begun: Begun, ended: Outcome | None) -> Round:
    opening, moves, seat1 = begun
    played = Round.begin(rules, opening + moves, drawn=len(opening), seat1=seat1)
    return played.end(ended.winner.other, ended.reason) if ended else played


def only_round(match: Match, number: int) -> Match:
    """A match of one round: `number` of another match, with the same seats."""
    return match._replace(
        rounds=match.rounds[number - 1 : number], first=match.seated(Seat.ONE, number), length=1
    )


class ReviewJob(MatchJob, tag="review"):
    """The review of a finished round; `number` is its label."""

    number: int

    def answer(self, voice: Voice) -> Model:
        from outnumber.api.reviews import PageReview
        from outnumber.language.ends import how
        from outnumber.language.names import to_each
        from outnumber.language.review import story
        from outnumber.match.review import review_round

        match = self.match
        found = review_round(match.current)
        told = to_each(match, lambda seen: how(seen, voice), voice)
        decided = to_each(match, lambda seen: story(seen, 1, found, voice), voice)
        return PageReview.of(match, self.number, found, voice, told, decided)


class ReviewWithText(Model):
    """A review as data and as text."""

    review: RoundReviewModel
    text: str


class ToldReview(MatchJob, tag="told-review"):
    """The review of a round, finished or not, for an assistant."""

    def answer(self, voice: Voice) -> ReviewWithText:
        from outnumber.language.review import told
        from outnumber.match import review

        match = self.match
        found = review.review_round(match.current)
        lines = told(match, review.Review((found,)), "#.", voice)
        return ReviewWithText(RoundReviewModel.of(found, voice), "\n".join(line for line, _ in lines))


class HistoryPicture(MatchJob, tag="history"):
    """The picture of who was winning throughout a match."""

    def answer(self, voice: Voice) -> str:
        from outnumber.study.pictures.draw import draw

        return draw(self.match, voice)
