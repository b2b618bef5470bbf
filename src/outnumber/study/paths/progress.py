"""The stars of a player on each path, saved with the progress of the puzzles, and the open stages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .path import Path, Stage
from .stars import STARS, Star

if TYPE_CHECKING:
    from outnumber.study.puzzles.progress import Progress

# Stages that each star of a lesson opens, and solved puzzles of one difficulty that open the next stage.
BY_LESSON, BY_PUZZLES = 2, 3
# How often an idea must be found without help for a badge.
BADGE = 5


def stars_of(progress: Progress, stage: Stage) -> tuple[Star, ...]:
    """The stars earned on a stage."""
    kept = progress.paths.get(stage.game, {}).get(str(stage.number), ())
    return tuple(star for star in STARS if star in kept)


def total(progress: Progress, of: Path) -> int:
    """The number of stars earned on a path."""
    return sum(len(stars_of(progress, stage)) for stage in of.stages)


def opened(progress: Progress, of: Path) -> int:
    """The highest stage that may be played; lessons and puzzles open stages too."""
    won = max((stage.number for stage in of.stages if stars_of(progress, stage)), default=0)
    place = progress.lessons.get(of.game)
    lesson = place.get("stars") if isinstance(place, Mapping) else None
    taught = BY_LESSON * len(lesson) if isinstance(lesson, list | tuple) else 0
    solved = Counter(each.difficulty for each in progress.of(of.game) if each.solved)
    puzzled = sum(count >= BY_PUZZLES for count in solved.values())
    return min(len(of.stages), 1 + max(won, taught, puzzled))


def next_stage(progress: Progress, of: Path) -> Stage:
    """The stage to play next: the first open one without a win, else the first without all stars."""
    stages = of.stages[: opened(progress, of)]
    for wanted in (1, len(STARS)):
        for stage in stages if wanted > 1 else stages[-1:]:
            if len(stars_of(progress, stage)) < wanted:
                return stage
    return stages[-1]
