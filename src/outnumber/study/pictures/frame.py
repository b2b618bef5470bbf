"""The common parts of pictures of positions: heading, moves, tokens, legend and reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from outnumber.games import Seat, Text, Voice, chosen
from outnumber.match.round import Round
from outnumber.theory.verdict import Verdict

from .captions import Caption
from .svg import BLUE, FAINT, GREEN, INK, ORANGE, PAPER, SHADE, SOFT, Picture

# Narrow enough for a phone to show the text almost at full size.
WIDTH = 384
MARGIN = 20
# The heading omits older moves.
LAST_MOVES = 14

WINS, LOSES, OTHER, USED = "wins", "loses", "other", "used"
SEAT_COLOURS = {Seat.ONE: BLUE, Seat.TWO: ORANGE}

_STYLES: dict[str, dict[str, object]] = {
    WINS: {"fill": GREEN, "stroke": INK, "stroke_width": 2.5},
    LOSES: {"fill": PAPER, "stroke": INK, "stroke_width": 1.5},
    OTHER: {"fill": SHADE, "stroke": SOFT, "stroke_dasharray": "3 2"},
    USED: {"fill": PAPER, "stroke": FAINT},
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
        self.text(MARGIN, 40, title, 22, bold=True)
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
        """Draw a number: dark with a star if it wins, white if it loses, dashed if it cannot be played now.

        It is round, or a box if a width is given. `kind` overrides the verdict.
        """
        if not kind:
            legal = self.position.legal >> number & 1
            kind = WINS if number in self.verdict.winning else LOSES if legal else OTHER
        self.kinds.add(kind)
        letters = {WINS: PAPER, LOSES: INK}.get(kind, SOFT)
        size = min(17, 1.05 * r, max(2.5 * r, 1.5 * wide) / len(str(number)))
        with self.group(f"{number} {self.voice.word(_MEANINGS[kind])}"):
            if wide:
                self.add("rect", x=x - wide / 2, y=y - r, width=wide, height=2 * r, rx=3, **_STYLES[kind])
            else:
                self.add("circle", cx=x, cy=y, r=r, **_STYLES[kind])
            self.centred(x, y + size * 0.36, number, size, bold=kind == WINS, fill=letters)
            self._sign(x + max(0, wide / 2 - r), y, kind, r)

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
            self.star(x + r * 0.8, y - r * 0.85, max(5.0, r * 0.5), fill=INK, stroke=PAPER, stroke_width=1)
        if kind == USED:
            self.line(x - r * 0.7, y + r * 0.7, x + r * 0.7, y - r * 0.7, stroke=SOFT)

    def _close(self) -> None:
        """Draw the legend and the reason."""
        x = MARGIN + 9.0
        for kind in (kind for kind in _STYLES if kind in self.kinds):
            words = self.voice.word(_MEANINGS[kind])
            wide = 46 + 7.2 * len(words)
            if x + wide > self.width:
                x, self.y = MARGIN + 9.0, self.y + 26
            self.add("circle", cx=x, cy=self.y, r=8, **_STYLES[kind])
            self._sign(x, self.y, kind, 8)
            self.text(x + 17, self.y + 5, words, 13)
            x += wide
        self.y += 38 if self.kinds else 12
        self.told(self.voice.tell(self.verdict.reason), 15)
        self.height = self.y + 4


def owned(picture: Picture, x: float, y: float, number: int, seat: Seat, width: float, height: float) -> None:
    """Draw a number taken by a player: round and blue for Player 1, square and orange for Player 2."""
    corner = height / 2 if seat is Seat.ONE else 0
    with picture.group(picture.say("{number}, played by Player {seat}", number=number, seat=seat)):
        picture.rect(
            x - width / 2, y - height / 2, width, height, rx=corner, fill=SEAT_COLOURS[seat], stroke=INK
        )
        picture.centred(x, y + 5, number, 13, bold=True, fill=PAPER)
