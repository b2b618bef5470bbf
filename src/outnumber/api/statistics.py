"""How somebody has done, as `outnumber stats --json` prints it and the app exports it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from outnumber.api import Model
from outnumber.api.reviews import Chances
from outnumber.match.match import HUMAN
from outnumber.match.review import Tally
from outnumber.study.statistics.rating import Rating
from outnumber.study.statistics.rounds import Score, Summary
from outnumber.study.statistics.summary import PuzzleStatistics, Statistics


class OpponentModel(Model):
    """Rounds against one opponent; null where two people played: which of them are you?"""

    rounds: int
    won: int | None
    lost: int | None
    unfinished: int

    @classmethod
    def of(cls, name: str, found: Score) -> OpponentModel:
        won, lost = (None, None) if name == HUMAN else (found.won, found.lost)
        return cls(found.rounds, won, lost, found.unfinished)


class RatingModel(Model):
    """A rating with one standard error, null where it cannot be told yet, and the nearest level."""

    rating: float | None
    error: float | None
    rounds: int
    nearest: str | None

    @classmethod
    def of(cls, found: Rating) -> RatingModel:
        value, error = (None if each is None else round(each, 2) for each in (found.rating, found.error))
        return cls(value, error, found.rounds, found.level or None)


class DayModel(Model):
    """The rounds of a day, with the chances in them."""

    date: str
    rounds: int
    chances: int
    kept: int
    accuracy: float | None
    share: float | None


class PersonModel(Model):
    """What somebody did in rounds of two people."""

    name: str
    rounds: int
    won: int
    lost: int
    chances: int
    kept: int
    accuracy: float | None
    share: float | None


class RoundsModel(Model):
    """Rounds that were played, by opponent, by day and by name."""

    rounds: int
    unfinished: int
    opponents: dict[str, OpponentModel]
    chances: int
    kept: int
    accuracy: float | None
    share: float | None
    rating: RatingModel
    days: list[DayModel]
    people: list[PersonModel]

    @classmethod
    def of(cls, found: Summary) -> RoundsModel:
        return cls.filled(
            found,
            opponents={name: OpponentModel.of(name, each) for name, each in found.opponents.items()},
            **_chances(found.tally),
            rating=RatingModel.of(found.rating),
            days=[DayModel(day, each.rounds, **_chances(each.tally)) for day, each in found.days.items()],
            people=[
                PersonModel(name, each.rounds, each.won, each.lost, **_chances(each.tally))
                for name, each in found.people.items()
            ],
        )


class TriedOn(Model):
    """Puzzles of a date."""

    date: str
    solved: int
    missed: int


class TriedAt(Model):
    """Puzzles of a difficulty."""

    difficulty: int
    solved: int
    missed: int


class TriedModel(Model):
    """Puzzles that were tried, streaks in puzzles and in days, and how many are to come again."""

    solved: int
    missed: int
    row: int
    best_row: int
    days: int
    best_days: int
    due: int
    by_date: list[TriedOn]
    by_difficulty: list[TriedAt]

    @classmethod
    def of(cls, found: PuzzleStatistics) -> TriedModel:
        return cls(
            found.solved,
            found.missed,
            *found.streak,
            found.due,
            [TriedOn(day, *each) for day, each in found.days.items()],
            [TriedAt(hard, *each) for hard, each in found.difficulties.items()],
        )


class Both(Model):
    """Games and puzzles."""

    games: RoundsModel
    puzzles: TriedModel


class StatisticsModel(Model):
    """All of it, and by game; `game` is set where one was asked for."""

    game: str | None
    games: RoundsModel
    puzzles: TriedModel
    by_game: dict[str, Both]

    @classmethod
    def of(cls, found: Statistics, game: str | None = None) -> StatisticsModel:
        both = {
            name: Both(RoundsModel.of(games), TriedModel.of(puzzles))
            for name, (games, puzzles) in found.by_game.items()
        }
        return cls(game, RoundsModel.of(found.games), TriedModel.of(found.puzzles), both)


def _chances(found: Tally) -> dict[str, Any]:
    return asdict(Chances.of(found))


class Erased(Model):
    """That `outnumber stats --erase` has deleted what was counted, and how many games."""

    erased: bool
    games: int
