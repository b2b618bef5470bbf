"""A board that plays out what comes of an answer: in a puzzle, or in a lesson."""

from __future__ import annotations

from textual.timer import Timer

from outnumber.app.screens.chooser import Chooser
from outnumber.games.base import Rules
from outnumber.session.round import Round

# Between two moves that are played out, in seconds.
PAUSE = 0.7


class PlayedOut(Chooser):
    """Shows a line move by move, and goes back to the board at the next key."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        # The rounds of what is played out while that is shown, and how far it has come.
        self.line: list[Round] = []
        self.at = 0
        self._timer: Timer | None = None

    def play_out(self, line: list[Round]) -> None:
        self.line, self.at = line, 0
        self._timer = self.set_interval(PAUSE, self._step)

    def _step(self) -> None:
        if self.at + 1 < len(self.line):
            self.at += 1
            self.show()
        else:
            self.stop()

    def stop(self) -> None:
        """Play no further."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def turn_back(self) -> bool:
        """Back from what is played out to the board; what was said about it stays to be read."""
        self.stop()
        if not self.line:
            return False
        self.line = []
        self.show()
        return True
