"""
A bot at a table, over as many connections as it takes: it sits, plays, learns and gets up.
"""

import logging
from collections.abc import Callable

from showdown.bots.contract import Bot, PlayedHand
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.protocol.plain import plain
from showdown.protocol.session import Received
from showdown.rules import seen
from showdown.rules.ruleset import Chips, HandId, Seat, TableId
from showdown.sdk.backoff import Delays
from showdown.sdk.complaints import Complaints
from showdown.sdk.connection import Connection
from showdown.sdk.errors import Refused
from showdown.sdk.hand_so_far import HandSoFar, played_hand
from showdown.sdk.seating import Wishes, get_up, sit_down, sit_in
from showdown.sdk.turns import Turns

log = logging.getLogger("showdown.sdk")


class Player:
    """One bot at one table."""

    def __init__(self, bot: Bot, wishes: Wishes, delays: Delays) -> None:
        self.hands = 0
        """How many hands it was dealt in and saw the end of."""
        self.net: Chips = 0
        """What it won in them; negative what it lost."""
        self.complaints = Complaints(type(bot).__name__)
        self._bot = bot
        self._wishes = wishes
        self._table: TableId | None = None
        self._seat: Seat | None = None
        self._hand = HandSoFar()
        self._turns = Turns(bot, self.complaints, delays)
        self._sat_out = False
        self._leaving = False
        self._gone = False

    async def converse(self, connection: Connection) -> bool:
        """
        Play until the bot has left its table (True) or the connection ends (False).

        Raises:
            NoSeat: there is no such table, or no free seat.
            Refused: the server does not let it sit, for another reason.
            ConnectionLost: the connection ended while the bot waited for an answer.
        """
        wanted = self._table or self._wishes.table
        seats = [each.table for each in connection.welcome.seats]
        own = next((table for table in seats if wanted in (None, table)), None)
        if own is None and self._leaving:
            return True
        self._table = own or await sit_down(connection, self._wishes)
        async for received in connection:
            await self._take(connection, self._table, received)
            if self._gone:
                return True
        return False

    async def leave(self, connection: Connection) -> None:
        """Get up, at once or when the hand is over."""
        self._leaving = True
        if self._table is not None and not await get_up(connection, self._table):
            self._gone = True

    # What comes.

    async def _take(self, connection: Connection, table: TableId, received: Received) -> None:
        message = received.message
        match message:
            case msg.Snapshot(table=where) if where == table:
                await self._look(connection, message)
                hand = message.view.hand
            case msg.Update(table=where) if where == table:
                hand = message.hand
                for event in received.events:
                    if not isinstance(event, seen.Hidden):
                        await self._happened(connection, event)
            case msg.Said(table=where):
                if where == table:
                    self._hook("on_chat", lambda: self._bot.on_chat(message))
                return
            case msg.Notice():
                log.info("the server says: %s", plain(message.message))
                return
            case _:
                return
        if message.request is not None and hand is not None and not self._leaving:
            await self._turns.answer(connection, table, hand, message.request)
        await self._stay_or_go(connection, table)

    async def _stay_or_go(self, connection: Connection, table: TableId) -> None:
        """Get up after the last hand; be dealt in again if the table has let the bot sit out."""
        if self._leaving or self._gone:
            return
        if self._wishes.hands is not None and self.hands >= self._wishes.hands:
            await self.leave(connection)
        elif self._sat_out:
            self._sat_out = False
            if not await sit_in(connection, table, self._wishes):
                await self.leave(connection)

    async def _look(self, connection: Connection, snapshot: msg.Snapshot) -> None:
        """Begin anew with what the table is like now."""
        view = snapshot.view
        self._seat = view.you
        self._gone = view.you is None
        self._sat_out = view.own is not None and view.own.sitting_out
        self._hand.begin_again(view)
        await self._learn_missed(connection, view.hand if view.running else None)

    async def _happened(self, connection: Connection, event: seen.SeenEvent) -> None:
        self._hook("on_event", lambda: self._bot.on_event(event))
        self._hand.add(event)
        match event:
            case seen.HandEnded() | seen.HandAborted():
                if self._seat is not None:
                    self._learn(self._hand.take(self._seat))
                await self._learn_missed(connection)
            case seen.SatOut(seat=seat) if seat == self._seat:
                self._sat_out = True
            case seen.SatIn(seat=seat) if seat == self._seat:
                self._sat_out = False
            case seen.Left(seat=seat) if seat == self._seat:
                self._gone = True

    # What the bot learns.

    def _learn(self, hand: PlayedHand | None) -> None:
        if hand is None:
            return
        self.hands += 1
        self.net += hand.net
        log.info("hand %d: %+d", hand.hand, hand.net)
        self._hook("on_hand", lambda: self._bot.on_hand(hand))

    async def _learn_missed(self, connection: Connection, running: HandId | None = None) -> None:
        """Ask for the hands that a lost connection has torn."""
        for hand in self._hand.take_missed(running):
            self._learn(await _stored_hand(connection, hand))

    def _hook(self, name: str, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001 - a stranger's code may raise what it likes
            self.complaints.note(f"failed in {name}", error)


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
