"""What can go wrong, as values: a stable code, its numbers, and one English sentence.

    GameError (ValueError)
    ├── NotAMove      the text is no number and no word of the prompt
    ├── IllegalMove   a number that the position does not allow
    ├── PlayerFault   a program or a model that plays gave no move that counts
    └── OptionError   a game or option that does not exist or cannot be used

`str` of an error is English; a voice of `language/` says it in another language. A remedy is a `Phrase`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from outnumber.games.sentences import ENGLISH, Phrase

MESSAGES = {
    # text
    "not-a-number": "{text} is not a number: {remedy}",
    "not-whole": "{text} is not a whole number: {remedy}",
    "not-a-seat": "{text} is not a seat: {remedy}",
    "empty": "Nothing was typed: {remedy}",
    # moves
    "out-of-range": "{move} is not one of the numbers from 1 to {range}. {remedy}",
    "used": "{move} is already used. {remedy}",
    "not-greater": "{move} is not greater than {top}. {remedy}",
    "not-less": "{move} is not less than {top}. {remedy}",
    "not-linked": "{move} {link:not}. {remedy}",
    "not-even": "{move} is not even, and the first number must be. {remedy}",
    "not-a-token": "{move} is not one of the tokens. {remedy}",
    "exceeds-target": "{move} on top of {total} would exceed {target}. {remedy}",
    "not-allowed": "{move} is not allowed here. {remedy}",
    "no-seat-picked": "A start was drawn, and a seat must be picked first.",
    "nothing-to-take-back": "You have no move to take back.",
    "game-over": "The game is over: no number can follow.",
    # games and options
    "unknown-game": "There is no game called {text}: {remedy}",
    "no-lesson": "There is no lesson about {game}: {remedy}",
    "unknown-option": "{game} has no option {text}: {remedy}",
    "bad-option": "{option:name} cannot be {text}: {remedy}",
    "unknown-criterion": "There is no criterion called {text}: {remedy}",
    "not-symmetric": "The criterion {text} links {a} to {b}, but not {b} to {a}: it must work both ways.",
    "function-criterion": "A criterion that is a Python function works in Python only: here, use {remedy}.",
    "too-large": "{what} is too large: {remedy}",
    # lines of a batch or of a protocol, and the options in a line
    "bad-line": "{text} cannot be read: {remedy}.",
    # players
    "unknown-player": "There is no player called {text}: {remedy}",
    "unusable-player": "{player} cannot play: {remedy}",
    "untrusted-player": "The record of game {id} names {player} as a player: {remedy}",
    # what a program or a model that plays did instead of moving
    "player-illegal": "{player} played {text}, which is not allowed.",
    "player-silent": "{player} gave no answer within {seconds:g} s.",
    "player-garbled": "{player} answered {text}, which is no move.",
    "player-cut-off": "{player} was cut off before it had a move, after {text}.",
    "player-refused": "{player} refused to answer: {what}.",
    "player-flooded": "{player} wrote more than {limit:,} bytes without a move.",
    "player-ended": "{player} ended when it was to move: {what}.",
    "player-unreached": "{player} could not be reached: {what}.",
    # workers of an arena
    "worker-lost": "A worker of the arena was killed {times} times: {remedy}",
    "games-left": "{count:game} could not be played: {text} The same command plays what is left.",
    "no-cluster": "There is no Dask cluster at {text}: {remedy}",
    # records and the games on disk
    "bad-record": "line {line}: {what}",
    "no-such-game": "There is no game {text}: {remedy}",
    "busy": "Game {text} is being played by another program: {remedy}",
    "unreadable": "{text} cannot be read: {remedy}",
    "unsaved": "{text} could not be saved: {remedy}",
}


class GameError(ValueError):
    """An input that cannot be used; `code` is stable, `numbers` are what the sentence is made of."""

    TEMPLATES: ClassVar[Mapping[str, str]] = MESSAGES

    def __init__(self, code: str, **numbers: Any) -> None:
        super().__init__(code, numbers)
        self.code = code
        self.numbers = numbers

    @property
    def template(self) -> str:
        return self.TEMPLATES[self.code]

    def __reduce__(self) -> tuple[object, ...]:
        # Errors go from one process to another; by default Python would make them with other arguments.
        return _again, (type(self), self.code, self.numbers)

    def __str__(self) -> str:
        return ENGLISH.tell(self)


def _again(kind: type[GameError], code: str, numbers: dict[str, Any]) -> GameError:
    error = kind.__new__(kind)
    GameError.__init__(error, code, **numbers)
    return error


class NotAMove(GameError):
    """Text that is neither a number nor a word of the prompt."""


class IllegalMove(GameError):
    """A number that the position does not allow."""


class PlayerFault(GameError):
    """What a program or a model that plays did instead of making a legal move in time; it loses the round."""


class OptionError(GameError):
    """A game or an option that does not exist, or a value it does not take."""


# A traceback names what can be imported.
for _public in (GameError, NotAMove, IllegalMove, PlayerFault, OptionError):
    _public.__module__ = "outnumber"


def shown(text: object, limit: int = 40) -> str:
    """What somebody typed, safe to print on one line.

    >>> shown("a\\x1b[2Jb")
    "'a\\\\x1b[2Jb'"
    """
    quoted = repr(str(text)[: limit + 1])
    return quoted if len(str(text)) <= limit else f"{quoted[:limit]}…'"


def given(value: object) -> object:
    """What somebody gave in Python, as a sentence says it: text in quotes, anything else as it is written."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, int):
        return value
    try:
        return repr(value)[:60]
    except ValueError:  # a number in it that is too long to be written
        return Phrase("that")


def bad_option(name: str, value: object, remedy: Phrase) -> OptionError:
    """The error for a value that an option does not take."""
    return OptionError("bad-option", option=name, text=given(value), remedy=remedy)


# What joins letters and emoji, and stands between two of them.
JOINERS = "\u200c\u200d"
# Not printable by Python's measure, and harmless: spaces that do not break, and joiners.
_HARMLESS = "\u00a0\u202f" + JOINERS


def strip_control_characters(text: str, instead: str = "?") -> str:
    """The text without what could steer a terminal: a record that came by mail must not.

    >>> strip_control_characters("Ada\\x1b[2J")
    'Ada?[2J'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _HARMLESS else instead for c in text)


def closest(text: str, names: Sequence[str]) -> Phrase:
    """The remedy for a mistyped name: the nearest one, or all of them."""
    # Only a mistake pays for difflib.
    from difflib import get_close_matches

    begun = [name for name in names if text and name.startswith(text)]
    near = begun if len(begun) == 1 else get_close_matches(text, names, n=1)
    return Phrase("did you mean {name}?", name=near[0]) if near else Phrase("choose {names:or}.", names=names)
