"""outnumber serve: its messages before the first client connects."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from outnumber.cli.main import group
from outnumber.extras import install_command
from outnumber.games.sentences import ENGLISH
from outnumber.local.terminal.console import Console
from outnumber.server.transport import addresses, server
from tests.program import at_terminal

TLS = Path(__file__).parents[1] / "data" / "tls"
CERTIFICATE, KEY = str(TLS / "certificate.pem"), str(TLS / "key.pem")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Run the command up to the start of the server, and return the output and the settings."""

    def run(*arguments: str, network: str = "192.168.1.5") -> tuple[str, Any]:
        seen: list[Any] = [None]

        def serving(listening: Any, settings: Any, workers: int, announce: Any, quiet: bool) -> None:
            seen[0] = settings
            announce()
            listening.close()

        monkeypatch.setattr(addresses, "own_address", lambda *_: network)
        monkeypatch.setattr(server, "serve", serving)
        database = f"sqlite:///{tmp_path}/server.db"
        answer = CliRunner().invoke(group, ["serve", "--port", "0", "--database", database, *arguments])
        return answer.output, seen[0]

    return run


def test_a_local_server_explains_how_to_open_it_to_others(told: Any) -> None:
    output, settings = told()
    assert re.search(r"Outnumber is at http://127\.0\.0\.1:\d+\n", output)
    assert "Only this machine can open it." in output
    assert "outnumber serve --host 0.0.0.0" in output
    assert settings.address == ""


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104  # nothing is served
def test_a_server_for_the_network_prints_an_address_that_others_can_reach(told: Any, host: str) -> None:
    output, settings = told("--host", host)
    found = re.search(r"Outnumber is at (http://192\.168\.1\.5:\d+)\n", output)
    assert found
    assert settings.address == found[1]
    assert "//0.0.0.0" not in output
    assert "Anyone who can reach this machine can play." in output


def test_a_machine_without_a_network_is_reported_as_unreachable(told: Any) -> None:
    output, settings = told("--host", "0.0.0.0", network="")  # noqa: S104
    assert "only it can open the pages" in output
    assert settings.address == ""


def test_a_certificate_enables_https_and_is_checked_first(told: Any, tmp_path: Path) -> None:
    output, settings = told("--certificate", CERTIFICATE, "--key", KEY)
    assert "Outnumber is at https://127.0.0.1:" in output
    assert (settings.certificate, settings.certificate_key) == (CERTIFICATE, KEY)
    assert "--key works only with --certificate" in told("--key", KEY)[0]
    assert "No such file" in told("--certificate", str(tmp_path / "none.pem"))[0]
    assert "not a certificate with its key" in told("--certificate", CERTIFICATE)[0]


def test_the_address_is_printed_as_a_qr_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Console(ENGLISH).draw_code("http://192.168.1.5:8000")
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Console(ENGLISH).draw_code("http://192.168.1.5:8000")
    lines = capsys.readouterr().out.strip("\n").splitlines()
    assert len(lines) > 12
    assert {*"".join(lines)} <= {*" ▀▄█"}


@pytest.mark.parametrize(
    "more", [[], ["--workers", "2", "--database", "postgresql://nobody@127.0.0.1:1/none"]]
)
def test_the_address_is_printed_before_any_log_line(more: list[str], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/server.db"
    with at_terminal("serve", "--port", "0", "--database", database, *more) as server:
        server.wait_for('"event"')
        server.send("\x03")
        server.finish()
    assert server.output.startswith("Outnumber is at http://127.0.0.1:")
    assert "\nPress Ctrl-C to stop the server.\n{" in server.output


def test_postgresql_without_its_driver_names_the_extra(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    output, settings = told("--database", "postgresql://localhost/games")
    assert f"PostgreSQL needs the package asyncpg. Install it with: {install_command('postgres')}" in output
    assert settings is None
