"""
Opening a websocket to a server, with one sentence for each way in which that fails.
"""

import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import Protocol

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, InvalidStatus, InvalidURI
from websockets.http11 import Response
from websockets.typing import Subprotocol

from showdown.protocol import SUBPROTOCOL
from showdown.protocol.closing import CloseCode
from showdown.sdk.errors import ConnectionFailed


class Socket(Protocol):
    """What a connection needs of its websocket, or of what takes its place in a test."""

    @property
    def close_code(self) -> int | None:
        """How it ended, if it has."""

    @property
    def close_reason(self) -> str | None:
        """What the other end said to that."""

    @property
    def latency(self) -> float:
        """Seconds that the last ping took."""

    async def send(self, message: bytes, *, text: bool | None = None) -> None:
        """Send a message."""

    async def recv(self) -> bytes | str:
        """The next message."""

    async def ping(self) -> Awaitable[float]:
        """Ask whether the other end is there."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End it."""


HEARTBEAT, PATIENCE = 15, 10
"""Seconds between pings, and until a server that does not answer one counts as gone."""

_NO_TLS = frozenset({"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG"})
"""What OpenSSL says when the answer to its greeting is no TLS."""

_BUSY = range(500, 600)
_BUSY_TOO = 429

_DIGITS = 5
"""Whoever is asked to wait a day is not asked by a server of ours."""


DOORS: dict[str, Callable[[], Awaitable[Socket]]] = {}
"""Servers in this process, by their URL; :mod:`showdown.testing.linked` opens one."""


async def open_socket(url: str) -> Socket:
    """
    Open a websocket that speaks ``showdown.v1``; the caller sets the time limit.

    Raises:
        ConnectionFailed: nobody is there, or no Showdown server.
    """
    if (door := DOORS.get(url)) is not None:
        return await door()
    try:
        opened = await connect(
            url,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            proxy=None,
            open_timeout=None,
            ping_interval=HEARTBEAT,
            ping_timeout=PATIENCE,
            close_timeout=2,
        )
    except OSError as error:  # before ValueError, which a certificate that is refused is, too
        raise ConnectionFailed(_unreachable(url, error), code="unreachable", found=url) from error
    except (InvalidURI, UnicodeError, ValueError) as error:
        raise ConnectionFailed(
            f"{url!r} is not the address of a server; one looks like ws://HOST:PORT.",
            code="bad_url",
            found=url,
            wanted="ws://HOST:PORT",
        ) from error
    except InvalidStatus as error:
        raise _turned_away(url, error.response) from error
    except InvalidHandshake as error:
        raise _hung_up(url, error) or _not_a_server(url) from error
    if opened.subprotocol != SUBPROTOCOL:
        await opened.close(CloseCode.NOT_THE_PROTOCOL)
        raise _not_a_server(url)
    return opened


def _hung_up(url: str, error: InvalidHandshake) -> ConnectionFailed | None:
    if not isinstance(error, InvalidMessage) or not isinstance(error.__cause__, EOFError):
        return None
    sentence = f"{url} ended the connection before it answered."
    return ConnectionFailed(sentence, code="unreachable", found=url)


def _turned_away(url: str, response: Response) -> ConnectionFailed:
    status = response.status_code
    if status in _BUSY or status == _BUSY_TOO:
        failed = ConnectionFailed(
            f"The server at {url} takes nobody in now (HTTP {status}); try again later.",
            code="turned_away",
            found=status,
        )
        after = response.headers.get("Retry-After", "")
        failed.retry_after = float(after) if after.isdecimal() and len(after) < _DIGITS else None
        return failed
    return _not_a_server(url, f" (HTTP {status})")


def _not_a_server(url: str, detail: str = "") -> ConnectionFailed:
    return ConnectionFailed(
        f"What answers at {url} is not a Showdown server{detail}.",
        code="not_a_server",
        found=url,
        wanted=SUBPROTOCOL,
    )


def _unreachable(url: str, error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return f"The host of {url} cannot be found; is its name right?"
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"The certificate of {url} is not to be trusted: {error.verify_message}; "
            "SSL_CERT_FILE may name a file of those that you trust."
        )
    if isinstance(error, ssl.SSLError) and error.reason in _NO_TLS:
        return f"What answers at {url} does not speak TLS; try ws:// instead of wss://."
    if isinstance(error, ssl.SSLError):
        return f"The connection to {url} cannot be made secure: {error.reason or error}."
    if isinstance(error, ConnectionRefusedError):
        return f"Nobody answers at {url}; is a server running there, and on that port?"
    if isinstance(error, ConnectionError) and url.startswith("wss:"):
        return (
            f"The connection to {url} ended before it was secure; "
            "if the server speaks no TLS, try ws://."
        )
    reason = error.strerror or str(error) or "the connection was cut"
    return f"There is no way to {url}: {reason}."
