"""Number Duel and Strategy Stacks as a picture: the graph of the numbers and the winning pairs.

Partners stand side by side on a ring and are joined by a thick line; the current number is in the middle,
with a line to each number that can follow. So the picture shows the winner's whole strategy: whatever number
the opponent plays, reply with the one beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from outnumber.games.numbers import members
from outnumber.games.sentences import Voice
from outnumber.games.walk import WalkPosition
from outnumber.study.pictures.frame import MARGIN, WIDTH, PositionPicture
from outnumber.study.pictures.svg import FAINT, INK, PAPER, SOFT, VERMILLION
from outnumber.theory.best import evenly_spread
from outnumber.theory.pairing import partners
from outnumber.theory.verdict import Verdict

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


def draw(position: WalkPosition, moves: Sequence[int], verdict: Verdict, voice: Voice) -> str:
    """Draw the unused numbers, partners side by side, around the current number."""
    move = verdict.move
    # After a move that ends the game, partners are irrelevant.
    over = not position.legal or (move and position.play(move).outcome())
    paired = {} if over else partners(position, move)
    shown = _shown(position, verdict, move, paired)
    groups = _groups(shown, paired)
    links = _links(position, shown, paired)
    r = _token_size(shown)
    # Without a current number and without links, a ring has no content.
    in_rows = position.top == 0 and not links
    radius = max(40.0 if not shown else 150.0, 2 * r * _around(groups) / (2 * pi))
    width = ROWS_WIDTH if in_rows else max(WIDTH, 2 * (radius + r + MARGIN))
    picture = PositionPicture(position, moves, verdict, voice, width)
    top = picture.y + r + 6
    centre = Place(picture.width / 2, top + radius)
    places = _rows(groups, top, r) if in_rows else _ring(groups, centre, radius)
    with picture.group(voice.say("Links between unused numbers"), stroke=FAINT, fill="none"):
        for a, b in links:
            _link(picture, places[a], places[b], centre)
    for number, place in places.items():
        if position.top and position.legal >> number & 1:
            _spoke(picture, centre, place, number in verdict.winning, r)
    for a, b in groups:
        if b:
            with picture.group(voice.say("{a} and {b} are partners", a=a, b=b)):
                _thick(picture, places[a], places[b], 9)
    for number, place in places.items():
        picture.token(place.x, place.y, number, r)
    if position.top:
        _middle(picture, position, centre)
    lowest = [place.y for place in places.values()]
    picture.y = max(lowest if in_rows else [*lowest, centre.y + 20]) + r + 34
    if paired:
        _partners(picture, verdict, paired)
    if shown:
        _left_out(picture, position, verdict, shown)
    return picture.closed()


def _shown(position: WalkPosition, verdict: Verdict, move: int, paired: dict[int, int]) -> list[int]:
    if not position.legal:
        return []
    if position.unused.bit_count() <= MOST_NUMBERS:
        return list(members(position.unused))
    told = verdict.reason.numbers
    following = {move, *(number for pair in told.get("pairs", ()) for number in pair)} - {0}
    following |= set(evenly_spread(verdict.winning, SOME_MOVES))
    following |= set(evenly_spread(position.legal_moves(), SOME_MOVES))
    if move:
        # Show the pairs of the opponent's possible answers.
        following |= set(evenly_spread(position.play(move).legal_moves(), SOME_MOVES))
    return sorted(following | {paired[number] for number in following if number in paired})


def _groups(shown: Sequence[int], paired: dict[int, int]) -> list[tuple[int, int]]:
    """Pairs, smaller number first, and single numbers with a 0, in order."""
    groups = []
    for number in shown:
        partner = paired.get(number, 0)
        if not partner or number < partner:
            groups.append((number, partner))
    return groups


def _around(groups: list[tuple[int, int]]) -> float:
    """The circumference of the ring in widths of a token."""
    return sum(1 + BETWEEN + (WITHIN if partner else 0) for _, partner in groups)


def _ring(groups: list[tuple[int, int]], centre: Place, radius: float) -> dict[int, Place]:
    """The position of each number on a ring, partners side by side; the smallest is at the top."""
    total = _around(groups)
    places: dict[int, Place] = {}
    at = 0.0
    for number, partner in groups:
        for each in filter(None, (number, partner)):
            at += WITHIN if each == partner else 0
            angle = 2 * pi * at / total
            places[each] = Place(centre.x + radius * sin(angle), centre.y - radius * cos(angle))
        at += 1 + BETWEEN
    return places


def _rows(groups: list[tuple[int, int]], top: float, r: float) -> dict[int, Place]:
    """The position of each number in rows of pairs, for pictures without a centre."""
    places: dict[int, Place] = {}
    step = 2 * r * (WITHIN + 1 + BETWEEN)
    in_a_row = int((ROWS_WIDTH - 2 * MARGIN) / step)
    for place, (number, partner) in enumerate(groups):
        x = MARGIN + r + place % in_a_row * step
        y = top + place // in_a_row * (2 * r + 16)
        places[number] = Place(x, y)
        if partner:
            places[partner] = Place(x + 2 * r * WITHIN, y)
    return places


def _token_size(shown: Sequence[int]) -> float:
    """The token size that fits the digits of the largest number and the number of tokens."""
    digits = len(str(shown[-1])) if shown else 1
    return 5.0 * digits if digits > 3 else 16.0 if len(shown) <= 60 else 13.0


def _links(position: WalkPosition, shown: Sequence[int], paired: dict[int, int]) -> list[tuple[int, int]]:
    """The links between the displayed numbers that are not pairs; empty if they would hide each other."""
    if len(shown) < position.unused.bit_count():
        return []
    row, unused = position.rules.row, position.unused
    links = [(a, b) for a in shown for b in members((row(a) & unused) >> a << a) if paired.get(a) != b]
    return links if len(links) <= MOST_LINKS else []


def _link(picture: PositionPicture, one: Place, two: Place, centre: Place) -> None:
    # Curved towards the centre, so that links of neighbours do not cross other numbers.
    x, y = (one.x + two.x + centre.x) / 3, (one.y + two.y + centre.y) / 3
    picture.add("path", d=f"M{one.x:.1f} {one.y:.1f}Q{x:.1f} {y:.1f} {two.x:.1f} {two.y:.1f}")


def _spoke(picture: PositionPicture, centre: Place, place: Place, wins: bool, r: float) -> None:
    """Draw a line from the current number to one that can follow: solid if it wins, dashed if not."""
    far = hypot(place.x - centre.x, place.y - centre.y)
    keep = (far - r) / far
    style: dict[str, object] = (
        {"stroke": INK, "stroke_width": 2.4}
        if wins
        else {"stroke": SOFT, "stroke_width": 1.2, "stroke_dasharray": "5 4"}
    )
    x, y = centre.x + (place.x - centre.x) * keep, centre.y + (place.y - centre.y) * keep
    picture.line(centre.x, centre.y, x, y, **style)


def _thick(picture: PositionPicture, one: Place, two: Place, width: int) -> None:
    """Draw the line between partners."""
    for stroke, wide in ((INK, width + 4), (VERMILLION, width)):
        picture.line(one.x, one.y, two.x, two.y, stroke=stroke, stroke_width=wide, stroke_linecap="round")


def _middle(picture: PositionPicture, position: WalkPosition, centre: Place) -> None:
    """Draw the current number."""
    with picture.group(picture.voice.say("{number} was played last", number=position.top)):
        half = 16 + 6 * len(str(position.top))
        picture.rect(
            centre.x - half, centre.y - 24, 2 * half, 48, rx=8, fill=INK, stroke=PAPER, stroke_width=3
        )
        picture.text(centre.x, centre.y + 8, position.top, 22, anchor="middle", bold=True, fill=PAPER)


def _partners(picture: PositionPicture, verdict: Verdict, paired: dict[int, int]) -> None:
    """Explain which player uses the list of partners, beside a thick line."""
    pairs = tuple((a, b) for a, b in paired.items() if a < b)
    code = "partners-after" if verdict.move else "partners"
    y = picture.y - 5
    _thick(picture, Place(MARGIN, y), Place(MARGIN + 26, y), 7)
    words = picture.caption(code, move=verdict.move, seat=verdict.winner, pairs=pairs)
    picture.told(words, 13, indent=42)


def _left_out(
    picture: PositionPicture, position: WalkPosition, verdict: Verdict, shown: Sequence[int]
) -> None:
    """The number of numbers that are not drawn."""
    all = position.unused.bit_count()
    if len(shown) < all:
        fit, win = len(position.legal_moves()), len(verdict.winning)
        picture.y += 2
        words = picture.caption("drawn", shown=len(shown), all=all, fit=fit, win=win, numbers=tuple(shown))
        picture.told(words, 13)
    picture.y += 10
