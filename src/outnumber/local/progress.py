"""Progress with puzzles and lessons, on disk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from outnumber.language.puzzles import set_aside
from outnumber.store.files import StoreError
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.progress import Progress, ProgressStore, Streak
from outnumber.study.puzzles.puzzle import Puzzle

from .saving import Listener, Warnings


def utc_now() -> datetime:
    return datetime.now(UTC)


class SavedProgress:
    """Progress on disk. Where it cannot be saved, a warning says so once and the puzzles continue."""

    def __init__(self, listener: Listener) -> None:
        self._warnings = Warnings(listener, "The puzzles continue.")
        self.voice = listener.voice
        self._store = ProgressStore()
        self.progress = Progress()
        self.failed = False
        # The puzzles of this session that were tried and solved, and the last of them.
        self.tried = self.solved = 0
        self._decided: Attempt | None = None
        try:
            self.progress, aside = self._store.load()
            if aside:
                listener.warn(set_aside(aside.name, listener.voice))
        except StoreError as error:
            self._fail(error)

    def record(self, attempt: Attempt, daily: str) -> None:
        """Save an attempt once, as soon as it is decided."""
        solved, hints = attempt.solved, attempt.hinted
        if solved is None or attempt is self._decided:
            return
        self._decided = attempt
        self.tried += 1
        self.solved += solved
        self._change(Progress.after, attempt.puzzle, solved, utc_now(), hints=hints, daily=daily)

    def learn(self, lesson: str, place: dict[str, Any], missed: Puzzle | None) -> None:
        """Save a place in a lesson, and the puzzle missed there, which comes again."""
        self._change(Progress.learned, lesson, place, missed, utc_now())

    def starred(self, game: str, stage: int, stars: tuple[str, ...]) -> None:
        """Save the stars of an attempt at a stage."""
        self._change(Progress.starred, game, stage, stars)

    def reset_path(self, game: str) -> None:
        """Delete the stars of a path."""
        self._change(Progress.without_path, game)

    def _change(self, change: Callable[..., Progress], *what: Any, **more: Any) -> None:
        try:
            self.progress = self._store.change(change, *what, **more)
        except StoreError as error:
            self.progress = change(self.progress, *what, **more)
            self._fail(error)

    def wanted(self, game: str, kind: str) -> int:
        """How hard the next puzzle should be."""
        return self.progress.wanted(game, kind)

    def streak(self) -> Streak:
        """The current and the longest streaks."""
        return self.progress.streak(utc_now().date())

    def _fail(self, error: StoreError) -> None:
        self.failed = True
        self._warnings.warn(error)
