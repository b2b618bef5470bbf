"""Matches as JSON, from records and the history, with the ends of rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from outnumber.games import Outcome, Seat, Voice
from outnumber.match import LONGEST_CLOCK, GameClock, Match, Participant

from . import Json, Model, SeatNumber

if TYPE_CHECKING:
    from outnumber.store.games import SavedGame


# The time limit, or the time used or added by a move, in seconds.
ClockSeconds = Annotated[float, Meta(ge=1, le=LONGEST_CLOCK)]
MoveSeconds = Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)]


class GameClockModel(Model, forbid_unknown_fields=True):
    """The seconds of each side for a whole round, and the increment per move."""

    seconds: ClockSeconds
    increment: MoveSeconds = 0.0

    @classmethod
    def of(cls, clock: GameClock | None) -> GameClockModel | None:
        return cls(*clock) if clock else None


class OutcomeModel(Model):
    """The end of a round."""

    winner: SeatNumber
    participant: SeatNumber
    reason: str

    @classmethod
    def of(cls, match: Match, outcome: Outcome | None, number: int) -> OutcomeModel | None:
        if outcome is None:
            return None
        return cls(outcome.winner, match.seated(outcome.winner, number), outcome.reason.value)


def player_json(player: Participant) -> Json:
    return {"plays": player.plays, "name": player.name or None}


def ended(outcome: Outcome | None) -> Json:
    """The winner and the reason of a round; nulls while it is running."""
    winner, reason = (outcome.winner, outcome.reason.value) if outcome else (None, None)
    return {"winner": winner, "reason": reason}


def match_json(match: Match) -> Json:
    """A whole match, as `outnumber replay --json` prints it."""
    return {
        "game": match.rules.name,
        "options": match.rules.options,
        "date": match.date,
        "players": [player_json(each) for each in match.participants],
        "first": match.first,
        "start": match.start,
        "clock": match.clock,
        "game_clock": match.game_clock and match.game_clock._asdict(),
        "times": match.times,
        "seed": match.seed,
        "over": match.over,
        "score": match.score(),
        "rounds": [
            {
                "moves": each.moves,
                "drawn": each.drawn,
                # The participant with seat 1.
                "first": match.seated(Seat.ONE, number),
                **ended(each.outcome),
                "comments": [{"after": ply, "text": text} for ply, text in each.comments],
            }
            for number, each in enumerate(match.rounds, start=1)
        ],
    }


def saved_json(entry: SavedGame, voice: Voice) -> Json:
    """A saved game, as `outnumber history --json` lists it.

    For an unreadable game, the problem, and the name of the game if that is not installed.
    """
    match, place = entry.match, {"id": entry.id, "path": str(entry.path)}
    if match is None:
        problem = voice.say("{problem}", problem=entry.error)
        return {**place, "problem": problem, "missing": entry.missing or None}
    told = match_json(match)
    rounds = [each.moves for each in match.rounds]
    names = ("game", "options", "date", "players", "over", "score", "start")
    return {**place, **{name: told[name] for name in names}, "rounds": rounds}
