"""The games on disk, as `outnumber history --json` lists them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from outnumber.api import Model, Options
from outnumber.api.records import RecordedPlayer
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.store.games import SavedGame


class KeptMatch(Model):
    """A match, with the moves of each round."""

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
    """A match that cannot be read, and the game that is not installed, if that is why."""

    id: int
    path: str
    problem: str
    missing: str | None


class History(Model):
    """Games, newest first."""

    games: list[KeptMatch | UnreadMatch]

    @classmethod
    def of(cls, entries: Iterable[SavedGame], voice: Voice = ENGLISH) -> History:
        return cls([_listed(entry, voice) for entry in entries])


def _listed(entry: SavedGame, voice: Voice) -> KeptMatch | UnreadMatch:
    match, path = entry.match, str(entry.path)
    if match is None:
        return UnreadMatch(entry.id, path, voice.say("{problem}", problem=entry.error), entry.missing or None)
    return KeptMatch(
        entry.id,
        path,
        match.rules.name,
        match.rules.options,
        match.date,
        [RecordedPlayer.of(each) for each in match.participants],
        match.over,
        match.score(),
        match.start,
        [each.moves for each in match.rounds],
    )
