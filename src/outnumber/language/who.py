"""Who is who: the only person is you, in every sentence and column, and the other is the computer."""

from __future__ import annotations

from collections.abc import Callable

from outnumber.games.base import Seat
from outnumber.games.sentences import Voice
from outnumber.language.match import only_person, player
from outnumber.language.review import called as by_name
from outnumber.match.match import HUMAN, Match, Participant


def computer(plays: str, voice: Voice) -> str:
    """What a computer player is called beside the name of a person."""
    return voice.say("Computer ({level})", level=voice.word(plays).capitalize())


def to_each(match: Match, tell: Callable[[Match], str], voice: Voice) -> tuple[str, str, str]:
    """What somebody who watches a match is told, what participant 1 is, and what participant 2 is."""
    watching, one, two = (tell(seen_by(match, reader, voice)) for reader in range(3))
    return watching, one, two


def seen_by(match: Match, reader: int, voice: Voice) -> Match:
    """A match for a reader: participant 1 or 2, who is the only person in it, or 0, who is not spoken to."""

    def seen(number: int, each: Participant) -> Participant:
        if number == reader or (reader and each.plays != HUMAN):
            return each
        nameless = player(match, match.seat_of(number), voice)
        name = each.name or (nameless if each.plays == HUMAN else computer(each.plays, voice))
        return Participant("" if reader else HUMAN, name)

    one, two = match.participants
    return match._replace(participants=(seen(1, one), seen(2, two)))


def yours(match: Match, seat: Seat, number: int | None = None) -> bool:
    """Whether a seat, of round `number` or the current one, is that of the only person."""
    # Before somebody has picked a seat, nobody has one.
    you = only_person(match) if number or not match.picker else 0
    return you > 0 and match.seated(seat, number) == you


def column(match: Match, seat: Seat, voice: Voice, number: int | None = None) -> str:
    """What a player is called over a column, or before a row."""
    if match.picker and not number:
        return voice.say("Player {seat}", seat=seat.value)
    return by_name(match, seat, voice, number)


def named(match: Match, seat: Seat, voice: Voice, number: int | None = None, *, inside: bool = False) -> str:
    """What a player who is not you is called at the beginning of a sentence, or inside."""
    nameless = not match.participant(seat, number).name
    if nameless and only_person(match) and (number or not match.picker):
        return voice.say("the computer") if inside else voice.say("The computer")
    return player(match, seat, voice, number)


def told(match: Match, seat: Seat, voice: Voice, you: str, other: str, **numbers: object) -> str:
    """Something about a player: to whoever reads, or about somebody by name."""
    if yours(match, seat):
        return voice.say(you, **numbers)
    return voice.say(other, name=named(match, seat, voice), **numbers)
