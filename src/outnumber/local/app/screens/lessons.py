"""The screen for choosing a lesson, with the stars of all five."""

from __future__ import annotations

from outnumber.games import mark
from outnumber.language import lessons as words
from outnumber.local.lessons import all_places
from outnumber.local.progress import SavedProgress
from outnumber.study.lessons.engine import Place
from outnumber.study.lessons.lesson import LESSONS
from outnumber.study.lessons.progress import proposed

from .catalogue import NumberedScreen
from .lesson import LessonScreen


class LessonsScreen(NumberedScreen):
    """All lessons, with the progress in each."""

    NAME, ABOUT = mark("Learn"), mark("Three stars per lesson: saw it, can do it, can prove it.")

    def on_screen_resume(self) -> None:
        # In the background: positions of seats in progress are proven again.
        self.think(lambda: all_places(SavedProgress(self).progress), self._fill, self.warn)

    def _fill(self, found: dict[str, Place]) -> None:
        voice = self.voice
        lines = {}
        for lesson in LESSONS.values():
            place = found[lesson.id]
            name = f"{words.stars(place.stars)}  {words.named(lesson, voice)}"
            lines[lesson.id] = name, words.where(place, lesson, voice)
        self.number(lines, list(LESSONS).index(proposed(found)))

    def action_open(self) -> None:
        if self.marked:
            self.app.push_screen(LessonScreen(self.marked, SavedProgress(self)))
