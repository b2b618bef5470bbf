"""Matches as programs read them, from records and from the history, and how rounds ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from outnumber.api import Model, Options, SeatNumber
from outnumber.games.base import Outcome, Seat
from outnumber.games.sentences import Voice
from outnumber.match.clock import GameClock
from outnumber.match.match import LONGEST_CLOCK, Match, Participant

if TYPE_CHECKING:
    from outnumber.store.games import SavedGame


class GameClockModel(Model, forbid_unknown_fields=True):
    """The seconds of each side for a whole round, and those that every move adds."""

    seconds: Annotated[float, Meta(ge=1, le=LONGEST_CLOCK)]
    increment: Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)] = 0.0

    @classmethod
    def of(cls, clock: GameClock | None) -> GameClockModel | None:
        return cls(*clock) if clock else None


class OutcomeModel(Model):
    """How a round ended."""

    winner: SeatNumber
    participant: SeatNumber
    reason: str

    @classmethod
    def of(cls, match: Match, outcome: Outcome | None, number: int) -> OutcomeModel | None:
        if outcome is None:
            return None
        return cls(outcome.winner, match.seated(outcome.winner, number), outcome.reason.value)


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

    moves: Sequence[int]
    drawn: int
    first: SeatNumber
    winner: SeatNumber | None
    reason: str | None
    comments: list[Comment]

    @classmethod
    def of(cls, match: Match, number: int) -> RecordedRound:
        played = match.rounds[number - 1]
        comments = [Comment(*each) for each in played.comments]
        first = match.seated(Seat.ONE, number)
        return cls.filled(played, first=first, comments=comments, **ended(played.outcome))


def ended(outcome: Outcome | None) -> dict[str, Any]:
    """The winner and the reason of a round; nulls while it goes on."""
    winner, reason = (outcome.winner, outcome.reason.value) if outcome else (None, None)
    return {"winner": winner, "reason": reason}


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
        rounds = [RecordedRound.of(match, number) for number in range(1, len(match.rounds) + 1)]
        clock = GameClockModel.of(match.game_clock)
        return cls.filled(match, game_clock=clock, rounds=rounds, **_heading(match))


def _heading(match: Match) -> dict[str, Any]:
    return {
        "game": match.rules.name,
        "options": match.rules.options,
        "players": [RecordedPlayer.of(each) for each in match.participants],
        "score": match.score(),
    }


class KeptMatch(Model):
    """A saved match, with the moves of each round."""

    id: int
    path: str
    game: str
    options: Options
    date: str
    players: list[RecordedPlayer]
    over: bool
    score: Sequence[int]
    start: str
    rounds: list[Sequence[int]]


class UnreadMatch(Model):
    """A saved match that cannot be read, and the game that is not installed, if that is why."""

    id: int
    path: str
    problem: str
    missing: str | None


class History(Model):
    """Saved games, newest first."""

    games: list[KeptMatch | UnreadMatch]

    @classmethod
    def of(cls, entries: Iterable[SavedGame], voice: Voice) -> History:
        return cls([_listed(entry, voice) for entry in entries])


def _listed(entry: SavedGame, voice: Voice) -> KeptMatch | UnreadMatch:
    match, path = entry.match, str(entry.path)
    if match is None:
        return UnreadMatch(entry.id, path, voice.say("{problem}", problem=entry.error), entry.missing or None)
    moves = [each.moves for each in match.rounds]
    return KeptMatch.filled(match, id=entry.id, path=path, rounds=moves, **_heading(match))


class Deleted(Model):
    """The numbers of games that `outnumber history --delete` deleted."""

    deleted: Sequence[int]


class Copied(Model):
    """What `outnumber backup` and `outnumber restore` copied, with the ids of damaged games."""

    games: int
    events: int
    damaged: Sequence[str]
    file: str
    bytes: int
