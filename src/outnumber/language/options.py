"""The options of games for somebody who chooses them on a form; `games.options.chosen` tells what was chosen.

For the options of the five games there are better words than their names; those of any other game are told by
their own names, texts and words.
"""

from __future__ import annotations

from typing import Any

from outnumber.games.base import Rules
from outnumber.games.links import CRITERIA
from outnumber.games.options import Option
from outnumber.games.sentences import ENGLISH, Voice, mark

_RANGE = mark("Largest number")
# What an option is called, what helps to choose, and what each choice means.
_LABELS = {
    ("number-stack-duel", "range"): _RANGE,
    ("number-stack-duel", "first_pattern"): mark("The second number must be"),
    ("number-duel", "range"): _RANGE,
    ("number-duel", "link"): mark("Two numbers go together when"),
    ("order-challenge", "range"): _RANGE,
    ("number-stack-attack", "target"): mark("Target"),
    ("number-stack-attack", "tokens"): mark("Tokens"),
    ("number-stack-attack", "tie"): mark("Equal totals in a stand-off"),
    ("strategy-stacks", "range"): _RANGE,
    ("strategy-stacks", "opening"): mark("The first number may be"),
}
_HELP = {
    ("number-duel", "link"): mark("One that holds is enough."),
    ("number-stack-attack", "tokens"): mark("Numbers and runs, such as 1-9 or 3,5,8."),
}
_CHOICES = {
    ("number-stack-duel", "greater"): mark("greater than the first"),
    ("number-stack-duel", "less"): mark("less than the first"),
    ("number-stack-attack", "first"): mark("whoever got there first wins"),
    ("number-stack-attack", "last"): mark("whoever got there last wins"),
    ("strategy-stacks", "any"): mark("any number"),
    ("strategy-stacks", "even"): mark("an even number only"),
}


def label(game: type[Rules], option: Option[Any], voice: Voice = ENGLISH) -> str:
    """What an option is called at the beginning of a line."""
    name = voice.word(_LABELS.get((game.name, option.name), option.label))
    return name[:1].upper() + name[1:]


def help(game: type[Rules], option: Option[Any], voice: Voice = ENGLISH) -> str:
    """What helps to choose, where the label is not enough."""
    key = (game.name, option.name)
    return voice.word(_HELP.get(key, "") if key in _LABELS else option.about)


def choice(game: type[Rules], option: Option[Any], value: str, voice: Voice = ENGLISH) -> str:
    """One of the words that an option can be."""
    if option.several and value in CRITERIA:
        a, b = CRITERIA[value].example
        return voice.say("{what} ({a}, {b})", what=voice.word(CRITERIA[value].together), a=a, b=b)
    return voice.word(_CHOICES.get((game.name, value), value))
