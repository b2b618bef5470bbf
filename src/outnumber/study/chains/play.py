"""A player's chain: the current state, earlier states, and the longest so far."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from outnumber.games import GameError
from outnumber.games.links import named
from outnumber.store.documents import DamagedDocument, Document

from .best import Best, best
from .chain import Chain

VERSION = 1


class Play(NamedTuple):
    """A chain with its earlier states, and the undone ones."""

    chain: Chain
    # The longest known chain.
    goal: Best
    # The player's longest chain.
    record: Chain
    past: tuple[Chain, ...] = ()
    future: tuple[Chain, ...] = ()

    @classmethod
    def begin(cls, range: int, link: Any, record: Chain | None = None) -> Play:
        empty = Chain.of(range, link)
        return cls(empty, best(range, link), record or empty)

    @property
    def stars(self) -> int:
        """The stars for the longest chain so far."""
        return self.goal.stars(len(self.record.numbers))

    @property
    def next_star(self) -> int:
        """The length required for the next star, 0 if there is none."""
        return next((mark for mark in self.goal.marks if mark > len(self.record.numbers)), 0)

    def after(self, chain: Chain) -> Play:
        """Replace the chain; undo restores the previous one."""
        if chain == self.chain:
            return self
        record = max(self.record, chain, key=lambda each: len(each.numbers))
        return self._replace(chain=chain, record=record, past=(*self.past, self.chain), future=())

    def undo(self) -> Play:
        if not self.past:
            return self
        return self._replace(chain=self.past[-1], past=self.past[:-1], future=(*self.future, self.chain))

    def redo(self) -> Play:
        if not self.future:
            return self
        return self._replace(chain=self.future[-1], past=(*self.past, self.chain), future=self.future[:-1])


class ChainRecords:
    """The longest chain on each board, saved as `chains.json` in the data directory."""

    def __init__(self) -> None:
        self._document = Document("chains")

    def longest(self, range: int, link: Any) -> Chain:
        """The longest chain that was built on a board; an empty one if there is none."""
        empty = Chain.of(range, link)
        try:
            return Chain.of(range, link, self.all().get(_board(empty), ()))
        except (GameError, TypeError):  # the file was edited
            return empty

    def keep(self, chain: Chain) -> None:
        """Save a chain if it is longer than the saved one; raises `StoreError` if that fails."""
        with self._document.held():
            before = self.longest(chain.range, named(chain.links.criteria))
            if len(chain.numbers) > len(before.numbers):
                records = {**self.all(), _board(chain): list(chain.numbers)}
                self._document.write({"version": VERSION, "records": records})

    def add(self, records: dict[str, list[int]]) -> None:
        """Save the chains of another device that are legal and longer."""
        for board, numbers in records.items():
            link, _, size = board.rpartition(" ")
            with suppress(GameError, TypeError, ValueError):
                self.keep(Chain.of(int(size), link.split(","), numbers))

    def erase(self) -> None:
        """Delete all chains."""
        self._document.erase()

    def all(self) -> dict[str, list[int]]:
        """The longest chain by board."""
        try:
            records = (self._document.read() or {}).get("records", {})
        except (DamagedDocument, AttributeError):
            return {}
        return records if isinstance(records, dict) else {}


def _board(chain: Chain) -> str:
    return f"{','.join(named(chain.links.criteria))} {chain.range}"
