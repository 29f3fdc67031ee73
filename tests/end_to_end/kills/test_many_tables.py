"""
Many tables on one file: each waits for the others' commits, and none is ever turned away.
"""

import signal

import pytest

from tests.end_to_end.kills.kept import SqliteFile
from tests.end_to_end.kills.world import a_world


@pytest.mark.soak(slice=1)
async def test_many_tables_write_at_once_and_an_orderly_end_waits_for_every_commit(
    tmp_path, rounds, soaking
):
    for random in rounds:
        folder = tmp_path / str(random.random())
        folder.mkdir()
        database = SqliteFile(folder / "showdown.db")
        tables = 200 if soaking else 30
        async with a_world(folder, database, random, tables=tables, seats=2) as world:
            await world.start()
            await world.settled()
            await world.frames(40 * tables)
            await world.stop(signal.SIGTERM)
            await world.start()
            await world.settled()
            await world.holds()
            assert world.chips == world.issued
            await world.stop()
