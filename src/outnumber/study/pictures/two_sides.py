"""Number Stack Duel as a picture: the two sides of the top number, counted."""

from __future__ import annotations

from collections.abc import Iterable

from outnumber.games.number_stack_duel import StackDuelPosition

from .frame import USED
from .row import Cell, RowPicture


class TwoSides(RowPicture):
    """The numbers in a row with the top marked, and the counts on both sides."""

    position: StackDuelPosition

    def landmarks(self) -> Iterable[int]:
        winning = self.verdict.winning
        return self.position.top, *winning[:1], *winning[-1:]

    def board(self) -> None:
        position, top = self.position, self.position.top
        self.y += 46
        self.draw_row()
        self.y += 30
        if top and position.legal:
            self._sides()
            self.y += 68
        elif position.legal:
            winning = self.verdict.winning
            found = self.span(lambda cell: winning[0] <= cell.first and cell.last <= winning[-1])
            code = "openings-above" if position.rising else "openings-below"
            self.bracket(found, self.caption(code, n=len(winning)), leftwards=True)
            self.y += 66

    def number(self, cell: Cell) -> None:
        if cell.first == self.position.top:
            self._top(cell)
        else:
            kind = "" if self.position.unused >> cell.first & 1 else USED
            self.token(cell.x, self.y, cell.first, 15, cell.width - 8, kind)

    def _top(self, cell: Cell) -> None:
        top, x, y = cell.first, cell.x, self.y
        with self.group(self.say("{number} is on top of the stack", number=top)):
            self.polygon([(x, y - 24), (x - 6, y - 33), (x + 6, y - 33)])
            self.centred(x, y - 37, self.say("top"), 13, bold=True)
            self.current(x, y, top, cell.width - 8, 30)

    def _sides(self) -> None:
        """Draw the mover's side and the other one, each with its count."""
        position = self.position
        above = "above", self.span(lambda cell: cell.first > position.top)
        below = "below", self.span(lambda cell: cell.last < position.top)
        (mine_is, mine), (theirs_is, theirs) = (above, below) if position.rising else (below, above)
        f = position.legal.bit_count()
        k = position.unused.bit_count() - f
        here = self.caption(f"{mine_is}-mine", n=f, seat=position.turn)
        there = self.caption(f"{theirs_is}-other", n=k, seat=position.turn.other)
        # The bold labels come last, on top of the other drawings.
        self.bracket(theirs, there, row=1, leftwards=position.rising)
        self.bracket(mine, here, leftwards=not position.rising)
