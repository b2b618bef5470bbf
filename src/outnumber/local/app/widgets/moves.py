"""The moves of a round as a list, one column for each player."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.widgets import Static

from outnumber.games.base import Seat
from outnumber.games.scene import Played
from outnumber.language.who import column
from outnumber.local.app.voices import voice_of
from outnumber.match.match import Match


def columns(played: Sequence[Played], skipped: str) -> list[tuple[str, str]]:
    """What each player did in each turn; a pass is said.

    >>> columns([Played(Seat.ONE, 9), Played(Seat.ONE, 8), Played(Seat.TWO, 7)], "passed")
    [('9', 'passed'), ('8', '7')]
    """
    cells: list[str] = []
    for seat, number in played:
        if len(cells) % 2 != seat - 1:
            cells.append(skipped)
        cells.append(str(number))
    return [(cells[at], cells[at + 1] if at + 1 < len(cells) else "") for at in range(0, len(cells), 2)]


def right(text: str, width: int) -> str:
    """A text at the right of a column, cut where it is too long; some letters take two places.

    >>> right("Ada", 5), right("小明", 5), right("Wilhelmina", 5)
    ('  Ada', ' 小明', 'Wilhe')
    """
    cut = set_cell_size(text, min(width, cell_len(text)))
    return " " * (width - cell_len(cut)) + cut


class MoveList(Static):
    """The moves so far."""

    def show(self, match: Match) -> None:
        voice = voice_of(self)
        one, two = (right(column(match, seat, voice), 9) for seat in Seat)
        text = Text.assemble((f"     {one} {two}\n", "dim"))
        for number, (one, two) in enumerate(columns(match.current.played, voice.say("passed")), start=1):
            text.append(f"{number:>3}. ", "dim")
            text.append(f"{one:>9} {two:>9}\n")
        text.rstrip()
        self.update(text)
