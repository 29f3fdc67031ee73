"""
A bot at a table, over as many connections as it takes: it plays, learns and gets up.
"""

import asyncio
import logging
from time import monotonic
from typing import NamedTuple

from showdown.bots.contract import Bot, PlayedHand
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.protocol.session import Received
from showdown.rules import seen
from showdown.rules.ruleset import Chips, HandId, Seat, TableId
from showdown.sdk.backoff import Delays
from showdown.sdk.complaints import Complaints
from showdown.sdk.connection import QUEUE, Connection
from showdown.sdk.errors import ConnectionLost, Refused
from showdown.sdk.hand_so_far import HandSoFar, played_hand
from showdown.sdk.mind import Mind
from showdown.sdk.seating import Wishes, get_up, sit_in
from showdown.sdk.turns import Turns

log = logging.getLogger("showdown.sdk")


class Arrival(NamedTuple):
    """Something that came for a table."""

    connection: Connection
    received: Received
    at: float
    """When, on the monotonic clock."""


class Player:
    """
    One bot at one table.

    What comes for the table is put into :attr:`inbox`, in order and over all connections, and
    :meth:`play` takes it from there. So a bot that thinks holds nobody up but its own table, and
    nothing that came is lost with the connection on which it came.
    """

    def __init__(self, bot: Bot, wishes: Wishes, delays: Delays) -> None:
        self.hands = 0
        """How many hands it was dealt in and saw the end of."""
        self.net: Chips = 0
        """What it won in them; negative what it lost."""
        self.wishes = wishes
        self.table: TableId | None = None
        """Where it sits, or has sat."""
        self.is_gone = False
        """Whether it has left its table."""
        self.is_leaving = False
        """Whether it has asked to leave."""
        self.inbox: asyncio.Queue[Arrival] = asyncio.Queue(QUEUE)
        self._mind = Mind(bot, Complaints(type(bot).__name__))
        self._seat: Seat | None = None
        self._hand = HandSoFar()
        self._turns = Turns(self._mind, delays)
        self._sat_out = False

    async def play(self) -> None:
        """Take what comes, until the bot has left its table."""
        while not self.is_gone:
            arrival = await self.inbox.get()
            try:
                await self._take(arrival)
            except ConnectionLost:
                # What was asked is asked again on the next connection.
                log.info("the connection ended before %s went on", self.table)

    async def leave(self, connection: Connection) -> None:
        """Get up, at once or when the hand is over."""
        self.is_leaving = True
        if self.table is not None and not await get_up(connection, self.table):
            self.is_gone = True

    def rest(self) -> None:
        """It is over: say what went wrong more than once."""
        self._mind.rest()
        self._mind.complaints.sum_up()

    # What comes.

    async def _take(self, arrival: Arrival) -> None:
        message = arrival.received.message
        match message:
            case msg.Snapshot():
                await self._look(arrival.connection, message)
                hand = message.view.hand
            case msg.Update():
                hand = message.hand
                for event in arrival.received.events:
                    if not isinstance(event, seen.Hidden):
                        await self._happened(arrival.connection, event)
            case msg.Said():
                await self._mind.hear("on_chat", message)
                return
            case _:
                return
        if message.request is not None and hand is not None and not self.is_leaving:
            await self._answer(arrival, hand, message.request)
        await self._stay_or_go(arrival.connection)

    async def _answer(self, arrival: Arrival, hand: HandId, request: msg.ActionRequest) -> None:
        assert self.table is not None
        waited = monotonic() - arrival.at
        await self._turns.answer(arrival.connection, self.table, hand, request, waited)

    async def _stay_or_go(self, connection: Connection) -> None:
        """Get up after the last hand; be dealt in again if the table has let the bot sit out."""
        if self.is_leaving or self.is_gone or self.table is None:
            return
        if self.wishes.hands is not None and self.hands >= self.wishes.hands:
            await self.leave(connection)
        elif self._sat_out:
            if await sit_in(connection, self.table, self.wishes):
                self._sat_out = False
            else:
                await self.leave(connection)

    async def _look(self, connection: Connection, snapshot: msg.Snapshot) -> None:
        """Begin anew with what the table is like now."""
        view = snapshot.view
        self._seat = view.you
        self.is_gone = view.you is None
        self._sat_out = view.own is not None and view.own.sitting_out
        self._hand.begin_again(view)
        await self._learn_missed(connection, view.hand if view.running else None)

    async def _happened(self, connection: Connection, event: seen.SeenEvent) -> None:
        await self._mind.hear("on_event", event)
        self._hand.add(event)
        match event:
            case seen.HandEnded() | seen.HandAborted():
                if self._seat is not None:
                    await self._learn(self._hand.take(self._seat))
                await self._learn_missed(connection)
            case seen.SatOut(seat=seat) if seat == self._seat:
                self._sat_out = True
            case seen.SatIn(seat=seat) if seat == self._seat:
                self._sat_out = False
            case seen.Left(seat=seat) if seat == self._seat:
                self.is_gone = True

    # What the bot learns.

    async def _learn(self, hand: PlayedHand | None) -> None:
        if hand is None:
            return
        self.hands += 1
        self.net += hand.net
        log.info("hand %d: %+d", hand.hand, hand.net)
        await self._mind.hear("on_hand", hand)

    async def _learn_missed(self, connection: Connection, running: HandId | None = None) -> None:
        """Ask for the hands that a lost connection has torn."""
        for hand in self._hand.missed(running):
            played = await _stored_hand(connection, hand)
            self._hand.found(hand)
            await self._learn(played)


async def _stored_hand(connection: Connection, hand: HandId) -> PlayedHand | None:
    """A hand as the server has kept it; None if it was given up."""
    try:
        reply = await connection.request(lambda id: msg.Hand(id=id, hand=hand))
    except Refused as refused:
        log.info("hand %d cannot be had: %s", hand, refused)
        return None
    if not isinstance(reply.result, msg.HandView):
        return None
    events = decode_events(reply.result.events)
    whole = tuple(each for each in events if not isinstance(each, seen.Hidden))
    return played_hand(whole, reply.result.you)
