"""The claims of sentences about a reviewed round, as checks by the rules alone.

A sentence of a review is a text with numbers. The tables `CLAIMS` of the other modules map the text to one of
these checks, or to one of their own; `python -m tests.theory.claims` runs them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from outnumber.games.base import Position, Seat
from outnumber.match.round import Round
from outnumber.theory.reasons import Explanation
from tests.claims.theory import explains
from tests.claims.truth import Claim, Numbers, Truth

Claims = Mapping[str, Claim]


class Story(NamedTuple):
    """A round with the names of its seats, its reader, and the move in question."""

    round: Round
    names: tuple[str, str]
    you: Seat | None = None
    ply: int = 0

    def seat(self, n: Numbers, role: str = "name") -> Seat | None:
        """The player that a sentence names or addresses."""
        name = n.get(role)
        if name in self.names:
            return Seat(self.names.index(name) + 1)
        # A computer may have no name.
        return self.you if name is None or self.you is None else self.you.other

    @property
    def positions(self) -> list[Position]:
        return list(self.round.positions())

    @property
    def before(self) -> Position:
        """The position before the move in question."""
        return self.positions[self.ply]

    def mistakes(self, truth: Truth) -> list[int]:
        """The indices of the moves that turned a won position into a lost one."""
        played = zip(self.positions, self.round.moves, strict=False)
        return [
            ply
            for ply, (position, move) in enumerate(played)
            # Drawn moves belong to no player.
            if ply >= self.round.drawn and truth.won(position) and not truth.wins(position, move)
        ]

    def wins(self, truth: Truth, seat: Seat | None) -> tuple[int, int, float, float]:
        """The wins that a seat held with a choice, those kept, and the weight of both."""
        held = kept = 0
        weights = [0.0, 0.0]
        played = list(zip(self.positions, self.round.moves, strict=False))
        for position, move in played[self.round.drawn :]:
            legal = len(position.legal_moves())
            if position.turn is seat and legal > 1 and truth.won(position):
                weight = 1 - len(truth.winning(position)) / legal
                held, weights[0] = held + 1, weights[0] + weight
                if truth.wins(position, move):
                    kept, weights[1] = kept + 1, weights[1] + weight
        return held, kept, weights[0], weights[1]


def turning(truth: Truth, story: Story, n: Numbers) -> bool:
    """The last mistake is that move of that player."""
    last = story.mistakes(truth)[-1:]
    if last != [n["place"] - 1]:
        return False
    number = n.get("number", n.get("move"))
    same = story.positions[last[0]].turn is story.seat(n) and story.round.moves[last[0]] == number
    return same and ("moves" not in n or would_win(truth, story, n))


def no_turning(truth: Truth, story: Story, n: Numbers) -> bool:
    """One player was winning from the beginning of the round, drawn or not, and did not give up."""
    outcome, seat = story.round.outcome, story.seat(n)
    steady = {truth.winner(each) for each in story.positions[story.round.drawn :]} == {seat}
    return steady and (outcome is None or outcome.winner is seat)


def from_the_start(truth: Truth, story: Story, n: Numbers) -> bool:
    return not story.round.drawn and no_turning(truth, story, n)


def from_a_drawn_start(truth: Truth, story: Story, n: Numbers) -> bool:
    return story.round.drawn > 0 and no_turning(truth, story, n)


def changed_hands(truth: Truth, story: Story, n: Numbers) -> bool:
    """How many times the winning player changed."""
    winners = [truth.winner(each) for each in story.positions[story.round.drawn :]]
    return sum(one is not two for one, two in pairwise(winners)) == int(n["n"])


def no_mistake(truth: Truth, story: Story, _: Numbers) -> bool:
    return not story.mistakes(truth)


def would_win(truth: Truth, story: Story, n: Numbers) -> bool:
    """Exactly these moves won at the last mistake, and the given reason is true."""
    position = story.positions[story.mistakes(truth)[-1]]
    said = n.get("reason")
    same = truth.winning(position) == [*n["moves"]] and position.turn is story.seat(n)
    # Texts from other packages are their own responsibility.
    return same and (not isinstance(said, Explanation) or explains(said, truth, position))


def then_wins(truth: Truth, story: Story, n: Numbers) -> bool:
    """After the last mistake, the opponent keeps the win, and the line ends as stated."""
    at = story.positions[story.mistakes(truth)[-1] + 1]
    winner = story.seat(n)
    if truth.winner(at) is not winner:
        return False
    for move in n["steps"]:
        if move not in at.legal_moves() or (at.turn is winner and not truth.wins(at, move)):
            return False
        at = at.play(move)
    over = n["over"]
    return at.outcome() is None if over is None else at.outcome() is not None and explains(over, truth, at)


def ended(truth: Truth, story: Story, n: Numbers) -> bool:
    place = story.mistakes(truth)[-1]
    return story.round.moves[place] == n["move"] and story.positions[place + 1].outcome() is not None


def unfinished(truth: Truth, story: Story, n: Numbers) -> bool:
    return story.round.outcome is None and truth.winner(story.positions[-1]) is story.seat(n)


def has_won(_: Truth, story: Story, n: Numbers) -> bool:
    outcome = story.round.outcome
    return outcome is not None and outcome.winner is story.seat(n)


def was_winning(truth: Truth, story: Story, n: Numbers) -> bool:
    """The player who gave up would have won."""
    outcome, seat = story.round.outcome, story.seat(n)
    lost = outcome is not None and outcome.winner is not seat
    return lost and truth.winner(story.positions[-1]) is seat


def kept_wins(truth: Truth, story: Story, n: Numbers) -> bool:
    """The number of wins kept and held, and the percentage if there is one."""
    held, kept, weight, kept_weight = story.wins(truth, story.seat(n))
    if not held or not n["wins"].startswith(f"{kept} of {held} win"):
        return False
    shown = re.search(r"\((\d+)%", n["wins"])
    if shown is None or not 0 < kept < held:
        return shown is None and not 0 < kept < held
    # Halves may be rounded either way.
    return abs(100 * (kept + kept_weight) / (held + weight) - int(shown[1])) < 0.5 + 1e-9


def no_wins(truth: Truth, story: Story, n: Numbers) -> bool:
    return story.wins(truth, story.seat(n))[0] == 0


def was_winning_until(truth: Truth, story: Story, n: Numbers) -> bool:
    place = n["place"] - 1
    return place in story.mistakes(truth) and story.positions[place].turn is story.seat(n)


# A move in a list of all: its number is `ply`.


def kept_it(truth: Truth, story: Story, n: Numbers) -> bool:
    position = story.positions[n["ply"]]
    return len(position.legal_moves()) > 1 and truth.wins(position, story.round.moves[n["ply"]])


def threw_it_away(truth: Truth, story: Story, n: Numbers) -> bool:
    return n["ply"] in story.mistakes(truth)


def forced(_: Truth, story: Story, n: Numbers) -> bool:
    return len(story.positions[n["ply"]].legal_moves()) == 1


def drawn(_: Truth, story: Story, n: Numbers) -> bool:
    return int(n["ply"]) < story.round.drawn


def nothing_wins(truth: Truth, story: Story, n: Numbers) -> bool:
    position = story.positions[n["ply"]]
    many = len(position.legal_moves())
    return many > 1 and truth.lost(position) and n.get("count", many) == many


def some_win(truth: Truth, story: Story, n: Numbers) -> bool:
    """Exactly these moves win, with these counts."""
    position = story.positions[n["ply"]]
    counts = n["n"] == len(n["moves"]) and n["count"] == len(position.legal_moves())
    return counts and truth.winning(position) == [*n["moves"]]
