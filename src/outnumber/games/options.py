"""Options of games: one declaration serves Python keywords, the command line, JSON and records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outnumber.games.errors import OptionError, closest, shown

# What an option can be: a whole number, a word, or a tuple of either.
Value = Any

LARGEST = 1_000_000


class Option:
    """A named choice: `read` takes text or a Python value, `text` and `plain` give it back."""

    def __init__(
        self,
        name: str,
        default: Value,
        help: str,
        *,
        read: Callable[[Option, object], Value],
        text: Callable[[Value], str] = str,
        plain: Callable[[Value], Value] = lambda value: value,
        metavar: str = "TEXT",
        choices: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.default = default
        self.help = help
        self.text = text
        self.plain = plain
        self.metavar = metavar
        self.choices = tuple(choices)
        self._read = read

    @property
    def flag(self) -> str:
        """The option as it is typed on a command line."""
        return "--" + self.name.replace("_", "-")

    def read(self, given: object) -> Value:
        """The value for what was given; raises `OptionError` with the remedy."""
        return self._read(self, given)

    def bad(self, given: object, remedy: str) -> OptionError:
        text: object = given
        if not isinstance(given, int):
            text = shown(given) if isinstance(given, str) else repr(given)[:60]
        return OptionError("bad-option", option=self.flag, text=text, remedy=remedy)


def whole(given: object) -> int | None:
    """A whole number from a Python int or plain decimal text, else None."""
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    if isinstance(given, str):
        text = given.strip()
        digits = text[1:] if text[:1] in ("-", "+") else text
        # Ten digits are beyond every limit, and int() of a megabyte is not free.
        if digits.isascii() and digits.isdigit():
            return int(text) if len(digits) <= 10 else 10**10
    return None


def number_option(name: str, default: int, help: str, *, low: int = 1, high: int = LARGEST) -> Option:
    """An option that is a whole number between two limits."""

    def read(option: Option, given: object) -> int:
        number = whole(given)
        if number is None or not low <= number <= high:
            raise option.bad(given, f"choose a whole number from {low} to {high:,}.")
        return number

    return Option(name, default, help, read=read, metavar="N")


def choice_option(name: str, choices: Sequence[str], help: str) -> Option:
    """An option that is one of a few words; the first is the default."""

    def read(option: Option, given: object) -> str:
        if given not in choices:
            raise option.bad(given, closest(str(given), choices))
        return str(given)

    return Option(name, choices[0], help, read=read, metavar="|".join(choices), choices=choices)
