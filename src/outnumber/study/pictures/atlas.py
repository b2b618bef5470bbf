"""The atlas of a game as a picture: the share of winning openings at each size, and the sizes without any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outnumber.games.base import Seat
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.study.pictures.frame import MARGIN, SEAT_COLOURS
from outnumber.study.pictures.svg import BLUE, FAINT, INK, PAPER, SOFT, Picture, round_step
from outnumber.theory.atlas import Entry

WIDTH = 980
LEFT = 86
PLOT = WIDTH - LEFT - MARGIN
HEIGHT = 320
STRIP = 26


def draw(entries: Sequence[Entry], title: str, size: str, voice: Voice = ENGLISH) -> str:
    """One bar per size for the share of winning openings, and below it a strip that shows the winner.

    >>> from outnumber.games.registry import find
    >>> from outnumber.theory.atlas import atlas
    >>> "<title>range 3: Player 1 wins with 1 of 3 openings</title>" in draw(
    ...     list(atlas(find("order-challenge"), {}, 9)), "Order Challenge", "range")
    True
    """
    one, two = (sum(entry.winner is seat for entry in entries) for seat in Seat)
    claim = voice.say("Player 1 wins at {one:,} of them, Player 2 at {two:,}.", one=one, two=two)
    how_far: dict[str, Any] = {"option": size, "most": len(entries)}
    about = voice.say("winning openings at each {option:name} from 1 to {most:,}", **how_far)
    picture = Picture(WIDTH, 0, f"{title}: {about}", claim, voice)
    picture.text(MARGIN, 40, title, 22, bold=True)
    lead = voice.say("How many openings win at each {option:name} from 1 to {most:,}.", **how_far)
    picture.text(MARGIN, 62, f"{lead} {claim}", 14, fill=SOFT)
    top = 96.0
    step = PLOT / len(entries)
    _axes(picture, top, entries, step, size, voice)
    _bars(picture, top, entries, step, size, voice)
    _strip(picture, top + HEIGHT + 34, entries, step, size, voice)
    picture.height = _legend(picture, top + HEIGHT + 34 + STRIP + 34, entries, voice) + 4
    return picture.svg()


def _axes(
    picture: Picture, top: float, entries: Sequence[Entry], step: float, size: str, voice: Voice
) -> None:
    # The same scale for all sizes, as in the table: a full bar means that every opening wins.
    for percent in range(0, 101, 20):
        y = top + HEIGHT * (1 - percent / 100)
        picture.line(LEFT, y, LEFT + PLOT, y, stroke=FAINT if percent else INK)
        picture.text(LEFT - 8, y + 4, f"{percent}%", 12, anchor="end")
    along, middle = MARGIN + 6, top + HEIGHT / 2
    picture.add(
        "text",
        voice.say("openings that win"),
        x=along,
        y=middle,
        font_size=13,
        fill=INK,
        text_anchor="middle",
        transform=f"rotate(-90 {along} {middle:.1f})",
    )
    apart = round_step(34 / step)
    for entry in entries:
        if entry.size % apart == 0 or entry.size == 1:
            x = LEFT + (entry.size - 0.5) * step
            picture.line(x, top + HEIGHT, x, top + HEIGHT + 6)
            picture.text(x, top + HEIGHT + 20, voice.number(entry.size), 12, anchor="middle")
    picture.text(LEFT - 8, top + HEIGHT + 20, voice.word(size), 13, anchor="end")


def _bars(
    picture: Picture, top: float, entries: Sequence[Entry], step: float, size: str, voice: Voice
) -> None:
    base = top + HEIGHT
    wide = max(0.6, step * 0.72)
    for entry in entries:
        count = entry.winning_openings
        if count is None:
            continue
        high = HEIGHT * count / (entry.openings or 1)
        x = LEFT + (entry.size - 0.5) * step
        with picture.group(_tip(entry, size, voice)):
            if count:
                edge = INK if wide > 4 else BLUE
                picture.rect(x - wide / 2, base - high, wide, high, fill=BLUE, stroke=edge, stroke_width=0.6)
            if count and step >= 22:
                picture.text(x, base - high - 5, count, 11, anchor="middle")


def _tip(entry: Entry, size: str, voice: Voice) -> str:
    if entry.winner is None:
        return f"{voice.word(size)} {entry.size}: {voice.tell(entry.problem) if entry.problem else ''}"
    wins: dict[str, Any] = {"option": size, "size": entry.size, "seat": entry.winner.value}
    if not entry.winning_openings:
        return voice.say("{option:name} {size}: Player {seat} wins against every opening", **wins)
    return voice.counted(
        "{option:name} {size}: Player {seat} wins with {count} of {n} opening",
        "{option:name} {size}: Player {seat} wins with {count} of {n} openings",
        entry.openings or 0,
        count=entry.winning_openings,
        **wins,
    )


def _strip(
    picture: Picture, y: float, entries: Sequence[Entry], step: float, size: str, voice: Voice
) -> None:
    """The winner at each size: light, dark, or crossed out if the options do not fit."""
    picture.text(LEFT - 8, y + STRIP / 2 + 5, voice.say("winner"), 13, anchor="end")
    first = 0
    for place in range(1, len(entries) + 1):
        if place < len(entries) and entries[place].winner is entries[first].winner:
            continue
        winner = entries[first].winner
        x, wide = LEFT + first * step, (place - first) * step
        sizes = str(entries[first].size)
        if place - first > 1:
            sizes = voice.say("{first} to {last}", first=sizes, last=entries[place - 1].size)
        if winner:
            whole = {"first": entries[first].size, "last": entries[place - 1].size}
            told = voice.say("Player {seat} wins", seat=winner.value, **whole)
        else:
            told = voice.say("the options do not fit")
        with picture.group(f"{voice.word(size)} {sizes}: {told}"):
            _stretch(picture, x, y, wide, winner)
        first = place
    picture.rect(LEFT, y, PLOT, STRIP)


def _stretch(picture: Picture, x: float, y: float, wide: float, winner: Seat | None) -> None:
    fill, letters = (SEAT_COLOURS[winner], PAPER) if winner else (PAPER, INK)
    picture.rect(x, y, wide, STRIP, fill=fill, stroke=INK if wide > 4 else "none", stroke_width=0.6)
    if wide >= 11:
        words = str(winner.value) if winner else "–"
        picture.text(x + wide / 2, y + 18, words, 13, anchor="middle", bold=True, fill=letters)
    elif winner is Seat.TWO:
        # Distinguishable without colour: a stroke in the lower half.
        picture.rect(x, y + STRIP / 2, wide, STRIP / 2, fill=INK, stroke="none")


def _legend(picture: Picture, y: float, entries: Sequence[Entry], voice: Voice) -> float:
    narrow = PLOT / len(entries) < 11
    x = float(MARGIN)
    for winner, words in (
        (Seat.ONE, voice.say("Player 1 wins with perfect play")),
        (Seat.TWO, voice.say("Player 2 wins: no opening wins")),
    ):
        if not any(entry.winner is winner for entry in entries):
            continue
        picture.rect(x, y - 13, 18, 18, fill=SEAT_COLOURS[winner])
        if narrow and winner is Seat.TWO:
            picture.rect(x, y - 4, 18, 9, fill=INK)
        elif not narrow:
            picture.text(x + 9, y + 1, winner.value, 13, anchor="middle", bold=True, fill=PAPER)
        picture.text(x + 26, y + 1, words, 13)
        x += 56 + 7.2 * len(words)
    if any(entry.winner is None for entry in entries):
        picture.rect(x, y - 13, 18, 18, fill=PAPER)
        picture.text(x + 26, y + 1, voice.say("the options do not fit"), 13)
    return y + 24
