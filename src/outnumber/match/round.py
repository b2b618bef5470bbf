"""One play of a game: its moves, the resulting position, and its end."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import NamedTuple

from outnumber.games import (
    GameError,
    IllegalMove,
    Outcome,
    Played,
    Position,
    Reason,
    Rules,
    Scene,
    Seat,
    not_within,
)
from outnumber.games.numbers import whole_within

_new = tuple.__new__
# By seat.
_BYTE = (b"", b"\x01", b"\x02")
# A position is stored at this interval of moves, so that a takeback replays only a few.
_STRIDE = 32


def passed_over(mover: Seat, turn: Seat, outcome: Outcome | None) -> tuple[Seat, ...]:
    """The seats that had to pass after a move that led to a turn or an outcome; in a stand-off both."""
    if outcome:
        return (mover.other, mover) if outcome.reason is Reason.STAND_OFF else ()
    return (mover.other,) if turn is mover else ()


class Round(NamedTuple):
    """A round in progress or over; every change returns a new value.

    >>> from outnumber.games.registry import game
    >>> before = Round.begin(game("strategy-stacks"))
    >>> before.play(6).play(3).undo(2) == before
    True
    """

    moves: tuple[int, ...]
    # The seat of each move, as one byte. Seats need not alternate, because a player may have to pass.
    movers: bytes
    position: Position
    # Set when the players, not the rules, ended the round.
    ended: Outcome | None = None
    # Remarks of a record by the number of moves before them.
    comments: tuple[tuple[int, str], ...] = ()
    # Unknown headers of its section, preserved unchanged.
    tags: tuple[tuple[str, str], ...] = ()
    # Some of the intermediate positions.
    marks: tuple[Position, ...] = ()
    # The number of moves drawn before the players began: these cannot be taken back.
    drawn: int = 0
    # The participant, 1 or 2, with seat 1 after a pick; 0 if the match determines it.
    seat1: int = 0

    @classmethod
    def begin(cls, rules: Rules, moves: Iterable[int] = (), *, drawn: int = 0, seat1: int = 0) -> Round:
        """A new round after some moves, the first `drawn` of them random; `seat1` if a seat was picked."""
        begun = cls((), b"", rules.start(), drawn=drawn, seat1=seat1)
        return begun.follow(moves) if moves else begun

    def begun(self) -> Round:
        """The round at its beginning: with the drawn moves alone, and no seat picked."""
        return Round.begin(self.position.rules, self.moves[: self.drawn], drawn=self.drawn)

    @property
    def outcome(self) -> Outcome | None:
        return self.ended or self.position.outcome()

    @property
    def turn(self) -> Seat:
        return self.position.turn

    @property
    def seats(self) -> list[Seat]:
        """The seat of each move."""
        return [Seat(mover) for mover in self.movers]

    @property
    def played(self) -> list[Played]:
        """Each move with its seat."""
        return [Played(Seat(mover), move) for mover, move in zip(self.movers, self.moves, strict=True)]

    @property
    def scene(self) -> Scene:
        """The current scene."""
        return self.position.scene(self.played)

    @property
    def passed(self) -> tuple[Seat, ...]:
        """The seats that had to pass after the last move; in a stand-off both."""
        if not self.movers:
            return ()
        return passed_over(Seat(self.movers[-1]), self.position.turn, self.position.outcome())

    def positions(self) -> Iterator[Position]:
        """The positions before each move, and the one after the last."""
        position = self.position.rules.start()
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    def play(self, move: int) -> Round:
        """The round after a move of the seat to move."""
        # With `_replace` a move in PettingZoo takes 7.3 µs instead of 6.7 (`benchmarks/agents.py`).
        moves, movers, position, ended, comments, tags, marks, drawn, seat1 = self
        if ended or position.outcome():
            raise IllegalMove("game-over", move=move)
        after = position.play(move)
        moves += (int(move),)
        if len(moves) == _STRIDE * (len(marks) + 1):
            marks += (after,)
        movers += _BYTE[position.turn]
        return _new(Round, (moves, movers, after, None, comments, tags, marks, drawn, seat1))

    def follow(self, moves: Iterable[int]) -> Round:
        """The round after several moves, which is faster than playing them one by one."""
        before, movers, position, ended, comments, tags, marks, drawn, seat1 = self
        played, by, kept = [*before], bytearray(movers), [*marks]
        for move in moves:
            if ended or position.outcome():
                raise IllegalMove("game-over", move=move)
            by.append(position.turn)
            position = position.play(move)
            played.append(int(move))
            if not len(played) % _STRIDE:
                kept.append(position)
        after = (tuple(played), bytes(by), position, ended, comments, tags, tuple(kept), drawn, seat1)
        return _new(Round, after)

    def answered(self, you: Seat, choose: Callable[[Round], int]) -> Round:
        """The round after the other seat has moved, until it is your turn or the round is over.

        >>> from outnumber.games.registry import game
        >>> Round.begin(game("strategy-stacks"), [6]).answered(Seat.ONE, lambda _: 3).moves
        (6, 3)
        """
        current, position = self, self.position
        while not (current.ended or position.outcome()) and position.turn is not you:
            current = current.play(choose(current))
            position = current.position
        return current

    def plies_back(self, seats: Container[int], times: int = 1) -> int:
        """The number of moves to take back so that these seats repeat their last `times` turns; 0 if they had
        none.

        >>> from outnumber.games.registry import game
        >>> current = Round.begin(game("strategy-stacks"), [6, 3, 9])
        >>> current.plies_back({Seat.TWO}), current.plies_back({Seat.ONE}, times=2), current.plies_back(())
        (2, 3, 0)
        """
        movers = reversed(self.movers[self.drawn :])
        turns = [plies for plies, mover in enumerate(movers, start=1) if mover in seats]
        return max(turns[:times], default=0)

    def undo(self, plies: int = 1) -> Round:
        """The round some moves earlier; drawn moves cannot be taken back."""
        played = len(self.moves) - self.drawn
        if not whole_within(plies, 0, played):
            raise not_within("plies", plies, 0, played) if played else GameError("nothing-to-take-back")
        return self.at(len(self.moves) - plies)

    def at(self, ply: int) -> Round:
        """The round after its first moves; positions have no history, so some moves are replayed."""
        kept = self.moves[:ply]
        comments = tuple(remark for remark in self.comments if remark[0] <= len(kept))
        marks = self.marks[: len(kept) // _STRIDE]
        position = marks[-1] if marks else self.position.rules.start()
        for move in kept[len(marks) * _STRIDE :]:
            position = position.play(move)
        movers, drawn = self.movers[: len(kept)], min(self.drawn, len(kept))
        return Round(kept, movers, position, None, comments, self.tags, marks, drawn, self.seat1)

    def end(self, loser: Seat, reason: Reason, remark: str = "") -> Round:
        """The round lost by time, resignation or a fault; a remark gives details."""
        if self.outcome:
            raise IllegalMove("game-over")
        comments = (*self.comments, (len(self.moves), remark)) if remark else self.comments
        return self._replace(ended=Outcome(loser.other, reason), comments=comments)

    def __repr__(self) -> str:
        outcome = self.outcome
        who = f"Player {outcome.winner} has won" if outcome else f"Player {self.turn} to move"
        return f"<Round: moves={self.moves}, {who}>"
