"""A row of numbers that works for any range: only the important parts are drawn, with counts for the gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from .frame import MARGIN, WIDTH, PositionPicture
from .svg import INK, SOFT, wrapped

CELL = 34
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


class RowPicture(PositionPicture):
    """Some or all numbers in a row, with brackets below them."""

    def landmarks(self) -> Iterable[int]:
        """The numbers to draw with their neighbours, if there are too many for one row."""
        raise NotImplementedError

    def number(self, cell: Cell) -> None:
        """Draw the number of a cell that is not a gap."""
        raise NotImplementedError

    def layout(self) -> float:
        size = self.position.rules.range
        shown = set(range(1, size + 1)) if size <= WHOLE else {1, 2, size - 1, size}
        for mark in self.landmarks():
            if 1 <= mark <= size:
                shown.update(range(max(1, mark - NEAR), min(size, mark + NEAR) + 1))
        self.row: list[Cell] = []
        last = 0
        for number in sorted(shown):
            if number > last + 1:
                # A gap of one number is drawn as that number.
                self._add(last + 1, number - 1, CELL if number == last + 2 else 2 * CELL)
            self._add(number, number, max(CELL, 14 + 9 * len(str(number))))
            last = number
        return max(WIDTH, self.row[-1].right + MARGIN)

    def _add(self, first: int, last: int, width: float) -> None:
        left = self.row[-1].right if self.row else MARGIN
        self.row.append(Cell(first, last, left + width / 2, width))

    def draw_row(self) -> None:
        for cell in self.row:
            if cell.first == cell.last:
                self.number(cell)
            else:
                self._gap(cell)

    def _gap(self, cell: Cell) -> None:
        """Draw a gap, with the count of unused numbers in it."""
        first, last, x, _ = cell
        unused = (self.position.unused >> first & (1 << last - first + 1) - 1).bit_count()
        with self.group(self.say("{first} to {last}: {n} unused", first=first, last=last, n=unused)):
            for dot in (-9, 0, 9):
                self.circle(x + dot, self.y, 2, fill=SOFT, stroke="none")
            words = self.say("{n} more", n=self.voice.number(unused))
            self.centred(x, self.y + 19, words, 13, fill=SOFT)

    def span(self, holds: Callable[[Cell], bool]) -> tuple[float, float] | None:
        """The horizontal extent of the cells that satisfy a condition."""
        found = [cell for cell in self.row if holds(cell)]
        return (found[0].left + 3, found[-1].right - 3) if found else None

    def bracket(
        self, ends: tuple[float, float] | None, words: str, *, row: int = 0, leftwards: bool = False
    ) -> None:
        """Draw a bracket below some numbers, with a label in a row below it; the first row is bold."""
        if ends is None:
            return
        left, right = ends
        ink, width = (SOFT, 1.5) if row else (INK, 2.5)
        self.path(f"M{left:.1f} {self.y:.1f}v8H{right:.1f}v-8", stroke=ink, stroke_width=width)
        # The labels of two brackets move apart, but stay inside the picture.
        lines = wrapped(words, self.width - 2 * MARGIN, 13)
        long = max(map(len, lines)) * (7.0 if row else 7.7)
        middle = right - long / 2 if leftwards else left + long / 2
        x = min(max(middle, MARGIN + long / 2), self.width - MARGIN - long / 2)
        below = self.y + 25 + 20 * row
        if row:
            stem = left + 6 if not leftwards else right - 6
            self.line(stem, self.y + 9, stem, below - 12, stroke=SOFT)
        for place, line in enumerate(lines):
            self.centred(x, below + 18 * place, line, 13, bold=not row, halo=True)
