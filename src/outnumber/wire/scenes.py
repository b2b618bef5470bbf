"""What a person sees of a position."""

from __future__ import annotations

from outnumber.games.scene import Row, Scene
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.wire import Model, SeatNumber


class JoinModel(Model):
    """What joins a number to the one before it."""

    kind: str
    number: int
    text: str


class RowModel(Model):
    """Numbers on the table in their order."""

    label: str
    seat: SeatNumber | None
    numbers: list[int]
    joins: list[JoinModel]
    total: int | None
    target: int | None

    @classmethod
    def of(cls, row: Row, voice: Voice = ENGLISH) -> RowModel:
        joins = [JoinModel(join.kind, join.number, voice.tell(join.phrase)) for join in row.joins]
        seat = None if row.seat is None else int(row.seat)
        return cls(voice.word(row.label), seat, list(row.numbers), joins, row.total, row.target)


class SceneModel(Model):
    """Everything that a person would see of a position."""

    turn: SeatNumber | None
    numbers: list[int]
    unused: list[int]
    legal: list[int]
    rows: list[RowModel]
    demand: str

    @classmethod
    def of(cls, scene: Scene, voice: Voice = ENGLISH) -> SceneModel:
        return cls(
            turn=None if scene.turn is None else int(scene.turn),
            numbers=list(scene.numbers),
            unused=list(scene.unused),
            legal=list(scene.legal),
            rows=[RowModel.of(row, voice) for row in scene.rows],
            demand=voice.tell(scene.demand),
        )
