"""Lessons resume at the beginning of the step where they were left."""

from datetime import UTC, datetime

from msgspec.structs import replace

from outnumber.local.lessons import all_places, opened
from outnumber.study.lessons import engine
from outnumber.study.lessons.lesson import LESSONS
from outnumber.study.puzzles.progress import Progress

LESSON = "order-challenge"
NOW = datetime(2026, 11, 15, tzinfo=UTC)


def test_a_new_lesson_begins_at_its_first_step_with_its_own_seed() -> None:
    begun = [opened(Progress(), LESSON) for _ in range(8)]
    assert {place.step for place in begun} == {LESSONS[LESSON].steps[0].id}
    assert len({place.seed for place in begun}) > 1
    assert {place.step for place in all_places(Progress()).values()} == {place.step for place in begun}


def test_answers_at_the_current_step_are_discarded() -> None:
    place = engine.at(engine.begin(LESSON), "who-1")
    left = replace(place, given=(1,), hinted=1)
    progress = Progress().learned(LESSON, left.to_json(), None, NOW)
    assert opened(progress, LESSON) == place
    assert opened(progress, LESSON, "drill-1") == engine.at(place, "drill-1")


def test_there_is_no_step_before_the_first_or_after_the_last() -> None:
    first, last = LESSONS[LESSON].steps[0].id, LESSONS[LESSON].steps[-1].id
    place = engine.begin(LESSON)
    assert engine.step_by(place, -1) == place
    assert engine.step_by(engine.step_by(place, 1), -1).step == first
    assert engine.step_by(engine.at(place, last), 1).step == last
