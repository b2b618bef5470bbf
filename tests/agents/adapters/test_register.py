"""Importing `outnumber.agents.adapters` registers the games with every installed framework."""

import subprocess
import sys
import tomllib
from pathlib import Path

import gymnasium
import pettingzoo
import pyspiel
import pytest

import outnumber.agents.adapters  # noqa: F401  # importing it registers the games
from outnumber.extras import install_command
from outnumber.games.registry import BUILT_IN
from tests.games.test_registry import install

# The frameworks by the names they are imported by.
HOSTS = {
    "Gymnasium": "gymnasium",
    "PettingZoo": "pettingzoo",
    "OpenSpiel": "pyspiel",
    "Inspect": "inspect_ai",
    "verifiers": "verifiers",
    "OpenEnv": "openenv",
}


def run(script: str, without: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run a script in a new Python process without some packages."""
    hidden = f"import sys; sys.modules.update(dict.fromkeys({without!r}))\n"
    command = [sys.executable, "-c", hidden + script]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_game_is_registered_everywhere() -> None:
    for name, title in BUILT_IN.items():
        plain = name.replace("-", "_")
        assert f"Outnumber/{title}-v0" in gymnasium.registry
        assert f"outnumber/{plain}-v0" in pettingzoo.aec_registry
        assert f"outnumber_{plain}" in pyspiel.registered_names()


def test_a_game_from_another_package_is_registered_and_playable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "countdown = elsewhere_games:Countdown")
    script = f"""
sys.path.insert(0, {str(tmp_path)!r})
import gymnasium, pettingzoo, pyspiel, outnumber.agents.adapters
print(gymnasium.make("Outnumber/Countdown-v0").unwrapped.rules.title)
print(pettingzoo.make("aec", "outnumber/countdown-v0").rules.title)
print(pyspiel.load_game("outnumber_countdown").new_initial_state().legal_actions())
"""
    assert run(script).stdout == "Countdown\nCountdown\n[1, 2, 3, 4, 5]\n"


@pytest.mark.parametrize("package", ["outnumber.adapters", "outnumber.agents.adapters"])
def test_gymnasium_can_import_the_adapter_itself(package: str) -> None:
    script = f"""
import gymnasium
print(gymnasium.make("{package}:Outnumber/NumberDuel-v0").spec.id)
print(gymnasium.make_vec("{package}:Outnumber/Batch-v0", 2, game="number-duel").spec.id)
"""
    done = run(script)
    assert (done.stdout, done.stderr) == ("Outnumber/NumberDuel-v0\nOutnumber/Batch-v0\n", "")


def test_importing_the_package_loads_no_adapter() -> None:
    script = "import outnumber.agents.adapters; print(*[m for m in sys.modules if '.adapters.' in m])"
    done = run(script, without=("pyspiel",))
    assert (done.stdout, done.stderr) == ("\n", "")


def test_importing_the_package_needs_no_framework() -> None:
    done = run("import outnumber.agents.adapters", without=(*HOSTS.values(), "numpy"))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("host", HOSTS)
def test_a_missing_framework_is_reported_with_the_remedy(host: str) -> None:
    done = run(f"import outnumber.agents.adapters.{host.lower()}", without=(HOSTS[host],))
    last = done.stderr.splitlines()[-1]
    assert last == f"ImportError: {host} is not installed: {install_command(host.lower())}"


def test_every_framework_has_its_extra() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert {host.lower() for host in HOSTS} <= set(project["optional-dependencies"])
