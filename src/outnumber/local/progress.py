"""Progress with puzzles and lessons, on disk."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from outnumber.language.puzzles import set_aside
from outnumber.local.saving import Listener
from outnumber.store.files import StoreError
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.progress import Progress, ProgressStore, Streak
from outnumber.study.puzzles.puzzle import Puzzle


def utc_now() -> datetime:
    return datetime.now(UTC)


class SavedProgress:
    """Progress on disk, with everything that can go wrong told once; the puzzles go on all the same."""

    def __init__(self, console: Listener) -> None:
        self._warn, self._voice = console.warn, console.voice
        self._store = ProgressStore()
        self._told: set[str] = set()
        self.progress = Progress()
        self.failed = False
        try:
            self.progress, aside = self._store.load()
            if aside:
                self._warn(set_aside(aside.name, self._voice))
        except StoreError as error:
            self._fail(error)

    def record(self, attempt: Attempt, daily: str) -> None:
        """Have a decided attempt on disk before anything else happens."""
        solved, hints, now = bool(attempt.solved), attempt.hinted, utc_now()
        try:
            self.progress = self._store.record(attempt.puzzle, solved, now, hints=hints, daily=daily)
        except StoreError as error:
            self.progress = self.progress.after(attempt.puzzle, solved, now, hints=hints, daily=daily)
            self._fail(error)

    def learn(self, lesson: str, place: dict[str, Any], missed: Puzzle | None) -> None:
        """Have a place in a lesson on disk, and what was missed there for another day."""
        now = utc_now()
        try:
            self.progress = self._store.learn(lesson, place, missed, now)
        except StoreError as error:
            self.progress = self.progress.learned(lesson, place, missed, now)
            self._fail(error)

    def wanted(self, game: str, kind: str) -> int:
        """How hard the next puzzle should be."""
        return self.progress.wanted(game, kind)

    def streak(self) -> Streak:
        """How long the rows are today."""
        return self.progress.streak(utc_now().date())

    def _fail(self, error: StoreError) -> None:
        self.failed = True
        if str(error) not in self._told:
            self._told.add(str(error))
            self._warn(f"{self._voice.tell(error)} {self._voice.say('The puzzles go on.')}")
