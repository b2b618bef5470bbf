"""What a solver process can be asked about a match or a game: each job is a model that answers itself.

A record has the one round that the question is about, except for the picture of a whole match. It may be a
function that writes it, called when the question is sent.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from outnumber.api import Model, Options
from outnumber.api.reviews import RoundReviewModel
from outnumber.games.base import Seat
from outnumber.games.registry import find
from outnumber.games.sentences import Voice
from outnumber.match.match import Match
from outnumber.match.record import read, write

# The first byte of an answer that is a refusal.
REFUSAL = b"!"


class Job(Model, tag_field="job", kw_only=True):
    """Something to be worked out, to be told in a language."""

    language: str = "en"

    def answer(self, voice: Voice) -> object:
        """What came of it, as JSON can hold it; raises `GameError` where nothing can."""
        raise NotImplementedError


class RoundJob(Job):
    """A job about one round of a match."""

    record: Any

    @property
    def match(self) -> Match:
        return read(self.record)


def record_of(match: Match, number: int) -> partial[str]:
    """One round of a match as a record of its own, written when it is called: most jobs need no more."""
    only = match._replace(
        rounds=match.rounds[number - 1 : number], first=match.seated(Seat.ONE, number), length=1
    )
    return partial(write, only)


class Choose(RoundJob, tag="choose"):
    """What a computer player plays in a round, which players draw by the number of."""

    plays: str
    round: int

    def answer(self, voice: Voice) -> int:  # noqa: ARG002
        from outnumber.players.registry import computer

        match = self.match
        return computer(self.plays).choose(match._replace(rounds=match.rounds * self.round))


class Check(Job, tag="check"):
    """Whether a game can be solved: if its start can, everything after it can."""

    game: str
    options: Options

    def answer(self, voice: Voice) -> int:  # noqa: ARG002
        from outnumber.theory.bounded import solve

        return solve(find(self.game)(**self.options).start()).winner


class FairStarts(Job, tag="starts"):
    """Fair starts for so many rounds of a game; the same for the same seed."""

    game: str
    options: Options
    seed: int
    rounds: int

    def answer(self, voice: Voice) -> list[tuple[int, ...]]:  # noqa: ARG002
        from outnumber.match.openings import fair

        rules = find(self.game)(**self.options)
        return [fair(rules, self.seed, number) for number in range(1, self.rounds + 1)]


class VerdictJob(RoundJob, tag="verdict"):
    """Who wins a round after so many of its moves."""

    ply: int
    certificate: bool = False

    def answer(self, voice: Voice) -> Model:
        from outnumber.api import Sentence
        from outnumber.api.verdicts import VerdictModel
        from outnumber.theory.bounded import solve

        current = self.match.current.at(self.ply)
        found = solve(current.position)
        told = VerdictModel.of(current.position, current.moves, found, voice, certificate=self.certificate)
        told.because = Sentence.of(found.reason, voice)
        return told


class Hint(RoundJob, tag="hint"):
    """One of three steps of help."""

    level: int

    def answer(self, voice: Voice) -> Model:
        from outnumber.api.verdicts import HintModel
        from outnumber.theory.hints import hints

        return HintModel.of(self.level, hints(self.match.current.position)[self.level - 1], voice)


class ReviewJob(RoundJob, tag="review"):
    """A round that is over, looked at again; its number is what it is to be called."""

    number: int

    def answer(self, voice: Voice) -> Model:
        from outnumber.api.reviews import PageReview
        from outnumber.language.ends import how
        from outnumber.language.review import story
        from outnumber.language.who import to_each
        from outnumber.match.review import review_round

        match = self.match
        found = review_round(match.current)
        told = to_each(match, lambda seen: how(seen, voice), voice)
        decided = to_each(match, lambda seen: story(seen, 1, found, voice), voice)
        page = PageReview.of(match, 1, found, told, decided, voice)
        page.round = self.number
        return page


class ReviewWithText(Model):
    """A review as data, and the same in words."""

    review: RoundReviewModel
    text: str


class ToldReview(RoundJob, tag="told-review"):
    """A round looked at again, over or not, for an assistant that reads it."""

    def answer(self, voice: Voice) -> ReviewWithText:
        from outnumber.language.review import told
        from outnumber.match import review

        match = self.match
        found = review.review_round(match.current)
        lines = told(match, review.Review((found,)), "#.", voice)
        return ReviewWithText(RoundReviewModel.of(found, voice), "\n".join(line for line, _ in lines))


class PositionPicture(RoundJob, tag="picture"):
    """A round after so many of its moves, with what wins and why."""

    ply: int

    def answer(self, voice: Voice) -> str:
        from outnumber.study.pictures.draw import draw

        return draw(self.match.current.at(self.ply), voice)


class HistoryPicture(RoundJob, tag="history"):
    """Who was winning when in a whole match."""

    def answer(self, voice: Voice) -> str:
        from outnumber.study.pictures.draw import draw

        return draw(self.match, voice)
