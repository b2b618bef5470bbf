"""What all pictures of positions share: heading, moves played, tokens, legend and reason."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games.base import Position, Seat
from outnumber.games.options import chosen
from outnumber.games.scene import Played
from outnumber.games.sentences import Voice, mark
from outnumber.match.round import Round
from outnumber.study.pictures.captions import Caption
from outnumber.study.pictures.svg import BLUE, FAINT, GREEN, INK, ORANGE, PAPER, SHADE, SOFT, Picture, wrapped
from outnumber.theory.verdict import Verdict

# Narrow enough that a phone hardly shrinks the letters.
WIDTH = 384
MARGIN = 20
# Older moves are left out of the heading.
LAST_MOVES = 14

WINS, LOSES, OTHER, USED = "wins", "loses", "other", "used"
SEAT_COLOURS = {Seat.ONE: BLUE, Seat.TWO: ORANGE}


def verdict_text(position: Position, verdict: Verdict, voice: Voice) -> str:
    """Who wins and how, in one line."""
    outcome = position.outcome()
    if outcome:
        return voice.tell(Caption("over", seat=outcome.winner.value))
    seat = position.turn.value
    if verdict.winning:
        return voice.tell(Caption("won", seat=seat, moves=verdict.winning))
    return voice.tell(Caption("lost", seat=seat, winner=verdict.winner.value))


def played_by(position: Position, moves: Sequence[int]) -> list[Played]:
    """The moves with who made each; passes are no moves."""
    return Round.begin(position.rules, moves).played


def opened(
    position: Position, moves: Sequence[int], verdict: Verdict, width: float, voice: Voice
) -> tuple[Picture, float]:
    """A picture with its heading, and where its own part begins."""
    title = voice.word(position.rules.title)
    claim = verdict_text(position, verdict, voice)
    played = " ".join(map(str, moves)) if moves else voice.say("nothing yet")
    told = voice.say("Played: {moves}.", moves=played)
    picture = Picture(width, 0, f"{title}: {claim}", f"{told} {voice.tell(verdict.reason)}", voice)
    picture.text(MARGIN, 40, title, 22, bold=True)
    room = width - 2 * MARGIN
    y = 62.0
    options = chosen(position.rules, voice)
    if options:
        y = picture.paragraph(MARGIN, y, options, room, 13, fill=SOFT)
    y = picture.paragraph(MARGIN, y + 8, claim, room, 17, bold=True)
    return picture, _played(picture, position, moves, y + 8) + 12


def _played(picture: Picture, position: Position, moves: Sequence[int], y: float) -> float:
    if not moves:
        return y - 10
    shown = played_by(position, moves)[-LAST_MOVES:]
    left = len(moves) - len(shown)
    say = picture.voice.say
    label = say("Played (after {n} more):", n=left) if left else say("Played:")
    picture.text(MARGIN, y + 5, label, 13, fill=SOFT)
    x = MARGIN + 8 + len(label) * 6.6
    for seat, move in shown:
        wide = 14 + 8 * len(str(move))
        if x + wide > picture.width - MARGIN:
            x, y = MARGIN, y + 28
        owned(picture, x + wide / 2, y, move, seat, wide, 22)
        x += wide + 7
    return y + 22


def owned(picture: Picture, x: float, y: float, number: int, seat: Seat, width: float, height: float) -> None:
    """A number that a player has taken: round and blue for Player 1, square and orange for Player 2."""
    corner = height / 2 if seat is Seat.ONE else 0
    with picture.group(
        picture.voice.say("{number}, played by Player {seat}", number=number, seat=seat.value)
    ):
        picture.rect(
            x - width / 2, y - height / 2, width, height, rx=corner, fill=SEAT_COLOURS[seat], stroke=INK
        )
        picture.text(x, y + 5, number, 13, anchor="middle", bold=True, fill=PAPER)


_STYLES: dict[str, dict[str, object]] = {
    WINS: {"fill": GREEN, "stroke": INK, "stroke_width": 2.5},
    LOSES: {"fill": PAPER, "stroke": INK, "stroke_width": 1.5},
    OTHER: {"fill": SHADE, "stroke": SOFT, "stroke_dasharray": "3 2"},
    USED: {"fill": PAPER, "stroke": FAINT},
}
_MEANINGS = {
    WINS: mark("wins"),
    LOSES: mark("loses"),
    OTHER: mark("cannot be played now"),
    USED: mark("is used"),
}


def kind_of(number: int, position: Position, verdict: Verdict) -> str:
    """How a number is drawn that is not used up."""
    if number in verdict.winning:
        return WINS
    return LOSES if position.legal >> number & 1 else OTHER


def token(picture: Picture, x: float, y: float, number: int, kind: str, r: float, wide: float = 0) -> None:
    """A number: dark with a star when it wins, white when it loses, dashed when it may not be played now.

    It is round, or a box where its width is given.
    """
    picture.kinds.add(kind)
    letters = {WINS: PAPER, LOSES: INK}.get(kind, SOFT)
    size = min(17, 1.05 * r, max(2.5 * r, 1.5 * wide) / len(str(number)))
    with picture.group(f"{number} {picture.voice.word(_MEANINGS[kind])}"):
        if wide:
            picture.add("rect", x=x - wide / 2, y=y - r, width=wide, height=2 * r, rx=3, **_STYLES[kind])
        else:
            picture.add("circle", cx=x, cy=y, r=r, **_STYLES[kind])
        picture.text(x, y + size * 0.36, number, size, anchor="middle", bold=kind == WINS, fill=letters)
        _mark(picture, x + max(0, wide / 2 - r), y, kind, r)


def _mark(picture: Picture, x: float, y: float, kind: str, r: float) -> None:
    """The sign that tells a kind apart without colour."""
    if kind == WINS:
        picture.star(x + r * 0.8, y - r * 0.85, max(5.0, r * 0.5), fill=INK, stroke=PAPER, stroke_width=1)
    if kind == USED:
        picture.line(x - r * 0.7, y + r * 0.7, x + r * 0.7, y - r * 0.7, stroke=SOFT)


def legend(picture: Picture, y: float) -> float:
    """What the tokens of this picture mean; returns where to go on."""
    x = MARGIN + 9.0
    for kind in (kind for kind in _STYLES if kind in picture.kinds):
        words = picture.voice.word(_MEANINGS[kind])
        wide = 46 + 7.2 * len(words)
        if x + wide > picture.width:
            x, y = MARGIN + 9.0, y + 26
        picture.add("circle", cx=x, cy=y, r=8, **_STYLES[kind])
        _mark(picture, x, y, kind, 8)
        picture.text(x + 17, y + 5, words, 13)
        x += wide
    return y + 26 if picture.kinds else y


def closed(picture: Picture, y: float, verdict: Verdict) -> str:
    """The picture with its legend and reason, as text."""
    y = legend(picture, y)
    reason = picture.voice.tell(verdict.reason)
    y = picture.paragraph(MARGIN, y + 12, reason, picture.width - 2 * MARGIN, 15)
    picture.height = y + 4
    return picture.svg()


def bracket(
    picture: Picture,
    ends: tuple[float, float],
    y: float,
    words: str,
    *,
    row: int = 0,
    leftwards: bool = False,
) -> None:
    """A bracket below some numbers, with words in the given row below it; the first row is the strong one."""
    left, right = ends
    ink, width = (SOFT, 1.5) if row else (INK, 2.5)
    picture.path(f"M{left:.1f} {y:.1f}v8H{right:.1f}v-8", stroke=ink, stroke_width=width)
    # The words lean away from the other bracket, but never leave the picture.
    lines = wrapped(words, picture.width - 2 * MARGIN, 13)
    long = max(map(len, lines)) * (7.0 if row else 7.7)
    middle = right - long / 2 if leftwards else left + long / 2
    x = min(max(middle, MARGIN + long / 2), picture.width - MARGIN - long / 2)
    below = y + 25 + 20 * row
    if row:
        stem = left + 6 if not leftwards else right - 6
        picture.line(stem, y + 9, stem, below - 12, stroke=SOFT)
    for place, line in enumerate(lines):
        picture.text(x, below + 18 * place, line, 13, anchor="middle", bold=not row, halo=True)
