"""outnumber mcp --http: its messages before the first client connects."""

from typing import Any

import pytest

pytest.importorskip("mcp", reason="the server needs the extra outnumber[mcp]")

from outnumber.agents.mcp import http
from tests.program import call


@pytest.mark.parametrize(
    ("host", "names", "open"),
    [
        ("127.0.0.1", ["127.0.0.1", "games.example"], False),
        # The address behind the host name counts, not the name.
        ("localhost", ["localhost", "games.example"], False),
        ("127.1.2.3", ["127.1.2.3", "games.example"], False),
        ("0.0.0.0", ["games.example"], True),  # noqa: S104  # nothing is served
    ],
)
def test_a_server_that_others_can_reach_prints_that(
    host: str, names: list[str], open: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: dict[str, Any] = {}

    def serve(_: Any, listening: Any, names: list[str]) -> None:
        heard.update(names=names, port=listening.getsockname()[1])
        listening.close()

    monkeypatch.setattr(http, "serve", serve)
    done = call("mcp", "--http", "--host", host, "--port", "0", "--allow-host", "games.example")
    assert heard["names"] == names
    warned = "Anyone who can reach this machine can play.\n" if open else ""
    assert done.stdout == f"Outnumber is at http://{host}:{heard['port']}/mcp\n{warned}"
