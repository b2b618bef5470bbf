"""Number Stack Duel as a picture: the two sides of the top number, counted."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games.number_stack_duel import StackDuelPosition
from outnumber.pictures.frame import LOSES, MARGIN, OTHER, USED, WINS, bracket, closed, opened, token
from outnumber.pictures.row import Cell, cells, count, gap, span
from outnumber.pictures.svg import INK, PAPER, Picture
from outnumber.theory.verdict import Verdict


def draw(position: StackDuelPosition, moves: Sequence[int], verdict: Verdict) -> str:
    """The numbers in a row, the top marked, and how many are left on each side of it."""
    size, top = position.rules.range, position.top
    landmarks = [number for number in (top, *verdict.winning[:1], *verdict.winning[-1:]) if number]
    row = cells(size, landmarks)
    width = max(620, row[-1].right + MARGIN)
    picture, y = opened(position, moves, verdict, width)
    y += 46
    winning = set(verdict.winning) if len(verdict.winning) <= size else set()
    for cell in row:
        if cell.first != cell.last:
            gap(picture, cell, y, count(position.unused, cell))
        elif cell.first == top:
            _top(picture, cell, y, position)
        else:
            token(picture, cell.x, y, cell.first, _kind(position, cell.first, winning), 15, cell.width - 8)
    y += 30
    if top and position.legal:
        _sides(picture, position, row, y)
        y += 68
    elif not top and position.legal:
        low, high = verdict.winning[0], verdict.winning[-1]
        found = span(row, lambda cell: low <= cell.first and cell.last <= high)
        if found:
            side = "above" if position.rising else "below"
            openings = len(verdict.winning)
            words = f"{openings} winning opening{'' if openings == 1 else 's'}: Player 2 must then go {side}"
            bracket(picture, found, y, words, leftwards=True)
        y += 48
    return closed(picture, y, verdict)


def _kind(position: StackDuelPosition, number: int, winning: set[int]) -> str:
    if not position.unused >> number & 1:
        return USED
    if not position.legal >> number & 1:
        return OTHER
    return WINS if number in winning else LOSES


def _top(picture: Picture, cell: Cell, y: float, position: StackDuelPosition) -> None:
    half = cell.width / 2 - 1
    with picture.group(f"{position.top} is on top of the stack"):
        picture.polygon([(cell.x, y - 20), (cell.x - 6, y - 30), (cell.x + 6, y - 30)])
        picture.text(cell.x, y - 34, "top", 13, anchor="middle", bold=True)
        picture.rect(cell.x - half, y - 18, 2 * half, 36, fill=INK)
        picture.text(cell.x, y + 5, position.top, 16, anchor="middle", bold=True, fill=PAPER)


def _sides(picture: Picture, position: StackDuelPosition, row: list[Cell], y: float) -> None:
    """The mover's side and the other one, each with its count."""
    above = span(row, lambda cell: cell.first > position.top)
    below = span(row, lambda cell: cell.last < position.top)
    mine, theirs = (above, below) if position.rising else (below, above)
    here, there = ("above", "below") if position.rising else ("below", "above")
    f = position.legal.bit_count()
    k = position.unused.bit_count() - f
    mover, other = position.turn.value, position.turn.other.value
    # The strong words come last, on top of what is drawn for the others.
    if theirs:
        bracket(
            picture, theirs, y, f"{k} {there}: the side of Player {other}", row=1, leftwards=position.rising
        )
    if mine:
        words = f"{f} {here}: Player {mover} must go here"
        bracket(picture, mine, y, words, leftwards=not position.rising)
