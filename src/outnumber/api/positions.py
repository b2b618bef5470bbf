"""Any position, for a board to play on."""

from __future__ import annotations

from outnumber.api import Model, Options, SeatNumber
from outnumber.api.reviews import OutcomeModel
from outnumber.api.scenes import SceneModel
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.match.match import Match


class PositionModel(Model):
    """A position, how it came about, and what may come next."""

    game: str
    title: str
    options: Options
    # The options in few words.
    about: str
    moves: list[int]
    seats: list[SeatNumber]
    turn: SeatNumber | None
    legal: list[int]
    outcome: OutcomeModel | None
    scene: SceneModel
    # How it ended; nothing while it goes on.
    told: str

    @classmethod
    def of(cls, match: Match, about: str, told: str, voice: Voice = ENGLISH) -> PositionModel:
        """The current round of a match, with its options and its end in words."""
        current, rules = match.current, match.rules
        scene = SceneModel.of(current.scene, voice)
        return cls(
            game=rules.name,
            title=voice.word(rules.title),
            options=rules.options,
            about=about,
            moves=list(current.moves),
            seats=list(current.movers),
            turn=scene.turn,
            legal=scene.legal or [],
            outcome=OutcomeModel.of(match, current.outcome, 1),
            scene=scene,
            told=told,
        )
