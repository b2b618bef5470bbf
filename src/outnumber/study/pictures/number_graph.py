"""Number Duel and Strategy Stacks as a picture: the graph of the numbers and the winning pairs.

Partners stand side by side on a ring and are joined by a thick line; the current number is in the middle,
with a line to each number that can follow. So the picture shows the winner's whole strategy: whatever number
the opponent plays, reply with the one beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from typing import NamedTuple

from outnumber.games import members
from outnumber.games.walk import WalkPosition
from outnumber.theory.best import evenly_spread
from outnumber.theory.pairing import partners

from .frame import MARGIN, WIDTH, PositionPicture
from .svg import FAINT, INK, SOFT, STRONG

# Maximum size of the ring; for larger games, only the numbers that can follow and their partners are drawn.
MOST_NUMBERS = 150
SOME_MOVES = 10
ROWS_WIDTH = 940
# More links than this would hide each other.
MOST_LINKS = 400
# The distance between partners, and the space between pairs, in widths of a token.
WITHIN = 1.35
BETWEEN = 0.35


class Place(NamedTuple):
    """The position of a number in the picture."""

    x: float
    y: float


class NumberGraph(PositionPicture):
    """The unused numbers, partners side by side, around the current number."""

    position: WalkPosition

    def layout(self) -> float:
        position, move = self.position, self.verdict.move
        # After a move that ends the game, partners are irrelevant.
        over = not position.legal or (move and position.play(move).outcome())
        self.paired = {} if over else partners(position, move)
        self.shown = self._shown(move)
        # Pairs, smaller number first, and single numbers with a 0, in order.
        pairs = ((number, self.paired.get(number, 0)) for number in self.shown)
        self.groups = [(number, partner) for number, partner in pairs if not partner or number < partner]
        self.links = self._links()
        # The token size that fits the digits of the largest number and the number of tokens.
        digits = len(str(max(self.shown, default=1)))
        self.r = r = 5.0 * digits if digits > 3 else 16.0 if len(self.shown) <= 60 else 13.0
        # Without a current number and without links, a ring has no content.
        self.in_rows = position.top == 0 and not self.links
        # The circumference of the ring in widths of a token.
        self.around = sum(1 + BETWEEN + (WITHIN if partner else 0) for _, partner in self.groups)
        self.radius = max(132.0 if self.shown else 40.0, 2 * r * self.around / (2 * pi))
        return ROWS_WIDTH if self.in_rows else max(WIDTH, 2 * (self.radius + r + MARGIN))

    def board(self) -> None:
        r, top = self.r, self.y + self.r + 6
        self.centre = Place(self.width / 2, top + self.radius)
        places = dict(self._in_rows(top) if self.in_rows else self._on_ring())
        with self.group(self.say("Links between unused numbers"), stroke=FAINT, fill="none"):
            for a, b in self.links:
                self._link(places[a], places[b])
        for number, place in places.items():
            if self.position.top and self.position.legal >> number & 1:
                self._spoke(place, number in self.verdict.winning)
        for a, b in self.groups:
            if b:
                with self.group(self.say("{a} and {b} are partners", a=a, b=b)):
                    self._thick(places[a], places[b], 9)
        for number, place in places.items():
            self.token(place.x, place.y, number, r)
        if self.position.top:
            self._middle()
        lowest = [place.y for place in places.values()]
        self.y = max(lowest if self.in_rows else [*lowest, self.centre.y + 20]) + r + 34
        if self.paired:
            self._partners()
        if self.shown:
            self._left_out()

    def _shown(self, move: int) -> list[int]:
        position, winning = self.position, self.verdict.winning
        if not position.legal:
            return []
        if position.unused.bit_count() <= MOST_NUMBERS:
            return list(members(position.unused))
        told = self.verdict.reason.numbers
        following = {move, *(number for pair in told.get("pairs", ()) for number in pair)} - {0}
        following |= set(evenly_spread(winning, SOME_MOVES))
        following |= set(evenly_spread(position.legal_moves(), SOME_MOVES))
        if move:
            # Show the pairs of the opponent's possible answers.
            following |= set(evenly_spread(position.play(move).legal_moves(), SOME_MOVES))
        return sorted(following | {self.paired[number] for number in following if number in self.paired})

    def _on_ring(self) -> Iterator[tuple[int, Place]]:
        """Yield the position of each number on a ring, partners side by side; the smallest is at the top."""
        at = 0.0
        for number, partner in self.groups:
            for each in filter(None, (number, partner)):
                at += WITHIN if each == partner else 0
                angle = 2 * pi * at / self.around
                x, y = self.radius * sin(angle), self.radius * cos(angle)
                yield each, Place(self.centre.x + x, self.centre.y - y)
            at += 1 + BETWEEN

    def _in_rows(self, top: float) -> Iterator[tuple[int, Place]]:
        """Yield the position of each number in rows of pairs, for pictures without a centre."""
        r = self.r
        step = 2 * r * (WITHIN + 1 + BETWEEN)
        in_a_row = int((ROWS_WIDTH - 2 * MARGIN) / step)
        for place, (number, partner) in enumerate(self.groups):
            x = MARGIN + r + place % in_a_row * step
            y = top + place // in_a_row * (2 * r + 16)
            yield number, Place(x, y)
            if partner:
                yield partner, Place(x + 2 * r * WITHIN, y)

    def _links(self) -> list[tuple[int, int]]:
        """The links between the displayed numbers that are not pairs; empty if they would hide each other."""
        row, unused = self.position.rules.row, self.position.unused
        if len(self.shown) < unused.bit_count():
            return []
        links = [
            (a, b)
            for a in self.shown
            for b in members((row(a) & unused) >> a << a)
            if self.paired.get(a) != b
        ]
        return links if len(links) <= MOST_LINKS else []

    def _link(self, one: Place, two: Place) -> None:
        # Curved towards the centre, so that links of neighbours do not cross other numbers.
        x, y = (sum(each) / 3 for each in zip(one, two, self.centre, strict=True))
        self.add("path", d=f"M{one.x:.1f} {one.y:.1f}Q{x:.1f} {y:.1f} {two.x:.1f} {two.y:.1f}")

    def _spoke(self, place: Place, wins: bool) -> None:
        """Draw a line from the current number to one that can follow: solid if it wins, dashed if not."""
        centre = self.centre
        far = hypot(place.x - centre.x, place.y - centre.y)
        keep = (far - self.r) / far
        style: dict[str, object] = (
            {"stroke": INK, "stroke_width": 2.4}
            if wins
            else {"stroke": SOFT, "stroke_width": 1.2, "stroke_dasharray": "5 4"}
        )
        x, y = centre.x + (place.x - centre.x) * keep, centre.y + (place.y - centre.y) * keep
        self.line(centre.x, centre.y, x, y, **style)

    def _thick(self, one: Place, two: Place, width: int) -> None:
        """Draw the line between partners."""
        self.line(*one, *two, stroke=STRONG, stroke_width=width, stroke_linecap="round")

    def _middle(self) -> None:
        """Draw the current number."""
        (x, y), top = self.centre, self.position.top
        with self.group(self.say("{number} was played last", number=top)):
            self.current(x, y, top, max(48, 24 + 12 * len(str(top))), 48)

    def _partners(self) -> None:
        """Explain which player uses the list of partners, beside a thick line."""
        pairs = tuple((a, b) for a, b in self.paired.items() if a < b)
        move, y = self.verdict.move, self.y - 5
        self._thick(Place(MARGIN, y), Place(MARGIN + 26, y), 7)
        code = "partners-after" if move else "partners"
        words = self.caption(code, move=move, seat=self.verdict.winner, pairs=pairs)
        self.told(words, 13, indent=42)

    def _left_out(self) -> None:
        """The number of numbers that are not drawn."""
        all, shown = self.position.unused.bit_count(), self.shown
        if len(shown) < all:
            fit, win = len(self.position.legal_moves()), len(self.verdict.winning)
            self.y += 2
            words = self.caption("drawn", shown=len(shown), all=all, fit=fit, win=win, numbers=tuple(shown))
            self.told(words, 13)
        self.y += 10
