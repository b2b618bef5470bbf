"""A private server for a game with a friend."""

from __future__ import annotations

import atexit
import re
import sys
from subprocess import DEVNULL, PIPE, Popen

from outnumber.games import Phrase
from outnumber.match import Match

from .client import RemoteGame, ServerError

# The usual port, or any other if that one is in use.
PORTS = ("8000", "0")
# Our servers by their addresses. Ctrl-C in a game stops its server too.
_started: dict[str, Popen[str]] = {}


def own_server() -> str:
    """The address of our server for the local network, which is started if needed and stops with us."""
    for address, server in _started.items():
        if server.poll() is None:
            return address
    serve = [sys.executable, "-m", "outnumber", "serve", "--quiet", "--host", "0.0.0.0"]  # noqa: S104
    for port in PORTS:
        server = Popen([*serve, "--port", port], stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, text=True)  # noqa: S603
        atexit.register(server.terminate)
        if server.stdout and (found := re.search(r"https?://\S+", server.stdout.readline())):
            _started[found[0]] = server
            return found[0]
    remedy = Phrase("The server cannot start. To see why, type: {command}", command="outnumber serve")
    raise ServerError("storage", remedy)


def host(match: Match, language: str) -> str:
    """Make a game with a friend on our server; return our link, which includes the invitation."""
    game = RemoteGame.make(own_server(), match, language)
    return f"{game.link}&invite={game.invite}"
