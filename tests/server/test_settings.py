"""The settings for operators, and those that became constants."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from outnumber.games.errors import OptionError
from outnumber.server.settings import Rate, ServerSettings, unknown_variables
from outnumber.server.transport.limits import REQUESTS


def test_every_setting_is_documented_and_every_documented_one_exists() -> None:
    page = Path("docs/explanation/scaling.md").read_text(encoding="utf-8")
    table = page.partition("## The settings")[2].partition("\n## ")[0]
    documented = {
        name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`(\w+)`", row)
    }
    assert {f"OUTNUMBER_WEB_{name}" for name in documented} == {*ServerSettings().to_environment()}


def test_settings_are_passed_through_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = ServerSettings(limits=0.25, sockets=7, database="sqlite:///games.db")
    for name, text in settings.to_environment().items():
        monkeypatch.setenv(name, text)
    assert ServerSettings.from_environment() == settings
    monkeypatch.setenv("OUTNUMBER_WEB_SOCKETS", "many")
    with pytest.raises(OptionError, match="SOCKETS"):
        ServerSettings.from_environment()


def test_one_factor_changes_every_rate_limit_and_a_school_allows_more() -> None:
    assert ServerSettings().rate(REQUESTS) == (50, 200)
    assert ServerSettings(limits=0.25).rate(REQUESTS) == (12.5, 50)
    school = ServerSettings(limits=2.0).for_school()
    assert school.rate(REQUESTS) == (1000, 10_000)
    assert school.rate(Rate(1, 2)) == (2, 4)
    assert (school.sockets, school.connections) == (1000, 3000)
    assert ServerSettings(sockets=5000).for_school().sockets == 5000


def test_a_variable_of_an_earlier_version_is_ignored_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert unknown_variables() == []
    monkeypatch.setenv("OUTNUMBER_WEB_SOCKETS", "9")
    monkeypatch.setenv("OUTNUMBER_WEB_CODES_BURST", "3")
    assert unknown_variables() == ["OUTNUMBER_WEB_CODES_BURST"]
    command = [sys.executable, "-m", "outnumber", "serve", "--port", "0", "--quiet"]
    command += ["--database", f"sqlite:///{tmp_path}/server.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "Outnumber is at" in server.stdout.readline()
        server.terminate()
        _, log = server.communicate(timeout=180)
    [line] = [json.loads(each) for each in log.splitlines()]
    assert (line["level"], line["variable"]) == ("warning", "OUTNUMBER_WEB_CODES_BURST")
