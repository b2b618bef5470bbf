"""The MCP server: assistants play, request verdicts and hints, and review their games.

    outnumber mcp           on standard input and output
    outnumber mcp --http    streamable HTTP

Every result has text and data. Every error is an error result with a stable code, never a traceback. The
arguments of tools are validated like all other requests: the SDK's pydantic models would have different
limits and error messages.
"""

from __future__ import annotations

import json
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from inspect import getdoc, signature
from io import TextIOWrapper
from typing import Any, NamedTuple, get_args, get_type_hints

import anyio
import msgspec
from mcp import types
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, CallToolResult, ErrorData, JSONRPCError, TextContent
from msgspec import NODEFAULT, Struct
from pydantic import ValidationError

import outnumber
from outnumber.api import Body, Model, plain
from outnumber.api.errors import Refused
from outnumber.api.reader import from_values
from outnumber.api.schemas import schemas_of
from outnumber.games import (
    GameError,
    Rules,
    all_games,
    closest,
    read_sentences,
    shown,
    strip_control_characters,
)
from outnumber.language.rules import rules_text
from outnumber.workers.pool import Bounds, Pool

from .answers import refused, schema_of
from .games import ClientGames, ToolContext
from .tools import LARGEST_REQUEST, Tools

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


logger = logging.getLogger("outnumber.agents.mcp")

# The limits on sizes keep computing times under two seconds; starting a process may take longer.
BOUNDS = Bounds(seconds=20.0, queue=64, share=32)
# Maximum length of log lines from the SDK, which quote requests.
LONGEST_LINE = 300
# Replaces a line on standard input that is longer than the largest request.
TOO_LONG = f"a line has at most {LARGEST_REQUEST:,} characters"

INSTRUCTIONS = """\
Number games for two players, all solved exactly. Start with list_games, read_rules and new_game, then call
play_move until the game is over. In every result, your_turn and legal show what you can do next. The results
of verdict, hint and review are proven; they reveal solutions, so use them only if the user wants help.
solve_position solves any position without a game."""

EXAM = """\
Number games for two players. Start with list_games, read_rules and new_game, then call play_move until the
game is over. In every result, your_turn and legal show what you can do next. This is an exam: there is no
help, you cannot take back moves, and illegal moves are counted."""


# The titles that users see when an assistant asks for permission to call a tool.
TITLES = read_sentences(__file__)


class ToolServer(MCPServer[Any]):
    """A server that validates arguments with msgspec models and turns `GameError` into error results."""

    def __init__(self, tools: Sequence[Tool], **about: Any) -> None:
        super().__init__("outnumber", **about)
        self._tools = {tool.about.name: tool for tool in tools}

    async def list_tools(self) -> list[types.Tool]:
        return [tool.about for tool in self._tools.values()]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: ToolContext | None = None
    ) -> CallToolResult:
        try:
            if name not in self._tools:
                remedy = str(closest(name[:100], list(self._tools))).rstrip(".")
                raise Refused("bad-request", what=f"there is no tool {shown(name)}: {remedy}")
            return await self._tools[name](arguments, context or Context(mcp_server=self))
        except GameError as error:
            return refused(error)
        except Exception:
            logger.exception("tool %s failed", shown(name))
            return refused(Refused("internal"))

    async def run_stdio_async(self) -> None:
        """Serve standard input and output; unlike the SDK, answer invalid lines with an error."""
        server = self._lowlevel_server
        send, receive = anyio.create_memory_object_stream[SessionMessage | Exception]()
        lines = anyio.wrap_file(_Input(sys.stdin.buffer, encoding="utf-8", errors="replace"))
        async with stdio_server(lines) as (read, write), anyio.create_task_group() as group:

            async def answer_nonsense() -> None:
                async with send, read:
                    async for item in read:
                        if isinstance(item, Exception):
                            await write.send(SessionMessage(_objection(item)))
                        else:
                            await send.send(item)

            group.start_soon(answer_nonsense)
            await server.run(receive, write, server.create_initialization_options())


class _Input(TextIOWrapper):
    """Standard input that discards lines longer than the largest request."""

    def readline(self, size: int = LARGEST_REQUEST, /) -> str:  # type: ignore[override]  # like its class
        line = rest = super().readline(size)
        while len(rest) == size and not rest.endswith("\n"):
            line, rest = json.dumps(TOO_LONG), super().readline(size)
        return line


def _objection(error: Exception) -> JSONRPCError:
    """The JSON-RPC error for a line that is not JSON, or JSON that is not a message."""
    first = error.errors()[0] if isinstance(error, ValidationError) else {"type": "", "input": ""}
    code, message = INVALID_REQUEST, "Invalid Request"
    if first["type"] == "json_invalid":
        code, message = PARSE_ERROR, "Parse error"
    elif first["input"] == TOO_LONG:
        message = f"{message}: {TOO_LONG}"
    return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=code, message=message))


def create(*, exam: bool = False, seed: int | None = None) -> ToolServer:
    """Create the server with its tools, and with the rules as resources; `exam` omits tools that help."""
    # Before the SDK does.
    _set_up_logging()
    solvers = Pool(BOUNDS)
    tools = Tools(ClientGames(solvers, seed), solvers)
    help = _tools(tools.verdict, tools.solve_position, tools.hint, tools.review, read_only=True)

    @asynccontextmanager
    async def lifespan(_: MCPServer[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await solvers.stop()

    server = ToolServer(
        [
            *_tools(tools.list_games, tools.read_rules, tools.show_game, tools.get_record, read_only=True),
            *([] if exam else help),
            *_tools(tools.new_game, tools.play_move),
            *_tools(*([] if exam else [tools.take_back]), tools.resign, destructive=True),
        ],
        title="Outnumber",
        version=outnumber.__version__,
        instructions=EXAM if exam else INSTRUCTIONS,
        log_level="WARNING",
        # No resource ever changes.
        subscriptions=False,
        lifespan=lifespan,
    )
    for kind in all_games():
        _add_rules(server, kind)
    return server


def _tools(*functions: Function, read_only: bool = False, destructive: bool = False) -> list[Tool]:
    return [
        Tool.of(each, TITLES[each.__name__], read_only_hint=read_only, destructive_hint=destructive)
        for each in functions
    ]


def _add_rules(server: ToolServer, kind: type[Rules]) -> None:
    @server.resource(
        f"outnumber://rules/{kind.name}",
        name=kind.name,
        title=f"Rules of {kind.title}",
        description=kind.summary,
        mime_type="text/plain",
    )
    def rules() -> str:
        return rules_text(kind, flags=False)


def serve_stdio(server: ToolServer) -> None:
    """Serve the client that started this program until its input ends."""
    # Ctrl-C exits at once: the thread that waits for input would block, and nothing needs saving.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(server.run_stdio_async)


def _set_up_logging() -> None:
    """Log warnings in short lines."""
    # The SDK's default handler formats tracebacks with Rich, which takes a second per invalid request.
    handler = logging.StreamHandler()
    handler.setFormatter(_Lines("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level="WARNING", handlers=[handler])


class _Lines(logging.Formatter):
    """Log lines without control characters; those of the SDK are shortened to one line without traceback."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name.startswith("mcp"):
            record = logging.makeLogRecord({**vars(record), "exc_info": None, "exc_text": None})
            record.msg, record.args = " ".join(record.getMessage().split())[:LONGEST_LINE], ()
        return "\n".join(map(strip_control_characters, super().format(record).split("\n")))
