"""Progress that moves between devices: a file with everything, or a code with stars and ratings.

A file has `progress`, `chains` and `records`: of each finished game its record, and its rounds as the pages
count them, because a page cannot review a game that its server does not have.

The pages write and read the same (`server/static/shared/transfer.js`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from outnumber.games import GameError, OptionError
from outnumber.match.record import read as read_match
from outnumber.match.record import write
from outnumber.store.games import GameStore

from .chains.play import ChainRecords
from .lessons.lesson import STARS as LESSON
from .paths.stars import STARS
from .puzzles.progress import Progress, ProgressStore, read
from .statistics.review_cache import all_matches
from .statistics.rounds import PlayedRound

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


class _Kept(msgspec.Struct):
    record: str


def everything() -> dict[str, Any]:
    """All progress and finished games, as JSON."""
    games = []
    for match, rounds in all_matches():
        # A criterion that is a Python function has no text.
        with suppress(OptionError):
            if match.over:
                games.append({"record": write(match), "rounds": [_counted(each) for each in rounds]})
    progress = ProgressStore().load().progress.to_json()
    return {"progress": progress, "chains": ChainRecords().all(), "records": games}


def _counted(played: PlayedRound) -> dict[str, Any]:
    """A round as the pages count it; two people at one device have no tally."""
    tally = None if played.people else list(played.tally)
    return {
        **{name: getattr(played, name) for name in ("game", "day", "opponent", "over", "won")},
        "tally": tally,
    }


def add(text: str) -> None:
    """Merge the progress and games in a file, a code or a link; raises `ValueError` or `StoreError`."""
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
    games = msgspec.convert(plain.get("records", []), list[_Kept])
    msgspec.convert(progress, _Parts)
    ProgressStore().change(Progress.merged, read(progress))
    ChainRecords().add(chains)
    _add_games(each.record for each in games)


def _add_games(records: Iterable[str]) -> None:
    """Save the finished games that are not here yet. Games of programs are left out: a file could name any
    program, and playing again would start it.
    """
    store = GameStore()
    known = {write(match) for entry in store.entries() if (match := entry.match) and match.over}
    for record in records:
        with suppress(GameError):
            match = read_match(record)
            programs = any(each.plays.startswith("cmd:") for each in match.participants)
            if match.over and not programs and (text := write(match)) not in known:
                known.add(text)
                store.save(store.create(), match)


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
