"""The fields of the form that starts a game, generated from the declared options of a game."""

from __future__ import annotations

from typing import Any, NamedTuple

from outnumber.games import Option, Rules, Voice
from outnumber.language import options as words


class Field(NamedTuple):
    """One control of the form, with texts in a language."""

    name: str
    kind: str  # number, choice, checks or text
    label: str
    value: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    chosen: tuple[str, ...] = ()
    most: int = 0
    presets: tuple[int, ...] = ()


# Sizes that can be chosen with one click.
_PRESETS = {"range": (9, 20, 50, 100), "target": (15, 21, 50, 100)}


def fields(game: type[Rules], most: int, voice: Voice) -> list[Field]:
    """The controls for a game's options; `most` is the maximum number for visitors."""
    return [_field(game, option, most, voice) for option in game.OPTIONS]


def _field(game: type[Rules], option: Option[Any], most: int, voice: Voice) -> Field:
    name, text = option.name, option.text(option.default)
    label, help = words.label(option, voice), words.help(option, voice)
    choices = tuple((each, words.choice(option, each, voice)) for each in option.choices)
    if option.several:
        return Field(name, "checks", label, text, help, choices, tuple(text.split(",")))
    if choices:
        return Field(name, "choice", label, text, help, choices)
    if isinstance(option.default, int):
        presets = _PRESETS.get(name, ()) if name == game.SIZE else ()
        return Field(name, "number", label, text, help, most=most, presets=presets)
    return Field(name, "text", label, text, help)
