"""A function as a tool of the MCP server: what it takes is a model like any other that comes over the wire.

The SDK would make models of pydantic's, with limits and refusals of their own.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from inspect import getdoc, signature
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
from mcp import types
from mcp.types import CallToolResult, TextContent
from msgspec import NODEFAULT, Struct

from outnumber.agents.mcp.answers import schema_of
from outnumber.agents.mcp.clients import ToolContext
from outnumber.api import Body, Model, plain
from outnumber.api.reader import from_values
from outnumber.api.schemas import schemas_of

Function = Callable[..., Awaitable[tuple[str, Model]]]


class Tool(NamedTuple):
    """A tool: its description, the model that it takes, and the function that answers."""

    about: types.Tool
    takes: type[Struct]
    answer: Function
    wants_context: bool  # whether the function wants to know who asks

    @classmethod
    def of(cls, function: Function, title: str, **hints: Any) -> Tool:
        """A function as a tool: it takes its parameters, and answers in words and with a model."""
        name, types_of = function.__name__, get_type_hints(function, include_extras=True)
        _, answered = get_args(types_of["return"])
        parameters = signature(function).parameters
        fields = [
            (each.name, types_of[each.name], NODEFAULT if each.default is each.empty else each.default)
            for each in parameters.values()
            if each.name != "context"
        ]
        takes = msgspec.defstruct(name, fields, bases=(Body,))
        about = types.Tool(
            name=name,
            title=title,
            description=getdoc(function),
            input_schema=schemas_of([takes], "")[name],
            output_schema=schema_of(answered),
            annotations=types.ToolAnnotations(**hints, open_world_hint=False),
        )
        return cls(about, takes, function, "context" in parameters)

    async def __call__(self, arguments: dict[str, Any], context: ToolContext) -> CallToolResult:
        values = {name: _parsed(value) for name, value in arguments.items()}
        given = msgspec.structs.asdict(from_values(values, self.takes, strict=False))
        if self.wants_context:
            given["context"] = context
        text, data = await self.answer(**given)
        return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=plain(data))


def _parsed(value: Any) -> Any:
    """What is given, also where an assistant wrote a list or an object as text."""
    if isinstance(value, str) and value.startswith(("[", "{")):
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return value
