"""
Where a client is: his address, also behind proxies that we trust.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
_IP = IPv4Address | IPv6Address

HOUSEHOLD = 64
"""Bits of an IPv6 address that one subscriber has for himself: all in it count as one."""


def client_address(
    peer: str, forwarded: Iterable[str] = (), trusted: Sequence[Network] = ()
) -> str:
    """
    Who is behind a connection, as limits count him.

    >>> proxies = [ip_network("10.0.0.0/8")]
    >>> client_address("10.0.0.1", ["203.0.113.9, 198.51.100.7"], proxies)
    '198.51.100.7'
    >>> client_address("198.51.100.7", ["203.0.113.9"], proxies)
    '198.51.100.7'
    >>> client_address("2001:db8:1:2:aaaa::1")
    '2001:db8:1:2::/64'

    Args:
        peer: the address that the connection comes from.
        forwarded: the ``X-Forwarded-For`` headers. Each proxy adds at the right whom it heard, and
            whatever stands left of the first one that is not ours anybody may have written.
        trusted: the proxies that are ours.
    """
    nearest = _parsed(peer)
    if nearest is None:
        return peer
    hops = [hop for header in forwarded for hop in header.split(",")]
    while hops and _is_trusted(nearest, trusted):
        hop = _parsed(hops.pop())
        if hop is None:
            break
        nearest = hop
    return _household(nearest)


def is_proxy(peer: str, trusted: Sequence[Network]) -> bool:
    """Whether a connection comes from a proxy of ours."""
    address = _parsed(peer)
    return address is not None and _is_trusted(address, trusted)


def _is_trusted(address: _IP, trusted: Sequence[Network]) -> bool:
    return any(address in network for network in trusted)


# A proxy and a household are parsed and written again for each of their connections.
@lru_cache(maxsize=1024)
def _household(address: _IP) -> str:
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(ip_network((address, HOUSEHOLD), strict=False))
    return str(address)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> _IP | None:
    """An address, which some proxies write with a port; None if it is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
