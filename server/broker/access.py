"""
Where NATS is, and who this server is there.
"""

import ssl
from pathlib import Path

from msgspec import Struct


class Access(Struct, frozen=True, kw_only=True):
    """How one gets to NATS; the password never stands in a log."""

    servers: tuple[str, ...]
    """As in nats://host:4222, or tls://host:4222; all of one NATS."""
    prefix: str = "showdown"
    """In front of every subject and of the bucket's name; several clusters can share a NATS."""
    user: str | None = None
    password: str | None = None
    creds: Path | None = None
    """A file of NATS with who one is, instead of user and password."""
    tls: ssl.SSLContext | None = None
    """None speaks in clear, which NATS may refuse."""
    replicas: int = 1
    """On so many servers of a NATS of several the leases are kept."""

    def __repr__(self) -> str:
        return f"<Access {', '.join(self.servers)} as {self.user or self.creds or 'anybody'}>"
