"""The visible part of a position, and any position for a board to play on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import UNSET, UnsetType

from outnumber.games import ENGLISH, Join, Played, Row, Scene, Seat, Voice
from outnumber.match import Match, Round

from . import Model, Options, SeatNumber
from .games import rules_fields
from .records import OutcomeModel


class JoinModel(Model):
    """The link between a number and the previous one."""

    kind: str
    number: int
    text: str


# Most of them occur repeatedly.
@lru_cache(4096)
def _join(join: Join, voice: Voice) -> JoinModel:
    return JoinModel(join.kind, join.number, voice.tell(join.phrase))


class RowModel(Model):
    """Numbers on the table in order."""

    label: str
    seat: SeatNumber | None
    numbers: Sequence[int]
    joins: list[JoinModel]
    total: int | None
    target: int | None

    @classmethod
    def of(cls, row: Row, voice: Voice) -> RowModel:
        joins = [_join(join, voice) for join in row.joins]
        return cls(voice.word(row.label), row.seat, tuple(row.numbers), joins, row.total, row.target)


class SceneModel(Model, kw_only=True):
    """Everything visible of a position.

    Fields that the reader already has may be omitted: all numbers of the game, the unused ones, and the
    playable ones.
    """

    turn: SeatNumber | None
    numbers: list[int] | UnsetType = UNSET
    unused: list[int] | UnsetType = UNSET
    legal: list[int] | UnsetType = UNSET
    rows: list[RowModel]
    # The number of earlier moves of the round that the rows omit.
    earlier: int = 0
    demand: str

    @classmethod
    def of(cls, scene: Scene, voice: Voice) -> SceneModel:
        return cls(
            turn=scene.turn,
            numbers=list(scene.numbers),
            unused=list(scene.unused),
            legal=list(scene.legal),
            rows=[RowModel.of(row, voice) for row in scene.rows],
            demand=voice.tell(scene.demand),
        )

    @classmethod
    def of_round(cls, current: Round, most: int, voice: Voice = ENGLISH) -> SceneModel:
        """The scene of a round, with rows of at most `most` last moves.

        It omits the numbers of the game, and the playable and unused numbers.
        """
        moves, movers = current.moves[-most:], current.movers[-most:]
        played = [Played(_SEATS[mover], move) for mover, move in zip(movers, moves, strict=True)]
        position = current.position
        return cls(
            turn=None if current.outcome else position.turn,
            rows=[RowModel.of(row, voice) for row in position.rows(played)],
            earlier=len(current.moves) - len(moves),
            demand=voice.tell(position.demand()),
        )


# Indexed by number: an enum's own lookup is slower.
_SEATS = (Seat.ONE, Seat.ONE, Seat.TWO)


class PositionModel(Model):
    """A position, the moves that led to it, and the possible next moves."""

    game: str
    title: str
    options: Options
    # A short description of the options.
    about: str
    moves: Sequence[int]
    seats: Sequence[SeatNumber]
    turn: SeatNumber | None
    legal: list[int]
    outcome: OutcomeModel | None
    scene: SceneModel
    # How it ended; null while it is running.
    told: str

    @classmethod
    def of(cls, match: Match, told: str, voice: Voice) -> PositionModel:
        """The current round of a match, with its end in words."""
        current = match.current
        scene = SceneModel.of(current.scene, voice)
        return cls(
            **rules_fields(match.rules, voice),
            moves=current.moves,
            seats=list(current.movers),
            turn=scene.turn,
            legal=scene.legal or [],
            outcome=OutcomeModel.of(match, current.outcome, 1),
            scene=scene,
            told=told,
        )
