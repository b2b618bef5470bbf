"""The MCP server: an assistant plays, asks for verdicts and hints, and reviews its games.

    outnumber mcp           on standard input and output
    outnumber mcp --http    streamable HTTP

Every answer is words and data. Every refusal is an error result with a stable code, never a traceback.
"""

from __future__ import annotations

import json
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from io import TextIOWrapper
from typing import Any

import anyio
from mcp import types
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, CallToolResult, ErrorData, JSONRPCError
from pydantic import ValidationError

import outnumber
from outnumber.agents.mcp.answers import refused
from outnumber.agents.mcp.clients import ToolContext
from outnumber.agents.mcp.games import MOST_GAMES, MOST_IN_ALL, ClientGames
from outnumber.agents.mcp.tool import Function, Tool
from outnumber.agents.mcp.tools import LARGEST_REQUEST, Tools
from outnumber.api.errors import Refused
from outnumber.games.base import Rules
from outnumber.games.errors import GameError, closest, shown, strip_control_characters
from outnumber.games.registry import all_games
from outnumber.language.rules import rules_text
from outnumber.workers.pool import Bounds, Pool

logger = logging.getLogger("outnumber.agents.mcp")

# What the solvers do at once. The limits on sizes keep all answers within two seconds; to start a process may
# take longer.
BOUNDS = Bounds(seconds=20.0, queue=64, share=32)
# Of what the SDK says about a request; requests can be long.
LONGEST_LINE = 300
# What is read in place of a line on standard input that is too long to be a request.
TOO_LONG = f"a line has at most {LARGEST_REQUEST:,} characters"

INSTRUCTIONS = """\
Number duels for two players, all of them solved exactly. Start with list_games, read_rules and new_game,
then play_move until the game is over. In every answer, your_turn and legal say what you can do next. verdict,
hint and review are proven, not guessed; they give answers away, so use them only where help is wanted.
solve_position answers about any position without a game."""

EXAM = """\
Number duels for two players. Start with list_games, read_rules and new_game, then play_move until the game is
over. In every answer, your_turn and legal say what you can do next. This is an exam: there is no help, no
move can be taken back, and tries that are not allowed are counted."""


# What people see of the tools where an assistant asks whether it may use one.
TITLES = {
    "list_games": "List the games",
    "read_rules": "Read the rules",
    "show_game": "Look at the board",
    "get_record": "Get the record",
    "verdict": "Who wins here?",
    "solve_position": "Solve a position",
    "hint": "Ask for a hint",
    "review": "Review the game",
    "new_game": "Start a game",
    "play_move": "Play a number",
    "take_back": "Take a move back",
    "resign": "Resign",
}


class ToolServer(MCPServer[Any]):
    """A server whose tools take models of ours, and may raise `GameError`: an error result with its code."""

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
            logger.exception("the tool %s failed", shown(name))
            return refused(Refused("internal"))

    async def run_stdio_async(self) -> None:
        """Serve standard input and output. The SDK says nothing about a line that is no message; we do."""
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
    """What JSON-RPC says to a line that is no JSON, or to JSON that is no message."""
    first = error.errors()[0] if isinstance(error, ValidationError) else {"type": "", "input": ""}
    code, message = INVALID_REQUEST, "Invalid Request"
    if first["type"] == "json_invalid":
        code, message = PARSE_ERROR, "Parse error"
    elif first["input"] == TOO_LONG:
        message = f"{message}: {TOO_LONG}"
    return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=code, message=message))


def create(
    most_games: int = MOST_GAMES,
    in_all: int = MOST_IN_ALL,
    bounds: Bounds = BOUNDS,
    *,
    exam: bool = False,
    seed: int | None = None,
) -> ToolServer:
    """The server with all its tools, in an exam without help, and the rules of each game as resources."""
    solvers = Pool(bounds)
    tools = Tools(ClientGames(solvers, most_games, in_all, seed), solvers)
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
        # Nothing changes that a client could wait for.
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


def serve_stdio(*, exam: bool = False, seed: int | None = None) -> None:
    """Serve the client that started this program, until its input ends."""
    _prepare()
    # Ctrl-C ends the program at once: a thread that waits for input would keep it, and nothing need be saved.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(create(exam=exam, seed=seed).run_stdio_async)


def serve_http(
    listening: socket.socket, names: Sequence[str], *, exam: bool = False, seed: int | None = None
) -> None:
    """Serve at `/mcp` until told to stop; clients know the listening address by one of these names."""
    from outnumber.agents.mcp import http as mcp_http

    _prepare()
    mcp_http.serve(create(exam=exam, seed=seed), listening, names)


def _prepare() -> None:
    """What a server needs before it starts anything."""
    # The SDK would draw each trace as a picture; a second of work for one wrong request.
    handler = logging.StreamHandler()
    handler.setFormatter(_Lines("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level="WARNING", handlers=[handler])


class _Lines(logging.Formatter):
    """What happened, fit for a terminal; what the SDK says of a request is one line, without a trace."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name.startswith("mcp"):
            record = logging.makeLogRecord({**vars(record), "exc_info": None, "exc_text": None})
            record.msg, record.args = " ".join(record.getMessage().split())[:LONGEST_LINE], ()
        return "\n".join(map(strip_control_characters, super().format(record).split("\n")))
