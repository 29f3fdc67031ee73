"""
What all connections of a server share.
"""

import asyncio
from typing import TYPE_CHECKING

from websockets.protocol import Protocol, Side
from websockets.server import ServerProtocol
from websockets.typing import Origin, Subprotocol

from server.gateway.socket import Host
from server.gateway.wire.heartbeat import Heartbeat
from server.gateway.wire.knocking import Knocking
from server.gateway.wire.line import Line
from server.gateway.wire.terms import Terms
from showdown.protocol import MAX_FRAME, SUBPROTOCOL

if TYPE_CHECKING:
    from server.gateway.wire.own import OwnSocket


ASKING_AT_ONCE = 8
"""So many are heard in a turn of the loop: as many as are taken at the door."""


class Common:
    """What all connections of a server share."""

    def __init__(self, host: Host, terms: Terms) -> None:
        self.host, self.terms = host, terms
        self.loop = asyncio.get_running_loop()
        self.heartbeat = Heartbeat(terms.heartbeat, terms.ping_timeout)
        self.leaving = Line(self.loop)
        """Who is gone, and has a task that does not know it yet."""
        self.asking = Line(self.loop, ASKING_AT_ONCE)
        """Who has asked for a websocket, and is not heard yet."""
        self.is_open = True
        """Whether somebody new is taken."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.strangers: set[OwnSocket] = set()
        """Who has not shaken hands."""
        self._subprotocols = [Subprotocol(SUBPROTOCOL)]
        # No page but these may use a player's connection; programs send no origin.
        self._origins = [None, *map(Origin, terms.origins)]
        self._pages = frozenset(terms.origins)

    def knocking(self) -> Knocking:
        """Somebody who has just connected."""
        return Knocking(self._before_handshake, self._pages)

    def _before_handshake(self) -> ServerProtocol:
        """What the library keeps of a client who is to shake hands."""
        return ServerProtocol(
            origins=self._origins, subprotocols=self._subprotocols, max_size=MAX_FRAME
        )


def after_handshake() -> Protocol:
    """What the library keeps of a client who has shaken hands, and said nothing to it yet."""
    return Protocol(Side.SERVER, max_size=MAX_FRAME)
