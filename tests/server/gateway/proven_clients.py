"""Clients of the SDK that play proven hands and keep what they found."""

import asyncio
from contextlib import asynccontextmanager

from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk import Connection

TABLE = TableId("main")


class Player:
    """Sits down, calls everything and draws by chance."""

    def __init__(self, connection, rng):
        self.connection, self.rng = connection, rng
        self.found = []
        self.frames = []

    @property
    def hands(self):
        return len(self.found)

    async def play(self, is_over):
        """Until it is over, for all who play; each asks that whenever he hears something."""
        if not self.frames:
            await self.connection.request(lambda id: msg.Sit(id=id, table=TABLE))
        async for received in self.connection:
            self.frames.append(received)
            if received.proven is not None:
                self.found.append(received.proven)
            if is_over():
                return
            await self._answer(received.message)
        raise AssertionError(self.connection.close_reason)

    async def _answer(self, message):
        request = getattr(message, "request", None)
        hand = getattr(message, "hand", None) or (
            message.view.hand if isinstance(message, msg.Snapshot) else None
        )
        if request is None or hand is None:
            return
        await self.connection._send(
            msg.Act(
                id=self.connection.session.next_id(),
                table=TABLE,
                hand=hand,
                turn=request.turn,
                action=self._choose(request),
            )
        )

    def _choose(self, request):
        legal = request.legal
        if legal.draw is not None:
            most = legal.draw - legal.keeps_ace
            return msg.Draw(cards=tuple(self.rng.sample(request.cards, most)))
        return msg.Check() if legal.check else msg.Call()


@asynccontextmanager
async def players(url, names, rng):
    connections = [await Connection.open(url, name=name) for name in names]
    try:
        yield [Player(connection, rng) for connection in connections]
    finally:
        for connection in connections:
            await connection.close()


async def play_all(all_of_them, hands, is_enough=lambda: True):
    """
    Let all play until each has found so many hands, and that is enough.

    Nobody stops earlier: who sat down last hears of the first hands too late, or not at all, and
    nobody plays on alone.
    """

    def is_over():
        return all(each.hands >= hands for each in all_of_them) and is_enough()

    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for player in all_of_them:
            group.create_task(player.play(is_over))
