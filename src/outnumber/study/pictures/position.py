"""A picture of any position, with the winning moves and the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outnumber.games.base import Position
from outnumber.games.registry import part
from outnumber.games.scene import Row
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.study.pictures import number_graph, private_numbers, race, two_sides
from outnumber.study.pictures.frame import MARGIN, OTHER, WIDTH, PositionPicture
from outnumber.theory.best import evenly_spread
from outnumber.theory.verdict import Verdict

MOST_NUMBERS = 100
# Each theorem has a picture that shows why, not only what; added games that use the theorem have it too.
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
    """Any other game: the table, and the numbers to choose from with the winning ones marked."""
    picture = PositionPicture(position, moves, verdict, voice)
    scene = position.scene(picture.played)
    for row in scene.rows:
        picture.text(MARGIN, picture.y + 24, _label(row, voice), 14, bold=True)
        picture.y += 26
        _tokens(picture, row.numbers, OTHER)
    _tokens(picture, scene.numbers)
    picture.y += 24
    return picture.closed()


def _label(row: Row, voice: Voice) -> str:
    label = row.called(voice)
    return label if row.total is None else voice.say("{label}: total {total}", label=label, total=row.total)


def _tokens(picture: PositionPicture, numbers: Sequence[int], kind: str = "") -> None:
    picture.y += 24
    picture.tokens(evenly_spread(numbers, MOST_NUMBERS), 15, 8, WIDTH - MARGIN, kind)
    picture.y += 24
