"""Reads JSON into models. Error messages are our own, derived from what the model requires."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import inspect

from outnumber.games import Phrase, Text, shown

from .errors import MUST_BE, Refused, bad_request

T = TypeVar("T")
M = TypeVar("M", bound=msgspec.Struct)

# How msgspec's messages mark the place of an error and the names they quote.
_PLACE = re.compile(r" - at `\$(.*)`$")
_LACKING = re.compile(r"Object missing required field `(.*?)`")
_TOO_LONG = re.compile(r"Expected `str` of length <= (\d+)")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*?)`")


# Python allows these characters in a text; other programs do not.
HALF: Text = "half of a character is missing in a text"


class Reader(Generic[T]):
    """Reads one model, or one of several that a field distinguishes.

    >>> class Asked(msgspec.Struct):
    ...     level: int
    >>> Reader(Asked).read(b'{"level": "first"}')
    Traceback (most recent call last):
    ...
    outnumber.api.errors.Refused: The request cannot be read: level must be a whole number.
    """

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)

    def read(self, text: str | bytes) -> T:
        """The model in a text; raises `Refused` with the reason."""
        try:
            return self._decoder.decode(text)
        except msgspec.ValidationError as error:
            raise Refused("bad-request", what=reason(error, self._kind)) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise bad_request("it is not JSON") from None


def from_query(query: Mapping[str, str], kind: type[M]) -> M:
    """The model in a query; whole numbers, true and false are written as in JSON."""
    return from_values({name: _value(text) for name, text in query.items()}, kind)


def from_values(values: Mapping[str, Any], kind: type[M], *, strict: bool = True) -> M:
    """The model from values by name; if not strict, texts are converted to numbers."""
    try:
        return msgspec.convert(values, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise Refused("bad-request", what=reason(error, kind)) from None
    except UnicodeError:
        raise bad_request(HALF) from None


def _value(text: str) -> str | int | bool:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def _must_be(field: str, what: Phrase) -> Phrase:
    return Phrase(MUST_BE, field=field, what=what)


def reason(error: msgspec.ValidationError, kind: Any) -> Phrase:
    """What is wrong with a value of the given kind."""
    said = str(error)
    place = _PLACE.search(said)
    # For a list, an error in any item is reported for the whole list.
    names = re.findall(r"\.(\w+)", place[1].partition("[")[0]) if place else []
    if found := _UNKNOWN.match(said):
        if fields := _fields_at(kind, *names):
            return Phrase("there is no field {field}, only {names:and}", field=shown(found[1]), names=fields)
        return Phrase("there is no field {field}", field=shown(found[1]))
    if found := _LACKING.match(said):
        names.append(found[1])
        wanted = _wanted_at(kind, *names)
        return Phrase("{field} is missing; it must be {what}", field=".".join(names), what=wanted)
    if not names:
        return Phrase("it is not a JSON object")
    if found := _TOO_LONG.match(said):
        return _must_be(".".join(names), _text_up_to(int(found[1])))
    return _must_be(".".join(names), _wanted_at(kind, *names))


# Clients may send invalid data at a high rate, so this must be fast.
@cache
def _wanted_at(kind: Any, *names: str) -> Phrase:
    """The requirement for a field, by its name and those of the objects around it."""
    return _wanted(_type_at(kind, *names))


@cache
def _fields_at(kind: Any, *names: str) -> tuple[str, ...]:
    """The fields of the object at a path; empty if it may be one of several."""
    structs = list(_structs(_type_at(kind, *names)))
    return tuple(field.encode_name for field in structs[0].fields) if len(structs) == 1 else ()


def _type_at(kind: Any, *names: str) -> inspect.Type:
    info = inspect.type_info(kind)
    for name in names:
        structs = list(_structs(info))
        tags = [str(each.tag) for each in structs if each.tag_field == name]
        fields = [field.type for each in structs for field in each.fields if field.encode_name == name]
        info = inspect.LiteralType(tuple(tags)) if tags else fields[0]
    return info


def _structs(info: inspect.Type) -> Iterator[inspect.StructType]:
    for each in info.types if isinstance(info, inspect.UnionType) else (info,):
        if isinstance(each, inspect.StructType):
            yield each


def _text_up_to(most: int) -> Phrase:
    return Phrase("a text of up to {most:,} characters", most=most)


def _wanted(info: inspect.Type) -> Phrase:
    """The requirement as text."""
    match info:
        case inspect.Metadata():
            return Phrase((info.extra_json_schema or {})["description"])
        case inspect.UnionType():
            what = next(_wanted(each) for each in info.types if not isinstance(each, inspect.NoneType))
            return Phrase("{what} or null", what=what) if info.includes_none else what
        case inspect.IntType() | inspect.FloatType():
            whole = isinstance(info, inspect.IntType)
            if info.ge is None or info.le is None or info.le >= 2**31 - 1:
                return Phrase("a whole number" if whole else "a number")
            bounds = {"low": int(info.ge), "high": int(info.le)}
            if whole:
                return Phrase("a whole number from {low} to {high:,}", **bounds)
            return Phrase("a number from {low} to {high:,}", **bounds)
        case inspect.LiteralType(values=choices):
            return Phrase("{choices:or}", choices=choices)
        case inspect.StrType(max_length=None):
            return Phrase("a text")
        case inspect.StrType(max_length=int(most)):
            return _text_up_to(most)
        case inspect.ListType(max_length=int(most)):
            return Phrase("a list of up to {most:,} whole numbers", most=most)
        case inspect.ListType() | inspect.TupleType() | inspect.VarTupleType():
            return Phrase("a list in the right form")
        case inspect.BoolType():
            return Phrase("true or false")
    return Phrase("an object")
