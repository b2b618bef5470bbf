"""MCP tools made from functions, with arguments validated like all other requests.

The SDK's pydantic models would have different limits and error messages.
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
    """A tool: its description, the model of its arguments, and its function."""

    about: types.Tool
    takes: type[Struct]
    answer: Function
    wants_context: bool  # whether the function has a `context` parameter

    @classmethod
    def of(cls, function: Function, title: str, **hints: Any) -> Tool:
        """Make a tool from a function, which returns text and a model."""
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
    """The value; parsed if an assistant passed a list or an object as a JSON string."""
    if isinstance(value, str) and value.startswith(("[", "{")):
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return value
