"""
What a power cut leaves: the files as they were at some moment, in the middle of a write perhaps.
"""

import asyncio
import shutil

from tests.end_to_end.kills.kept import SqliteFile
from tests.end_to_end.kills.world import a_world, the_same_world

SALTS = slice(16, 24)
"""Where a write-ahead log says which round of itself it is."""


async def test_a_copy_of_the_files_has_all_that_was_told_and_another_server_plays_on_from_it(
    tmp_path, rounds
):
    random = next(rounds)
    here, elsewhere = (tmp_path / name for name in ("here", "elsewhere"))
    here.mkdir()
    elsewhere.mkdir()
    database = SqliteFile(here / "showdown.db")
    async with a_world(here, database, random, tables=5) as world:
        await world.start()
        await world.settled()
        await world.frames(random.randint(500, 1500))
        known = {player.name: player.last for player in world.players}
        copy = SqliteFile(elsewhere / "showdown.db")
        await asyncio.to_thread(cut_off, database.path, copy.path, random)
        await world.holds()
        await world.stop()
    async with the_same_world(world, elsewhere, copy) as other:
        await other.start()
        await other.settled()
        await other.holds()
        for player in world.players:
            log, copied = world.logs[player.table], other.logs[player.table]
            assert copied.began_as(log) >= known[player.name]
        await other.frames(500)
        await other.holds()


def cut_off(database, copy, random):
    """Copy the files of a database in use as a power cut would leave them."""
    log, log_copy = (path.with_name(path.name + "-wal") for path in (database, copy))
    whole = False
    while not whole:
        round_of_log, changed = log.read_bytes()[SALTS], database.stat().st_mtime_ns
        durable = log.stat().st_size
        shutil.copy(database, copy)
        shutil.copy(log, log_copy)
        # Otherwise the log was folded into the database meanwhile, which is two moments in one.
        whole = (log.read_bytes()[SALTS], database.stat().st_mtime_ns) == (round_of_log, changed)
    with log_copy.open("r+b") as file:
        file.truncate(random.randint(durable, log_copy.stat().st_size))
    shutil.copy(f"{database}.key", f"{copy}.key")
