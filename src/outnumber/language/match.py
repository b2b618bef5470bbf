"""Text about a match for any game: how players are named, and what stands around its rounds.

The only person is you, and an opponent without a name is the computer. A sentence about a player is one
template with two forms, `[You win|{name} wins].`, and its `name` is the result of `person`
(`games/sentences.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from outnumber.games import Rules, Seat, Text, Voice, chosen
from outnumber.games.sentences import Nameless
from outnumber.match import DRAWN, FAIR, HUMAN, Match, Participant

from .commands import help_for

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


# A command at the prompt, and its description.
HELP = help_for("game prompt")
# The same against a computer.
_WITH_A_COMPUTER: dict[str, Text] = {
    "why": "why this position is won or lost, and what the computer's move did"
}
# Commands that must wait until a seat is picked: revealing the winner would spoil the choice.
NOT_BEFORE_A_SEAT = ("hint", "why", "undo", "redo", "resign")

SURE: Text = "Give up this round? (yes or no) "
YES_OR_NO: Text = "Type yes or no, or quit to leave."
REDO: Text = "Type redo to play the same number again."
PICK_FIRST: Text = "First pick a seat."
WHICH_SEAT: Text = "Which seat do you take, 1 or 2? "


def help_in(match: Match, words: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The commands that are useful in a match now, with their descriptions."""
    otherwise = {} if all(each.plays == HUMAN for each in match.participants) else _WITH_A_COMPUTER
    later = NOT_BEFORE_A_SEAT if match.picker else ()
    return [(word, otherwise.get(word, text)) for word, text in words if word not in later]


class Item(str):
    """A list item: a head, and a text that stays in its column if it takes several lines.

    >>> Item("  quit  ", "stop here").margin
    8
    """

    margin: int

    def __new__(cls, head: str, text: str) -> Item:
        made = super().__new__(cls, head + text)
        made.margin = len(head)
        return made


def help_lines(words: Sequence[tuple[str, str]], voice: Voice) -> list[str]:
    """The commands of a prompt with their descriptions."""
    told = [(voice.word(word), voice.word(text)) for word, text in words]
    wide = max(8, *(len(word) for word, _ in told))
    return [Item(f"  {word:<{wide}} ", text) for word, text in told]


def seconds(number: float, voice: Voice) -> str:
    """A duration in words: 1 second, 2.5 seconds."""
    if number == int(number):
        return voice.counted("{n} second", "{n} seconds", int(number))
    return voice.say("{time:g} seconds", time=number)


def minutes(number: float, voice: Voice) -> str:
    """A longer duration in words: 5 minutes, 90 seconds."""
    if number % 60:
        return seconds(number, voice)
    return voice.counted("{n} minute", "{n} minutes", int(number) // 60)


def time_left(number: float) -> str:
    """The time on a clock: minutes and seconds.

    >>> time_left(65.2), time_left(-1), time_left(3605)
    ('1:06', '0:00', '60:05')
    """
    whole = max(0, ceil(number))
    return f"{whole // 60}:{whole % 60:02}"


def title(rules: Rules | type[Rules], voice: Voice) -> str:
    """The title of a game."""
    return voice.word(rules.title)


def with_options(rules: Rules, voice: Voice) -> str:
    """The title of a game with the options that differ from its defaults."""
    options = chosen(rules, voice)
    return f"{title(rules, voice)} ({options})" if options else title(rules, voice)


def round_begins(match: Match, voice: Voice) -> list[str]:
    """The lines before a round; two people need none for a single round without a clock."""
    lines = []
    if match.length > 1 and (only_person(match) or match.start == FAIR):
        lines.append(voice.say("Round {round} of {rounds}.", round=len(match.rounds), rounds=match.length))
    elif match.length > 1:
        one, two = (label(match, match.seated(seat), voice) for seat in Seat)
        if all(each.name for each in match.participants):
            who = voice.say("{name} goes first", name=one)
        else:
            who = voice.say("{one} is Player 1, {two} is Player 2", one=one, two=two)
        lines.append(
            voice.say(
                "Round {round} of {rounds}: {who}.", round=len(match.rounds), rounds=match.length, who=who
            )
        )
    if match.clock is not None and (len(match.rounds) == 1 or lines):
        lines.append(voice.say("Time for each turn: {time}.", time=seconds(match.clock, voice)))
    if match.game_clock is not None and (len(match.rounds) == 1 or lines):
        each, more = match.game_clock
        lines.append(
            voice.say(
                "Time for the game: {time} each, and {more} more with each move.",
                time=minutes(each, voice), more=seconds(more, voice),
            )
        )  # fmt: skip
    if match.picker:
        lines += drawn(match, voice)
    else:
        lines += seats(match, voice)
        if match.start == DRAWN and match.current.moves:
            moves = " ".join(map(str, match.current.moves))
            lines.append(voice.say("Played so far: {moves}.", moves=moves))
    if len(match.rounds) > 1:
        return ["", *lines, ""]
    return [*lines, ""] if lines else []


def drawn(match: Match, voice: Voice) -> list[str]:
    """A drawn start, before a player picks a seat."""
    current, legal = match.current, match.current.position.legal_moves()
    start = voice.say("A fair start was drawn: {moves}.", moves=", ".join(map(str, current.moves)))
    numbers = {"seat": current.turn, "moves": legal}
    then = voice.say("Player {seat} moves next, and can play {moves:or}.", **numbers)
    return [start, then, voice.say("It is proven who can win from here. Which seat is it?")]


def seats(match: Match, voice: Voice) -> list[str]:
    """The seats of the players, if they are not obvious: against a computer, and after a pick."""
    if you := only_person(match):
        seat, other = match.seat_of(you), label(match, 3 - you, voice)
        return [voice.say("You are Player {seat}, against {name}.", seat=seat, name=other)]
    if not match.current.seat1 or not all(each.name for each in match.participants):
        return []
    one, two = (match.participant(seat).name for seat in Seat)
    return [voice.say("{one} is Player 1, {two} is Player 2.", one=one, two=two)]


def pick(match: Match, voice: Voice) -> str:
    """The question about which seat to take."""
    name = match.participants[match.picker - 1].name
    if only_person(match):
        return voice.say(WHICH_SEAT)
    if name:
        return voice.say("{name}, which seat do you take, 1 or 2? ", name=name)
    if len(match.rounds) > 1:  # the players pick alternately
        return voice.say("The player who did not pick last time picks a seat: 1 or 2? ")
    return voice.say("The player who would have been second picks a seat: 1 or 2? ")


def took_back(plies: int, voice: Voice) -> str:
    if not plies:
        return voice.say("There is nothing to take back.")
    return voice.counted("Took back the last move.", "Took back the last {n} moves.", plies)


def score(match: Match, voice: Voice) -> str:
    """The score so far in one line."""
    (one, two), you = match.score(), only_person(match)
    names = [label(match, number, voice) for number in (1, 2)]
    if you:
        names[you - 1] = voice.say("you")
        names[2 - you] = match.participants[2 - you].name or voice.say("the computer")
    return voice.say("Score: {one} {won}, {two} {lost}.", one=names[0], won=one, two=names[1], lost=two)


def match_ends(match: Match, voice: Voice) -> list[str]:
    """The lines after the last round; a single round needs none."""
    return [] if match.length == 1 else [champion(match, voice)]


def champion(match: Match, voice: Voice) -> str:
    """The winner of most rounds."""
    you, best = only_person(match), match.champion()
    if best is None:
        return voice.say("The score is equal: there is no champion.")
    own = match.participants[best - 1].name or (
        voice.say("The computer") if you else label(match, best, voice)
    )
    return voice.say("[You are|{name} is] the champion!", name=None if best == you else own)
