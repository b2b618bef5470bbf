"""The place of a learner in each lesson, saved with the progress of the puzzles."""

from __future__ import annotations

from msgspec.structs import replace

from outnumber.study.puzzles.progress import Progress

from .engine import Place, begin, from_json
from .lesson import LESSONS, STARS


def place_in(progress: Progress, lesson: str, seed: int) -> Place:
    """The place where the learner left the lesson; its beginning if the lesson is new or the saved place is
    invalid.
    """
    plain = progress.lessons.get(lesson)
    if not plain:
        return begin(lesson, seed)
    try:
        return from_json({**plain, "lesson": lesson})
    except ValueError:
        # Stars never expire, even if the rest is invalid.
        kept = plain.get("stars")
        stars = tuple(star for star in STARS if isinstance(kept, list) and star in kept)
        return replace(begin(lesson, seed), stars=stars)


def places(progress: Progress, seed: int) -> dict[str, Place]:
    """The place in every lesson."""
    return {lesson: place_in(progress, lesson, seed) for lesson in LESSONS}


def proposed(found: dict[str, Place]) -> str:
    """The lesson to continue: the first without all stars, else the one with the easiest boards."""
    for lesson, place in found.items():
        if len(place.stars) < len(STARS):
            return lesson
    return min(found, key=lambda lesson: found[lesson].level)
