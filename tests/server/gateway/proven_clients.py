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

    async def play(self, enough, beside=()):
        """Until so many hands are over, also for those who play beside him and came later."""
        if not self.frames:
            await self.connection.request(lambda id: msg.Sit(id=id, table=TABLE))
        async for received in self.connection:
            self.frames.append(received)
            if received.proven is not None:
                self.found.append(received.proven)
            if all(each.hands >= enough for each in (self, *beside)):
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


async def play_all(all_of_them, hands, beside=()):
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for player in all_of_them:
            group.create_task(player.play(hands, beside))
