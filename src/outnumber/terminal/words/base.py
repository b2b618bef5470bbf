"""What the plain terminal says during a round: the frame that each game fills in its own voice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outnumber.games.base import Outcome, Reason, Seat
from outnumber.games.numbers import brief, run_texts
from outnumber.session.match import Match

# Longer lists are shown as runs of neighbours.
LONGEST_LIST = 100


def listing(numbers: Sequence[int], separator: str) -> str:
    """Numbers in a list: each of them, or runs such as 1-9 where there are more than 100."""
    long = len(numbers) > LONGEST_LIST
    return separator.join(run_texts(numbers) if long else map(str, numbers))


def seconds(number: float) -> str:
    """A time in words: 1 second, 2.5 seconds."""
    return f"{number:g} second{'' if number == 1 else 's'}"


class Words:
    """What a game says at each point of a round; `prompt` and `turn` are its own, the rest can be."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.round = match.current
        # Any: each game's words know that game's position.
        self.position: Any = self.round.position
        self.mover = self.name(self.position.turn)
        self.legal = self.position.legal_moves()

    def name(self, seat: Seat) -> str:
        return self.match.participant(seat).name or f"Player {seat.value}"

    @property
    def first(self) -> bool:
        """Whether nothing has been played yet."""
        return not self.round.moves

    def turn(self) -> list[str]:
        """The lines before the prompt; from the second turn on they begin with an empty one."""
        lines = [f"{self.mover}'s turn.", f"You can play {brief(self.legal)}."]
        return lines if self.first else ["", f"Last number: {self.round.moves[-1]}", *lines]

    def prompt(self) -> str:
        return "Enter your number: "

    def moved(self, seat: Seat, number: int, passed: Sequence[Seat]) -> list[str]:  # noqa: ARG002
        """The lines after a move; most games say nothing more."""
        return []

    def stuck(self) -> list[str]:
        """The lines for a player who cannot move, before the winner is named."""
        return ["", f"{self.mover} cannot move."]

    def ended(self, outcome: Outcome) -> list[str]:
        """The lines at the end of a round."""
        winner = f"{self.name(outcome.winner)} wins the game!"
        loser = self.name(outcome.winner.other)
        if outcome.reason is Reason.TIME:
            # A record may tell of a time-out without a clock.
            limit = "too long" if self.match.clock is None else f"longer than {seconds(self.match.clock)}"
            return [f"Time is up: {loser} took {limit}.", winner]
        if outcome.reason is Reason.RESIGNATION:
            return [f"{loser} resigns.", winner]
        if outcome.reason is Reason.FAULT:
            remark = self.match.current.comments[-1:]
            return [f"{loser} made a fault{': ' + remark[0][1] if remark else '.'}", winner]
        return self.ended_by_rule(outcome, winner)

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        return [*self.stuck(), winner]
