"""The options of games for somebody who chooses them on a form, or looks at what was chosen.

For the options of the five games there are better words than their names; those of any other game are told by
their own names, texts and words.
"""

from __future__ import annotations

from functools import lru_cache
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
# What was chosen, in few words.
_TO = mark("1 to {value}")
_CHOSEN = {
    ("number-stack-duel", "range"): _TO,
    ("number-stack-duel", "first_pattern"): mark("second number {value} than the first"),
    ("number-duel", "range"): _TO,
    ("number-duel", "link"): "{value}",
    ("order-challenge", "range"): _TO,
    ("number-stack-attack", "target"): mark("target {value}"),
    ("number-stack-attack", "tokens"): mark("tokens {value}"),
    ("number-stack-attack", "tie"): mark("last to get there wins a tie"),
    ("strategy-stacks", "range"): _TO,
    ("strategy-stacks", "opening"): mark("even opening"),
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


@lru_cache(256)
def chosen(rules: Rules, voice: Voice = ENGLISH) -> str:
    """How large a game is and what else was chosen, without what is as usual.

    >>> from outnumber.games.registry import game
    >>> chosen(game("strategy-stacks", opening="even")), chosen(game("number-stack-attack", tokens=[3, 5]))
    ('1 to 9 · even opening', 'target 21 · tokens 3,5')
    """
    parts = []
    for option, value in zip(rules.OPTIONS, rules.option_texts().values(), strict=True):
        if option.name != rules.SIZE and value == option.text(option.default):
            continue
        said = ", ".join(map(voice.word, value.split(","))) if option.choices else value
        name = voice.word(option.label)
        template = _CHOSEN.get((rules.name, option.name), "{name} {value}")
        parts.append(voice.say(template, name=name, value=said))
    return " · ".join(parts)
