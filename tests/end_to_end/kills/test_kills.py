"""
A server killed at any moment, and a game that goes on as if nothing had happened.

A round is a kill: at a random moment, or at one of the places that :mod:`server.crash` names.
"""

import asyncio
import signal
from itertools import chain, cycle

import pytest

from server.crash import Place
from tests.end_to_end.kills.kept import PostgresDatabase, SqliteFile
from tests.end_to_end.kills.world import NOTHING, a_world

AT_MOST = {
    Place.BEFORE_COMMIT: 200,
    Place.AFTER_COMMIT: 200,
    Place.AFTER_TELLING: 200,
    Place.SEALED: 30,
    Place.OPENED: 30,
    Place.DRAW: 60,
    Place.SHOWDOWN: 15,
    Place.BETWEEN_HANDS: 30,
    signal.SIGKILL: 1500,
    signal.SIGTERM: 1500,
}
"""How often a place is passed before the server dies there, or how many frames before a signal."""


@pytest.fixture
def database(request, tmp_path):
    """A database of each kind, for as long as the test goes on."""
    if request.param == "sqlite":
        return SqliteFile(tmp_path / "showdown.db")
    return PostgresDatabase(request.getfixturevalue("postgres_url"))


@pytest.mark.soak(slice=2)
@pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
async def test_whenever_the_server_dies_no_chip_card_or_action_is_lost(
    tmp_path, database, rounds, soaking
):
    random = next(rounds)
    others = random.sample([*AT_MOST, signal.SIGKILL], len(AT_MOST) + 1)
    async with a_world(tmp_path, database, random, tables=20 if soaking else 5) as world:
        auditing = None
        for way, chance in zip(chain([signal.SIGKILL], cycle(others)), rounds, strict=False):
            await world.starts_and_dies(way, chance.randint(1, AT_MOST[way]))
            if auditing is not None:
                await auditing
            if soaking:
                # Beside the next server, as an operator would.
                auditing = asyncio.create_task(world.audited())
        await world.start()
        await world.settled()
        await world.answered()
        await world.holds()
        await world.audited()
        await world.stop()
        assert await world.lost() == NOTHING
