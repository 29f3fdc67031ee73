"""
Links: the address of a server, and behind a # the code of a private table.

What stands behind the # never travels in a URL, so no proxy and no log on the way has it.
"""

from typing import NamedTuple


class Link(NamedTuple):
    """Where to connect, and with which invitation."""

    address: str
    invite: str | None = None


def split_link(text: str) -> Link:
    """
    The two parts of a link.

    >>> split_link("ws://poker.example:8765/#k7qp-2m4x-9tzc-h3nd")
    Link(address='ws://poker.example:8765', invite='k7qp-2m4x-9tzc-h3nd')
    >>> split_link("ws://poker.example:8765/")
    Link(address='ws://poker.example:8765', invite=None)
    """
    address, _, code = text.partition("#")
    return Link(address.rstrip("/"), code.strip() or None)
