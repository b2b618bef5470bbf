"""The numbers of a game as a grid.

Only visible rows are drawn, so a million numbers cost no more than fifty.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Sequence
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from outnumber.games import Numbers, Scene, ordered

WINS, LOSES = "✓", "✗"
CURSOR = "▸"
USED = "·"
# Lines per cell: a box, a number with space around it, a number.
BOX, AIRY, DENSE = 3, 2, 1


class Layout(NamedTuple):
    """How the numbers are arranged."""

    columns: int
    rows: int
    width: int  # of a cell
    height: int

    @property
    def boxed(self) -> bool:
        return self.height == BOX


def arrange(count: int, digits: int, width: int, height: int) -> Layout:
    """The most spacious arrangement that fits, or else a dense one that scrolls.

    >>> arrange(9, 1, 52, 14)
    Layout(columns=9, rows=1, width=5, height=3)
    >>> arrange(100, 3, 52, 14)
    Layout(columns=10, rows=10, width=5, height=1)
    """
    for cell_height, cell_width in ((BOX, digits + 4), (AIRY, digits + 2), (DENSE, digits + 2)):
        columns = _columns(count, max(1, width // cell_width))
        rows = -(-count // columns)
        if cell_height == DENSE or rows * cell_height <= height:
            break
    return Layout(columns, rows, cell_width, cell_height)


def _columns(count: int, fit: int) -> int:
    """Columns of ten if there is room, because they make numbers easy to find; a few numbers form equal
    rows.
    """
    if count <= fit:
        return count
    for round_number in (50, 20, 10):
        if round_number <= fit and count >= 2 * round_number:
            return round_number
    if count > 20:
        return min(5, fit)
    rows = -(-count // fit)
    return -(-count // rows)


def listed(numbers: Numbers) -> Sequence[int]:
    """The same numbers as a sequence with fast access by index."""
    if numbers and len(numbers) == numbers[-1] - numbers[0] + 1:
        return range(numbers[0], numbers[-1] + 1)
    return tuple(numbers)


class NumberGrid(ScrollView, can_focus=True):
    """The pool: bright numbers can be played, dim ones cannot, and a dot has been used."""

    DEFAULT_CSS = "NumberGrid { height: 1fr; overflow-x: hidden; }"
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "grid--legal",
        "grid--idle",
        "grid--used",
        "grid--last",
        "grid--cursor",
        "grid--wins",
        "grid--loses",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1, 0)"),
        ("right", "move(1, 0)"),
        ("up", "move(0, -1)"),
        ("down", "move(0, 1)"),
        ("home", "jump(0)"),
        ("end", "jump(-1)"),
        ("pageup", "page(-1)"),
        ("pagedown", "page(1)"),
        ("tab", "next_legal(1)"),
        ("shift+tab", "next_legal(-1)"),
    ]

    # The place of the marked number in `numbers`; -1 marks none.
    cursor: reactive[int] = reactive(-1)

    class Clicked(Message):
        """A number was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, start: Scene, id: str | None = None, marked: bool = True) -> None:
        super().__init__(id=id)
        # The winning moves while marks are shown, else None.
        self.winning: Container[int] | None = None
        self._layout_now = Layout(1, 1, 1, 1)
        self._take(start)
        self.set_reactive(NumberGrid.cursor, 0 if marked else -1)

    def _take(self, start: Scene) -> None:
        """Set up a game. A part that does not fit even at the start is left out."""
        self.scene, self.last = start, 0
        self._hold(start.unused.mask | start.legal.mask)

    def _hold(self, numbers: int) -> None:
        self.held = ordered(numbers)
        self.numbers = listed(self.held)

    @property
    def number(self) -> int:
        """The marked number, 0 for none."""
        return self.numbers[self.cursor] if 0 <= self.cursor < len(self.numbers) else 0

    def begin(self, start: Scene) -> None:
        """Show the numbers of another game, with none marked."""
        self._take(start)
        self.cursor = -1
        self._arrange()

    def show(self, scene: Scene, last: int = 0, winning: Container[int] | None = None) -> None:
        """Show another position of the same game."""
        self.scene, self.last, self.winning = scene, last, winning
        now = self.held.mask | scene.unused.mask | scene.legal.mask
        if now != self.held.mask:
            # In some games new numbers appear later.
            marked = self.number
            self._hold(now)
            self._arrange()
            if marked:
                self.mark(marked)
        self.refresh()

    def mark(self, number: int) -> None:
        """Move the mark to a number, or to the nearest one."""
        self.cursor = min(bisect_left(self.numbers, number), len(self.numbers) - 1)

    def mark_legal(self, near: int) -> None:
        """Move the mark to the playable number nearest to another, and scroll so that both are visible."""
        legal = self.scene.legal
        if legal:
            place = bisect_left(legal, near)
            around = legal[max(0, place - 1)], legal[min(place, len(legal) - 1)]
            self.look_at(near)
            self.mark(min(around, key=lambda number: abs(number - near)))

    def look_at(self, number: int) -> None:
        """Scroll to a number."""
        self._keep_in_sight(min(bisect_left(self.numbers, number), len(self.numbers) - 1))

    # positions on the screen

    def on_resize(self) -> None:
        self._arrange()
        self._keep_in_sight(self.cursor)

    def _arrange(self) -> None:
        width, height = self.container_size
        count, digits = max(1, len(self.numbers)), len(str(self.numbers[-1] if self.numbers else 0))
        self._layout_now = arrange(count, digits, max(width - 1, 1), height)
        self.virtual_size = Size(width, self._layout_now.rows * self._layout_now.height)
        self.refresh()

    @property
    def _margin(self) -> tuple[int, int]:
        """Empty columns and lines before the grid, which is centred in its area."""
        lay, size = self._layout_now, self.size
        across, down = size.width - lay.columns * lay.width, size.height - lay.rows * lay.height
        return max(0, across) // 2, max(0, down) // 2

    def _keep_in_sight(self, place: int) -> None:
        lay = self._layout_now
        if place < 0 or lay.rows * lay.height <= self.size.height:
            return
        top = place // lay.columns * lay.height
        if top < self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, force=True)
        elif top + lay.height > self.scroll_offset.y + self.size.height:
            self.scroll_to(y=top + lay.height - self.size.height, animate=False, force=True)

    def watch_cursor(self, place: int) -> None:
        self._keep_in_sight(place)
        self.refresh()

    # moving the mark

    def action_move(self, right: int, down: int) -> None:
        place = self.cursor + right + down * self._layout_now.columns
        if 0 <= place < len(self.numbers):
            self.cursor = place

    def action_jump(self, place: int) -> None:
        self.cursor = place % max(1, len(self.numbers))

    def action_page(self, by: int) -> None:
        lay = self._layout_now
        step = by * lay.columns * max(1, self.size.height // lay.height - 1)
        self.cursor = min(max(self.cursor + step, 0), len(self.numbers) - 1)

    def action_next_legal(self, by: int) -> None:
        legal = self.scene.legal
        if not legal:
            return
        place = bisect_left(legal, self.number + (by > 0))
        self.mark(legal[place % len(legal) if by > 0 else place - 1])

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is None:
            return
        lay, (left, top) = self._layout_now, self._margin
        column, row = (at.x - left) // lay.width, (at.y - top + self.scroll_offset.y) // lay.height
        place = row * lay.columns + column
        if 0 <= column < lay.columns and 0 <= place < len(self.numbers):
            self.cursor = place
            self.post_message(self.Clicked(self.number))

    # drawing

    def face_of_used(self, number: int) -> str:  # noqa: ARG002
        """The character in place of a used number."""
        return USED

    def render_line(self, y: int) -> Strip:
        lay, (left, top) = self._layout_now, self._margin
        width = self.size.width
        row, line = divmod(y - top + self.scroll_offset.y, lay.height)
        base = self.rich_style
        if not 0 <= row < lay.rows or (line and not lay.boxed):
            return Strip.blank(width, base)
        segments = [Segment(" " * left, base)]
        for place in range(row * lay.columns, min((row + 1) * lay.columns, len(self.numbers))):
            segments.append(self.cell(place, line))
        return Strip(segments).adjust_cell_length(width, base)

    def cell(self, place: int, line: int) -> Segment:
        lay, number = self._layout_now, self.numbers[place]
        legal = number in self.scene.legal
        used = not legal and number not in self.scene.unused
        mark = "" if not legal or self.winning is None else WINS if number in self.winning else LOSES
        here = place == self.cursor and self.has_focus
        style = self._style(legal, used, number == self.last, mark, here)
        face = self.face_of_used(number) if used else str(number)
        text = f"({number})" if number == self.last and used else face
        if not lay.boxed:
            # The number ends one column before the cell does; a mark or a bracket fills that column.
            text += mark or ("" if text.endswith(")") else " ")
            return Segment((CURSOR if here else " ") + text.rjust(lay.width - 1), style)
        inner = lay.width - 2
        if here or legal:
            corners = "┏━┓┃┗┛" if here else "╭─╮│╰╯"
            bar = corners[1]
            if line == 0:
                return Segment(corners[0] + bar * inner + corners[2], style)
            if line == 2:
                return Segment(corners[4] + mark.center(inner, bar) + corners[5], style)
            return Segment(corners[3] + text.center(inner) + corners[3], style)
        return Segment(text.center(lay.width) if line == 1 else " " * lay.width, style)

    def _style(self, legal: bool, used: bool, last: bool, mark: str, here: bool) -> Style:
        if mark:
            name = "wins" if mark == WINS else "loses"
        elif last and used:
            name = "last"
        else:
            name = "legal" if legal else "used" if used else "idle"
        style = self.get_component_rich_style(f"grid--{name}")
        return style + self.get_component_rich_style("grid--cursor", partial=True) if here else style
