"""The texts of each game, one folder per game, found by the name of the game.

A folder's `__init__.py` has the text of the prompt, in a class such as `NumberDuelWords`: it fills the frame
`Words` with the words of its game. Each language has the rules (`rules.en.txt`) and a guide for teachers
(`guide.en.txt`). `art.html` is the drawing for the server's pages. An added game may bring its own texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from outnumber.games import (
    BUILT_IN,
    ENGLISH,
    Outcome,
    PlayerFault,
    Position,
    Reason,
    Row,
    Rules,
    Seat,
    Voice,
    mark,
    part,
    run_texts,
)
from outnumber.language.match import only_person, player, seconds
from outnumber.match import Match

# Longer lists are shown as runs.
LONGEST_LIST = 100


def listing(numbers: Sequence[int], separator: str = ", ") -> str:
    """Numbers as a list: individually, or as runs such as 1-9 if there are more than 100."""
    long = len(numbers) > LONGEST_LIST
    return separator.join(run_texts(numbers) if long else map(str, numbers))


class Words:
    """The text of a game at each point of a round; a game must define `prompt` and `turn`, and may override
    the rest.
    """

    # How the game is played, in a few words; the end of the game is explained after it.
    turns: ClassVar = ""
    # What a program or model did to lose the round, if known.
    fault: PlayerFault | None = None
    # Whether to add text that a rule book's sample session omits; a pipe gets the sample unchanged.
    in_full = False
    # The seat of the only person, who plays against a computer and reads this.
    you: Seat | None = None

    def __init__(self, match: Match, voice: Voice = ENGLISH) -> None:
        self.match = match
        self.voice = voice
        self.say = voice.say
        self.round = match.current
        # Any: the words of each game know the type of its positions.
        self.position: Any = self.round.position
        self.legal = self.position.legal_moves()
        # Before a seat is picked, no player has one.
        person = 0 if match.picker else only_person(match)
        self.address(match.seat_of(person) if person else None)

    def address(self, you: Seat | None, rival: str = mark("The computer")) -> None:
        """Address the player of a seat as you, with a nameless opponent; None addresses no player, as between
        two people.
        """
        self.you = you
        self._rival = rival
        self.mover = self.name(self.position.turn)

    def name(self, seat: Seat) -> str:
        """The name of a player at the beginning of a sentence."""
        if self.you and seat is not self.you and not self.match.participant(seat).name:
            return self.voice.word(self._rival)
        return player(self.match, seat, self.voice)

    def who(self, seat: Seat) -> str:
        return self.say("You") if seat is self.you else self.name(seat)

    def said(self, seat: Seat, text: str, **numbers: object) -> str:
        """A sentence about a player."""
        return self.say(text, name=None if seat is self.you else self.name(seat), **numbers)

    def whose(self, text: str) -> str:
        """Whose turn it is, in the game's own words unless it is yours."""
        return self.said(self.position.turn, text)

    # Any: the words of each game know the type of its rules.

    @classmethod
    def in_short(cls, rules: Any, voice: Voice) -> str:
        """How the game is played, in a few words that apply to any size; for an added game, its summary."""
        return voice.word(cls.turns or rules.summary)

    @classmethod
    def begins(cls, rules: Any) -> str:  # noqa: ARG003
        """Which numbers can be first, if that needs explaining."""
        return ""

    @classmethod
    def lost(cls, rules: Any, *, passing: bool) -> str:  # noqa: ARG003
        """How the game ends if no other rule has ended it, and whether a player may have to pass."""
        # An added game may end differently.
        usual = type(rules.start()).outcome is Position.outcome
        return mark("A player who has no number to play loses, and the other player wins.") if usual else ""

    @property
    def first(self) -> bool:
        """Whether no move has been played yet."""
        return not self.round.moves

    def turn(self) -> list[str]:
        """The lines before the prompt; from the second turn on they begin with an empty line."""
        lines = [*self.board(), self.whose("[Your|{name}'s] turn.")]
        lines.append(self.say("Choose {what}.", what=self.position.demand()))
        lines.append(self.say("You can play {moves:or}.", moves=self.legal))
        return lines if self.first else ["", *lines]

    def board(self) -> list[str]:
        """The table, for any game; the five games describe it in their own words."""
        return [self.row(row) for row in self.round.scene.rows]

    def untold(self) -> list[str]:
        """What a reader who has not seen the round needs to know, beyond the text of the current turn."""
        return []

    def statement(self, seat: Seat, number: int, passed: Sequence[Seat], *, typed: bool) -> list[str]:
        """The lines after a move against a computer; moves that were not typed are shown."""
        told = self.said(seat, "[You|{name}] played {number}.", number=number)
        return [*([] if typed else ["", told]), *self.moved(seat, number, passed)]

    def row(self, row: Row) -> str:
        """One row of the table as a line."""
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
        """The lines after a move; empty in most games."""
        return []

    def stopped(self, outcome: Outcome) -> str:
        """Why the round is over: the loser cannot move, or made the last move in a game where that loses."""
        loser = outcome.winner.other
        if loser is self.position.turn:
            return self.said(loser, "[You|{name}] cannot move.")
        return self.said(loser, "[You|{name}] had to play last.")

    def wins(self, winner: Seat) -> str:
        """The winner of a round."""
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
                fault = mark("[You|{name}] committed a fault.")
                if remark:
                    fault = mark("[You committed a fault.|{name} committed a fault: {what}]")
                why = self.said(loser, fault, what=remark)
            case _:
                return (self.lost_by_rule if self.you else self.ended_by_rule)(outcome, winner)
        return [why, winner]

    def _late(self, loser: Seat) -> str:
        # A record may contain a time-out without a clock; a player at a clock knows the limit.
        if self.you or self.match.clock is None:
            return self.said(loser, "Time is up: [you|{name}] took too long.")
        limit, name = seconds(self.match.clock, self.voice), self.name(loser)
        return self.say("Time is up: {name} took longer than {time}.", name=name, time=limit)

    def lost_by_rule(self, outcome: Outcome, winner: str) -> list[str]:
        """The end by the rules, for a person who played against a computer."""
        return ["", self.stopped(outcome), winner]

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:
        """The end by the rules, for two people; each rule book has its own words for it."""
        return self.lost_by_rule(outcome, winner)


def words_for(match: Match, voice: Voice) -> Words:
    """The words for the current point of a match."""
    return words_of(match.rules)(match, voice)


def words_of(rules: Rules) -> type[Words]:
    """The words of a game."""
    module = part("language.games", rules.name)
    own: type[Words] = getattr(module, f"{BUILT_IN[rules.name]}Words") if module else rules.words or Words
    return own


def text_of(game: type[Rules], kind: str, voice: Voice) -> str | None:
    """The `rules` or the `guide` of a game in a language; None if it has none."""
    from importlib.resources import files  # slow to import, and a prompt needs no pages

    module = part("language.games", game.name)
    page = module and files(module) / f"{kind}.{voice.language}.txt"
    return page.read_text(encoding="utf-8") if page and page.is_file() else None
