"""The fields of the form that starts a game, made from the options that a game declares.

For the options of the five games the page has better words than their names; any other game is asked for its
options in general words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outnumber.games.base import Rules
from outnumber.games.links import CRITERIA
from outnumber.games.options import Option
from outnumber.games.sentences import Voice, mark


@dataclass(frozen=True, slots=True)
class Field:
    """One control of the form, in the words of a language."""

    name: str
    kind: str  # number, choice, checks or text
    label: str
    value: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    chosen: tuple[str, ...] = ()
    most: int = 0
    presets: tuple[int, ...] = ()


_RANGE = mark("Largest number")
# What the page says instead of the option's name, its help, and each of its choices.
LABELS = {
    "number-stack-duel": {"range": _RANGE, "first_pattern": mark("The second number must be")},
    "number-duel": {"range": _RANGE, "link": mark("Two numbers go together when")},
    "order-challenge": {"range": _RANGE},
    "number-stack-attack": {
        "target": mark("Target"),
        "tokens": mark("Tokens"),
        "tie": mark("Equal totals in a stand-off"),
    },
    "strategy-stacks": {"range": _RANGE, "opening": mark("The first number may be")},
}
HELP = {
    ("number-duel", "link"): mark("One that holds is enough."),
    ("number-stack-attack", "tokens"): mark("Numbers and runs, such as 1-9 or 3,5,8."),
}
CHOICES = {
    ("number-stack-duel", "greater"): mark("greater than the first"),
    ("number-stack-duel", "less"): mark("less than the first"),
    ("number-stack-attack", "first"): mark("whoever got there first wins"),
    ("number-stack-attack", "last"): mark("whoever got there last wins"),
    ("strategy-stacks", "any"): mark("any number"),
    ("strategy-stacks", "even"): mark("an even number only"),
}
PRESETS = {"number-stack-attack": (15, 21, 50, 100)}
USUAL_PRESETS = (9, 20, 50, 100)


def fields(game: type[Rules], most: int, voice: Voice) -> list[Field]:
    """The controls for a game's options; `most` is the largest number that visitors may ask for."""
    return [_field(game, option, most, voice) for option in game.OPTIONS]


def title(word: str) -> str:
    """A word at the beginning of a line."""
    return word[:1].upper() + word[1:]


def _field(game: type[Rules], option: Option[Any], most: int, voice: Voice) -> Field:
    name, text = option.name, option.text(option.default)
    label = LABELS.get(game.name, {}).get(name)
    help = voice.word(HELP.get((game.name, name), "") if label else option.help)
    shown = voice.word(label) if label else title(voice.word(option.label))
    choices = tuple((each, _choice(game, each, voice)) for each in option.choices)
    if option.several:
        return Field(name, "checks", shown, text, help, choices, tuple(text.split(",")))
    if choices:
        return Field(name, "choice", shown, text, help, choices)
    if isinstance(option.default, int):
        presets = PRESETS.get(game.name, USUAL_PRESETS) if label and name == game.SIZE else ()
        return Field(name, "number", shown, text, help, most=most, presets=presets)
    return Field(name, "text", shown, text, help)


def _choice(game: type[Rules], choice: str, voice: Voice) -> str:
    if choice in CRITERIA:
        a, b = CRITERIA[choice].example
        return voice.say("{what} ({a}, {b})", what=voice.word(CRITERIA[choice].together), a=a, b=b)
    return voice.word(CHOICES.get((game.name, choice), choice))
