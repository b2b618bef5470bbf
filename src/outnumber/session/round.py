"""One play of a game: its moves, the position they lead to, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from outnumber.games.base import Outcome, Position, Reason, Rules, Seat
from outnumber.games.errors import IllegalMove
from outnumber.games.scene import Played, Scene

_new = tuple.__new__
# By seat.
_BYTE = (b"", b"\x01", b"\x02")


class Round(NamedTuple):
    """A round in progress or over; every change gives a new value.

    >>> from outnumber.games.registry import game
    >>> before = Round.begin(game("strategy-stacks"))
    >>> before.play(6).play(3).undo(2) == before
    True
    """

    moves: tuple[int, ...]
    # Who made each move, a byte each: not always by turns, for somebody may have been passed over.
    movers: bytes
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
        played, movers = [], bytearray()
        position = rules.start()
        for move in moves:
            if position.outcome():
                raise IllegalMove("game-over", move=move)
            movers.append(position.turn)
            position = position.play(move)
            played.append(int(move))
        return cls(tuple(played), bytes(movers), position)

    @property
    def outcome(self) -> Outcome | None:
        return self.ended or self.position.outcome()

    @property
    def turn(self) -> Seat:
        return self.position.turn

    @property
    def seats(self) -> list[Seat]:
        """Who made each move."""
        return [Seat(mover) for mover in self.movers]

    @property
    def played(self) -> list[Played]:
        """Each move with who made it."""
        return [Played(Seat(mover), move) for mover, move in zip(self.movers, self.moves, strict=True)]

    @property
    def scene(self) -> Scene:
        """What a person would see now."""
        return self.position.scene(self.played)

    @property
    def passed(self) -> tuple[Seat, ...]:
        """The seats passed over after the last move; in a stand-off both."""
        if not self.movers:
            return ()
        mover = Seat(self.movers[-1])
        outcome = self.position.outcome()
        if outcome:
            return (mover.other, mover) if outcome.reason is Reason.STAND_OFF else ()
        return (mover.other,) if self.position.turn is mover else ()

    def positions(self) -> Iterator[Position]:
        """The positions before each move, and the one after the last."""
        position = self.position.rules.start()
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    def play(self, move: int) -> Round:
        """The round after a move of the seat to move."""
        # `_replace` would take several times as long, and a server does this ten thousand times a second.
        moves, movers, position, ended, comments, tags = self
        if ended or position.outcome():
            raise IllegalMove("game-over", move=move)
        after = position.play(move)
        moves += (int(move),)
        return _new(Round, (moves, movers + _BYTE[position.turn], after, None, comments, tags))

    def undo(self, plies: int = 1) -> Round:
        """The round as it was some moves ago; positions do not know their past, so it is replayed."""
        if not 0 <= plies <= len(self.moves):
            raise ValueError(f"{plies} of {len(self.moves)} moves cannot be taken back")
        kept = self.moves[: len(self.moves) - plies]
        comments = tuple(remark for remark in self.comments if remark[0] <= len(kept))
        return Round.begin(self.position.rules, kept)._replace(comments=comments, tags=self.tags)

    def end(self, loser: Seat, reason: Reason, remark: str = "") -> Round:
        """The round lost by time, resignation or a fault; a remark tells more."""
        if self.outcome:
            raise IllegalMove("game-over")
        comments = (*self.comments, (len(self.moves), remark)) if remark else self.comments
        return self._replace(ended=Outcome(loser.other, reason), comments=comments)
