"""
Players whose connection is cut again and again, most of all around a deal.
"""

import pytest

from tests.end_to_end.kills.kept import SqliteFile
from tests.end_to_end.kills.player import Player
from tests.end_to_end.kills.world import a_world

AROUND_A_DEAL = ("hand_ended", "hand_started", "cards_dealt")


class Flighty(Player):
    """Is cut off when cards are dealt, as often as he is told to be."""

    async def _happened(self, event):
        await super()._happened(event)
        if event.get("type") in AROUND_A_DEAL and self.random.random() < 0.5:
            self.socket.transport.abort()


@pytest.mark.soak(slice=1)
async def test_who_comes_back_around_a_deal_sees_each_event_once_and_in_order(
    tmp_path, rounds, soaking
):
    random = next(rounds)
    returns = 1000 if soaking else 100
    database = SqliteFile(tmp_path / "showdown.db")
    async with a_world(tmp_path, database, random, tables=1, kind=Flighty) as world:
        await world.start()
        await world.settled()
        await world.until(lambda: sum(each.connections for each in world.players) > returns)
        await world.answered()
        await world.holds()
        assert world.chips == world.issued
        await world.stop()
