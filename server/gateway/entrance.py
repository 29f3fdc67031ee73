"""
From an accepted socket to somebody who is signed in: what is asked of him on the way.
"""

import math
from collections.abc import Sequence
from http import HTTPStatus

from websockets.http11 import Response

from server import metrics
from server.gateway.addresses import Network, client_address, is_proxy
from server.gateway.admission import Admission, LineTooLong
from server.gateway.callers import Callers
from server.gateway.door import Door, Refused
from server.gateway.metering import Metering
from server.gateway.socket import RETRY_AFTER, ClientSocket
from server.gateway.turns import Turns
from server.limits import Limits
from server.tables.clock import Clock

MOST_TOLD = 200
"""So many of those who are turned away can read why; the others are just cut off."""


class Entrance:
    """Door, meters and line of a server, asked by each socket."""

    def __init__(
        self,
        limits: Limits,
        clock: Clock,
        proxies: Sequence[Network] = (),
        callers: Callers | None = None,
    ) -> None:
        """``callers`` counts those of other nodes, too, where there are any."""
        self.limits = limits
        self.door = Door(limits, callers or Callers())
        self.now = clock.now
        """The time, on the clock of the server."""
        self.metering = Metering(limits, clock)
        self.admission = Admission(limits.arrivals_per_second, clock)
        self.turns = Turns()
        """Of those who have no seat."""
        self.refusals = Turns()
        """Of those for whom there is no place in the line."""
        self._proxies = proxies
        self._told: set[ClientSocket] = set()

    def knocks(self, visitor: ClientSocket, peer: str) -> Refused | None:
        """Somebody has connected; why he is not let in, or None."""
        refused = None if is_proxy(peer, self._proxies) else self._counts(visitor, peer)
        if refused is None:
            self.door.knocks(visitor)
        return refused

    def asks(self, visitor: ClientSocket, forwarded: Sequence[str]) -> Refused | None:
        """Somebody asks for a websocket; for whom a proxy did is counted only now."""
        if visitor.meter is not None:
            return None
        return self._counts(visitor, visitor.peer, forwarded)

    def leaves(self, visitor: ClientSocket) -> None:
        """Somebody is gone, whether he was let in or not."""
        self._told.discard(visitor)
        self.door.leaves(visitor)

    def may_read_why(self, visitor: ClientSocket) -> bool:
        """Whether there is time for somebody who is turned away or cut off to read why."""
        if len(self._told) >= MOST_TOLD:
            return False
        self._told.add(visitor)
        return True

    def close(self) -> None:
        """Wait for nobody any more who reads why he has to go."""
        for visitor in tuple(self._told):
            visitor.turn_out()

    def _counts(
        self, visitor: ClientSocket, peer: str, forwarded: Sequence[str] = ()
    ) -> Refused | None:
        address = client_address(peer, forwarded, self._proxies)
        refused = None
        if self.metering.wait_of_address(address):
            refused = Refused.HASTE
        elif not self.door.comes_from(visitor, address):
            refused = Refused.ADDRESS
        if refused is not None:
            metrics.TURNED_AWAY.labels(refused.name.lower()).inc()
            return refused
        visitor.address = address
        visitor.meter = self.metering.meter(address)
        return None


def turned_away(visitor: ClientSocket, refused: Refused) -> Response:
    """The answer to a handshake that is refused."""
    response = visitor.respond(HTTPStatus(refused.status), f"{refused.sentence} Try again later.\n")
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def too_long(visitor: ClientSocket, line: LineTooLong) -> Response:
    """The answer to a handshake for which there is no time now."""
    metrics.TURNED_AWAY.labels("line").inc()
    response = visitor.respond(
        HTTPStatus.SERVICE_UNAVAILABLE, "Too many connect at once. Try again later.\n"
    )
    response.headers["Retry-After"] = str(math.ceil(line.seconds))
    return response
