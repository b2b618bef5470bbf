"""What the plain terminal says during a round: the frame that each game fills in its own voice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from outnumber.games.base import Outcome, Position, Reason, Seat
from outnumber.games.errors import PlayerFault
from outnumber.games.numbers import run_texts
from outnumber.games.scene import Row
from outnumber.games.sentences import ENGLISH, Voice, mark
from outnumber.language.match import seconds
from outnumber.language.names import only_person, player
from outnumber.match.match import Match

# Longer lists are shown as runs of neighbours.
LONGEST_LIST = 100


def listing(numbers: Sequence[int], separator: str = ", ") -> str:
    """Numbers in a list: each of them, or runs such as 1-9 where there are more than 100."""
    long = len(numbers) > LONGEST_LIST
    return separator.join(run_texts(numbers) if long else map(str, numbers))


class Words:
    """What a game says at each point of a round; `prompt` and `turn` are its own, the rest can be."""

    # How the game is played, in few words; how it ends is told after it.
    turns: ClassVar = ""
    # What a program or a model did that lost the round, where somebody saw it.
    fault: PlayerFault | None = None
    # Whether to add what a rule book's sample session leaves out; a pipe gets the sample as it is.
    in_full = False
    # The seat of the only person, who plays against a computer and reads this.
    you: Seat | None = None

    def __init__(self, match: Match, voice: Voice = ENGLISH) -> None:
        self.match = match
        self.voice = voice
        self.say = voice.say
        self.round = match.current
        # Any: each game's words know that game's position.
        self.position: Any = self.round.position
        self.legal = self.position.legal_moves()
        # Before somebody has picked a seat, nobody has one.
        person = 0 if match.picker else only_person(match)
        self.address(match.seat_of(person) if person else None)

    def address(self, you: Seat | None, rival: str = mark("The computer")) -> None:
        """Speak to whoever has a seat as you, about a nameless rival; to nobody, as between two people."""
        self.you = you
        self._rival = rival
        self.mover = self.name(self.position.turn)

    def name(self, seat: Seat) -> str:
        """What a player is called at the beginning of a sentence."""
        if self.you and seat is not self.you and not self.match.participant(seat).name:
            return self.voice.word(self._rival)
        return player(self.match, seat, self.voice)

    def who(self, seat: Seat) -> str:
        return self.say("You") if seat is self.you else self.name(seat)

    def said(self, seat: Seat, text: str, **numbers: object) -> str:
        """A sentence about a player."""
        return self.say(text, name=None if seat is self.you else self.name(seat), **numbers)

    def whose(self, text: str) -> str:
        """Whose turn it is, in a game's own words unless it is yours."""
        return self.said(self.position.turn, text)

    # Any: each game's words know that game's rules.

    @classmethod
    def in_short(cls, rules: Any, voice: Voice) -> str:
        """How the game is played, in few words that hold at any size; of an added game, its summary."""
        return voice.word(cls.turns or rules.summary)

    @classmethod
    def begins(cls, rules: Any) -> str:  # noqa: ARG003
        """What the first number can be, where that needs words."""
        return ""

    @classmethod
    def lost(cls, rules: Any, *, passing: bool) -> str:  # noqa: ARG003
        """How the game ends if nothing else has ended it; whether somebody may have to pass."""
        # An added game may end in another way.
        usual = type(rules.start()).outcome is Position.outcome
        return mark("Whoever has no number to play loses, and the other player wins.") if usual else ""

    @property
    def first(self) -> bool:
        """Whether nothing has been played yet."""
        return not self.round.moves

    def turn(self) -> list[str]:
        """The lines before the prompt; from the second turn on they begin with an empty one."""
        lines = [*self.board(), self.whose("[Your|{name}'s] turn.")]
        lines.append(self.say("Choose {what}.", what=self.position.demand()))
        lines.append(self.say("You can play {moves:or}.", moves=self.legal))
        return lines if self.first else ["", *lines]

    def board(self) -> list[str]:
        """What lies on the table, for any game; the five say it in their own words."""
        return [self.row(row) for row in self.round.scene.rows]

    def untold(self) -> list[str]:
        """What somebody who has not seen the round so far needs to know beyond the words of its turn."""
        return []

    def statement(self, seat: Seat, number: int, passed: Sequence[Seat], *, typed: bool) -> list[str]:
        """The lines after a move against a computer; one that was not typed is told."""
        told = self.said(seat, "[You|{name}] played {number}.", number=number)
        return [*([] if typed else ["", told]), *self.moved(seat, number, passed)]

    def row(self, row: Row) -> str:
        """One row of the table in a line."""
        numbers = listing(row.numbers) or ("" if row.total is not None else self.say("empty"))
        if row.total is not None:
            total = self.say("total {total}", total=row.total)
            if row.target is not None:
                total = self.say("total {total} of {target}", total=row.total, target=row.target)
            numbers = f"{numbers} ({total})" if numbers else total
        label = self.voice.word(row.label)
        if row.seat is not None and self.you:
            label = self.who(row.seat)
        elif row.seat is not None:
            label = self.say("{label} of {name}", label=label, name=self.name(row.seat))
        return f"{label}: {numbers}"

    def prompt(self) -> str:
        return self.say("Enter your number: ")

    def moved(self, seat: Seat, number: int, passed: Sequence[Seat]) -> list[str]:  # noqa: ARG002
        """The lines after a move; most games say nothing more."""
        return []

    def stopped(self, outcome: Outcome) -> str:
        """Why nobody goes on: the loser cannot move, or had to play last in a game where that loses."""
        loser = outcome.winner.other
        if loser is self.position.turn:
            return self.said(loser, "[You|{name}] cannot move.")
        return self.said(loser, "[You|{name}] had to play last.")

    def wins(self, winner: Seat) -> str:
        """Who has won a round."""
        wins = mark("[You win!|{name} wins.]") if self.you else mark("{name} wins the game!")
        return self.said(winner, wins)

    def ended(self, outcome: Outcome) -> list[str]:
        """The lines at the end of a round."""
        loser, reason, winner = outcome.winner.other, outcome.reason, self.wins(outcome.winner)
        match reason:
            case Reason.TIME:
                why = self._late(loser)
            case Reason.RESIGNATION:
                why = self.said(loser, "[You resign|{name} resigns].")
            case Reason.LEFT:
                why = self.said(loser, "[You|{name}] left and did not come back.")
            case Reason.FAULT:
                # A record has it in English.
                remark = self.fault or next((text for _, text in reversed(self.round.comments)), None)
                fault = mark("[You|{name}] made a fault.")
                if remark:
                    fault = mark("[You made a fault.|{name} made a fault: {what}]")
                why = self.said(loser, fault, what=remark)
            case _:
                return (self.lost_by_rule if self.you else self.ended_by_rule)(outcome, winner)
        return [why, winner]

    def _late(self, loser: Seat) -> str:
        # A record may tell of a time-out without a clock; who sits before one need not be told the limit.
        if self.you or self.match.clock is None:
            return self.said(loser, "Time is up: [you|{name}] took too long.")
        limit, name = seconds(self.match.clock, self.voice), self.name(loser)
        return self.say("Time is up: {name} took longer than {time}.", name=name, time=limit)

    def lost_by_rule(self, outcome: Outcome, winner: str) -> list[str]:
        """The end by the rules, for the one person who played against a computer."""
        return ["", self.stopped(outcome), winner]

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:
        """The same for two people; a rule book has its own words for it."""
        return self.lost_by_rule(outcome, winner)
