"""Themes: each puzzle is named after the idea that it teaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from outnumber.games import Position
from outnumber.study.data import load
from outnumber.theory.bounded import solve


class Theme(NamedTuple):
    """A title, the idea in a sentence, and the theorem or the codes of the reasons that it belongs to."""

    title: str
    lesson: str
    of: Sequence[str]


# By game: Number Stack Duel, Order Challenge, Number Stack Attack, the pairing games, and any other game.
THEMES = {name: Theme(**told) for name, told in load(__package__, "themes.json").items()}
_NAMES: dict[object, str] = {sign: name for name, each in THEMES.items() for sign in each.of}


def theme(position: Position) -> str:
    """The theme of a puzzle.

    >>> from outnumber.games.registry import game
    >>> theme(game("order-challenge").start())
    'take-the-lowest'
    """
    by_theorem = _NAMES.get(type(position.rules).theorem)
    return by_theorem or _NAMES.get(solve(position).reason.code, "look-ahead")
