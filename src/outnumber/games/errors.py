"""Errors as values: a stable code, the values in the message, and one English sentence.

    GameError (ValueError)
    ├── NotAMove      text that is neither a number nor a command of the prompt
    ├── IllegalMove   a number that the position does not allow
    ├── PlayerFault   a program or language model failed to make a legal move in time
    └── OptionError   an unknown game or option, or a value that an option does not accept

`str(error)` is English; a voice in `language/` translates it. A remedy is a `Phrase`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copyreg import __newobj__  # type: ignore[attr-defined]  # documented by pickle, missing in typeshed
from typing import Any, ClassVar

from .sentences import ENGLISH, Phrase, Said, read_sentences

MESSAGES = read_sentences(__file__)
# The codes of `PlayerFault`.
PLAYER_FAULTS = frozenset(code for code in MESSAGES if code.startswith("player-"))


class GameError(ValueError):
    """Input that cannot be used: `code` is stable, and `numbers` are the values in the message."""

    TEMPLATES: ClassVar[Mapping[str, str]] = MESSAGES

    def __init__(self, code: str, **numbers: Any) -> None:
        super().__init__(code, numbers)
        self.code = code
        self.numbers = numbers

    @property
    def template(self) -> str:
        return self.TEMPLATES[self.code]

    def __reduce__(self) -> tuple[Any, ...]:
        # Workers send errors to other processes; by default, unpickling would call `__init__` with `args`.
        return __newobj__, (type(self), *self.args), vars(self)

    def __str__(self) -> str:
        return ENGLISH.tell(self)


class NotAMove(GameError):
    """Text that is neither a number nor a command of the prompt."""


class IllegalMove(GameError):
    """A number that the position does not allow."""


class PlayerFault(GameError):
    """A program or language model failed to make a legal move in time; it loses the round."""


class OptionError(GameError):
    """An unknown game or option, or a value that an option does not accept."""


# Tracebacks show the public import path.
for _public in (GameError, NotAMove, IllegalMove, PlayerFault, OptionError):
    _public.__module__ = "outnumber"


def shown(text: object, limit: int = 40) -> str:
    """User input in quotes, escaped and shortened so that it is safe to print on one line.

    >>> shown("a\\x1b[2Jb")
    "'a\\\\x1b[2Jb'"
    """
    quoted = repr(str(text)[: limit + 1])
    return quoted if len(str(text)) <= limit else f"{quoted[:limit]}…'"


def given(value: object) -> object:
    """A Python argument as it appears in an error message: text in quotes, other values as their repr."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, int):
        return value
    try:
        return repr(value)[:60]
    except ValueError:  # it contains an integer with too many digits for repr
        return Phrase("that")


def phrase(text: str | Said, values: Mapping[str, Any]) -> Said:
    """A phrase, or a template with its values as one."""
    return Phrase(text, **values) if isinstance(text, str) else text


def bad_option(name: str | Phrase, value: object, remedy: str | Phrase, /, **values: Any) -> OptionError:
    """The error for a value that an option does not accept; the remedy may be a template with values."""
    return OptionError("bad-option", option=name, text=given(value), remedy=phrase(remedy, values))


def not_within(name: str, value: object, low: int, high: int) -> OptionError:
    """The error for a value that is not a whole number between two limits."""
    return bad_option(name, value, "choose a whole number from {low} to {high:,}.", low=low, high=high)


def too_large(what: Phrase, size: float, remedy: str | Phrase, /, **values: Any) -> OptionError:
    """The error for a valid request that is too large to compute; the remedy may be a template."""
    return OptionError("too-large", what=what, size=size, remedy=phrase(remedy, values))


# Zero-width characters that join letters and emoji.
JOINERS = "\u200c\u200d"
# Harmless, although Python calls them unprintable: no-break spaces and joiners.
_HARMLESS = "\u00a0\u202f" + JOINERS


def strip_control_characters(text: str, instead: str = "?") -> str:
    """Replace characters that could control a terminal, such as those in a record from a stranger.

    >>> strip_control_characters("Ada\\x1b[2J")
    'Ada?[2J'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _HARMLESS else instead for c in text)


def closest(text: str, names: Sequence[str]) -> Phrase:
    """The remedy for a mistyped name: the closest match, or the list of all names."""
    from difflib import get_close_matches  # slow to import, and needed only after a mistake

    begun = [name for name in names if text and name.startswith(text)]
    near = begun if len(begun) == 1 else get_close_matches(text, names, n=1)
    return Phrase("did you mean {name}?", name=near[0]) if near else Phrase("choose {names:or}.", names=names)
