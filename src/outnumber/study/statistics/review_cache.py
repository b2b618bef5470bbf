"""A cache of how well each round was played, so that statistics need not solve all games again.

Saved as `statistics.json` in the data directory. It can be deleted at any time: missing entries are computed
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from outnumber.games import OptionError
from outnumber.match import Match, Round
from outnumber.match.match import laid_out
from outnumber.match.record import game_text
from outnumber.match.review import Tally
from outnumber.store.documents import DamagedDocument, Document
from outnumber.store.files import StoreError
from outnumber.store.games import GameStore

from .rounds import PlayedRound, rounds_of, tallies

VERSION = 1

Both = tuple[Tally, Tally]


class ReviewCache:
    """The tallies of rounds by their moves, saved between runs."""

    def __init__(self, directory: Path | None = None) -> None:
        self.document = Document("statistics", directory)
        self._known: dict[str, Any] = {}
        # A damaged cache does no harm.
        with suppress(DamagedDocument, StoreError):
            plain = self.document.read()
            if isinstance(plain, dict) and plain.get("version") == VERSION:
                rounds = plain.get("rounds")
                self._known = rounds if isinstance(rounds, dict) else {}
        self._used: dict[str, Any] = {}

    def of(self, played: Round, before: int = 0) -> Both:
        try:
            key = _key(played, before)
        except OptionError:  # a criterion that is a Python function has no name
            return tallies(played, before)
        found = _tallies(self._known.get(key))
        if found is None:
            found = tallies(played, before)
        self._used[key] = [list(each) for each in found]
        return found

    def save(self) -> None:
        """Save the entries used this time, and drop the others."""
        if self._used != self._known:
            # If it cannot be written, the entries are computed again next time.
            with suppress(StoreError):
                self.document.write({"version": VERSION, "rounds": self._used})


def _key(played: Round, before: int) -> str:
    nobodys = max(before, played.drawn)
    more = f" {nobodys}" if nobodys else ""
    return sha256(f"{game_text(played.position.rules)} {played.moves}{more}".encode()).hexdigest()[:16]


def _tallies(plain: Any) -> Both | None:
    """The cached tallies of a round; None if they cannot be valid."""
    try:
        found = msgspec.convert(plain, Both)
    except msgspec.ValidationError:
        return None
    sound = all(0 <= each.kept <= each.held and 0 <= each.kept_weight <= each.held_weight for each in found)
    return found if sound else None


def all_rounds(tick: Callable[[], object] = lambda: None) -> Iterator[PlayedRound]:
    """All rounds that people played, oldest first; `tick` is called after each game, for a progress bar."""
    for _, rounds in all_matches(tick):
        yield from rounds


def all_matches(tick: Callable[[], object] = lambda: None) -> Iterator[tuple[Match, list[PlayedRound]]]:
    """All games with the rounds that people played, oldest first."""
    known = ReviewCache()
    for entry in reversed(list(GameStore().entries())):
        if (match := entry.match) is not None:
            found = [known.of(each, laid_out(match, n)) for n, each in enumerate(match.rounds, start=1)]
            yield match, list(rounds_of(match, found))
        tick()
    known.save()
