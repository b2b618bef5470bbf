"""The common parts of pictures of positions: heading, moves, tokens, legend and reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from outnumber.games import Seat, Text, Voice, chosen
from outnumber.match import Round
from outnumber.theory.verdict import Verdict

from . import svg
from .captions import Caption
from .svg import EDGE, GREEN, INK, PAPER, RED, SHADE, SOFT, STRONG, WASH, Picture

# Narrow enough for a phone to show the text almost at full size.
WIDTH = 344
MARGIN = 16
# The heading omits older moves.
LAST_MOVES = 14

WINS, LOSES, OTHER, USED = "wins", "loses", "other", "used"
SEAT_COLOURS = {Seat.ONE: svg.BLUE, Seat.TWO: svg.ORANGE}
_EDGES = {Seat.ONE: svg.BLUE_EDGE, Seat.TWO: svg.ORANGE_EDGE}

# As on the board of a page.
_STYLES: dict[str, dict[str, object]] = {
    WINS: {"fill": WASH, "stroke": GREEN, "stroke_width": 2.5},
    LOSES: {
        "fill": PAPER,
        "stroke": RED,
        "stroke_width": 2,
        "stroke_dasharray": "0.1 4",
        "stroke_linecap": "round",
    },
    OTHER: {"fill": PAPER, "stroke": STRONG, "stroke_width": 1.2, "stroke_dasharray": "3 2"},
    USED: {"fill": SHADE, "stroke": "none"},
}
_MEANINGS: dict[str, Text] = {
    WINS: "wins",
    LOSES: "loses",
    OTHER: "cannot be played now",
    USED: "is used",
}


class PositionPicture(Picture):
    """A picture of a position; each subclass draws the board in its own way.

    The heading is above the board, the legend and the reason are below it; `y` is the current height.
    """

    def __init__(self, position: Any, moves: Sequence[int], verdict: Verdict, voice: Voice) -> None:
        self.position, self.verdict, self.voice = position, verdict, voice
        # The moves with their players; passes are not moves.
        self.played = Round.begin(position.rules, moves).played
        # The symbols used so far, which the legend must explain.
        self.kinds: set[str] = set()
        title, claim = voice.word(position.rules.title), self._claim()
        listed = " ".join(map(str, moves)) if moves else voice.say("nothing yet")
        told = voice.say("Played: {moves}.", moves=listed)
        super().__init__(self.layout(), f"{title}: {claim}", f"{told} {voice.tell(verdict.reason)}", voice)
        self.heading(title)
        self.y = 62.0
        if options := chosen(position.rules, voice):
            self.told(options, 13, fill=SOFT)
        self.y += 8
        self.told(claim, 17, bold=True)
        self._list_moves()
        self.y += 12
        self.board()
        self._close()

    def layout(self) -> float:
        """Prepare the board, and return the width that it needs."""
        return WIDTH

    def board(self) -> None:
        """Draw the board, and move `y` below it."""
        raise NotImplementedError

    def caption(self, code: str, **numbers: Any) -> str:
        """A translated caption."""
        return self.voice.tell(Caption(code, **numbers))

    def _claim(self) -> str:
        """The winner and the winning moves in one line."""
        seat, verdict = self.position.turn, self.verdict
        if outcome := self.position.outcome():
            return self.caption("over", seat=outcome.winner)
        if verdict.winning:
            return self.caption("won", seat=seat, moves=verdict.winning)
        return self.caption("lost", seat=seat, winner=verdict.winner)

    def told(self, words: str, size: float, indent: float = 0, **style: Any) -> None:
        """A paragraph across the full width."""
        room = self.width - 2 * MARGIN - indent
        self.y = self.paragraph(MARGIN + indent, self.y, words, room, size, **style)

    def _list_moves(self) -> None:
        if not self.played:
            self.y -= 2
            return
        shown = self.played[-LAST_MOVES:]
        left = len(self.played) - len(shown)
        label = self.say("Played (after {n} more):", n=left) if left else self.say("Played:")
        y = self.y + 8
        self.text(MARGIN, y + 5, label, 13, fill=SOFT)
        x = MARGIN + 8 + len(label) * 6.6
        for seat, move in shown:
            wide = 14 + 8 * len(str(move))
            if x + wide > self.width - MARGIN:
                x, y = MARGIN, y + 28
            owned(self, x + wide / 2, y, move, seat, wide, 22)
            x += wide + 7
        self.y = y + 22

    def token(self, x: float, y: float, number: int, r: float, wide: float = 0, kind: str = "") -> None:
        """Draw a number: with a star if it wins, a cross if it loses, dashed if it cannot be played now.

        `kind` overrides the verdict.
        """
        if not kind:
            legal = self.position.legal >> number & 1
            kind = WINS if number in self.verdict.winning else LOSES if legal else OTHER
        self.kinds.add(kind)
        playable = kind in (WINS, LOSES)
        size = min(17, 1.05 * r, max(2.5 * r, 1.5 * wide) / len(str(number)))
        with self.group(f"{number} {self.voice.word(_MEANINGS[kind])}"):
            self._tile(x, y, max(r, wide / 2), r, kind)
            self.centred(x, y + size * 0.36, number, size, bold=playable, fill=INK if playable else SOFT)
            self._sign(x + max(0, wide / 2 - r), y, kind, r)

    def _tile(self, x: float, y: float, half: float, r: float, kind: str) -> None:
        if kind in (WINS, LOSES):
            self.add("rect", x=x - half, y=y - r + 3, width=2 * half, height=2 * r, rx=0.5 * r, fill=EDGE)
        self.add("rect", x=x - half, y=y - r, width=2 * half, height=2 * r, rx=0.5 * r, **_STYLES[kind])

    def current(self, x: float, y: float, number: int, width: float, height: float) -> None:
        """Draw the number that was played last, in a ring."""
        seat = self.played[-1][0] if self.played else self.position.turn.other
        corner = height / 2 + 4 if seat is Seat.ONE else 12
        self.rect(
            x - width / 2 - 5,
            y - height / 2 - 5,
            width + 10,
            height + 10,
            rx=corner,
            fill=PAPER,
            stroke_width=3,
        )
        owned(self, x, y, number, seat, width, height)

    def tokens(self, numbers: Iterable[int], r: float, gap: float, right: float, kind: str = "") -> None:
        """Draw numbers in rows that end at `right`, with the middle of the first row at `y`."""
        x = MARGIN + r
        for number in numbers:
            if x > right:
                x, self.y = MARGIN + r, self.y + 2 * r + gap
            self.token(x, self.y, number, r, kind=kind)
            x += 2 * r + gap

    def _sign(self, x: float, y: float, kind: str, r: float) -> None:
        """The symbol that distinguishes a kind without colour."""
        if kind == WINS:
            self.star(x + r * 0.8, y - r * 0.85, max(6.0, r * 0.55), fill=GREEN, stroke=PAPER, stroke_width=1)
        elif kind == LOSES:
            self.cross(x + r * 0.85, y - r * 0.85, max(3.0, r * 0.25), stroke=RED, stroke_width=2.5)
        elif kind == USED:
            self.line(x - r * 0.6, y, x + r * 0.6, y, stroke=SOFT, stroke_width=2)

    def _close(self) -> None:
        """Draw the legend and the reason."""
        x = MARGIN + 9.0
        for kind in (kind for kind in _STYLES if kind in self.kinds):
            words = self.voice.word(_MEANINGS[kind])
            wide = 46 + 7.2 * len(words)
            if x + wide > self.width:
                x, self.y = MARGIN + 9.0, self.y + 26
            self._tile(x, self.y, 8, 8, kind)
            self._sign(x, self.y, kind, 8)
            self.text(x + 17, self.y + 5, words, 13)
            x += wide
        self.y += 38 if self.kinds else 12
        self.told(self.voice.tell(self.verdict.reason), 15)
        self.height = self.y + 4


def owned(picture: Picture, x: float, y: float, number: int, seat: Seat, width: float, height: float) -> None:
    """Draw a number taken by a player: round and blue for Player 1, square and orange for Player 2."""
    corner = height / 2 if seat is Seat.ONE else height / 5
    size = max(13.0, height * 0.45)
    with picture.group(picture.say("{number}, played by Player {seat}", number=number, seat=seat)):
        for lower, colour in ((2, _EDGES[seat]), (0, SEAT_COLOURS[seat])):
            top = y - height / 2 + lower
            picture.add("rect", x=x - width / 2, y=top, width=width, height=height, rx=corner, fill=colour)
        picture.centred(x, y + size * 0.36, number, size, bold=True, fill=PAPER)
