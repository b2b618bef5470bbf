"""The progress of a person: puzzles solved and missed, streaks, and puzzles that are due again.

Saved as `puzzles.json` in the data directory: one line of JSON with every attempt, a card for each missed
puzzle, and the place in each lesson. An attempt is saved as soon as it is decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from outnumber.match import stamp
from outnumber.store.documents import DamagedDocument, Document

from .puzzle import Puzzle, from_json
from .rating import NEWCOMER, ratings, wanted
from .schedule import Answer, due, scheduled

VERSION = 1


class AttemptRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decided attempt."""

    at: str  # the time in UTC, as in records
    id: str
    game: str
    difficulty: int
    theme: str
    solved: bool
    hints: int = 0
    daily: str = ""  # the date, for a daily puzzle

    @property
    def kind(self) -> str:
        """The kind of puzzle. It is part of the id, because versions without kinds read this file too."""
        return self.id.partition("-")[0] if "-" in self.id else "one"

    @property
    def in_time(self) -> bool:
        """Whether it was the daily puzzle of that day."""
        return bool(self.daily) and self.at.startswith(self.daily)


class Streak(NamedTuple):
    """Puzzles solved in a row, and days in a row with a solved daily puzzle."""

    row: int = 0
    best_row: int = 0
    days: int = 0
    best_days: int = 0


class Progress(msgspec.Struct, frozen=True):
    """All attempts, oldest first, and the missed puzzles with their cards by id."""

    tried: tuple[AttemptRecord, ...] = ()
    # For each a `puzzle`, as JSON, and a `card` of the scheduler.
    cards: dict[str, dict[str, dict[str, Any]]] = {}
    # By lesson, as JSON, which only the lessons interpret.
    lessons: dict[str, dict[str, Any]] = {}
    # By game and stage: the stars earned on paths.
    paths: dict[str, dict[str, tuple[str, ...]]] = {}
    # By game: a rating that came from another device, and the number of puzzles it is from.
    ratings: dict[str, tuple[int, int]] = {}

    def after(
        self, puzzle: Puzzle, solved: bool, now: datetime, *, hints: int = 0, daily: str = ""
    ) -> Progress:
        """The progress with one more attempt; a daily puzzle counts once."""
        id = puzzle.id
        if daily and any((each.daily, each.id) == (daily, id) for each in self.tried):
            return self
        at = stamp(now)
        name = puzzle.rules.name
        this = AttemptRecord(at, id, name, puzzle.difficulty, puzzle.theme, solved, hints, daily)
        after = replace(self, tried=(*self.tried, this))
        if id not in self.cards and solved:
            return after
        answer = Answer.MISSED if not solved else Answer.WITH_HELP if hints else Answer.SOLVED
        return after._scheduled(puzzle, answer, now)

    def learned(self, lesson: str, place: dict[str, Any], missed: Puzzle | None, now: datetime) -> Progress:
        """The progress with a new place in a lesson; a puzzle missed there is scheduled, but not counted."""
        progress = replace(self, lessons=self.lessons | {lesson: place})
        return progress._scheduled(missed, Answer.MISSED, now) if missed else progress

    def starred(self, game: str, stage: int | str, stars: Iterable[str]) -> Progress:
        """The progress with the stars of one more attempt at a stage, which add to earlier ones."""
        stages = self.paths.get(game, {})
        earned = tuple(dict.fromkeys((*stages.get(str(stage), ()), *stars)))
        return replace(self, paths=self.paths | {game: stages | {str(stage): earned}})

    def without_path(self, game: str) -> Progress:
        """The progress without the stars of a path."""
        return replace(self, paths={name: stages for name, stages in self.paths.items() if name != game})

    def merged(self, other: Progress) -> Progress:
        """The progress of two devices together; stars never expire, and the latest review counts."""
        tried = {(each.at, each.id, each.daily): each for each in (*self.tried, *other.tried)}
        cards, lessons, ratings = dict(self.cards), dict(self.lessons), dict(self.ratings)
        for id, card in other.cards.items():
            before = cards.setdefault(id, card)
            cards[id] = max(before, card, key=lambda each: str(each["card"].get("last_review") or ""))
        for lesson, place in other.lessons.items():
            both = lessons.setdefault(lesson, place), place
            stars = dict.fromkeys(star for each in both for star in each.get("stars", ()))
            lessons[lesson] = max(both, key=lambda each: len(each.get("done", ()))) | {"stars": [*stars]}
        for game, rating in other.ratings.items():
            ratings[game] = max(ratings.get(game, rating), rating, key=lambda each: each[1])
        ordered = tuple(sorted(tried.values(), key=lambda each: each.at))
        merged = Progress(ordered, cards, lessons, self.paths, ratings)
        for game, stages in other.paths.items():
            for stage, earned in stages.items():
                merged = merged.starred(game, stage, earned)
        return merged

    def ideas(self, now: datetime) -> tuple[Counter[str], Counter[str]]:
        """How often each theme was found in the last week, and ever without help."""
        solved = [each for each in self.tried if each.solved and each.theme]
        since = stamp(now - timedelta(days=7))
        return (
            Counter(each.theme for each in solved if each.at >= since),
            Counter(each.theme for each in solved if not each.hints),
        )

    def rating(self, game: str) -> tuple[int, int]:
        """The rating in the puzzles of a game, and the number of puzzles it is from."""
        solver, _ = ratings(self.of(game))
        mine = round(solver.get(game, NEWCOMER)), len(self.of(game))
        return max(mine, self.ratings.get(game, mine), key=lambda each: each[1])

    def _scheduled(self, puzzle: Puzzle, answer: Answer, now: datetime) -> Progress:
        before = self.cards.get(puzzle.id, {}).get("card")
        card = {"puzzle": puzzle.card, "card": scheduled(before, answer, now)}
        return replace(self, cards=self.cards | {puzzle.id: card})

    def of(self, game: str | None) -> tuple[AttemptRecord, ...]:
        """The attempts at puzzles of a game, or all."""
        return tuple(each for each in self.tried if game in (None, each.game))

    def streak(self, today: date, game: str | None = None) -> Streak:
        """The current and the longest streaks."""
        tried = self.of(game)
        row, best_row = _rows(each.solved for each in tried)
        # Another device's clock may be wrong.
        days = sorted(
            {
                day
                for each in tried
                if each.in_time and each.solved
                if (day := date.fromisoformat(each.daily)) <= today
            }
        )
        now, best = _runs(days, today)
        return Streak(row, best_row, now, best)

    def wanted(self, game: str, kind: str) -> int:
        """The difficulty of the next puzzle of a game, based on earlier results."""
        # A rating from elsewhere that still counts is where the attempts here begin.
        brought, count = self.ratings.get(game, (0, 0))
        return wanted(self.tried, game, kind, {game: brought} if count > len(self.of(game)) else None)

    def waiting(self, now: datetime, game: str | None = None, kind: str | None = None) -> list[Puzzle]:
        """The missed puzzles that are due, longest overdue first."""
        ripe = [(due(card["card"]), id, card["puzzle"]) for id, card in self.cards.items()]
        found = []
        for when, _, plain in sorted(ripe, key=lambda each: each[:2]):
            if when <= now and game in (None, plain["game"]) and kind in (None, plain.get("kind", "one")):
                try:
                    found.append(from_json(plain))
                except ValueError:  # of a game that is no longer installed
                    continue
        return found

    def to_json(self) -> dict[str, Any]:
        return {"version": VERSION, **msgspec.json.decode(msgspec.json.encode(self))}


def _rows(solved: Iterable[bool]) -> tuple[int, int]:
    row = best = 0
    for each in solved:
        row = row + 1 if each else 0
        best = max(best, row)
    return row, best


def _runs(days: Sequence[date], today: date) -> tuple[int, int]:
    """The run of days that still continues (today's puzzle may be open), and the longest."""
    run = best = 0
    before: date | None = None
    for day in days:
        run = run + 1 if before and day - before == timedelta(days=1) else 1
        best, before = max(best, run), day
    alive = before is not None and today - before <= timedelta(days=1)
    return run if alive else 0, best


class Loaded(NamedTuple):
    """Progress from the disk, and the new path of a damaged file."""

    progress: Progress
    set_aside: Path | None = None


class ProgressStore:
    """The progress of one data directory."""

    def __init__(self, directory: Path | None = None) -> None:
        self.document = Document("puzzles", directory)

    def load(self) -> Loaded:
        """The progress so far; a damaged file is renamed. Raises `StoreError` if it cannot be read."""
        try:
            return Loaded(read(self.document.read()))
        except DamagedDocument:
            return Loaded(Progress(), self.document.set_aside())

    def change(self, change: Callable[..., Progress], *what: Any, **more: Any) -> Progress:
        """Save what a method of `Progress` makes of it; raises `StoreError` when that fails."""
        with self.document.held():
            # Read it again: another program may have written since.
            before = self.load().progress
            progress = change(before, *what, **more)
            if progress is not before:
                self.document.write(progress.to_json())
        return progress

    def erase(self) -> int:
        """Delete all of it permanently; returns the number of files."""
        return self.document.erase()


def read(plain: Any) -> Progress:
    """The progress in a document; raises `DamagedDocument` if it is invalid."""
    if plain is None:
        return Progress()
    try:
        if plain["version"] != VERSION or not {"tried", "cards"} <= plain.keys():
            raise ValueError("another version")
        progress = msgspec.convert(plain, Progress)
        for each in progress.tried:
            datetime.fromisoformat(each.at)
            date.fromisoformat(each.daily or "2026-01-01")
        for card in progress.cards.values():
            due(card["card"])
            if not isinstance(card["puzzle"]["game"], str):
                raise TypeError("a puzzle without a game")
    except (AttributeError, KeyError, TypeError, ValueError, msgspec.ValidationError) as error:
        raise DamagedDocument(repr(error)) from None
    return progress
