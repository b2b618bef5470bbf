"""outnumber mcp"""

from __future__ import annotations

import socket
import sys
from ipaddress import ip_address

import click

from outnumber.cli.arguments import cli_command, option, seed_number, switch, whole
from outnumber.cli.language import say, usage_error
from outnumber.cli.output import cannot_listen, needs_extra


@cli_command
def command(
    http: bool = switch("Serve streamable HTTP instead of standard input and output."),
    host: str | None = option(
        "Where to listen with --http; only this machine, 127.0.0.1, by default.", metavar="ADDRESS"
    ),
    port: int | None = whole(0, 65535, "The port with --http, 8001 by default; 0: a free one."),
    names: tuple[str, ...] = option(
        "A name under which clients reach the server with --http; can be given more than once.",
        "--allow-host",
        multiple=True,
        metavar="NAME",
    ),
    exam: bool = switch("No verdicts, hints, reviews and takebacks; illegal tries are counted."),
    seed: int | None = seed_number(
        "The opponents' luck: the first game has this seed, each later one the next."
    ),
) -> int:
    """Let an assistant play: a server that speaks the Model Context Protocol.

    An assistant starts it by itself, on standard input and output, when its configuration says so.
    Games are kept in memory, and end with the server.
    """
    if not http and (host is not None or port is not None or names):
        raise usage_error("--host, --port and --allow-host go with --http.")
    with needs_extra("mcp", say("This server")):
        from outnumber.agents.mcp.server import serve_http, serve_stdio
    try:
        if http:
            where = _listening(host or "127.0.0.1", 8001 if port is None else port, names)
            serve_http(*where, exam=exam, seed=seed)
        else:
            if sys.stdin.isatty():
                click.echo(say("An assistant is to speak here, in JSON. Stop with Ctrl-C."), err=True)
            serve_stdio(exam=exam, seed=seed)
    except KeyboardInterrupt:
        pass
    return 0


def _listening(host: str, port: int, names: tuple[str, ...]) -> tuple[socket.socket, list[str]]:
    """The address to serve, and the names it is known by; says where it is."""
    six = ":" in host
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if six else socket.AF_INET)
    except (OSError, TypeError, ValueError) as error:
        raise cannot_listen(host, port, error) from None
    name, (found, bound) = f"[{host}]" if six else host, listening.getsockname()[:2]
    click.echo(say("Outnumber is at {address}", address=f"http://{name}:{bound}/mcp"))
    everywhere = host in ("0.0.0.0", "::")  # noqa: S104  # only if somebody asks for it
    if not ip_address(found).is_loopback:
        click.echo(say("Everybody who can reach this machine can play."))
    if everywhere and not names:
        click.echo(say("Clients on other machines need a name for it: give it with --allow-host NAME."))
    return listening, list(names) if everywhere else [name, *names]
