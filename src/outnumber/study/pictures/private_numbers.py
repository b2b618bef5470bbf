"""Order Challenge as a picture: which numbers are private, shared, or out of play."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games.base import Seat
from outnumber.games.order_challenge import OrderPosition
from outnumber.games.sentences import Voice
from outnumber.study.pictures.frame import MARGIN, WIDTH, PositionPicture, owned
from outnumber.study.pictures.row import cells, count, gap, span
from outnumber.study.pictures.svg import FAINT
from outnumber.theory.verdict import Verdict


def draw(position: OrderPosition, moves: Sequence[int], verdict: Verdict, voice: Voice) -> str:
    """Draw the numbers in a row: taken, private, and shared ones."""
    last = {position.turn: position.own, position.turn.other: position.theirs}
    low, high = sorted((position.own, position.theirs))
    size = position.rules.range
    row = cells(
        size, [number for number in (low, high, high + 1, *verdict.winning[:1]) if 1 <= number <= size]
    )
    picture = PositionPicture(position, moves, verdict, voice, max(WIDTH, row[-1].right + MARGIN))
    seats = {move: seat for seat, move in picture.played}
    picture.y += 52
    y = picture.y
    shared = position.unused >> high << high
    private = position.unused >> low << low ^ shared
    gifts = span(row, lambda cell: low < cell.first and cell.last < high)
    if gifts:
        # Stripes behind the private numbers.
        fill = picture.hatch("private", FAINT, 45)
        picture.rect(gifts[0] - 2, y - 22, gifts[1] - gifts[0] + 4, 44, fill=fill, stroke="none")
    for cell in row:
        number = cell.first
        if number != cell.last:
            gap(picture, cell, y, count(position.unused, cell))
        elif number in seats:
            owned(picture, cell.x, y, number, seats[number], cell.width - 6, 30)
        else:
            picture.token(cell.x, y, number, 15, cell.width - 8)
    for seat, number in last.items():
        at = next((cell.x for cell in row if cell.first == number == cell.last), None)
        if number and at is not None:
            _flag(picture, at, y, seat)
    picture.y += 32
    a, b = private.bit_count(), shared.bit_count()
    owner = min(last, key=lambda seat: last[seat])
    # The bold labels come last, on top of the other drawings.
    if b:
        picture.bracket(span(row, lambda cell: cell.first > high), picture.caption("for-both", n=b), row=1)
    if a:
        picture.bracket(gifts, picture.caption("for-one", n=a, seat=owner), leftwards=True)
    picture.y += 68
    return picture.closed()


def _flag(picture: PositionPicture, x: float, y: float, seat: Seat) -> None:
    picture.polygon([(x, y - 19), (x - 6, y - 28), (x + 6, y - 28)])
    picture.text(x, y - 33, picture.voice.say("P{seat}", seat=seat), 13, anchor="middle", bold=True)
