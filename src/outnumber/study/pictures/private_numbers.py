"""Order Challenge as a picture: which numbers are private, shared, or out of play."""

from __future__ import annotations

from collections.abc import Iterable

from outnumber.games.order_challenge import OrderPosition

from .frame import owned
from .row import Cell, RowPicture
from .svg import FAINT


class PrivateNumbers(RowPicture):
    """The numbers in a row: taken, private, and shared ones."""

    position: OrderPosition

    def landmarks(self) -> Iterable[int]:
        own, theirs = self.position.own, self.position.theirs
        return own, theirs, max(own, theirs) + 1, *self.verdict.winning[:1]

    def board(self) -> None:
        position = self.position
        low, high = sorted((position.own, position.theirs))
        self.seats = {move: seat for seat, move in self.played}
        last = {position.turn: position.own, position.turn.other: position.theirs}
        self.y += 52
        y = self.y
        gifts = self.span(lambda cell: low < cell.first and cell.last < high)
        if gifts:
            # Stripes behind the private numbers.
            fill = self.hatch("private", FAINT, 45)
            self.rect(gifts[0] - 2, y - 22, gifts[1] - gifts[0] + 4, 44, fill=fill, stroke="none")
        self.draw_row()
        for seat, number in last.items():
            at = next((cell.x for cell in self.row if cell.first == number == cell.last), None)
            if number and at is not None:
                self.polygon([(at, y - 19), (at - 6, y - 28), (at + 6, y - 28)])
                self.centred(at, y - 33, self.say("P{seat}", seat=seat), 13, bold=True)
        self.y += 32
        shared = position.unused >> high << high
        private = position.unused >> low << low ^ shared
        # The bold labels come last, on top of the other drawings.
        if shared:
            words = self.caption("for-both", n=shared.bit_count())
            self.bracket(self.span(lambda cell: cell.first > high), words, row=1)
        if private:
            words = self.caption("for-one", n=private.bit_count(), seat=min(last, key=last.__getitem__))
            self.bracket(gifts, words, leftwards=True)
        self.y += 68

    def number(self, cell: Cell) -> None:
        if seat := self.seats.get(cell.first):
            owned(self, cell.x, self.y, cell.first, seat, cell.width - 6, 30)
        else:
            self.token(cell.x, self.y, cell.first, 15, cell.width - 8)
