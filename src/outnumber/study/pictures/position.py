"""A picture of any position, with the winning moves and the reason."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games import ENGLISH, Position, Voice, part
from outnumber.theory.best import evenly_spread
from outnumber.theory.verdict import Verdict

from .frame import MARGIN, OTHER, WIDTH, PositionPicture
from .number_graph import NumberGraph
from .private_numbers import PrivateNumbers
from .race import Race
from .two_sides import TwoSides

MOST_NUMBERS = 100
# Each theorem has a picture that shows why, not only what; added games that use the theorem have it too.
ART: dict[object, type[PositionPicture]] = {
    "two-sides": TwoSides,
    "private-numbers": PrivateNumbers,
    "race": Race,
    "pairing": NumberGraph,
}


def draw(position: Position, moves: Sequence[int], verdict: Verdict, voice: Voice = ENGLISH) -> str:
    """The position after `moves` as SVG text.

    >>> import outnumber
    >>> start = outnumber.game("order-challenge").start()
    >>> "<title>1 wins</title>" in draw(start, [], outnumber.solve(start))
    True
    """
    kind = ART.get(type(position.rules).theorem, ScenePicture)
    own = getattr(part("study.games", position.rules.name), "draw", None)
    if own and kind is ScenePicture:
        return str(own(position, moves, verdict, voice))
    return kind(position, moves, verdict, voice).svg()


class ScenePicture(PositionPicture):
    """Any other game: the table, and the numbers to choose from with the winning ones marked."""

    def board(self) -> None:
        scene = self.position.scene(self.played)
        for row in scene.rows:
            label = row.called(self.voice)
            if row.total is not None:
                label = self.say("{label}: total {total}", label=label, total=row.total)
            self.text(MARGIN, self.y + 24, label, 14, bold=True)
            self.y += 26
            self._tokens(row.numbers, OTHER)
        self._tokens(scene.numbers)
        self.y += 24

    def _tokens(self, numbers: Sequence[int], kind: str = "") -> None:
        self.y += 24
        self.tokens(evenly_spread(numbers, MOST_NUMBERS), 15, 8, WIDTH - MARGIN, kind)
        self.y += 24
