"""The MCP server: an assistant plays, asks for verdicts and hints, and reviews its games.

    outnumber mcp           on standard input and output
    outnumber mcp --http    streamable HTTP

Every answer is words and data. Every refusal is an error result with a stable code, never a traceback.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable, Sequence
from inspect import getdoc
from typing import Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import ValidationError

import outnumber
from outnumber.games.base import Rules
from outnumber.games.errors import GameError, closest, shown
from outnumber.games.registry import all_games
from outnumber.mcp.answers import refused
from outnumber.mcp.games import MOST_GAMES, Games
from outnumber.mcp.tools import Tools
from outnumber.mcp.work import SECONDS, Solvers
from outnumber.wire.refusals import Refused
from outnumber.words.rules import rules_text

logger = logging.getLogger("outnumber.adapters.mcp")

# Of what the SDK says about a request; requests can be long.
LONGEST_LINE = 300

INSTRUCTIONS = """\
Five number duels for two players, all of them solved exactly. Start with list_games, read_rules and new_game,
then play_move until the game is over. In every answer, your_turn and legal say what you can do next. verdict,
hint and review are proven, not guessed; they give answers away, so use them only where help is wanted.
solve_position answers about any position without a game."""


class Server(MCPServer[Any]):
    """A server whose tools may raise `GameError`: it becomes an error result with its code."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            await self._check_names(name, arguments)
            return await super().call_tool(name, arguments, context)
        except GameError as error:
            return refused(error)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, GameError):
                return refused(cause)
            if isinstance(cause, ValidationError):
                first = cause.errors(include_url=False, include_input=False)[0]
                where = ".".join(str(part) for part in first["loc"])
                return refused(Refused("bad-request", what=f"{where[:100]}: {first['msg'][:200]}"))
            logger.error("the tool %s failed", shown(name), exc_info=cause)
            return refused(Refused("internal"))

    async def _check_names(self, name: str, arguments: dict[str, Any]) -> None:
        # The SDK drops an argument that it does not know, and a slip of the pen would go unnoticed.
        tools = {tool.name: tool for tool in await self.list_tools()}
        if name not in tools:
            remedy = str(closest(name[:100], list(tools))).rstrip(".")
            raise Refused("bad-request", what=f"there is no tool {shown(name)}: {remedy}")
        known = tools[name].input_schema.get("properties", {})
        for extra in arguments:
            if extra not in known:
                raise Refused("bad-request", what=f"{name} has no argument {shown(extra)}")


def create(most_games: int = MOST_GAMES, seconds: float = SECONDS) -> Server:
    """The server with all its tools, and the rules of each game as resources."""
    server = Server(
        "outnumber",
        title="Outnumber",
        version=outnumber.__version__,
        instructions=INSTRUCTIONS,
        log_level="WARNING",
        # Nothing changes that a client could wait for.
        subscriptions=False,
    )
    solvers = Solvers(seconds)
    tools = Tools(Games(solvers, most_games), solvers)
    _add(server, [tools.list_games, tools.read_rules, tools.show_game, tools.get_record], read_only=True)
    _add(server, [tools.verdict, tools.solve_position, tools.hint, tools.review], read_only=True)
    _add(server, [tools.new_game, tools.play_move])
    _add(server, [tools.take_back, tools.resign], destructive=True)
    for kind in all_games():
        _add_rules(server, kind)
    return server


def _add(
    server: Server, tools: list[Callable[..., Any]], read_only: bool = False, destructive: bool = False
) -> None:
    hints = ToolAnnotations(read_only_hint=read_only, destructive_hint=destructive, open_world_hint=False)
    for tool in tools:
        server.add_tool(tool, description=getdoc(tool), annotations=hints)


def _add_rules(server: Server, kind: type[Rules]) -> None:
    @server.resource(
        f"outnumber://rules/{kind.name}",
        name=kind.name,
        title=f"Rules of {kind.title}",
        description=kind.summary,
        mime_type="text/plain",
    )
    def rules() -> str:
        return rules_text(kind)


def serve_stdio() -> None:
    """Serve whoever started this program, until its input ends."""
    _prepare()
    # Ctrl-C ends the program at once: a thread that waits for input would keep it, and nothing need be saved.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(create().run_stdio_async)


def serve_http(listening: socket.socket, names: Sequence[str]) -> None:
    """Serve at `/mcp` until told to stop; clients know the listening address by one of these names."""
    from outnumber.mcp import http as mcp_http

    _prepare()
    mcp_http.serve(create(), listening, names)


def _prepare() -> None:
    """What a server needs before it starts anything."""
    # Solvers are started as modules, and Python looks for those where we were started first. An assistant may
    # start us in a directory that somebody else has filled.
    os.environ["PYTHONSAFEPATH"] = "1"
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
        text = super().format(record)
        return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
