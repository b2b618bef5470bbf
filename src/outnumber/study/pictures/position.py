"""A picture of any position, with the moves that win and the reason why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outnumber.games.base import Position
from outnumber.games.registry import part
from outnumber.games.scene import Row
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.study.pictures import number_graph, private_numbers, race, two_sides
from outnumber.study.pictures.frame import MARGIN, OTHER, WIDTH, closed, kind_of, opened, played_by, token
from outnumber.study.pictures.svg import Picture
from outnumber.theory.best import some
from outnumber.theory.verdict import Verdict

CELL = 38
MOST_NUMBERS = 100
# A picture for each theorem shows why, and not only what; added games that use one have it too.
ART: dict[object, Callable[[Any, Sequence[int], Verdict, Voice], str]] = {
    "two-sides": two_sides.draw,
    "private-numbers": private_numbers.draw,
    "race": race.draw,
    "pairing": number_graph.draw,
}


def draw(position: Position, moves: Sequence[int], verdict: Verdict, voice: Voice = ENGLISH) -> str:
    """The position after `moves` as SVG text.

    >>> import outnumber
    >>> start = outnumber.game("order-challenge").start()
    >>> "<title>1 wins</title>" in draw(start, [], outnumber.solve(start))
    True
    """
    own = getattr(part("study.games", position.rules.name), "draw", _scene)
    return ART.get(type(position.rules).theorem, own)(position, moves, verdict, voice)


def _scene(position: Position, moves: Sequence[int], verdict: Verdict, voice: Voice) -> str:
    """Any other game: what lies on the table, and the numbers to choose from with those that win."""
    picture, y = opened(position, moves, verdict, WIDTH, voice)
    scene = position.scene(played_by(position, moves))
    for row in scene.rows:
        y = _row(picture, row, y + 24)
    y = _tokens(picture, scene.numbers, y + 24, lambda number: kind_of(number, position, verdict))
    return closed(picture, y + 24, verdict)


def _row(picture: Picture, row: Row, y: float) -> float:
    voice = picture.voice
    label = voice.word(row.label)
    if row.seat is not None:
        label = voice.say("{label} of Player {seat}", label=label, seat=row.seat.value)
    if row.total is not None:
        label = voice.say("{label}: total {total}", label=label, total=row.total)
    picture.text(MARGIN, y, label, 14, bold=True)
    return _tokens(picture, row.numbers, y + 26, lambda _: OTHER)


def _tokens(picture: Picture, numbers: Sequence[int], y: float, kind: Callable[[int], str]) -> float:
    """Numbers in rows; returns where to go on."""
    x = MARGIN + 15.0
    for number in some(numbers, MOST_NUMBERS):
        if x > WIDTH - MARGIN:
            x, y = MARGIN + 15.0, y + CELL
        token(picture, x, y, number, kind(number), 15)
        x += CELL
    return y + 24
