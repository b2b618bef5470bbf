"""outnumber mcp"""

from __future__ import annotations

import socket
import sys
from ipaddress import ip_address

from .arguments import cli_command, option, seed_number, switch, whole
from .output import cannot_listen, needs_extra, say, speak, usage_error


@cli_command
def command(
    http: bool = switch("Serve streamable HTTP instead of standard input and output."),
    host: str | None = option(
        "The address to listen on with --http; by default 127.0.0.1, which only this machine can reach.",
        metavar="ADDRESS",
    ),
    port: int | None = whole(0, 65535, "The port for --http (default 8001); 0 picks a free one."),
    names: tuple[str, ...] = option(
        "A host name that clients use to reach the server with --http; can be given more than once.",
        "--allow-host",
        multiple=True,
        metavar="NAME",
    ),
    exam: bool = switch("No verdicts, hints, reviews or takebacks; illegal attempts are counted."),
    seed: int | None = seed_number(
        "The seed for the opponents: the first game uses it, each later game the next number."
    ),
) -> int:
    """Let an AI assistant play: a server for the Model Context Protocol.

    An assistant configured for it starts this server itself, over standard input and output. Games are held
    in memory and end with the server.
    """
    if not http and (host is not None or port is not None or names):
        raise usage_error("--host, --port and --allow-host work only with --http.")
    with needs_extra("mcp", say("This server")):
        from outnumber.agents.mcp.server import create, serve_stdio
    try:
        if http:
            from outnumber.agents.mcp.http import serve

            where = _listening(host or "127.0.0.1", 8001 if port is None else port, names)
            serve(create(exam=exam, seed=seed), *where)
        else:
            if sys.stdin.isatty():
                speak("Waiting for JSON from an assistant. Stop with Ctrl-C.", err=True)
            serve_stdio(create(exam=exam, seed=seed))
    except KeyboardInterrupt:
        pass
    return 0


def _listening(host: str, port: int, names: tuple[str, ...]) -> tuple[socket.socket, list[str]]:
    """The address to serve and its host names; prints the URL."""
    six = ":" in host
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if six else socket.AF_INET)
    except (OSError, TypeError, ValueError) as error:
        raise cannot_listen(host, port, error) from None
    name, (found, bound) = f"[{host}]" if six else host, listening.getsockname()[:2]
    speak("Outnumber is at {address}", address=f"http://{name}:{bound}/mcp")
    everywhere = host in ("0.0.0.0", "::")  # noqa: S104  # only on request
    if not ip_address(found).is_loopback:
        speak("Anyone who can reach this machine can play.")
    if everywhere and not names:
        speak("Clients on other machines need a host name for the server: set it with --allow-host NAME.")
    return listening, list(names) if everywhere else [name, *names]
