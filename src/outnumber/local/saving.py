"""Keeps the match that is being played on disk, and says so in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, Protocol

from outnumber.games.sentences import Voice
from outnumber.match.match import HELPED, HUMAN, Match

# store is imported when there is something to keep: the first prompt does not wait for it.


class Listener(Protocol):
    """Whoever is told about saving, in a language: a console, or a screen."""

    @property
    def voice(self) -> Voice: ...
    def warn(self, line: str, /) -> object: ...


class Autosave:
    """Saves a match after each change; a full disk is told once and tried again with the next move."""

    def __init__(self, console: Listener, id: int | None = None, record: str = "") -> None:
        self._console = console
        self._say = console.voice.say
        self._record = record
        self._saved: Match | None = None
        self._told: set[str] = set()
        self._used: list[dict[str, Any]] = []
        # Once something is on disk, taking it back must get there too.
        self._begun = id is not None
        self._locks = ExitStack()
        self.id = id
        # Whether a program or a model plays, which nobody resumes without a word.
        self._outside = False
        self._helped = False
        # Whether the last save failed anywhere, and whether the history lacks the last move.
        self.failed = self._unkept = False

    def __enter__(self) -> Autosave:
        if self.id is not None:
            from outnumber.store.games import GameStore

            self._locks.enter_context(GameStore().lock(self.id))
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the game, so that another program can have it."""
        self._locks.close()

    def helped(self, match: Match) -> None:
        """Note that the one person in a match had help; its result then says nothing about a rating."""
        if [each.plays for each in match.participants].count(HUMAN) == 1 and not self._helped:
            self._helped, self._saved = True, None
            if self._begun:
                self.keep(match)

    def _noted(self, match: Match) -> Match:
        if not self._helped or HELPED in dict(match.tags):
            return match
        return match._replace(tags=(*match.tags, (HELPED, "yes")))

    def keep(self, match: Match, used: Iterable[dict[str, Any]] = ()) -> None:
        """Have the match on disk as it is now; nothing is kept before the first move.

        What players say that they `used` for their moves is kept beside it.
        """
        self._used += filter(None, used)
        current = match.current
        begun = (
            len(current.moves) > current.drawn or current.seat1 or current.outcome or len(match.rounds) > 1
        )
        if match is self._saved or not (begun or self._begun):
            return
        self._begun = True
        from outnumber.players.registry import outside
        from outnumber.store.files import StoreError

        self._outside = any(outside(each.plays) for each in match.participants)

        self.failed = self._unkept = False
        # Each on its own: where one disk is full, the other may not be.
        for save in (self._to_history, self._to_record):
            try:
                save(self._noted(match))
            except StoreError as error:
                self.failed = True
                self._unkept |= save == self._to_history
                if str(error) not in self._told:
                    self._told.add(str(error))
                    goes_on = self._say("The game goes on, and each move tries again.")
                    self._console.warn(f"{self._console.voice.tell(error)} {goes_on}")
        if not self.failed:
            self._saved = match

    def _to_history(self, match: Match) -> None:
        from outnumber.store.games import GameStore

        store = GameStore()
        if self.id is None:
            id = store.create()
            self._locks.enter_context(store.lock(id))
            self.id = id
        store.save(self.id, match)
        if self._used:
            store.keep_used(self.id, self._used)
            self._used = []

    def _to_record(self, match: Match) -> None:
        if self._record:
            from outnumber.match.record import write
            from outnumber.store.files import save_text

            save_text(self._record, write(match))

    def report(self, match: Match, copy: str = "") -> str:
        """Where the game is, in one line; writes a copy of the record if asked to."""
        if copy:
            from outnumber.match.record import write
            from outnumber.store.files import save_copy

            return self._say("The record is in {file}.", file=save_copy(copy, write(match)))
        self.keep(match)
        if self._unkept:
            return self._say("The last move could not be saved.")
        if self.id is None:
            return self._say("Nothing has been played yet, so there is nothing to keep.")
        if match.over:
            return self._say("This is game {id} of your history.", id=self.id)
        return self._kept()

    def good_bye(self) -> list[str]:
        """How to go on with a match that somebody left, where it is kept."""
        return [] if self.id is None or self._unkept else [self._kept()]

    def _kept(self) -> str:
        trust = " --trust" if self._outside else ""
        command = f"outnumber resume {self.id}{trust}"
        return self._say("Kept as game {id}. Go on with: {command}", id=self.id, command=command)
