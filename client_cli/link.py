"""
A connection that comes back: lost, it is opened again by the token, with growing pauses.
"""

import asyncio
import math
from collections.abc import AsyncGenerator, Iterator
from itertools import islice
from typing import NamedTuple

from client_cli.presenter.refusing import closed, told
from client_cli.sign_in import SignedIn
from showdown.protocol.closing import FINAL
from showdown.protocol.session import Received
from showdown.sdk import Connection, ConnectionFailed, ConnectionLost, Refused
from showdown.sdk.backoff import Delays, backoff, patient

ATTEMPTS = 16
"""So often it is tried to come back, over about five minutes."""


class Lost(NamedTuple):
    """There is no connection; the next attempt comes after a pause."""

    reason: str
    pause: float
    again: bool
    """Whether an attempt to come back failed, too."""

    @property
    def seconds(self) -> int:
        """The pause as one tells it."""
        return math.ceil(self.pause)


class Back(NamedTuple):
    """There is a connection again; its welcome follows, and then what was missed."""


def patience() -> Iterator[float]:
    """Seconds before each attempt to come back."""
    return islice(backoff(), ATTEMPTS)


class Link:
    """The present connection to a server."""

    def __init__(self, entry: SignedIn, url: str, delays: Delays = patience) -> None:
        self.connection = entry.connection
        """The last one, open or not."""
        self.url = url
        self._token = entry.token
        self._look = entry.look
        self._delays = delays

    async def listen(self) -> AsyncGenerator[Received | Lost | Back]:
        """
        Everything that comes, over as many connections as it takes.

        Raises:
            ConnectionLost: the connection ended for good.
            DealRefused: it was ended, since a deal was not as the server had promised.
        """
        while True:
            async for received in self.connection:
                yield received
            reason = closed(self.connection.close_reason or "")
            if self.connection.refused is not None:
                raise self.connection.refused
            if self._token is None or self.connection.close_code in FINAL:
                raise ConnectionLost(reason)
            again, hint = False, self.connection.retry_after
            for delay in self._delays():
                pause, hint = patient(delay, hint), None
                yield Lost(reason, pause, again)
                await asyncio.sleep(pause)
                try:
                    self.connection = await Connection.open(
                        self.url,
                        token=self._token,
                        look=self._look,
                        session=self.connection.session,
                        invite=self.connection.invite,
                    )
                except (ConnectionFailed, Refused) as error:
                    if error.code == "bad_token":
                        raise
                    reason, again = told(error), True
                    hint = error.retry_after if isinstance(error, ConnectionFailed) else None
                else:
                    self._token = self.connection.session.token or self._token
                    yield Back()
                    break
            else:
                raise ConnectionLost(reason)
