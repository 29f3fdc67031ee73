"""
Where NATS is, and who this server is there.
"""

import os
import re
import socket
import ssl
from pathlib import Path

from msgspec import Struct

from server.cluster.ports import NodeId
from server.config import ConfigError, Settings
from server.secret_files import BadSecret, secret_of


class Access(Struct, frozen=True, kw_only=True):
    """How one gets to NATS; the password never stands in a log."""

    servers: tuple[str, ...]
    """As in nats://host:4222, or tls://host:4222; all of one NATS."""
    prefix: str = "showdown"
    """In front of every subject and of the bucket's name; several clusters can share a NATS."""
    user: str | None = None
    password: str | None = None
    tls: ssl.SSLContext | None = None
    """None speaks in clear, which NATS may refuse."""
    replicas: int = 1
    """On so many servers of a NATS of several the leases are kept."""

    def __repr__(self) -> str:
        return f"<Access {', '.join(self.servers)} as {self.user or 'anybody'}>"


def access_of(settings: Settings) -> Access:
    """
    How a node gets to NATS.

    Raises:
        ConfigError: a file that is named cannot be used.
    """
    try:
        password = secret_of("nats_password", settings.nats_password, settings.nats_password_file)
    except BadSecret as error:
        raise ConfigError(str(error)) from None
    return Access(
        servers=settings.nats,
        prefix=settings.nats_prefix,
        user=settings.nats_user,
        password=password,
        tls=_tls_of(settings),
        replicas=settings.nats_replicas,
    )


def node_of(settings: Settings) -> NodeId:
    """The name of this node: what was said, else host and port, which are its own, too."""
    if settings.node is not None:
        return NodeId(settings.node)
    host = re.sub(r"[^A-Za-z0-9_-]+", "-", socket.gethostname())[:50]
    return NodeId(f"{host or 'node'}-{settings.port or f'process-{os.getpid()}'}")


def _tls_of(settings: Settings) -> ssl.SSLContext | None:
    authority, cert, key = settings.nats_ca, settings.nats_cert, settings.nats_key
    is_asked_for = any(server.startswith("tls:") for server in settings.nats)
    if not is_asked_for and authority is None and cert is None:
        return None
    try:
        context = ssl.create_default_context(cafile=authority)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(f"Setting nats_ca: {_why(authority, error)}.") from None
    if cert is not None and key is not None:
        try:
            context.load_cert_chain(cert, key, password=_no_password)
        except (OSError, ssl.SSLError, ValueError) as error:
            raise ConfigError(f"Settings nats_cert and nats_key: {_why(cert, error)}.") from None
    return context


def _no_password() -> str:
    raise ValueError("the key is locked with a password, which nobody is there to type")


def _why(file: Path | None, error: Exception) -> str:
    if isinstance(error, ssl.SSLError):
        return f"{file} is not what it should be ({(error.reason or str(error)).lower()})"
    reason = error.strerror if isinstance(error, OSError) else error
    return f"{file} cannot be used: {reason}"
