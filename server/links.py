"""
Where guests reach a server: what stands before the # of an invitation's link.
"""

import socket
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

EVERYWHERE = frozenset({"", "0.0.0.0", "::"})
"""To listen on one of these is to listen on all of the machine's addresses."""

_ELSEWHERE = ("192.0.2.1", 9)
"""An address of documentation (RFC 5737); looking for the way there sends nothing."""


def own_address() -> str | None:
    """The address of this machine in its network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return address


def is_loopback(host: str) -> bool:
    """
    Whether only this machine can reach an address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address_url(
    host: str, port: int, *, secure: bool = False, find: Callable[[], str | None] = own_address
) -> str:
    """
    The address of a server that listens there, as others in its network type it.

    >>> address_url("::1", 8765)
    'ws://[::1]:8765'

    Args:
        find: this machine's address, where it listens on all of them.
    """
    if host in EVERYWHERE:
        host = find() or "127.0.0.1"
    return f"{'wss' if secure else 'ws'}://{_in_url(host)}:{port}"


def _in_url(host: str) -> str:
    try:
        return f"[{host}]" if isinstance(ip_address(host), IPv6Address) else host
    except ValueError:
        return host


def link(address: str, code: str) -> str:
    """
    The link of an invitation: the code stands behind a #, where no log of a proxy sees it.

    >>> link("ws://127.0.0.1:8765", "k7qp-2m4x-9tzc-h3nd")
    'ws://127.0.0.1:8765/#k7qp-2m4x-9tzc-h3nd'
    """
    return f"{address.rstrip('/')}/#{code}"
