"""Lessons, gone through in a solver process. Nothing is kept: the place of a learner travels."""

from __future__ import annotations

from functools import partial

from outnumber.api.bodies import LessonStepDone
from outnumber.api.errors import Refused
from outnumber.api.lessons import Learning, LessonView
from outnumber.games.options import chosen
from outnumber.games.sentences import Voice
from outnumber.study.lessons import engine
from outnumber.study.lessons.lesson import Step
from outnumber.workers.jobs import Job


class Learn(Job, tag="learn"):
    """What is shown at a place of a lesson, or where something that is done leads."""

    asked: LessonStepDone

    def answer(self, voice: Voice) -> Learning:
        try:
            place = engine.sound(self.asked.place)
        except ValueError:
            raise Refused("no-step") from None
        place = self._done(place)
        view = engine.look(place)
        about = partial(chosen, voice=voice)
        return Learning(place, LessonView.of(view, place, about, voice))

    def _done(self, place: engine.Place) -> engine.Place:
        asked = self.asked
        if asked.do == "answer":
            return engine.answer(place, asked.number)
        if asked.do == "hint":
            return engine.hint(place)
        if asked.do == "onward":
            return engine.onward(place)
        if asked.do == "at":
            try:
                return engine.at(place, asked.step)
            except KeyError:
                raise Refused("no-step") from None
        return place


class LessonPicture(Job, tag="lesson-picture"):
    """The picture of the position of a step, with what wins and why."""

    lesson: str
    step: str

    def found(self) -> Step:
        """The step; raises `Refused` where there is none."""
        from outnumber.study.lessons.catalogue import LESSONS

        try:
            return LESSONS[self.lesson].step(self.step)
        except KeyError:
            raise Refused("no-step") from None

    def answer(self, voice: Voice) -> str:
        from outnumber.study.pictures.draw import draw

        return draw(self.found().round, voice)
