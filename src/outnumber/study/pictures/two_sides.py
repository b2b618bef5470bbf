"""Number Stack Duel as a picture: the two sides of the top number, counted."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games.number_stack_duel import StackDuelPosition
from outnumber.games.sentences import Voice
from outnumber.study.pictures.frame import MARGIN, USED, WIDTH, PositionPicture
from outnumber.study.pictures.row import Cell, cells, count, gap, span
from outnumber.study.pictures.svg import INK, PAPER
from outnumber.theory.verdict import Verdict


def draw(position: StackDuelPosition, moves: Sequence[int], verdict: Verdict, voice: Voice) -> str:
    """Draw the numbers in a row with the top marked, and the counts on both sides."""
    size, top = position.rules.range, position.top
    landmarks = [number for number in (top, *verdict.winning[:1], *verdict.winning[-1:]) if number]
    row = cells(size, landmarks)
    picture = PositionPicture(position, moves, verdict, voice, max(WIDTH, row[-1].right + MARGIN))
    picture.y += 46
    for cell in row:
        if cell.first != cell.last:
            gap(picture, cell, picture.y, count(position.unused, cell))
        elif cell.first == top:
            _top(picture, cell, picture.y, top)
        else:
            kind = "" if position.unused >> cell.first & 1 else USED
            picture.token(cell.x, picture.y, cell.first, 15, cell.width - 8, kind)
    picture.y += 30
    if top and position.legal:
        _sides(picture, position, row)
        picture.y += 68
    elif not top and position.legal:
        low, high = verdict.winning[0], verdict.winning[-1]
        found = span(row, lambda cell: low <= cell.first and cell.last <= high)
        code = "openings-above" if position.rising else "openings-below"
        picture.bracket(found, picture.caption(code, n=len(verdict.winning)), leftwards=True)
        picture.y += 66
    return picture.closed()


def _top(picture: PositionPicture, cell: Cell, y: float, top: int) -> None:
    half = cell.width / 2 - 1
    with picture.group(picture.voice.say("{number} is on top of the stack", number=top)):
        picture.polygon([(cell.x, y - 20), (cell.x - 6, y - 30), (cell.x + 6, y - 30)])
        picture.text(cell.x, y - 34, picture.voice.say("top"), 13, anchor="middle", bold=True)
        picture.rect(cell.x - half, y - 18, 2 * half, 36, fill=INK)
        picture.text(cell.x, y + 5, top, 16, anchor="middle", bold=True, fill=PAPER)


def _sides(picture: PositionPicture, position: StackDuelPosition, row: list[Cell]) -> None:
    """Draw the mover's side and the other one, each with its count."""
    above = span(row, lambda cell: cell.first > position.top)
    below = span(row, lambda cell: cell.last < position.top)
    mine, theirs = (above, below) if position.rising else (below, above)
    f = position.legal.bit_count()
    k = position.unused.bit_count() - f
    mine_is, theirs_is = ("above", "below") if position.rising else ("below", "above")
    here = picture.caption(f"{mine_is}-mine", n=f, seat=position.turn)
    there = picture.caption(f"{theirs_is}-other", n=k, seat=position.turn.other)
    # The bold labels come last, on top of the other drawings.
    picture.bracket(theirs, there, row=1, leftwards=position.rising)
    picture.bracket(mine, here, leftwards=not position.rising)
