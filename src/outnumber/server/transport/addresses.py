"""Under which address other machines reach this one."""

from __future__ import annotations

import ipaddress
import socket

# Of documentation: nobody has them. A datagram socket asks the system for the way there, and sends nothing.
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def only_here(host: str) -> bool:
    """Whether a name or an address leads to the machine itself, wherever it is said.

    >>> only_here("localhost"), only_here("127.0.0.1"), only_here("0.0.0.0"), only_here("192.168.1.5")
    (True, True, True, False)
    """
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def reachable(host: str) -> str:
    """The address by which others reach a server that listens to `host`; empty where they cannot."""
    if host not in ("", "0.0.0.0", "::"):  # noqa: S104  # what somebody asked for
        return "" if only_here(host) else host
    for family, elsewhere in _ELSEWHERE:
        # A server that listens to IPv6 hears IPv4 as well; not the other way round.
        if family == socket.AF_INET6 and host != "::":
            continue
        if (found := own_address(family, elsewhere)) and not only_here(found):
            return found
    return ""


def own_address(family: socket.AddressFamily, elsewhere: str) -> str:
    """The address of this machine that it would use to reach another."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((elsewhere, 9))
        except OSError:
            return ""
        return str(asking.getsockname()[0])


def url(host: str, port: int, scheme: str = "http") -> str:
    """The address of a page of a server.

    >>> url("::1", 8000), url("duels.example", 443, "https")
    ('http://[::1]:8000', 'https://duels.example:443')
    """
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
