"""How players are named: the only person is you, and an opponent without a name is the computer.

A sentence about a player is one template with two forms, `[You win|{name} wins].`, and its `name` is the
result of `person` (`games/sentences.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from outnumber.games.base import Seat
from outnumber.games.sentences import Nameless, Voice
from outnumber.match.match import HUMAN, Match, Participant

THE_COMPUTER = Nameless("The computer", "the computer")


def only_person(match: Match) -> int:
    """The participant, 1 or 2, who is the only person in a match; 0 if both or neither are people."""
    people = [number for number, each in enumerate(match.participants, start=1) if each.plays == HUMAN]
    return people[0] if len(people) == 1 else 0


def player(match: Match, seat: Seat, voice: Voice, number: int | None = None) -> str:
    """The name of the player with a seat, in round `number` or the current one, or a description."""
    # Before a seat is picked, no player has one.
    name = "" if match.picker and not number else match.participant(seat, number).name
    return name or voice.say("Player {seat}", seat=seat)


def person(match: Match, seat: Seat, voice: Voice, number: int | None = None) -> str | Nameless | None:
    """The name of the player with a seat in a sentence: None for the only person, who reads it."""
    you = only_person(match) if number or not match.picker else 0
    if you and match.seated(seat, number) == you:
        return None
    if you and not match.participant(seat, number).name:
        return THE_COMPUTER
    return player(match, seat, voice, number)


def column(match: Match, seat: Seat, voice: Voice, number: int | None = None) -> str:
    """The name of a player above a column or before a row."""
    who = person(match, seat, voice, number)
    if who is None:
        return voice.say("You")
    return voice.say("Computer") if isinstance(who, Nameless) else who


def called(match: Match, number: int, voice: Voice) -> str:
    """The name of participant 1 or 2, regardless of their seat; the only person is you."""
    if number == only_person(match) and not match.participants[number - 1].name:
        return voice.say("you")
    return label(match, number, voice)


def label(match: Match, number: int, voice: Voice) -> str:
    """The label of participant 1 or 2, regardless of their seat."""
    this, that = match.participants[number - 1], match.participants[2 - number]
    if this.name:
        return this.name
    return voice.word(this.plays) if this.plays != that.plays else "AB"[number - 1]


def listed(match: Match, number: int, voice: Voice) -> str:
    """The name of participant 1 or 2 in a list of matches."""
    one, two = match.participants
    if match.length == 1 and one.plays == two.plays and not match.participants[number - 1].name:
        # Two computers of one kind: in a single round, the seats are enough to tell them apart.
        return voice.say("Player {seat}", seat=match.seat_of(number))
    return label(match, number, voice)


def computer(plays: str, voice: Voice) -> str:
    """The name of a computer player beside the name of a person."""
    return voice.say("Computer ({level})", level=voice.word(plays).capitalize())


def to_each(match: Match, tell: Callable[[Match], str], voice: Voice) -> tuple[str, str, str]:
    """A text about a match for spectators, for participant 1, and for participant 2."""
    watching, one, two = (tell(seen_by(match, reader, voice)) for reader in range(3))
    return watching, one, two


def seen_by(match: Match, reader: int, voice: Voice) -> Match:
    """A match for a reader: participant 1 or 2, who becomes the only person in it, or 0 for a spectator."""

    def seen(number: int, each: Participant) -> Participant:
        if number == reader or (reader and each.plays != HUMAN):
            return each
        nameless = player(match, match.seat_of(number), voice)
        name = each.name or (nameless if each.plays == HUMAN else computer(each.plays, voice))
        return Participant("" if reader else HUMAN, name)

    one, two = match.participants
    return match._replace(participants=(seen(1, one), seen(2, two)))
