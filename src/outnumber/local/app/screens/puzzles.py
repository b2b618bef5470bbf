"""Where puzzles are chosen: the one of the day, those to try again, or those of a game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from outnumber.games.registry import all_games
from outnumber.games.sentences import mark
from outnumber.language import puzzles as words
from outnumber.local import progress as books
from outnumber.local.app.screens.catalogue import CatalogueScreen, line
from outnumber.local.app.screens.puzzle import PuzzleScreen
from outnumber.local.app.widgets.keys import LEAVE, Key
from outnumber.study.puzzles.daily import daily
from outnumber.study.puzzles.generate import mixed
from outnumber.study.puzzles.kinds import KINDS
from outnumber.study.puzzles.puzzle import Puzzle

DAILY, AGAIN, ALL = "daily", "again", "all"


def seed() -> int:
    """Other puzzles each time."""
    return int.from_bytes(os.urandom(8))


class PuzzleSession(NamedTuple):
    """What somebody has sat down to: the first puzzle is made, and the others as they are wanted."""

    saved: books.SavedProgress
    first: Puzzle | None
    rest: Iterator[Puzzle]
    day: str


class PuzzlesScreen(CatalogueScreen):
    """The puzzles there are, and how they have gone so far."""

    NAME = mark("Puzzles")
    ABOUT = mark("Every puzzle is proven. d on a game is its puzzle of the day.")
    KEYS = (
        Key("↑↓", "Choose"),
        Key("⏎", "Open", "open"),
        Key("d", "Daily", "daily"),
        Key("a", "Again", f"open('{AGAIN}')"),
        Key("m", "Mixed", f"open('{ALL}')"),
        *LEAVE,
    )

    def __init__(self) -> None:
        super().__init__()
        self._titles = {kind.name: kind.title for kind in all_games()}
        self._opening = False

    def on_mount(self) -> None:
        self._fill({})
        self.menu.focus()

    def on_screen_resume(self) -> None:
        # In the background: missed puzzles are proven again.
        self.think(self._look, self._fill, self.warn)

    def _look(self) -> dict[str, str]:
        """How each line of the list stands."""
        progress, now, voice = books.SavedProgress(self).progress, books.utc_now(), self.voice
        found = {name: words.of_a_game(progress, name, voice) for name in self._titles}
        found[DAILY] = words.of_the_day(progress, daily(now.date()), now.date().isoformat(), voice)
        found[AGAIN] = words.to_try_again(len(progress.waiting(now)), voice)
        return found

    def _fill(self, stand: dict[str, str]) -> None:
        titles = {
            DAILY: ("d", self.say("Puzzle of the day")),
            AGAIN: ("a", self.say("To try again")),
            ALL: ("m", self.say("All games mixed")),
        } | {name: ("", self.voice.word(title)) for name, title in self._titles.items()}
        stand = {ALL: self.say("one game after the other"), **stand}
        wide = max(20, *(len(title) for _, title in titles.values()))
        self.fill(
            {
                id: line(f" {key:<1}", f"   {title:<{wide}} ", stand.get(id, ""))
                for id, (key, title) in titles.items()
            }
        )

    # opening

    def action_daily(self) -> None:
        """The puzzle of the day: that of the game, where one is marked."""
        self._sit(DAILY, self.marked if self.marked in self._titles else None)

    def action_open(self, what: str = "") -> None:
        what = what or self.marked
        self._sit(what, what if what in self._titles else None)

    def _sit(self, what: str, game: str | None) -> None:
        if self._opening:
            return
        self._opening = True
        self.think(lambda: self._sitting(what, game), self._begin, self._refused)

    def _sitting(self, what: str, game: str | None) -> PuzzleSession:
        saved, now = books.SavedProgress(self), books.utc_now()
        if what == DAILY:
            return PuzzleSession(saved, daily(now.date(), game), iter(()), now.date().isoformat())
        puzzles = iter(saved.progress.waiting(now, game))
        if what != AGAIN:
            games = [game] if game else ()
            puzzles = chain(puzzles, mixed(seed(), games=games, kinds=KINDS, difficulty=saved.wanted))
        return PuzzleSession(saved, next(puzzles, None), puzzles, "")

    def _begin(self, found: PuzzleSession) -> None:
        self._opening = False
        if found.first is None:
            text = self.say(
                "Nothing is to be tried again now. A puzzle that you miss comes back after a day."
            )
            self.notify(text)
        else:
            self.app.push_screen(PuzzleScreen(found.first, found.rest, found.saved, found.day))

    def _refused(self, why: str) -> None:
        self._opening = False
        self.warn(why)
