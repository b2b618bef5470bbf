"""One play of a game: its moves, the position they lead to, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from outnumber.games.base import Outcome, Position, Reason, Rules, Seat


class Round(NamedTuple):
    """A round in progress or over; every change gives a new value.

    >>> from outnumber.games.registry import game
    >>> before = Round.begin(game("strategy-stacks"))
    >>> before.play(6).play(3).undo(2) == before
    True
    """

    moves: tuple[int, ...]
    position: Position
    # Set when the players, not the rules, ended the round.
    ended: Outcome | None = None
    # Remarks of a record by the number of moves before them.
    comments: tuple[tuple[int, str], ...] = ()
    # Headers of its section that mean nothing to the program, kept as they were.
    tags: tuple[tuple[str, str], ...] = ()

    @classmethod
    def begin(cls, rules: Rules, moves: Iterable[int] = ()) -> Round:
        """A new round, with some moves already played."""
        played = tuple(moves)
        position = rules.start()
        for move in played:
            position = position.play(move)
        return cls(played, position)

    @property
    def outcome(self) -> Outcome | None:
        return self.ended or self.position.outcome()

    @property
    def turn(self) -> Seat:
        return self.position.turn

    def play(self, move: int) -> Round:
        """The round after a move of the seat to move."""
        return self._replace(moves=(*self.moves, int(move)), position=self.position.play(move))

    def undo(self, plies: int = 1) -> Round:
        """The round as it was some moves ago; positions do not know their past, so it is replayed."""
        kept = self.moves[: len(self.moves) - plies]
        comments = tuple(remark for remark in self.comments if remark[0] <= len(kept))
        return Round.begin(self.position.rules, kept)._replace(comments=comments, tags=self.tags)

    def end(self, loser: Seat, reason: Reason, remark: str = "") -> Round:
        """The round lost by time, resignation or a fault; a remark tells more."""
        comments = (*self.comments, (len(self.moves), remark)) if remark else self.comments
        return self._replace(ended=Outcome(loser.other, reason), comments=comments)
