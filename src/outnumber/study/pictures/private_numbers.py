"""Order Challenge as a picture: which numbers are private, shared, or out of play."""

from __future__ import annotations

from outnumber.games.order_challenge import OrderPosition
from outnumber.study.pictures.frame import MARGIN, WIDTH, PositionPicture, owned
from outnumber.study.pictures.row import cells, count, gap, span
from outnumber.study.pictures.svg import FAINT


class PrivateNumbers(PositionPicture):
    """The numbers in a row: taken, private, and shared ones."""

    position: OrderPosition

    def layout(self) -> float:
        position, size = self.position, self.position.rules.range
        self.low, self.high = sorted((position.own, position.theirs))
        landmarks = (self.low, self.high, self.high + 1, *self.verdict.winning[:1])
        self.row = cells(size, [number for number in landmarks if 1 <= number <= size])
        return max(WIDTH, self.row[-1].right + MARGIN)

    def board(self) -> None:
        position, row, low, high = self.position, self.row, self.low, self.high
        seats = {move: seat for seat, move in self.played}
        last = {position.turn: position.own, position.turn.other: position.theirs}
        self.y += 52
        y = self.y
        gifts = span(row, lambda cell: low < cell.first and cell.last < high)
        if gifts:
            # Stripes behind the private numbers.
            fill = self.hatch("private", FAINT, 45)
            self.rect(gifts[0] - 2, y - 22, gifts[1] - gifts[0] + 4, 44, fill=fill, stroke="none")
        for cell in row:
            number = cell.first
            if number != cell.last:
                gap(self, cell, y, count(position.unused, cell))
            elif number in seats:
                owned(self, cell.x, y, number, seats[number], cell.width - 6, 30)
            else:
                self.token(cell.x, y, number, 15, cell.width - 8)
        for seat, number in last.items():
            at = next((cell.x for cell in row if cell.first == number == cell.last), None)
            if number and at is not None:
                self.polygon([(at, y - 19), (at - 6, y - 28), (at + 6, y - 28)])
                self.text(at, y - 33, self.say("P{seat}", seat=seat), 13, anchor="middle", bold=True)
        self.y += 32
        shared = position.unused >> high << high
        private = position.unused >> low << low ^ shared
        # The bold labels come last, on top of the other drawings.
        if shared:
            words = self.caption("for-both", n=shared.bit_count())
            self.bracket(span(row, lambda cell: cell.first > high), words, row=1)
        if private:
            words = self.caption("for-one", n=private.bit_count(), seat=min(last, key=last.__getitem__))
            self.bracket(gifts, words, leftwards=True)
        self.y += 68
