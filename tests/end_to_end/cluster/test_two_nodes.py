"""A table that outlives the node that runs it, for players who are connected to another one."""

import signal

import asyncpg
import pytest

from server.cluster.placement import owner_of
from server.cluster.ports import NodeId
from server.storage.keys import new_key, write_keys
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.rules import events as ev
from showdown.rules.ruleset import TableId
from showdown.sdk.connection import Connection
from tests.end_to_end.server_process import start_server

MAIN = TableId("main")
TABLE = '[[tables]]\nname = "main"\nsb = 5\nbb = 10\nhand_pause = 0\n'
NODES = (NodeId("anna"), NodeId("bert"))


@pytest.fixture
async def database(postgres_url):
    connection = await asyncpg.connect(postgres_url)
    yield connection
    await connection.close()


async def at(database, node):
    """Wait until a node has claimed the table."""
    owner = ""
    while not owner.startswith(f"{node}/"):
        owner = await database.fetchval("SELECT owner FROM tables WHERE id = $1", MAIN) or ""


class Player:
    """Somebody who is connected to one node, and remembers all that he was told."""

    def __init__(self, connection):
        self.connection = connection
        self.told = []

    @property
    def view(self):
        known = self.connection.session.tables.get(MAIN)
        return None if known is None else known.view

    async def until(self, wanted):
        """Read until something is so."""
        while not wanted():
            self.told.append((await anext(self.connection)).message)

    async def asked(self):
        """The table as somebody is asked there."""
        await self.until(lambda: self.view is not None and self.view.turn is not None)
        return self.view

    @property
    def events(self):
        updates = [each for each in self.told if isinstance(each, msg.Update)]
        return [event for each in updates for event in decode_events(each.events)]

    async def fold(self):
        """Fold in this turn; the reply."""
        hand, turn = self.view.hand, self.view.turn.turn
        return await self.connection.request(
            lambda id_: msg.Act(id=id_, table=MAIN, hand=hand, turn=turn, action=msg.Fold())
        )

    async def come_back(self, url):
        """By another connection, to which the node has to show the table anew."""
        token = self.connection.session.token
        await self.connection.close()
        again = Player(await Connection.open(url, token=token))
        await again.asked()
        return again


def whose_turn(players):
    return next(player for player in players if player.view.you == player.view.turn.seat)


async def test_a_hand_goes_on_with_its_cards_when_its_node_is_killed_and_when_it_ends(
    tmp_path, postgres_url, nats, database
):
    owner = owner_of(MAIN, NODES)
    (other,) = set(NODES) - {owner}
    environment = {
        "SHOWDOWN_NATS": nats.url(),
        "SHOWDOWN_NATS_PREFIX": "two-nodes",
        "SHOWDOWN_SECRET_KEY": write_keys({1: new_key()}),
    }

    async def start(node):
        folder = tmp_path / node
        folder.mkdir(exist_ok=True)
        own = environment | {"SHOWDOWN_NODE": node}
        return await start_server(folder, TABLE, database=postgres_url, environment=own)

    here, there = await start(other), await start(owner)
    await at(database, owner)
    players = [Player(await Connection.open(here.url, name=name)) for name in ("Anna", "Boris")]
    for player in players:
        await player.connection.request(lambda id_: msg.Sit(id=id_, table=MAIN))
    before = [await player.asked() for player in players]

    await there.stop(signal.SIGKILL)
    await at(database, other)
    players = [await player.come_back(here.url) for player in players]
    for old, player in zip(before, players, strict=True):
        new = player.view
        assert (new.own.cards, new.hand, new.turn.turn) == (old.own.cards, old.hand, old.turn.turn)
    assert (await whose_turn(players).fold()).ok

    there = await start(owner)
    await at(database, owner)
    first, second = [await player.asked() for player in players]
    assert first.hand == second.hand
    assert await there.stop() == 0
    await at(database, other)
    assert (await whose_turn(players).fold()).ok
    for player in players:
        assert not any(isinstance(event, ev.HandAborted) for event in player.events)
        await player.connection.close()
    assert await here.stop() == 0
