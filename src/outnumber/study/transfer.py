"""Progress that moves between devices: a file with everything, or a code with stars and ratings.

The pages write and read the same (`server/static/shared/transfer.js`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .chains.play import ChainRecords
from .lessons.lesson import STARS as LESSON
from .paths.stars import STARS
from .puzzles.progress import Progress, ProgressStore, read

# The beginning of a code, and its part for one game: name, stages, lesson, rating, and puzzles.
_MARK = "1"
_PART = re.compile(r"([a-z0-9-]{1,60})_([0-7]{0,99})_([0-7])_([0-9]{1,5})_([0-9]{1,6})")
# Maximum characters of a code: as many as fit in a link.
_LONGEST = 4_000
_Game = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,60}\Z")]
_Stage = Annotated[str, Meta(pattern=r"^[1-9][0-9]?\Z")]


class _Attempt(msgspec.Struct):
    game: _Game
    difficulty: Annotated[int, Meta(ge=0, le=9)]


class _Lesson(msgspec.Struct):
    stars: tuple[str, ...] = ()
    done: tuple[Any, ...] = ()


class _Parts(msgspec.Struct):
    """The limits for the progress of another device; each value also fits in a code."""

    tried: tuple[_Attempt, ...] = ()
    lessons: dict[_Game, _Lesson] = {}
    paths: dict[_Game, dict[_Stage, tuple[str, ...]]] = {}
    ratings: dict[
        _Game, tuple[Annotated[int, Meta(ge=0, le=99_999)], Annotated[int, Meta(ge=0, le=999_999)]]
    ] = {}


def everything() -> dict[str, Any]:
    """All progress, as JSON."""
    return {"progress": ProgressStore().load().progress.to_json(), "chains": ChainRecords().all()}


def add(text: str) -> None:
    """Merge the progress in a file, a code or a link; raises `ValueError` or `StoreError`."""
    code = text.strip().rpartition("#progress=")[2]
    if not code.startswith("{"):
        ProgressStore().change(Progress.merged, decoded(code))
        return
    try:
        plain = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    progress = plain.get("progress", plain)
    chains = msgspec.convert(plain.get("chains", {}), dict[str, Any])
    msgspec.convert(progress, _Parts)
    ProgressStore().change(Progress.merged, read(progress))
    ChainRecords().add(chains)


def code(progress: Progress) -> str:
    """Stars and ratings as a short code; each digit has a bit per star.

    >>> code(Progress().starred("order-challenge", 2, ["won", "flawless"]))
    '1*order-challenge_05_0_1000_0'
    """
    games = (*progress.paths, *progress.lessons, *progress.ratings, *(each.game for each in progress.tried))
    parts = []
    for game in dict.fromkeys(games):
        path = progress.paths.get(game, {})
        stages = (
            _bits(STARS, path.get(str(stage), ())) for stage in range(1, 1 + max(map(int, path), default=0))
        )
        lesson = _bits(LESSON, progress.lessons.get(game, {}).get("stars", ()))
        parts.append("_".join([game, "".join(map(str, stages)), *map(str, (lesson, *progress.rating(game)))]))
    return "*".join([_MARK, *parts])


def decoded(text: str) -> Progress:
    """The stars and ratings of a code; raises `ValueError` if it is not one."""
    mark, *parts = text[: _LONGEST + 1].split("*")
    found = [_PART.fullmatch(part) for part in parts]
    if mark != _MARK or not found or len(text) > _LONGEST:
        raise ValueError("not a code")
    lessons, paths, ratings = dict[str, Any](), dict[str, Any](), dict[str, Any]()
    for part in found:
        if part is None:
            raise ValueError("not a code")
        game, stages, lesson, rating, puzzles = part.groups()
        if stars := _names(LESSON, lesson):
            lessons[game] = {"lesson": game, "stars": [*stars]}
        each = {str(stage): _names(STARS, digit) for stage, digit in enumerate(stages, start=1)}
        paths[game] = {stage: stars for stage, stars in each.items() if stars}
        if int(puzzles):
            ratings[game] = int(rating), int(puzzles)
    return Progress(lessons=lessons, paths=paths, ratings=ratings)


def _bits(names: dict[Any, Any], have: Sequence[str]) -> int:
    return sum(2**place for place, name in enumerate(names) if name in have)


def _names(names: dict[Any, Any], digit: str) -> tuple[str, ...]:
    return tuple(name for place, name in enumerate(names) if int(digit) >> place & 1)
