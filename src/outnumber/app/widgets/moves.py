"""The moves of a round as a list, one column for each player."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from outnumber.app import words
from outnumber.games.base import Seat
from outnumber.session.match import Match
from outnumber.session.round import Round


class Seats:
    """Who made each move of a round. Passes make that more than counting; only new moves are replayed."""

    def __init__(self) -> None:
        self._round: Round | None = None
        self._seats: tuple[Seat, ...] = ()

    def of(self, current: Round) -> tuple[Seat, ...]:
        before = self._round
        if before is not None and current.moves[:-1] == before.moves and current.moves:
            self._seats = (*self._seats, before.turn)
        elif before is None or current.moves != before.moves:
            position, found = current.position.rules.start(), []
            for move in current.moves:
                found.append(position.turn)
                position = position.play(move)
            self._seats = tuple(found)
        self._round = current
        return self._seats


def columns(moves: tuple[int, ...], seats: tuple[Seat, ...]) -> list[tuple[str, str]]:
    """What each player did in each turn; a pass is said.

    >>> columns((9, 8, 7), (Seat.ONE, Seat.ONE, Seat.TWO))
    [('9', 'pass'), ('8', '7')]
    """
    cells: list[str] = []
    for move, seat in zip(moves, seats, strict=True):
        if len(cells) % 2 != seat - 1:
            cells.append("pass")
        cells.append(str(move))
    return [(cells[at], cells[at + 1] if at + 1 < len(cells) else "") for at in range(0, len(cells), 2)]


class MoveList(Static):
    """The moves so far."""

    def show(self, match: Match, seats: tuple[Seat, ...]) -> None:
        current = match.current
        names = [words.name(match, seat)[:9] for seat in Seat]
        text = Text.assemble((f"     {names[0]:>9} {names[1]:>9}\n", "dim"))
        for number, (one, two) in enumerate(columns(current.moves, seats), start=1):
            text.append(f"{number:>3}. ", "dim")
            text.append(f"{one:>9} {two:>9}\n")
        text.rstrip()
        self.update(text)
