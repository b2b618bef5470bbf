"""A row of numbers that works for any range: only the important parts are drawn, with counts for the gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from outnumber.study.pictures.frame import MARGIN
from outnumber.study.pictures.svg import SOFT, Picture

CELL = 38
# Up to this range, the row is drawn completely.
WHOLE = 30
NEAR = 5


class Cell(NamedTuple):
    """One cell of a row: the numbers from `first` to `last`; several numbers form a gap."""

    first: int
    last: int
    x: float  # its middle
    width: float

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2


def cells(size: int, landmarks: Iterable[int]) -> list[Cell]:
    """The cells for the numbers 1 to `size`: landmarks and their neighbours, and gaps between."""
    shown = set(range(1, size + 1)) if size <= WHOLE else {1, 2, size - 1, size}
    if size > WHOLE:
        for mark in landmarks:
            shown.update(range(max(1, mark - NEAR), min(size, mark + NEAR) + 1))
    found: list[Cell] = []

    def add(first: int, last: int, width: float) -> None:
        left = found[-1].right if found else MARGIN
        found.append(Cell(first, last, left + width / 2, width))

    last = 0
    for number in sorted(shown):
        if number > last + 1:
            # A gap of one number is drawn as that number.
            add(last + 1, number - 1, CELL if number == last + 2 else 2 * CELL)
        add(number, number, max(CELL, 14 + 9 * len(str(number))))
        last = number
    return found


def gap(picture: Picture, cell: Cell, y: float, unused: int) -> None:
    """Draw a gap, with the count of unused numbers in it."""
    say = picture.say
    tip = say("{first} to {last}: {n} unused", first=cell.first, last=cell.last, n=unused)
    with picture.group(tip):
        for dot in (-9, 0, 9):
            picture.circle(cell.x + dot, y, 2, fill=SOFT, stroke="none")
        picture.text(
            cell.x, y + 19, say("{n} more", n=picture.voice.number(unused)), 13, anchor="middle", fill=SOFT
        )


def count(mask: int, cell: Cell) -> int:
    """The count of a set's numbers in a cell."""
    return (mask >> cell.first & (1 << cell.last - cell.first + 1) - 1).bit_count()


def span(row: list[Cell], holds: Callable[[Cell], bool]) -> tuple[float, float] | None:
    """The horizontal extent of the cells that satisfy a condition."""
    found = [cell for cell in row if holds(cell)]
    return (found[0].left + 3, found[-1].right - 3) if found else None
