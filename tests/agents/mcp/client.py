"""Helpers that call the MCP server with the SDK's client or with raw messages."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from mcp import Client
from mcp.types import CallToolResult, TextContent

from outnumber.agents.mcp.server import create

Test = Callable[[Client], Awaitable[None]]


def asked(test: Test, server: Any = None, mode: str = "auto") -> None:
    """Run a test with a client of a server, by default a new one in this process."""

    async def run() -> None:
        async with Client(create() if server is None else server, mode=mode) as client:
            await test(client)

    asyncio.run(run())


async def answer(client: Client, tool: str, **arguments: Any) -> CallToolResult:
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    return result


async def data(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The data of a tool's result, which also contains text."""
    result = await answer(client, tool, **arguments)
    assert not result.is_error, text_of(result)
    assert text_of(result)
    assert isinstance(result.structured_content, dict)
    return result.structured_content


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """The error code of a failed call; the text contains it too, and no traceback."""
    result = await answer(client, tool, **arguments)
    assert result.is_error
    assert result.structured_content is None
    assert result.meta is not None
    code = str(result.meta["code"])
    assert text_of(result) == f"Error ({code}): {result.meta['message']}"
    assert "Traceback" not in text_of(result)
    return code


async def to_the_end(client: Client, seen: dict[str, Any], best: bool) -> dict[str, Any]:
    """Play to the end: winning moves, or always the smallest number."""
    id = seen["game_id"]
    while not seen["over"]:
        assert seen["your_turn"]
        move = seen["legal"][0]
        if best:
            move = (await data(client, "verdict", game_id=id))["winning"][0]
        seen = await data(client, "play_move", game_id=id, move=move)
    return seen


def message(id: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}) + "\n"


def hello() -> str:
    who = {"name": "hand", "version": "1"}
    first = message(1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=who)
    return first + '{"jsonrpc": "2.0", "method": "notifications/initialized"}\n'
