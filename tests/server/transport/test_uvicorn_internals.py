"""The parts of uvicorn that `uvicorn_internals.py` relies on: each failure names what has changed."""

import ast
import inspect
import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from outnumber.server.settings import ServerSettings
from outnumber.server.transport.server import Server

CHANGED = (
    "uvicorn {version} has changed {name}: adapt src/outnumber/server/transport/uvicorn_internals.py, "
    "or lower the upper bound of uvicorn in pyproject.toml"
)


def must_have(found: bool, name: str) -> None:
    assert found, CHANGED.format(version=uvicorn.__version__, name=name)


async def application(scope: Any, receive: Any, send: Any) -> None: ...


def loaded() -> uvicorn.Config:
    config = uvicorn.Config(application, http="httptools", ws="none", interface="asgi3", log_config=None)
    config.load()
    return config


def test_a_loaded_configuration_has_the_application_and_the_http_protocol() -> None:
    config = loaded()
    for name in ("loaded_app", "http_protocol_class"):
        must_have(hasattr(config, name), f"Config.{name}")
    must_have(isinstance(config.loaded_app, ProxyHeadersMiddleware), "the type of Config.loaded_app")


@pytest.mark.parametrize("name", ["config", "server_state", "app_state"])
def test_the_http_protocol_takes_the_expected_arguments(name: str) -> None:
    given = inspect.signature(loaded().http_protocol_class).parameters
    must_have(name in given, f"the parameter {name} of its HTTP protocol")


def test_the_http_protocol_reads_through_the_interface_of_asyncio_and_calls_its_app() -> None:
    protocol = loaded().http_protocol_class
    for name in ("connection_made", "connection_lost", "data_received", "pause_writing", "resume_writing"):
        must_have(callable(getattr(protocol, name, None)), f"{protocol.__name__}.{name}")
    must_have("self.app\n" in inspect.getsource(protocol), f"{protocol.__name__}.app")


def test_the_proxy_middleware_knows_its_trusted_hosts() -> None:
    trusted = getattr(ProxyHeadersMiddleware(application, "192.0.2.1"), "trusted_hosts", ())
    must_have("192.0.2.1" in trusted, "ProxyHeadersMiddleware.trusted_hosts")
    must_have("192.0.2.2" not in trusted, "ProxyHeadersMiddleware.trusted_hosts")


@pytest.mark.parametrize("name", ["startup", "shutdown", "handle_exit"])
def test_the_server_has_the_methods_that_ours_overrides(name: str) -> None:
    # As in uvicorn's source: a library that other tests import replaces one of these methods.
    theirs = {
        method.name: [argument.arg for argument in method.args.args]
        for kind in ast.walk(ast.parse(inspect.getsource(uvicorn.server)))
        if isinstance(kind, ast.ClassDef) and kind.name == "Server"
        for method in kind.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    must_have(name in theirs, f"Server.{name}")
    ours = inspect.signature(getattr(Server, name)).parameters
    must_have(theirs[name] == [*ours], f"the parameters of Server.{name}")


def test_the_server_has_the_attributes_that_ours_uses(sqlite_url: str) -> None:
    server = Server(ServerSettings(database=sqlite_url))
    for name in ("config", "server_state"):
        must_have(hasattr(server, name), f"Server.{name}")


@pytest.mark.parametrize("package", ["uvicorn", "websockets", "httptools"])
def test_versions_are_pinned_to_the_tested_range(package: str) -> None:
    needs = tomllib.loads(Path("pyproject.toml").read_text())["project"]["dependencies"]
    [pin] = [each for each in needs if each.startswith(package)]
    low, high = re.fullmatch(r"\w+>=([\d.]+),<([\d.]+)", pin).groups()  # type: ignore[union-attr]

    def numbers(text: str) -> list[int]:
        return [*map(int, text.split("."))]

    locked = re.search(rf"^{package}==([\d.]+)", Path(".ci/requirements.txt").read_text(), re.M)
    assert locked is not None
    for found in (version(package), locked[1]):
        assert numbers(low) <= numbers(found) < numbers(high), f"{package} {found} is not in {pin}"
