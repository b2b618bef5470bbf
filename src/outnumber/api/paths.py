"""Paths for programs and pages; `study/paths` describes the JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from outnumber.games import Voice, chosen
from outnumber.match import Match
from outnumber.study.paths.path import Path, Stage
from outnumber.study.paths.progress import opened, stars_of, total
from outnumber.study.paths.stars import Result, Star
from outnumber.study.paths.start import start
from outnumber.study.puzzles.progress import Progress

from . import Model, Options, SeatNumber


class StageModel(Model):
    """A stage, with the start that a seed draws and the stars so far."""

    number: int
    title: str
    options: Options
    about: str
    opponent: str
    name: str
    line: str
    learner: str
    rounds: int
    moves: Sequence[int] | None
    seat: SeatNumber | None
    stars: Sequence[Star]

    @classmethod
    def of(cls, stage: Stage, progress: Progress | None, seed: int | None, voice: Voice) -> StageModel:
        rules = stage.rules
        begun: Match | None = None if seed is None else start(stage, seed)
        return cls.filled(
            stage,
            title=voice.say("Stage {n}", n=stage.number),
            options=rules.options,
            about=chosen(rules, voice),
            name=voice.word(stage.opponent).capitalize(),
            line=voice.word(stage.line),
            moves=begun and begun.current.moves,
            seat=begun and int(begun.seat_of(1)),
            stars=stars_of(progress, stage) if progress else (),
        )


class PathModel(Model):
    """The path of a game."""

    game: str
    title: str
    open: int | None
    total: int | None
    stages: list[StageModel]

    @classmethod
    def of(cls, path: Path, progress: Progress | None, seed: int | None, voice: Voice) -> PathModel:
        return cls(
            game=path.game,
            title=voice.word(path.stages[0].rules.title),
            open=opened(progress, path) if progress else None,
            total=total(progress, path) if progress else None,
            stages=[StageModel.of(stage, progress, seed, voice) for stage in path.stages],
        )


class Paths(Model):
    """The paths of several games."""

    paths: list[PathModel]

    @classmethod
    def of(cls, paths: Iterable[Path], progress: Progress | None, seed: int | None, voice: Voice) -> Paths:
        return cls([PathModel.of(path, progress, seed, voice) for path in paths])


class StageResult(Model):
    """The result of an attempt at a stage."""

    game: str
    stage: int
    won: bool
    stars: Sequence[Star]
    # The number of moves before the last one that threw the win away.
    missed: int | None
    # That move in a sentence, and the moves that would have won.
    turning: str | None
    # The theme of that position, and the step of the lesson that teaches it.
    theme: str | None
    step: str | None

    @classmethod
    def of(cls, found: Result, turning: str) -> StageResult:
        missed = len(found.missed.match.current.moves) if found.missed else None
        stage, idea, step = found.stage, found.theme or None, found.step or None
        return cls(stage.game, stage.number, found.won, found.stars, missed, turning or None, idea, step)
