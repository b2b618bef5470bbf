"""The addresses of this server: for other machines, and of its pages below the prefix of a proxy."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, MutableMapping
from typing import Any

from outnumber.games import OptionError
from outnumber.server.settings import checked_root

Scope = MutableMapping[str, Any]

# The key of the prefix in a request's scope; None if a proxy sent an invalid one.
ROOT = "outnumber.root"
_HEADER = b"x-forwarded-prefix"
# Addresses reserved for documentation. Connecting a UDP socket picks a route and sends nothing.
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def only_here(host: str) -> bool:
    """Whether a host name or address always means the local machine.

    >>> only_here("localhost"), only_here("127.0.0.1"), only_here("0.0.0.0"), only_here("192.168.1.5")
    (True, True, True, False)
    """
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def reachable(host: str) -> str:
    """The address at which other machines reach a server that listens on `host`; empty if they cannot."""
    if host not in ("", "0.0.0.0", "::"):  # noqa: S104  # the operator chose it
        return "" if only_here(host) else host
    for family, elsewhere in _ELSEWHERE:
        # A server on an IPv6 address also accepts IPv4, but not vice versa.
        if family == socket.AF_INET6 and host != "::":
            continue
        if (found := own_address(family, elsewhere)) and not only_here(found):
            return found
    return ""


def own_address(family: socket.AddressFamily, elsewhere: str) -> str:
    """The local address from which this machine would connect to another address."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((elsewhere, 9))
        except OSError:
            return ""
        return str(asking.getsockname()[0])


def url(host: str, port: int, scheme: str = "http") -> str:
    """The URL of a server.

    >>> url("::1", 8000), url("duels.example", 443, "https")
    ('http://[::1]:8000', 'https://duels.example:443')
    """
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def at(scope: Scope, path: str = "") -> str:
    """The address of a page as the visitor's browser asks for it, below the prefix of a proxy."""
    return f"{scope.get(ROOT) or ''}{path}"


def below(root: str, trusts: Callable[[str], bool], application: Any) -> Any:
    """Serve an application below a prefix: `root`, or the one that a trusted proxy says it has removed."""

    def serve(scope: Scope, receive: Any, send: Any) -> Any:
        scope[ROOT] = root
        sent = [value for name, value in scope["headers"] if name == _HEADER]
        if sent and trusts((scope.get("client") or ("",))[0]):
            try:
                scope[ROOT] = checked_root(sent[-1].decode("latin-1"))
            except OptionError:
                scope[ROOT] = None
        elif root and scope["path"].startswith(f"{root}/"):
            scope["path"] = scope["path"].removeprefix(root)
        return application(scope, receive, send)

    return serve
