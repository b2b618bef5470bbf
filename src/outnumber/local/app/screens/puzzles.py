"""The screen for choosing puzzles: the daily puzzle, missed ones, or those of a game."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import chain

from outnumber.games import all_games, mark
from outnumber.language import puzzles as words
from outnumber.local import progress as books
from outnumber.study.puzzles.daily import daily
from outnumber.study.puzzles.generate import mixed
from outnumber.study.puzzles.kinds import KINDS
from outnumber.study.puzzles.puzzle import Puzzle

from .catalogue import CatalogueScreen, line
from .puzzle import PuzzleScreen

DAILY, AGAIN, ALL = "daily", "again", "all"


def seed() -> int:
    """A different seed each time."""
    return secrets.randbits(64)


# The first puzzle, an iterator of the next ones, the progress, and the day of a daily puzzle.
Opened = tuple[Puzzle, Iterator[Puzzle], books.SavedProgress, str]


class PuzzlesScreen(CatalogueScreen):
    """The kinds of puzzles, with the results so far."""

    NAME = mark("Puzzles")
    ABOUT = mark("Every puzzle is proven. Press d on a game for its daily puzzle.")
    EXPLAINED = "puzzles"

    def __init__(self) -> None:
        super().__init__()
        self._titles = {kind.name: kind.title for kind in all_games()}

    def on_mount(self) -> None:
        self._fill({})
        self.menu.focus()

    def on_screen_resume(self) -> None:
        # In the background: missed puzzles are proven again.
        self.think(self._look, self._fill, self.warn)

    def _look(self) -> dict[str, str]:
        """The state of each line of the list."""
        progress, now, voice = books.SavedProgress(self).progress, books.utc_now(), self.voice
        found = {name: words.of_a_game(progress, name, voice) for name in self._titles}
        found[DAILY] = words.of_the_day(progress, daily(now.date()), now.date().isoformat(), voice)
        found[AGAIN] = words.to_try_again(len(progress.waiting(now)), voice)
        return found

    def _fill(self, stand: dict[str, str]) -> None:
        titles = {
            DAILY: ("d", self.say("Daily puzzle")),
            AGAIN: ("a", self.say("To try again")),
            ALL: ("m", self.say("All games mixed")),
        } | {name: ("", self.voice.word(title)) for name, title in self._titles.items()}
        stand = {ALL: self.say("a different game each time"), **stand}
        wide = max(20, *(len(title) for _, title in titles.values()))
        self.fill(
            {
                id: line(f" {key:<1}", f"   {title:<{wide}} ", stand.get(id, ""))
                for id, (key, title) in titles.items()
            }
        )

    # opening

    def action_daily(self) -> None:
        """Open the daily puzzle: that of the marked game, if any."""
        self._open(DAILY, self.marked if self.marked in self._titles else None)

    def action_open(self, what: str = "") -> None:
        what = what or self.marked
        self._open(what, what if what in self._titles else None)

    def _open(self, what: str, game: str | None) -> None:
        self.think(lambda: self._opened(what, game), self._begin, self.warn, once=True)

    def _opened(self, what: str, game: str | None) -> Opened | None:
        saved, now = books.SavedProgress(self), books.utc_now()
        if what == DAILY:
            return daily(now.date(), game), iter(()), saved, now.date().isoformat()
        puzzles = iter(saved.progress.waiting(now, game))
        if what != AGAIN:
            games = [game] if game else ()
            puzzles = chain(puzzles, mixed(seed(), games=games, kinds=KINDS, difficulty=saved.wanted))
        first = next(puzzles, None)
        return (first, puzzles, saved, "") if first else None

    def _begin(self, found: Opened | None) -> None:
        if found:
            self.app.push_screen(PuzzleScreen(*found))
        else:
            self.notify(self.say("No puzzle is due. A puzzle that you miss comes back after a day."))
