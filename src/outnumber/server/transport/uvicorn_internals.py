"""All uses of undocumented parts of uvicorn.

`pyproject.toml` pins the tested versions, and a test names the part that has changed. These are:

- `Config.load` sets `Config.loaded_app` and `Config.http_protocol_class`.
- The protocol takes `config`, `server_state` and `app_state`, and calls its attribute `app` for each request.
- `ProxyHeadersMiddleware.trusted_hosts` contains the addresses of proxies.
- `Server` has `config` and `server_state`. It calls its methods `startup`, which without sockets
  listens to nothing, `shutdown`, and `handle_exit` for a signal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Container, MutableMapping
from typing import Any, cast

import uvicorn
from uvicorn.config import Config

from .addresses import below

Asgi = Callable[[MutableMapping[str, Any], Any, Any], Awaitable[None]]


class Uvicorn:
    """The HTTP protocol of a started uvicorn server."""

    def __init__(self, server: uvicorn.Server, root: str = "") -> None:
        self._config: Config = server.config
        self._given = {"config": server.config, "server_state": server.server_state, "app_state": {}}
        loaded: Any = server.config.loaded_app
        self._trusted: Container[str] = getattr(loaded, "trusted_hosts", ())
        self.application: Asgi = below(root, self.trusts, loaded)

    def http_protocol(self, application: Asgi) -> asyncio.Protocol:
        """Create the protocol of one connection, which passes requests to an application."""
        made: Any = self._config.http_protocol_class(**self._given)
        made.app = application
        return cast(asyncio.Protocol, made)

    def trusts(self, host: str) -> bool:
        """Whether a host is a trusted proxy."""
        return host in self._trusted
