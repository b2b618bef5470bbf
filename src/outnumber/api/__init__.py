"""The JSON that programs read and write, with each concept declared once.

JSON that is read, or whose schema is published, is a typed model: the server and the MCP server answer with
models, and their schemas are generated from them. JSON that a command only prints comes from a function. Both
are built from values of the lower layers, with sentences in the language of a voice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta

from outnumber.games import GameError, Phrase, Voice

SeatNumber = Annotated[int, Meta(ge=1, le=2)]
# Options of a game by name.
Options = dict[str, Any]
# An object that a command prints.
Json = dict[str, Any]
# The participant who receives an answer: 0 for spectators, or 1 or 2. A page knows who reads it.
ToldToEach = tuple[str, str, str]


class Model(msgspec.Struct):
    """The base of all models."""

    @classmethod
    def filled(cls, value: Any, **more: Any) -> Self:
        """Create a model from the attributes of a value that match its fields, plus extra values."""
        names = [name for name in cls.__struct_fields__ if name not in more]
        return cls(**{name: getattr(value, name) for name in names}, **more)


class Body(Model, forbid_unknown_fields=True):
    """A request."""


def plain(model: Any) -> Any:
    """A model as dictionaries and lists, ready for `json`."""
    return msgspec.to_builtins(model)


def numbers_of(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a sentence, ready for JSON: a nested sentence becomes its text, or the seat that it
    names.
    """
    return {name: _plain_number(value) for name, value in numbers.items()}


def _plain_number(value: Any) -> Any:
    match value:
        case Phrase():
            return value.numbers["seat"] if set(value.numbers) == {"seat"} else str(value)
        case str() | bool() | None:
            return value
        case int():
            # The largest integer that JavaScript represents exactly.
            return value if value.bit_length() <= 53 else str(Phrase("{n}", n=value))
        case list() | tuple():
            return [_plain_number(each) for each in value]
    return str(value)


class Sentence(Model):
    """A sentence: a stable code, its numbers, and the text."""

    code: str
    numbers: dict[str, Any]
    text: str

    @classmethod
    def of(cls, said: Any, voice: Voice) -> Self:
        return cls(said.code, numbers_of(said.numbers), voice.tell(said))


class ErrorModel(Model, rename={"told": "numbers"}, omit_defaults=True):
    """The reason for a refusal: a stable code, a sentence, and the numbers of a refused move or option."""

    code: str
    message: str
    told: dict[str, Any] | None = None

    @classmethod
    def of(cls, error: GameError, voice: Voice, *, numbers: bool = False) -> ErrorModel:
        told = {name: value for name, value in error.numbers.items() if name != "remedy"}
        return cls(error.code, voice.tell(error), numbers_of(told) if numbers else None)


class Error(Model):
    """The error object of a refused request."""

    error: ErrorModel
