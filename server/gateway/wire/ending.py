"""
How a connection ends that is not simply over.
"""

import asyncio
from collections.abc import Callable

from server.gateway.door import Refused
from server.gateway.socket import refusal


def send_no_more(transport: asyncio.Transport) -> None:
    """Say that nothing more comes; the other side may still send what it has."""
    if transport.is_closing():
        return
    if not transport.can_write_eof():  # with TLS
        transport.close()
        return
    try:
        transport.write_eof()
    except (OSError, RuntimeError):  # the client is gone, and the loop is about to say it
        transport.abort()


class TurnedAway(asyncio.Protocol):
    """A client who is not let in, until he has read why."""

    def __init__(
        self,
        transport: asyncio.Transport,
        refused: Refused,
        over: Callable[[Exception | None], None],
    ) -> None:
        """``over`` is called when the connection is over, as the loop would call it."""
        self._transport = transport
        self._refused: Refused | None = refused
        self._over = over

    def data_received(self, data: bytes) -> None:
        """Say it when something was asked: a proxy takes an earlier answer for none at all."""
        refused, self._refused = self._refused, None
        if refused is not None:
            self._transport.write(refusal(refused))
            send_no_more(self._transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Be counted no more."""
        self._over(exc)
