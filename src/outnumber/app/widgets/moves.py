"""The moves of a round as a list, one column for each player."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import Static

from outnumber.app.voices import voice_of
from outnumber.games.base import Seat
from outnumber.games.scene import Played
from outnumber.session.match import Match
from outnumber.words.match import player


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


class MoveList(Static):
    """The moves so far."""

    def show(self, match: Match) -> None:
        voice = voice_of(self)
        one, two = (player(match, seat, voice)[:9] for seat in Seat)
        text = Text.assemble((f"     {one:>9} {two:>9}\n", "dim"))
        for number, (left, right) in enumerate(columns(match.current.played, voice.say("passed")), start=1):
            text.append(f"{number:>3}. ", "dim")
            text.append(f"{left:>9} {right:>9}\n")
        text.rstrip()
        self.update(text)
