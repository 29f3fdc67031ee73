"""
Several bots on one connection, each at a table of its own.
"""

import asyncio
import logging
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from showdown.protocol import messages as msg
from showdown.protocol.plain import plain
from showdown.rules.ruleset import Chips, TableId
from showdown.sdk.connection import Connection
from showdown.sdk.errors import NoSeat, Refused
from showdown.sdk.player import Arrival, Player
from showdown.sdk.seating import NOT_HERE, sit_down

log = logging.getLogger("showdown.sdk")


class Crew:
    """
    The players of one account.

    One that finds no seat at any table stays away, as long as another one has a seat.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = tuple(players)
        self._tasks: list[asyncio.Task[None]] = []
        self._everybody: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(player.play()) for player in self.players]
        self._everybody = asyncio.create_task(self._play())
        return self

    async def _play(self) -> None:
        """Until all are gone; a fault of ours in one of them is raised at once."""
        done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            if not task.cancelled():
                task.result()

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        tasks = {*self._tasks, self._everybody}
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for player in self.players:
            player.rest()

    @property
    def hands(self) -> int:
        """In which they were dealt in, all together."""
        return sum(player.hands for player in self.players)

    @property
    def net(self) -> Chips:
        """What they won in them; negative what they lost."""
        return sum(player.net for player in self.players)

    async def converse(self, connection: Connection) -> bool:
        """
        Play until all have left their tables (True) or the connection ends (False).

        Raises:
            NoSeat: there is no such table, or no free seat.
            Refused: the server does not let one sit, for another reason.
            ConnectionLost: the connection ended while one was about to sit down.
        """
        await self._take_seats(connection)
        reading = asyncio.create_task(self._hand_out(connection))
        try:
            await asyncio.wait({reading, self._everybody}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
            await asyncio.wait({reading})
        if self._everybody.done():
            self._everybody.result()
            return True
        reading.result()
        return False

    async def leave(self, connection: Connection) -> None:
        """Get up everywhere, at once or when the hands are over."""
        for player in self.players:
            if not player.is_gone:
                await player.leave(connection)

    # Seats.

    async def _take_seats(self, connection: Connection) -> None:
        held = [each.table for each in connection.welcome.seats]
        playing = [player for player in self.players if not player.is_gone]
        # Who knows his table comes before who takes any.
        for player in playing:
            if (wanted := player.table or player.wishes.table) in held:
                player.table = wanted
        for player in playing:
            if player.table is None and player.wishes.table is None:
                player.table = next((each for each in held if each not in self._tables), None)
        for player in playing:
            if player.is_leaving:
                await self._go(connection, player, has_seat=player.table in held)
            elif player.table not in held:
                await self._sit(connection, player)

    async def _go(self, connection: Connection, player: Player, *, has_seat: bool) -> None:
        """The answer to its leaving may have been lost with the last connection."""
        if has_seat:
            await player.leave(connection)
        else:
            self._stays_away(player)

    async def _sit(self, connection: Connection, player: Player) -> None:
        taken = self._tables - {player.table}
        try:
            player.table = await sit_down(connection, player.wishes, taken)
        except (NoSeat, Refused) as none:
            full = isinstance(none, NoSeat) or none.code in NOT_HERE
            if player.wishes.table is not None or not taken or not full:
                raise
            log.warning("no more than %d tables: %s", len(taken), none)
            self._stays_away(player)

    def _stays_away(self, player: Player) -> None:
        player.is_gone = True
        self._tasks[self.players.index(player)].cancel()

    @property
    def _tables(self) -> set[TableId]:
        return {player.table for player in self.players if player.table is not None}

    # What comes.

    async def _hand_out(self, connection: Connection) -> None:
        async for received in connection:
            message = received.message
            if isinstance(message, msg.Notice):
                log.info("the server says: %s", plain(message.message))
                continue
            table = getattr(message, "table", None)
            for player in self.players:
                if player.table == table is not None and not player.is_gone:
                    await player.inbox.put(Arrival(connection, received, connection.arrived_at))
