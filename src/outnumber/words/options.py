"""The options of games for somebody who chooses them on a form, or looks at what was chosen.

For the options of the five games there are better words than their names; those of any other game are told by
their own names, texts and words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from outnumber.games.base import Rules
from outnumber.games.links import CRITERIA
from outnumber.games.options import Option
from outnumber.games.sentences import ENGLISH, Voice, mark


class _Told(NamedTuple):
    """What an option is called, what was chosen in few words, and what helps to choose."""

    label: str
    chosen: str
    help: str = ""


_RANGE = _Told(mark("Largest number"), mark("1 to {value}"))
_RUNS = mark("Numbers and runs, such as 1-9 or 3,5,8.")
_LINK = _Told(mark("Two numbers go together when"), "{value}", mark("One that holds is enough."))
_PATTERN = _Told(mark("The second number must be"), mark("second number {value} than the first"))
_TIE = _Told(mark("Equal totals in a stand-off"), mark("last to get there wins a tie"))
_OPTIONS = {
    ("number-stack-duel", "range"): _RANGE,
    ("number-stack-duel", "first_pattern"): _PATTERN,
    ("number-duel", "range"): _RANGE,
    ("number-duel", "link"): _LINK,
    ("order-challenge", "range"): _RANGE,
    ("number-stack-attack", "target"): _Told(mark("Target"), mark("target {value}")),
    ("number-stack-attack", "tokens"): _Told(mark("Tokens"), mark("tokens {value}"), _RUNS),
    ("number-stack-attack", "tie"): _TIE,
    ("strategy-stacks", "range"): _RANGE,
    ("strategy-stacks", "opening"): _Told(mark("The first number may be"), mark("even opening")),
}
# What each choice means.
_CHOICES = {
    ("number-stack-duel", "greater"): mark("greater than the first"),
    ("number-stack-duel", "less"): mark("less than the first"),
    ("number-stack-attack", "first"): mark("whoever got there first wins"),
    ("number-stack-attack", "last"): mark("whoever got there last wins"),
    ("strategy-stacks", "any"): mark("any number"),
    ("strategy-stacks", "even"): mark("an even number only"),
}


def _told(game: Rules | type[Rules], option: Option[Any]) -> _Told:
    return _OPTIONS.get((game.name, option.name)) or _Told(option.label, "{name} {value}", option.about)


def label(game: type[Rules], option: Option[Any], voice: Voice = ENGLISH) -> str:
    """What an option is called at the beginning of a line."""
    name = voice.word(_told(game, option).label)
    return name[:1].upper() + name[1:]


def help(game: type[Rules], option: Option[Any], voice: Voice = ENGLISH) -> str:
    """What helps to choose, where the label is not enough."""
    return voice.word(_told(game, option).help)


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
        parts.append(voice.say(_told(rules, option).chosen, name=name, value=said))
    return " · ".join(parts)
