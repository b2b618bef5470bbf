"""What stands around the grid: the players with their time, and the box that asks and answers."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from outnumber.app import words
from outnumber.games.base import Seat
from outnumber.session.clock import Clock
from outnumber.session.match import Match


class Players(Static):
    """Both players; ▶ is to move, ★ has won the round, and the clock runs for who is to move."""

    def on_mount(self) -> None:
        self.border_title = "Players"

    def show(self, match: Match, clock: Clock) -> None:
        lines = []
        for seat in Seat:
            outcome = match.current.outcome
            moving = outcome is None and seat is match.current.turn
            won = outcome is not None and seat is outcome.winner
            line = Text("▶ " if moving else "★ " if won else "  ", "bold")
            if moving and match.clock is not None:
                # Between two turns the clock has not been started yet.
                line.append(f"{words.clock_text(min(clock.left() or 0, match.clock))} ")
            line.append(words.name(match, seat))
            if not (moving or won):
                line.style = ""
            lines += [line, Text(f"  {words.plays(match, seat)}", "dim")]
        text = Text("\n").join(lines)
        text.no_wrap, text.overflow = True, "ellipsis"
        self.update(text)


class Prompt(Vertical):
    """Whose turn it is, what is being typed, and the last thing there was to say."""

    def compose(self) -> ComposeResult:
        yield Static(id="turn", markup=False)
        yield Static(id="message", markup=False)

    def ask(self, match: Match, typed: str) -> None:
        """Ask the player to move, at this screen, for a number."""
        title, text = words.turn(match)
        self._put(title, Text(f"{text} › {typed}▏" if typed else f"{text} ›", "bold"))

    def wait(self, match: Match) -> None:
        """Say that somebody else is to move."""
        title, text = words.turn(match)
        self._put(title, Text(text))

    def end(self, match: Match, result: str) -> None:
        """Say how the round ended, and what Enter does now."""
        line = Text(result, "bold")
        line.append("  ⏎ plays again." if match.over else "  ⏎ begins the next round.", "dim")
        self._put(words.turn(match)[0], line)

    def tell(self, title: str, line: Text) -> None:
        """Anything else that somebody is asked or told."""
        self._put(title, line)

    def _put(self, title: str, line: Text) -> None:
        self.border_title = title
        self.query_one("#turn", Static).update(line)

    def say(self, text: str) -> None:
        """A piece of news or of help."""
        self._message(text, "")

    def refuse(self, text: str) -> None:
        """What cannot be done, and why."""
        self._message(text, "-bad")

    def _message(self, text: str, kind: str) -> None:
        message = self.query_one("#message", Static)
        message.set_classes(kind)
        message.update(text)
