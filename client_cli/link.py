"""
A connection that comes back: lost, it is opened again by the token, with growing pauses.
"""

import asyncio
import contextlib
import math
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from client_cli.presenter.refusing import closed, told
from client_cli.sign_in import SignedIn
from showdown.protocol import messages as msg
from showdown.protocol.closing import FINAL
from showdown.protocol.session import Received
from showdown.rules.ruleset import Seat, TableId
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
        left_out: dict[TableId, Seat | None] = {}
        while True:
            async for received in self.connection:
                if (heard := _heard(received, left_out)) is not None:
                    yield heard
            reason = closed(self.connection.close_reason or "")
            if self.connection.refused is not None:
                raise self.connection.refused
            if self._token is None or self.connection.close_code in FINAL:
                raise ConnectionLost(reason)
            seats = self.connection.session.seats
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
                    left_out = await self._look_for(seats)
                    yield Back()
                    break
            else:
                raise ConnectionLost(reason)

    async def _look_for(self, seats: Iterable[TableId]) -> dict[TableId, Seat | None]:
        """
        Where we sit of the tables at which we had a seat and of which the welcome says nothing.

        A server of several nodes whose database is slow cannot always say so.
        """
        unsaid = set(seats) - set(self.connection.session.tables)
        return {table: await self._seat_at(table) for table in unsaid}

    async def _seat_at(self, table: TableId) -> Seat | None:
        """Go on at a table if we have a seat there, else see it no more."""
        connection = self.connection
        with contextlib.suppress(Refused, ConnectionLost):
            await connection.request(lambda id: msg.Resume(id=id, table=table))
            if table in connection.session.seats:
                return connection.session.tables[table].view.you
            connection.session.forget(table)
            await connection.request(lambda id: msg.Unwatch(id=id, table=table))
        return None


def _heard(received: Received, left_out: Mapping[TableId, Seat | None]) -> Received | None:
    """What is to be heard: a welcome with all our seats, and nothing of a table without one."""
    match received.message:
        case msg.Welcome() as welcome:
            more = (
                msg.SeatTaken(table=table, seat=seat)
                for table, seat in left_out.items()
                if seat is not None
            )
            return received._replace(message=replace(welcome, seats=(*welcome.seats, *more)))
        case msg.Snapshot(table=table) if table in left_out and left_out[table] is None:
            return None
    return received
