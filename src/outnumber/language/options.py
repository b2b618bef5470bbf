"""The options of games on a form, and suggestions; `games.options.chosen` reads the choices."""

from __future__ import annotations

from typing import Any

from outnumber.games import Option, Rules, Voice
from outnumber.games.links import CRITERIA


def label(option: Option[Any], voice: Voice) -> str:
    """The label of an option at the beginning of a line."""
    name = voice.word(option.form.label if option.form else option.label)
    return name[:1].upper() + name[1:]


def help(option: Option[Any], voice: Voice) -> str:
    """The help for an option, if the label is not enough."""
    return voice.word(option.form.help if option.form else option.about)


def choice(option: Option[Any], value: str, voice: Voice) -> str:
    """One choice of an option."""
    if option.several and value in CRITERIA:
        a, b = CRITERIA[value].example
        return voice.say("{what} ({a}, {b})", what=voice.word(CRITERIA[value].together), a=a, b=b)
    return voice.word(option.form.choices.get(value, value) if option.form else value)


def suggestions(game: type[Rules], voice: Voice) -> list[str]:
    """Options that make a game more balanced."""
    lines = []
    if game.hard_sizes:
        lines.append(
            voice.say("At {sizes:or} few openings win, which makes it harder.", sizes=game.hard_sizes)
        )
    lines.append(voice.say("With a fair start, either seat may be winning, and one of you picks a seat."))
    return lines
