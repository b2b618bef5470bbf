"""Attempts at the stages of a path, and their stars."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from outnumber.language import paths as words
from outnumber.match import Match, stamp
from outnumber.study.paths.path import Stage, path
from outnumber.study.paths.stars import result, stage_of
from outnumber.study.paths.start import start

from .progress import SavedProgress


def attempt(stage: Stage, seed: int | None = None, name: str = "") -> Match:
    """An attempt that begins now, with a random start unless a seed is given."""
    seed = secrets.randbits(32) if seed is None else seed
    return start(stage, seed, name, stamp(datetime.now(UTC)))


def following(match: Match) -> Stage | None:
    """The stage after one that was won; None after any other match, and at the end of the path."""
    stage = stage_of(match)
    stages = path(stage.game).stages if stage and match.champion() == 1 else ()
    return next((each for each in stages if stage and each.number == stage.number + 1), None)


def attempted(match: Match, saved: SavedProgress, *, helped: bool) -> list[str]:
    """Save the stars of an attempt that is over, and say how it ended; nothing for another match."""
    found = result(match, helped=helped)
    if found is None:
        return []
    if found.stars:
        saved.starred(found.stage.game, found.stage.number, found.stars)
    return words.ended(found, saved.voice)
