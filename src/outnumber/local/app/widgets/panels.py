"""What stands around the grid: the players with their time, and the box that asks and answers."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from outnumber.games.base import Seat
from outnumber.language import app as words
from outnumber.language.match import time_left
from outnumber.language.who import column
from outnumber.local.app.voices import voice_of
from outnumber.match.clock import Clock
from outnumber.match.match import Match


class PlayersPanel(Static):
    """Both players; ▶ is to move, ★ has won the round, and the clock runs for whoever is to move."""

    def on_mount(self) -> None:
        self.border_title = voice_of(self).say("Players")

    def show(self, match: Match, clock: Clock) -> None:
        voice, lines = voice_of(self), []
        for seat in Seat:
            outcome = match.current.outcome
            moving = outcome is None and seat is match.current.turn
            won = outcome is not None and seat is outcome.winner
            line = Text("▶ " if moving else "★ " if won else "  ", "bold")
            if (left := _left(match, seat, clock, moving)) is not None:
                line.append(f"{time_left(left)} ")
            line.append(column(match, seat, voice))
            if not (moving or won):
                line.style = ""
            lines += [line, Text(f"  {words.plays(match, seat, voice)}", "dim")]
        text = Text("\n").join(lines)
        text.no_wrap, text.overflow = True, "ellipsis"
        self.update(text)


def _left(match: Match, seat: Seat, clock: Clock, moving: bool) -> float | None:
    """The seconds of a seat, where they are counted: with a clock for each turn, of who is to move."""
    if moving and match.allowed is not None:
        left = clock.left()
        # Between two turns the clock has not been started yet.
        return match.allowed if left is None else min(left, match.allowed)
    return match.times[match.seated(seat) - 1] if match.times else None


class Prompt(Vertical):
    """Whose turn it is, what is being typed, and the last thing there was to say."""

    def compose(self) -> ComposeResult:
        yield Static(id="turn", markup=False)
        yield Static(id="message", markup=False)

    def ask(self, title: str, line: Text) -> None:
        """What somebody is asked or told."""
        # As text: a name may have brackets, which are no markup.
        self.border_title = Text(title)
        self.query_one("#turn", Static).update(line)

    def tell(self, text: str) -> None:
        """A piece of news or of help."""
        self._message(text, "")

    def refuse(self, text: str) -> None:
        """What cannot be done, and why."""
        self._message(text, "-bad")

    def _message(self, text: str, kind: str) -> None:
        message = self.query_one("#message", Static)
        message.set_classes(kind)
        message.update(text)
