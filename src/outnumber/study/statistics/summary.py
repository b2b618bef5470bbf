"""A person's statistics: games and puzzles, in total or for one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from outnumber.store.documents import Document
from outnumber.store.games import GameStore
from outnumber.study.chains.play import ChainRecords
from outnumber.study.puzzles.progress import Progress, ProgressStore, Streak
from outnumber.study.puzzles.schedule import due

from .review_cache import all_rounds
from .rounds import PlayedRound, Summary, summary


class PuzzleStatistics(NamedTuple):
    """Puzzles solved and missed, streaks, and the number of puzzles due again."""

    solved: int
    missed: int
    streak: Streak
    due: int
    # Solved and missed by date and by difficulty.
    days: dict[str, tuple[int, int]]
    difficulties: dict[int, tuple[int, int]]


class Statistics(NamedTuple):
    """Games and puzzles, in total and for each game."""

    games: Summary
    puzzles: PuzzleStatistics
    by_game: dict[str, tuple[Summary, PuzzleStatistics]]

    def of(self, game: str | None) -> Statistics:
        """The statistics of one of the games that occur, or all."""
        return self if game is None else Statistics(*self.by_game[game], {game: self.by_game[game]})


def statistics(
    played: Iterable[PlayedRound], progress: Progress, now: datetime, game: str | None = None
) -> Statistics:
    """The statistics of rounds and attempts, in total or for one game; `now` is a time in UTC."""
    rounds = [each for each in played if game in (None, each.game)]
    tried = progress.of(game)
    names = dict.fromkeys([*(each.game for each in rounds), *(each.game for each in tried)])
    return Statistics(
        summary(rounds),
        _puzzles(progress, now, game),
        {
            name: (summary(each for each in rounds if each.game == name), _puzzles(progress, now, name))
            for name in names
        },
    )


def _puzzles(progress: Progress, now: datetime, game: str | None) -> PuzzleStatistics:
    tried = progress.of(game)
    waiting = sum(
        game in (None, card["puzzle"]["game"]) and due(card["card"]) <= now
        for card in progress.cards.values()
    )
    right = sum(each.solved for each in tried)
    return PuzzleStatistics(
        right,
        len(tried) - right,
        progress.streak(now.date(), game),
        waiting,
        _counted((each.at[:10], each.solved) for each in tried),
        _counted((each.difficulty, each.solved) for each in tried),
    )


def _counted(results: Iterable[tuple[Any, bool]]) -> dict[Any, tuple[int, int]]:
    """Solved and missed counts for each key, in order."""
    found = Counter(results)
    return {key: (found[key, True], found[key, False]) for key in sorted({key for key, _ in found})}


class StoredStatistics(NamedTuple):
    """Statistics from the disk, and the new path of a damaged file of puzzle progress."""

    statistics: Statistics
    set_aside: Path | None


def from_disk(
    now: datetime, game: str | None = None, tick: Callable[[], object] = lambda: None
) -> StoredStatistics:
    """The statistics of the saved data; `tick` is called after each game, for a progress bar."""
    progress, set_aside = ProgressStore().load()
    return StoredStatistics(statistics(all_rounds(tick), progress, now, game), set_aside)


def erase(*, games: bool = False) -> int:
    """Delete progress, chains and statistics, and optionally all games; returns the number of games."""
    ProgressStore().erase()
    Document("statistics").erase()
    ChainRecords().erase()
    store = GameStore()
    deleted = list(store.entries()) if games else []
    for entry in deleted:
        store.delete(entry.id)
    return len(deleted)
