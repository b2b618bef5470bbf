"""The value history of a review as a picture: who was winning before and after each move."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games import ENGLISH, Seat, Voice
from outnumber.match.review import GRADES, Grade, Graded, Review, RoundReview

from .frame import MARGIN, owned
from .svg import FAINT, INK, PAPER, SHADE, SOFT, Picture

WIDTH = 980
LEFT = 150
ROOM = WIDTH - LEFT - MARGIN
# Moves per row; more in a long round, where single moves need not be readable.
MOVES_A_ROW = 20
LONG = 200
LANE = 34


def draw(review: Review, title: str, names: Sequence[tuple[str, str]], voice: Voice = ENGLISH) -> str:
    """One panel per round; `names` are those of Player 1 and Player 2 in each round.

    >>> from outnumber.games.registry import game
    >>> from outnumber.match.review import review
    >>> from outnumber.match.round import Round
    >>> found = review(Round.begin(game("strategy-stacks"), [6, 3]))
    >>> "turning point" in draw(found, "Strategy Stacks", [("Ada", "Ben")])
    True
    """
    say = voice.say
    told = " ".join(
        f"{say('Round {round}', round=number)}: {_turning(each, names[number - 1], voice)}"
        for number, each in enumerate(review.rounds, 1)
    )
    heading = say("{title}: who was winning after each move", title=title)
    picture = Picture(WIDTH, heading, told or say("Nothing was played."), voice)
    picture.heading(title)
    picture.text(MARGIN, 62, say("Who was winning under perfect play, after each move"), 14, fill=SOFT)
    y = 84.0
    for number, each in enumerate(review.rounds, start=1):
        if len(review.rounds) > 1:
            y += 16
            picture.text(MARGIN, y, say("Round {round}", round=number), 17, bold=True)
            y += 14
        y = _round(picture, y, each, names[number - 1])
    picture.height = _legend(picture, y + 10) + 6
    return picture.svg()


def _round(picture: Picture, y: float, each: RoundReview, names: tuple[str, str]) -> float:
    long = len(each.moves) > LONG
    in_a_row = LONG if long else MOVES_A_ROW
    for first in range(0, max(1, len(each.moves)), in_a_row):
        y = _row(picture, y, each, names, first, in_a_row)
    y = picture.paragraph(MARGIN, y + 8, _turning(each, names, picture.voice), WIDTH - 2 * MARGIN, 14)
    one, two = map(each.tally, Seat)
    words = picture.say(
        "Wins kept: {name} {kept} of {held}, {other} {kept2} of {held2}.",
        name=names[0], kept=one.kept, held=one.held, other=names[1], kept2=two.kept, held2=two.held,
    )  # fmt: skip
    return picture.paragraph(MARGIN, y, words, WIDTH - 2 * MARGIN, 14) + 6


def _row(
    picture: Picture, y: float, each: RoundReview, names: tuple[str, str], first: int, in_a_row: int
) -> float:
    """Draw the lanes of both players, the line in the lane of the winning player, and the moves."""
    say = picture.say
    moves = each.moves[first : first + in_a_row]
    step = min(56.0, ROOM / (in_a_row + 0.5))
    wide = (len(moves) + 0.5) * step
    middle = {Seat.ONE: y + LANE / 2, Seat.TWO: y + 1.5 * LANE}
    fills = {Seat.ONE: SHADE, Seat.TWO: picture.hatch("second", FAINT, 45, 7)}
    for seat, name in zip(Seat, names, strict=True):
        picture.rect(LEFT, middle[seat] - LANE / 2, wide, LANE, fill=fills[seat], stroke=FAINT)
        picture.text(MARGIN, middle[seat] - 1, _short(name), 13, bold=True)
        picture.text(MARGIN, middle[seat] + 13, say("is winning"), 11, fill=SOFT)
    winners = each.winners[first : first + len(moves) + 1]
    path = f"M{LEFT} {middle[winners[0]]:.1f}"
    for place, after in enumerate(winners[1:], start=1):
        path += f"H{LEFT + place * step:.1f}V{middle[after]:.1f}"
    path += f"H{LEFT + wide:.1f}"
    picture.path(path, stroke=PAPER, stroke_width=9)
    picture.path(path, stroke=INK, stroke_width=4, stroke_linejoin="round")
    bottom = y + 2 * LANE
    for number, graded in enumerate(moves, start=first + 1):
        x = LEFT + (number - first) * step
        if number - 1 == each.turning_point:
            picture.line(x, y - 6, x, bottom + 4, stroke=INK, stroke_dasharray="3 3", stroke_width=1.5)
        if step > 12 or graded.regret:
            _mark(picture, x, middle, graded, names, number)
        if step > 12:
            width = min(step - 4, 14 + 8 * len(str(graded.move)))
            owned(picture, x, bottom + 18, graded.move, graded.seat, width, 22)
            picture.centred(x, bottom + 44, number, 11, fill=SOFT)
        elif number % 20 == 0:
            picture.centred(x, bottom + 16, number, 11, fill=SOFT)
    if step > 12:
        picture.text(MARGIN, bottom + 22, say("number played"), 11, fill=SOFT)
        picture.text(MARGIN, bottom + 44, say("move"), 11, fill=SOFT)
        return bottom + 64
    picture.text(MARGIN, bottom + 16, say("move"), 11, fill=SOFT)
    return bottom + 38


def _mark(
    picture: Picture, x: float, middle: dict[Seat, float], graded: Graded, names: tuple[str, str], number: int
) -> None:
    """Mark the grade of a move on the line; drawn moves have none."""
    if graded.drawn:
        return
    tip = picture.say(
        "move {place}: {name} played {number}, {grade}",
        place=number,
        name=names[graded.seat - 1],
        number=graded.move,
        grade=picture.say(GRADES[graded.grade], ply=number - 1),
    )
    with picture.group(tip):
        y = sum(middle.values()) / 2 if graded.regret else middle[graded.winner_before]
        sign(picture, x, y, graded.grade)


def sign(picture: Picture, x: float, y: float, grade: Grade) -> None:
    """Draw the shape of a grade."""
    if grade is Grade.KEPT:
        picture.circle(x, y, 7, fill=INK, stroke=PAPER, stroke_width=2)
    elif grade is Grade.THREW_AWAY:
        picture.circle(x, y, 11, stroke_width=2)
        picture.cross(x, y, 5)
    elif grade is Grade.FORCED:
        picture.rect(x - 6, y - 6, 12, 12, fill=PAPER, stroke_width=2)
    else:
        picture.circle(x, y, 5, stroke_width=2)


def _legend(picture: Picture, y: float) -> float:
    voice = picture.voice
    x = MARGIN + 12.0
    for sample in (*GRADES, *Seat):
        seat = sample if isinstance(sample, Seat) else None
        words = voice.say("played by Player {seat}", seat=seat) if seat else voice.word(GRADES[sample])
        if x + 18 + 7.2 * len(words) > WIDTH - MARGIN:
            x, y = MARGIN + 12.0, y + 30
        if seat:
            owned(picture, x, y, seat, seat, 24, 22)
        else:
            sign(picture, x, y, sample)
        picture.text(x + 18, y + 5, words, 13)
        x += (50 if seat else 56) + 7.2 * len(words)
    return y + 26


def _turning(each: RoundReview, names: tuple[str, str], voice: Voice) -> str:
    if each.turning_point is None:
        ahead = names[each.ahead - 1]
        if each.given_up:
            return voice.say("No turning point: no move threw a win away.")
        if each.drawn:
            return voice.say(
                "No turning point: {name} held the win from the drawn start to the end.", name=ahead
            )
        return voice.say("No turning point: {name} held the win from the start to the end.", name=ahead)
    graded = each.moves[each.turning_point]
    return voice.say(
        "The turning point is move {place}: {name} played {number} and threw the win away; "
        "{moves:or} would have won.",
        place=each.turning_point + 1,
        name=names[graded.seat - 1],
        number=graded.move,
        moves=graded.winning,
    )


def _short(name: str) -> str:
    return name if len(name) <= 14 else f"{name[:13]}…"
