"""What is said around the rounds of a match, in any game."""

from __future__ import annotations

from collections.abc import Mapping

from outnumber.games.base import Rules, Seat
from outnumber.games.errors import OptionError
from outnumber.games.sentences import ENGLISH, Voice, mark
from outnumber.session.match import Match

# A word of the prompt, and what it does.
HELP = (
    ("moves", mark("the numbers you can play")),
    ("hint", mark("help in three steps: where to look, the idea, the move")),
    ("why", mark("why this position is won or lost, and what the computer's move did")),
    ("undo", mark("take back the last move")),
    ("rules", mark("how this game is played")),
    ("save", mark("where this game is kept; save FILE writes its record there too")),
    ("resign", mark("give up this round")),
    ("quit", mark("stop here; the game is kept and can be resumed")),
    ("help", mark("this list")),
)


def help_lines(words: tuple[tuple[str, str], ...], voice: Voice = ENGLISH) -> list[str]:
    """The words of a prompt with what each does."""
    told = [(voice.word(word), voice.word(text)) for word, text in words]
    wide = max(8, *(len(word) for word, _ in told))
    return [f"  {word:<{wide}} {text}" for word, text in told]


def seconds(number: float, voice: Voice = ENGLISH) -> str:
    """A time in words: 1 second, 2.5 seconds."""
    if number == int(number):
        return voice.counted("{n} second", "{n} seconds", int(number))
    return voice.say("{time:g} seconds", time=number)


def player(match: Match, seat: Seat, voice: Voice = ENGLISH, number: int | None = None) -> str:
    """What to call the player of a seat, in round `number` or the current one."""
    return match.participant(seat, number).name or voice.say("Player {seat}", seat=seat.value)


def label(match: Match, number: int, voice: Voice = ENGLISH) -> str:
    """What to call a participant, 1 or 2, whatever seat they have."""
    this, that = match.participants[number - 1], match.participants[2 - number]
    if this.name:
        return this.name
    return voice.word(this.plays) if this.plays != that.plays else "AB"[number - 1]


def title(rules: Rules | type[Rules], voice: Voice = ENGLISH) -> str:
    """What a game is called."""
    return voice.word(rules.title)


def options(rules: Rules, voice: Voice = ENGLISH) -> str:
    """The options of a game in a few words: range 9, first pattern greater."""
    try:
        texts = rules.option_texts()
    except OptionError:  # a criterion that is a Python function has no text
        return ""
    return options_told(texts, voice)


def options_told(texts: Mapping[str, str], voice: Voice = ENGLISH) -> str:
    """Options and how each is written, in a few words."""
    return ", ".join(
        f"{voice.word(name.replace('_', ' '))} {','.join(map(voice.word, value.split(',')))}"
        for name, value in texts.items()
    )


def round_begins(match: Match, voice: Voice = ENGLISH) -> list[str]:
    """The lines before a round; a single round without a clock needs none."""
    lines = []
    if match.length > 1:
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
    if len(match.rounds) > 1:
        return ["", *lines, ""]
    return [*lines, ""] if lines else []


def took_back(plies: int, voice: Voice = ENGLISH) -> str:
    if not plies:
        return voice.say("There is nothing to take back.")
    return voice.counted("Took back the last move.", "Took back the last {n} moves.", plies)


def score(match: Match, voice: Voice = ENGLISH) -> str:
    """The score so far in one line."""
    one, two = match.score()
    names = label(match, 1, voice), label(match, 2, voice)
    return voice.say("Score: {one} {won}, {two} {lost}.", one=names[0], won=one, two=names[1], lost=two)


def match_ends(match: Match, voice: Voice = ENGLISH) -> list[str]:
    """The lines after the last round; a single round needs none."""
    if match.length == 1:
        return []
    champion = match.champion()
    if champion is None:
        return [voice.say("The score is equal: there is no champion.")]
    return [voice.say("{name} is the champion!", name=label(match, champion, voice))]


def whole_match(match: Match, voice: Voice = ENGLISH) -> str:
    """A match in one line, for a list of games."""
    one, two = label(match, 1, voice), label(match, 2, voice)
    if match.length == 1 and (one, two) == ("A", "B"):
        # With one round the seats have names enough.
        one = two = voice.word(match.participants[0].plays)
    return voice.say("{game}, {one} against {two}", game=title(match.rules, voice), one=one, two=two)
