"""Saves the match that is being played, and reports problems in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from outnumber.games import GameError, Voice
from outnumber.match import HELPED, HUMAN, Match

if TYPE_CHECKING:
    from outnumber.match.loop import Player
    from outnumber.store.games import GameStore

# `store` is imported with the first save: the first prompt does not wait for it.


class Listener(Protocol):
    """A console or a screen that shows warnings in its language."""

    @property
    def voice(self) -> Voice: ...
    def warn(self, line: str, /) -> object: ...


class Warnings:
    """Shows each storage error once, with how the program continues."""

    def __init__(self, listener: Listener, continues: str) -> None:
        self._listener, self._continues = listener, continues
        self._shown: set[str] = set()

    def warn(self, error: GameError) -> None:
        voice = self._listener.voice
        if str(error) not in self._shown:
            self._shown.add(str(error))
            self._listener.warn(f"{voice.tell(error)} {voice.word(self._continues)}")


class Autosave:
    """Saves a match after each change. A full disk is reported once, and each move tries again."""

    def __init__(self, listener: Listener, id: int | None = None, record: str = "") -> None:
        self._say = listener.voice.say
        self._warnings = Warnings(
            listener, ("The game continues, and the program tries again after each move.")
        )
        self._record = record
        self._used: list[dict[str, Any]] = []
        self._locks = ExitStack()
        self.id = id
        # The match to save, once something has been played; from then on undoing must reach the disk too.
        self._match: Match | None = None
        self._saved = self._helped = False
        # Whether the last save failed in any place, and whether the history lacks the last move.
        self.failed = self._unsaved = False

    @cached_property
    def _store(self) -> GameStore:
        from outnumber.store.games import GameStore

        return GameStore()

    def __enter__(self) -> Autosave:
        if self.id is not None:
            self._locks.enter_context(self._store.lock(self.id))
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def needed_help(self, match: Match) -> bool:
        """Whether the person in a match had help, now or before it was resumed."""
        return self._helped or HELPED in dict(match.tags)

    def close(self) -> None:
        """Release the game, so that another program can have it."""
        self._locks.close()

    def helped(self, match: Match) -> None:
        """Note that the only person in a match had help; the result then does not count for a rating."""
        if [each.plays for each in match.participants].count(HUMAN) == 1 and not self._helped:
            self._helped, self._saved = True, False
            if self._match or self.id is not None:
                self.save(match)

    def save(self, match: Match, players: Iterable[Player] = ()) -> None:
        """Save the match, and what players used for their moves; nothing is saved before the first move."""
        current = match.current
        begun = self._match or self.id is not None or len(match.rounds) > 1
        if not (begun or len(current.moves) > current.drawn or current.seat1 or current.outcome):
            return
        if match is self._match and self._saved:
            return
        from outnumber.store.files import StoreError

        self._used += filter(None, (player.used() for player in players))
        self._match = match
        self.failed = self._unsaved = False
        if self._helped and HELPED not in dict(match.tags):
            match = match._replace(tags=(*match.tags, (HELPED, "yes")))
        # Separately: one disk may be full while the other is not.
        for save in (self._to_history, self._to_record):
            try:
                save(match)
            except StoreError as error:
                self.failed = True
                self._unsaved |= save == self._to_history
                self._warnings.warn(error)
        self._saved = not self.failed

    def _to_history(self, match: Match) -> None:
        if self.id is None:
            id = self._store.create()
            self._locks.enter_context(self._store.lock(id))
            self.id = id
        self._store.save(self.id, match)
        if self._used:
            self._store.save_used(self.id, self._used)
            self._used = []

    def _to_record(self, match: Match) -> None:
        if self._record:
            from outnumber.match.record import write
            from outnumber.store.files import save_text

            save_text(self._record, write(match))

    def report(self, match: Match, copy: str = "") -> str:
        """Where the game is saved, in one line; `copy` names a file for a copy of the record."""
        if copy:
            from outnumber.match.record import write
            from outnumber.store.files import save_copy

            return self._say("The record is in {file}.", file=save_copy(copy, write(match)))
        self.save(match)
        if self._unsaved:
            return self._say("The last move could not be saved.")
        if self.id is None:
            return self._say("Nothing has been played yet, so there is nothing to save.")
        if match.over:
            return self._say("This is game {id} of your history.", id=self.id)
        return self._resume_line()

    def good_bye(self) -> list[str]:
        """How to resume a match that was left, if it is saved."""
        return [] if self.id is None or self._unsaved else [self._resume_line()]

    def _resume_line(self) -> str:
        from outnumber.language.commands import for_shell
        from outnumber.players.registry import outside

        # A user's program or model is started only on demand.
        others = self._match and any(outside(each.plays) for each in self._match.participants)
        command = for_shell(f"resume {self.id}{' --trust' if others else ''}")
        return self._say("Saved as game {id}. Resume it with: {command}", id=self.id, command=command)
