"""The command that installs an extra matches the way Outnumber was installed."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from outnumber import extras
from outnumber.extras import install_command


class FakeDistribution:
    """An installed package with the given PEP 610 source, or one from an index."""

    def __init__(self, source: dict[str, Any] | None) -> None:
        self.source = source

    def read_text(self, _: str) -> str | None:
        return json.dumps(self.source) if self.source else None


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Pretend that Outnumber was installed from a source into a virtual environment with the given files."""

    def install(source: dict[str, Any] | None = None, *files: str, platform: str = "linux") -> None:
        monkeypatch.setattr("importlib.metadata.distribution", lambda _: FakeDistribution(source))
        monkeypatch.setattr(sys, "prefix", str(tmp_path))
        monkeypatch.setattr(sys, "executable", "/venv/bin/python")
        monkeypatch.setattr(sys, "platform", platform)
        for name in files:
            (tmp_path / name).touch()

    return install


def test_package_from_an_index_is_installed_by_name(installed: Any) -> None:
    installed()
    assert install_command("llm") == "/venv/bin/python -m pip install 'outnumber[llm]'"


def test_command_uses_double_quotes_on_windows(installed: Any) -> None:
    installed(platform="win32")
    assert install_command("arena,dask") == '/venv/bin/python -m pip install "outnumber[arena,dask]"'


@pytest.mark.parametrize(
    ("path", "command"),
    [
        (r"C:\outnumber\.venv\Scripts\python.exe", r"C:\outnumber\.venv\Scripts\python.exe -m pip"),
        (r"C:\Users\Ada L\.venv\python.exe", r'& "C:\Users\Ada L\.venv\python.exe" -m pip'),
    ],
)
def test_command_runs_in_powershell(
    installed: Any, monkeypatch: pytest.MonkeyPatch, path: str, command: str
) -> None:
    installed(platform="win32")
    monkeypatch.setattr(sys, "executable", path)
    assert install_command("llm") == f'{command} install "outnumber[llm]"'


@pytest.mark.parametrize(
    ("source", "requirement"),
    [
        (
            {"url": "file:///usb/outnumber-1.0.0-py3-none-any.whl", "archive_info": {}},
            "file:///usb/outnumber",
        ),
        ({"url": "file:///home/me/outnumber", "dir_info": {}}, "file:///home/me/outnumber'"),
        ({"url": "https://git.example/o", "vcs_info": {"vcs": "git"}}, "git+https://git.example/o'"),
    ],
)
def test_package_from_a_file_or_repository_is_reinstalled_from_there(
    installed: Any, source: dict[str, Any], requirement: str
) -> None:
    installed(source)
    assert install_command("llm").startswith(
        f"/venv/bin/python -m pip install 'outnumber[llm] @ {requirement}"
    )


def test_checkout_stays_editable(installed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed({"url": tmp_path.as_uri(), "dir_info": {"editable": True}})
    assert install_command("llm") == f"/venv/bin/python -m pip install -e '{tmp_path}[llm]'"
    monkeypatch.chdir(tmp_path)
    assert install_command("llm") == "/venv/bin/python -m pip install -e '.[llm]'"


@pytest.mark.parametrize(
    ("file", "command"),
    [("pipx_metadata.json", "pipx install --force"), ("uv-receipt.toml", "uv tool install")],
)
def test_environment_managed_by_a_tool_uses_that_tool(installed: Any, file: str, command: str) -> None:
    installed(None, file)
    assert install_command("llm") == f"{command} 'outnumber[llm]'"


def test_environment_without_pip_uses_uv(installed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    installed()
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert install_command("llm") == "uv pip install --python /venv/bin/python 'outnumber[llm]'"


def test_missing_framework_names_its_extra(installed: Any) -> None:
    installed()
    assert str(extras.missing("JAX")) == (
        "JAX is not installed: /venv/bin/python -m pip install 'outnumber[jax]'"
    )
