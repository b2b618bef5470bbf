"""Lessons for programs and pages: the lessons themselves, and the place of a learner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from outnumber.games import Voice, chosen
from outnumber.study.lessons.lesson import PARTS, Lesson, Part, Star, Step
from outnumber.study.lessons.place import Place
from outnumber.study.lessons.seats import level_of
from outnumber.study.lessons.view import Reply, View

from . import Model, Options, SeatNumber, Sentence
from .puzzles import GameOn, PuzzleModel
from .scenes import SceneModel


class LessonStep(Model):
    """A step: its stable id, the part of the lesson, and its position."""

    id: str
    part: Part
    title: str
    options: Options
    moves: Sequence[int]
    done: bool

    @classmethod
    def of(cls, step: Step, place: Place | None, voice: Voice) -> LessonStep:
        done = place is not None and step.id in place.done
        title = voice.word(PARTS[step.part])
        # The moves of a seat step are drawn.
        options = {} if step.part == "seat" else step.round.position.rules.options
        return cls(step.id, step.part, title, options, step.moves, done)


class LessonModel(Model):
    """A lesson with its steps, and the learner's progress."""

    id: str
    game: str
    title: str
    steps: list[LessonStep]
    # The boards from which the starts of the seat step come, one entry per level.
    levels: list[str]
    place: Place | None = None
    # The steps of the current place.
    stars: tuple[Star, ...] | None = None

    @classmethod
    def of(cls, lesson: Lesson, place: Place | None, voice: Voice) -> LessonModel:
        return cls(
            id=lesson.id,
            game=lesson.id,
            title=voice.word(lesson.title),
            steps=[LessonStep.of(step, place, voice) for step in lesson.steps],
            levels=[voice.tell(level.about) for level in lesson.levels],
            place=place,
            stars=place.stars if place else None,
        )


class Lessons(Model):
    """All lessons."""

    lessons: list[LessonModel]

    @classmethod
    def of(cls, lessons: Iterable[Lesson], places: Mapping[str, Place], voice: Voice) -> Lessons:
        return cls([LessonModel.of(lesson, places.get(lesson.id), voice) for lesson in lessons])


class PlayedOut(Model):
    """The reply to the last answer, and the moves played from that position."""

    right: bool
    said: list[Sentence]
    # The number of earlier moves, and all moves including the new ones.
    start: int
    moves: Sequence[int]
    seats: list[SeatNumber]
    scene: SceneModel

    @classmethod
    def of(cls, reply: Reply, voice: Voice) -> PlayedOut:
        current = reply.before.follow(reply.line)
        return cls(
            right=reply.right,
            said=_sentences(reply.said, voice),
            start=len(reply.before.moves),
            moves=current.moves,
            seats=list(current.movers),
            scene=SceneModel.of_round(current, len(current.moves), voice),
        )


class LessonView(Model):
    """The content shown at a place of a lesson."""

    lesson: str
    title: str
    game: str
    step: str
    part: Part
    part_title: str
    number: int
    steps: int
    options: Options
    about: str
    board: GameOn
    # The seat of the learner; null if it is still to be chosen or does not matter.
    you: SeatNumber | None
    asks: Literal["next", "move", "seat"]
    said: list[Sentence]
    hints: list[Sentence]
    reply: PlayedOut | None
    done: bool
    wrong: int
    # Whether a question, a drill board or a seat was answered correctly at the first try; null while that is
    # open.
    solved: bool | None
    # The missed position that returns among the puzzles.
    missed: PuzzleModel | None
    # Whether the last answer caused that.
    newly_missed: bool
    # The boards from which the starts of the seat step come, and those after five wins in a row.
    level: str
    harder: str

    @classmethod
    def of(cls, view: View, place: Place, voice: Voice) -> LessonView:
        step, rules = view.step, view.round.position.rules
        missed = view.missed and PuzzleModel.of_puzzle(view.missed, voice)
        return cls.filled(
            view,
            lesson=view.lesson.id,
            title=voice.word(view.lesson.title),
            game=rules.name,
            step=step.id,
            part=step.part,
            part_title=voice.word(PARTS[step.part]),
            steps=view.of,
            options=rules.options,
            about=chosen(rules, voice),
            board=GameOn.of(view.round, voice),
            said=_sentences(view.said, voice),
            hints=_sentences(view.hints, voice),
            reply=PlayedOut.of(view.reply, voice) if view.reply else None,
            missed=missed,
            newly_missed=view.newly_missed is not None,
            level=voice.tell(level_of(place.lesson, place.level).about),
            harder=voice.tell(level_of(place.lesson, place.level + 1).about),
        )


def _sentences(said: Iterable[Any], voice: Voice) -> list[Sentence]:
    return [Sentence.of(each, voice) for each in said]


class Learning(Model):
    """A place to save, and the content shown there."""

    place: Place
    view: LessonView
