"""
The terms on which clients are connected.
"""

import ssl
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from server.gateway.socket import Host

BACKLOG = 4096
"""So many connections the system keeps for us until we take them."""

MOST_WAITING = 16
"""So many frames of a client may wait for us; then nothing more is read of him."""

ENOUGH_READ = 4
"""When so few wait, it is read on."""


class Terms(Struct, frozen=True, kw_only=True):
    """Seconds, and who may connect."""

    heartbeat: float
    """Between two pings."""
    ping_timeout: float
    """Until a ping is answered."""
    open_timeout: float
    """For the handshake, that of TLS included."""
    close_timeout: float
    """For saying good-bye."""
    origins: Sequence[str] = ()
    """Web pages that may connect; programs, which name none, always may."""
    tls: ssl.SSLContext | None = None


class Listening(Protocol):
    """A server that listens."""

    @property
    def port(self) -> int:
        """Where."""

    def stop(self) -> None:
        """Take nobody new; who is there stays."""

    def close(self) -> None:
        """Take nobody new, and cut off who has not shaken hands."""


class Listen(Protocol):
    """Begins to listen; raises OSError if the address cannot be had."""

    async def __call__(self, host: Host, address: str, port: int, terms: Terms) -> Listening:
        """Listen at an address."""
