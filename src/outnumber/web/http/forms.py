"""The fields of the form that starts a game: labels and choices for the options of each game."""

from __future__ import annotations

from dataclasses import dataclass, field

from outnumber.games.base import Rules
from outnumber.games.links import CRITERIA
from outnumber.games.options import Option
from outnumber.players.registry import DEFAULT_OPPONENT
from outnumber.web.languages import mark


@dataclass(frozen=True, slots=True)
class Field:
    """One control of the form."""

    name: str
    kind: str  # number, choice, checks, list or text
    label: str
    value: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    chosen: tuple[str, ...] = ()
    most: int = 0
    presets: tuple[int, ...] = field(default=())


LABELS = {
    "range": mark("Largest number"),
    "first_pattern": mark("The second number must be"),
    "link": mark("Two numbers go together when"),
    "target": mark("Target"),
    "tokens": mark("Tokens"),
    "tie": mark("Equal totals in a stand-off"),
    "opening": mark("The first number may be"),
}
HELP = {
    "link": mark("One that holds is enough."),
    "tokens": mark("Numbers and runs, such as 1-9 or 3,5,8."),
}
CHOICES = {
    ("first_pattern", "greater"): mark("greater than the first"),
    ("first_pattern", "less"): mark("less than the first"),
    ("tie", "first"): mark("who got there first wins"),
    ("tie", "last"): mark("who got there last wins"),
    ("opening", "any"): mark("any number"),
    ("opening", "even"): mark("an even number only"),
    ("link", "multiple"): mark("one divides the other (4, 12)"),
    ("link", "digit"): mark("they share a digit (27, 72)"),
    ("link", "digit-sum"): mark("their digits add up to the same (14, 32)"),
    ("link", "coprime"): mark("only 1 divides both (8, 15)"),
    ("link", "neighbour"): mark("they differ by one (7, 8)"),
    ("link", "square-sum"): mark("together they make a square (7, 9)"),
    ("link", "prime-sum"): mark("together they make a prime (4, 7)"),
}
PRESETS = {"range": (9, 20, 50, 100), "target": (15, 21, 50, 100)}
# Computer players that the pages know by a better name than the one typed on a command line.
PLAYERS = {
    "random": (mark("Random"), mark("plays any number that fits")),
    "beginner": (mark("Beginner"), mark("sees what wins at once, sometimes")),
    "casual": (mark("Casual"), mark("finds easy wins")),
    "skilled": (mark("Skilled"), mark("finds most wins")),
    "expert": (mark("Expert"), mark("seldom misses a win")),
    "master": (mark("Master"), mark("almost never slips")),
    "perfect": (mark("Perfect"), mark("never makes a mistake")),
}
# The one that newcomers meet first.
USUAL_PLAYER = DEFAULT_OPPONENT
SUMMARIES = {
    "number-stack-duel": mark("Up and down by turns: leave your opponent without a number that fits."),
    "number-duel": mark("Follow with a multiple, a factor or a shared digit for as long as you can."),
    "order-challenge": mark("Keep your own rising sequence growing longer than theirs."),
    "number-stack-attack": mark("Add tokens to your total and be the first to hit the target exactly."),
    "strategy-stacks": mark("Answer with a factor or a multiple until one of you has no answer."),
}


def fields(game: type[Rules], most: int) -> list[Field]:
    """The controls for a game's options; `most` is the largest range that visitors may ask for."""
    return [_field(option, most) for option in game.OPTIONS]


def _field(option: Option, most: int) -> Field:
    name, text = option.name, option.text(option.default)
    label = LABELS.get(name, name.replace("_", " ").capitalize())
    help = HELP.get(name, "" if name in LABELS else option.help)
    if name == "link":
        choices = tuple((each, CHOICES[name, each]) for each in CRITERIA)
        return Field(name, "checks", label, text, help, choices, tuple(option.plain(option.default)))
    if option.choices:
        choices = tuple((each, CHOICES.get((name, each), each)) for each in option.choices)
        return Field(name, "choice", label, text, help, choices)
    if isinstance(option.default, int):
        return Field(name, "number", label, text, help, most=most, presets=PRESETS.get(name, ()))
    return Field(name, "list" if isinstance(option.default, tuple) else "text", label, text, help)
