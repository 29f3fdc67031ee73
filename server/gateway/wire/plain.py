"""
Requests for a websocket as clients write them, read at once.

Nearly all who connect ask in one piece, with each header once and nothing that needs a thought;
that is read here in a tenth of the time that a parser of streams takes. Whatever is written
otherwise, or may have to be refused, is left to the library.
"""

import re
from collections.abc import Collection
from typing import NamedTuple

from websockets.utils import accept_key

from server.gateway.socket import Asking
from showdown.protocol import SUBPROTOCOL

LONGEST = 4096
"""Bytes of a request, far below what the library takes in a line."""
MOST_HEADERS = 64

_NAME = "[-!#$%&'*+.^_`|~0-9A-Za-z]+"
_head = re.compile(rf"GET ([!-~]+) HTTP/1\.1\r\n((?:{_NAME}:[\t -~]*\r\n)+)\r\n".encode()).match
_headers = re.compile(rf"({_NAME}):([\t -~]*)\r\n").findall
_key = re.compile(r"[A-Za-z0-9+/]{21}[AQgw]==").fullmatch
"""Sixteen bytes, in the one way to write them."""

CONNECTIONS = frozenset(("upgrade", "keep-alive, upgrade"))
HAVE_A_BODY = frozenset(("content-length", "transfer-encoding"))

ANSWER = (
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
)


class Plain(NamedTuple):
    """A request that the library would grant."""

    asking: Asking
    head: bytes
    """As it came."""
    key: str
    """What the client made up for it."""

    @property
    def answer(self) -> bytes:
        """Grants it."""
        return (ANSWER % accept_key(self.key)).encode()


def plain_request(data: bytes, origins: Collection[str]) -> Plain | None:
    """
    The request that some bytes begin with; None if the library has to look at it.

    Args:
        origins: the pages that may connect.
    """
    found = _head(data, 0, LONGEST)
    if found is None:
        return None
    said = _headers(found[2].decode())
    # Stripped here: an expression that does it tries each of many spaces in a value as the end.
    headers = {name.lower(): value.strip("\t ") for name, value in said}
    if len(said) > MOST_HEADERS or len(headers) < len(said) or not _is_granted(headers, origins):
        return None
    forwarded = headers.get("x-forwarded-for")
    asking = Asking(
        path=found[1].decode(),
        wants_websocket=True,
        forwarded=() if forwarded is None else (forwarded,),
        authorization=headers.get("authorization", ""),
    )
    return Plain(asking, found[0], headers["sec-websocket-key"])


def _is_granted(headers: dict[str, str], origins: Collection[str]) -> bool:
    """Whether these headers are surely those of somebody who may have a websocket."""
    of = headers.get
    return (
        of("upgrade", "").lower() == "websocket"
        and of("connection", "").lower() in CONNECTIONS
        and of("sec-websocket-version") == "13"
        and of("sec-websocket-protocol") == SUBPROTOCOL
        and _key(of("sec-websocket-key", "")) is not None
        and ("origin" not in headers or headers["origin"] in origins)
        and HAVE_A_BODY.isdisjoint(headers)
    )
