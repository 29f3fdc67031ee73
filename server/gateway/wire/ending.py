"""
How a connection ends that is not simply over.
"""

import asyncio
from collections.abc import Callable
from email.utils import formatdate
from http import HTTPStatus

from websockets.datastructures import Headers
from websockets.http11 import Response

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


def rejection(status: int, text: str) -> Response:
    """
    An answer of HTTP to a request that leads to no websocket, as the library gives it.

    The library would first make all that it keeps of a client; whoever storms the door is turned
    away by the hundred.
    """
    known, body = HTTPStatus(status), text.encode()
    headers = Headers()
    headers["Date"] = formatdate(usegmt=True)
    headers["Connection"] = "close"
    headers["Content-Length"] = str(len(body))
    headers["Content-Type"] = "text/plain; charset=utf-8"
    return Response(known.value, known.phrase, headers, body)


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
