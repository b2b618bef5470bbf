"""The place where a player resumes a lesson; a new lesson gets a random seed."""

from __future__ import annotations

import secrets

from outnumber.study.lessons import engine
from outnumber.study.lessons.place import LARGEST_SEED, Place
from outnumber.study.lessons.progress import place_in, places
from outnumber.study.puzzles.progress import Progress


def opened(progress: Progress, lesson: str, step: str = "") -> Place:
    """The beginning of the step where the player left a lesson, or of another step."""
    place = place_in(progress, lesson, _seed())
    return engine.at(place, step or place.step) if step or place.given else place


def all_places(progress: Progress) -> dict[str, Place]:
    """The place in every lesson."""
    return places(progress, _seed())


def _seed() -> int:
    return secrets.randbelow(LARGEST_SEED)
