"""The atlas of a game as a picture: the share of winning openings at each size, and the sizes without any."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from outnumber.games import ENGLISH, Seat, Voice
from outnumber.theory.atlas import Entry

from .frame import MARGIN, SEAT_COLOURS
from .svg import BLUE, FAINT, INK, PAPER, SOFT, Picture, round_step

WIDTH = 980
LEFT = 86
PLOT = WIDTH - LEFT - MARGIN
HEIGHT = 320
TOP = 96.0
BASE = TOP + HEIGHT
STRIP = 26


def draw(entries: Sequence[Entry], title: str, size: str, voice: Voice = ENGLISH) -> str:
    """One bar per size for the share of winning openings, and below it a strip that shows the winner.

    >>> from outnumber.games.registry import find
    >>> from outnumber.theory.atlas import atlas
    >>> "<title>range 3: Player 1 wins with 1 of 3 openings</title>" in draw(
    ...     list(atlas(find("order-challenge"), {}, 9)), "Order Challenge", "range")
    True
    """
    return _AtlasPicture(entries, title, size, voice).svg()


class _AtlasPicture(Picture):
    """The plot of a game whose sizes are those of an option."""

    def __init__(self, entries: Sequence[Entry], title: str, size: str, voice: Voice) -> None:
        one, two = (sum(entry.winner is seat for entry in entries) for seat in Seat)
        claim = voice.say("Player 1 wins at {one:,} of them, Player 2 at {two:,}.", one=one, two=two)
        how_far = {"option": size, "most": len(entries)}
        about = voice.say("winning openings at each {option:name} from 1 to {most:,}", **how_far)
        super().__init__(WIDTH, f"{title}: {about}", claim, voice)
        self.entries, self.size = entries, size
        self.step = PLOT / len(entries)
        self.heading(title)
        lead = voice.say("How many openings win at each {option:name} from 1 to {most:,}.", **how_far)
        self.text(MARGIN, 62, f"{lead} {claim}", 14, fill=SOFT)
        self._axes()
        for entry in entries:
            if entry.winner:
                self._bar(entry, entry.winner)
        self._strip(BASE + 34)
        self.height = self._legend(BASE + 34 + STRIP + 34) + 4

    def _axes(self) -> None:
        # The same scale for all sizes, as in the table: a full bar means that every opening wins.
        for percent in range(0, 101, 20):
            y = TOP + HEIGHT * (1 - percent / 100)
            self.line(LEFT, y, LEFT + PLOT, y, stroke=FAINT if percent else INK)
            self.text(LEFT - 8, y + 4, f"{percent}%", 12, anchor="end")
        along, middle = MARGIN + 6, TOP + HEIGHT / 2
        style = {"font_size": 13, "fill": INK, "text_anchor": "middle"}
        turned = f"rotate(-90 {along} {middle:.1f})"
        self.add("text", self.say("openings that win"), x=along, y=middle, **style, transform=turned)
        apart = round_step(34 / self.step)
        for entry in self.entries:
            if entry.size % apart == 0 or entry.size == 1:
                x = LEFT + (entry.size - 0.5) * self.step
                self.line(x, BASE, x, BASE + 6)
                self.centred(x, BASE + 20, self.voice.number(entry.size), 12)
        self.text(LEFT - 8, BASE + 20, self.voice.word(self.size), 13, anchor="end")

    def _bar(self, entry: Entry, winner: Seat) -> None:
        count, wide = entry.winning_openings, max(0.6, self.step * 0.72)
        numbers = {"option": self.size, "size": entry.size, "seat": winner, "count": count}
        tip = self.voice.counted(
            "{option:name} {size}: Player {seat} wins with {count} of {n} opening",
            "{option:name} {size}: Player {seat} wins with {count} of {n} openings",
            entry.openings or 0,
            **numbers,
        )
        if not count:
            tip = self.say("{option:name} {size}: Player {seat} wins against every opening", **numbers)
        with self.group(tip):
            if not count:
                return
            high = HEIGHT * count / (entry.openings or 1)
            x = LEFT + (entry.size - 0.5) * self.step
            edge = INK if wide > 4 else BLUE
            self.rect(x - wide / 2, BASE - high, wide, high, fill=BLUE, stroke=edge, stroke_width=0.6)
            if self.step >= 22:
                self.centred(x, BASE - high - 5, count, 11)

    def _strip(self, y: float) -> None:
        """The winner at each size: light, dark, or crossed out if the options do not fit."""
        self.text(LEFT - 8, y + STRIP / 2 + 5, self.say("winner"), 13, anchor="end")
        for winner, group in groupby(self.entries, key=lambda entry: entry.winner):
            first, *more = (entry.size for entry in group)
            last = more[-1] if more else first
            sizes = self.say("{first} to {last}", first=first, last=last) if more else first
            told = self.say("the options do not fit")
            if winner:
                told = self.say("Player {seat} wins", seat=winner, first=first, last=last)
            with self.group(f"{self.voice.word(self.size)} {sizes}: {told}"):
                self._stretch(LEFT + (first - 1) * self.step, y, (last - first + 1) * self.step, winner)
        self.rect(LEFT, y, PLOT, STRIP)

    def _stretch(self, x: float, y: float, wide: float, winner: Seat | None) -> None:
        fill, letters = (SEAT_COLOURS[winner], PAPER) if winner else (PAPER, INK)
        self.rect(x, y, wide, STRIP, fill=fill, stroke=INK if wide > 4 else "none", stroke_width=0.6)
        if wide >= 11:
            words = str(winner) if winner else "–"
            self.centred(x + wide / 2, y + 18, words, 13, bold=True, fill=letters)
        elif winner is Seat.TWO:
            # Distinguishable without colour: a stroke in the lower half.
            self.rect(x, y + STRIP / 2, wide, STRIP / 2, fill=INK, stroke="none")

    def _legend(self, y: float) -> float:
        narrow, x, winners = self.step < 11, float(MARGIN), {entry.winner for entry in self.entries}
        for winner, words in (
            (Seat.ONE, self.say("Player 1 wins with perfect play")),
            (Seat.TWO, self.say("Player 2 wins: no opening wins")),
        ):
            if winner not in winners:
                continue
            self.rect(x, y - 13, 18, 18, fill=SEAT_COLOURS[winner])
            if not narrow:
                self.centred(x + 9, y + 1, winner, 13, bold=True, fill=PAPER)
            elif winner is Seat.TWO:
                self.rect(x, y - 4, 18, 9, fill=INK)
            self.text(x + 26, y + 1, words, 13)
            x += 56 + 7.2 * len(words)
        if None in winners:
            self.rect(x, y - 13, 18, 18, fill=PAPER)
            self.text(x + 26, y + 1, self.say("the options do not fit"), 13)
        return y + 24
