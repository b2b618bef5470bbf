"""Write the API types for the scripts of the pages: python -m tests.make_types.

They come from the server's models, so the type checker finds scripts that read fields that no response has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from outnumber.api import Body, Error, Model, frames
from outnumber.server.http import openapi

TYPES = Path(__file__).parent / "server/static/api.d.ts"
HEADING = "// Written by python -m tests.make_types from the models of the server."
NAMES = {
    inspect.AnyType: "any", inspect.BoolType: "boolean", inspect.FloatType: "number",
    inspect.IntType: "number", inspect.NoneType: "null", inspect.RawType: "any", inspect.StrType: "string",
}  # fmt: skip


def models() -> Iterator[type[Model]]:
    """The models exchanged between pages and server."""
    yield Error
    for endpoint in (each for part in openapi.PARTS for each in part.endpoints):
        yield from (each for each in (endpoint.body, endpoint.answer) if isinstance(each, type))
    for each in vars(frames).values():
        if isinstance(each, type) and issubclass(each, Model) and each.__struct_config__.tag:
            yield each


def declarations() -> str:
    """One interface for each model and nested model, in the namespace `api`."""
    found: dict[str, str] = {}
    for model in models():
        _type(inspect.type_info(model), found)
    interfaces = "".join(found[name] for name in sorted(found))
    return f"{HEADING}\ndeclare namespace api {{\n{interfaces}}}\n"


def _type(shape: Any, found: dict[str, str]) -> str:
    match shape:
        case inspect.Metadata(type=inner):
            return _type(inner, found)
        case inspect.StructType(cls=cls):
            if cls.__name__ not in found:
                found[cls.__name__] = ""
                found[cls.__name__] = _interface(shape, found)
            return str(cls.__name__)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"Array<{_type(item, found)}>"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(_type(each, found) for each in items)}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_type(value, found)}>"
        case inspect.UnionType(types=types):
            return " | ".join(dict.fromkeys(_type(each, found) for each in types))
        case inspect.LiteralType(values=values):
            return " | ".join(map(json.dumps, values))
        case inspect.EnumType(cls=cls):
            return " | ".join(json.dumps(each.value) for each in cls) or "string"
    return NAMES[type(shape)]


def _interface(shape: inspect.StructType, found: dict[str, str]) -> str:
    # Requests may omit fields with a default; responses have every field unless their model omits defaults.
    sparse = issubclass(shape.cls, Body) or shape.cls.__struct_config__.omit_defaults
    lines = [f"    {shape.tag_field}: {json.dumps(shape.tag)};"] if shape.tag_field else []
    for field in shape.fields:
        mark = "?" if (sparse and not field.required) or field.default is msgspec.UNSET else ""
        lines.append(f"    {field.encode_name}{mark}: {_type(field.type, found)};")
    return "\n".join([f"  interface {shape.cls.__name__} {{", *lines, "  }\n"])


if __name__ == "__main__":
    TYPES.write_text(declarations(), encoding="utf-8")
