"""
A disk that is full, a database that is away: tables pause and say so, and go on by themselves.

No table tells or acknowledges anything meanwhile, no clock runs, and afterwards nothing is lost.
"""

import asyncio
import os
import resource
import signal
import subprocess

import pytest

from server.addresses import PostgresAddress
from server.storage import migrate_database
from tests.end_to_end.kills.kept import PostgresDatabase, SqliteFile
from tests.end_to_end.kills.world import FAULTS, a_world
from tests.end_to_end.server_process import ServerEnded

BOUND_BY_MODES = ("setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override")
"""How root starts a program that cannot write what its mode forbids."""
TURN_S = 2
QUICK = {"act_time": TURN_S, "draw_time": TURN_S, "time_bank": 0}
"""So short that a clock that ran during an outage would be over."""


async def plays(world):
    world.failures = FAULTS
    await world.start()
    await world.settled()
    await world.frames(world.random.randint(200, 800))


async def pauses(world, seconds=0):
    """Wait until each table has said that it pauses, and see that for so long none goes on."""
    await world.until(lambda: paused(world) == set(world.logs))
    before = world.acknowledged()
    await asyncio.sleep(seconds)
    assert paused(world) == set(world.logs)
    assert world.acknowledged() == before


def paused(world):
    """Tables that have said so; who has just left one is told nothing there."""
    return {player.table for player in world.players if player.paused}


async def has_paused(world):
    """Wait until each table has said at least once that it pauses."""
    tables = set(world.logs)
    await world.until(lambda: {each.table for each in world.players if has_heard(each)} == tables)


def has_heard(player):
    return any(notice["code"] == "paused" for notice in player.notices)


async def goes_on(world):
    """Wait until each table has said that it goes on, and plays."""
    await world.until(lambda: not paused(world))
    await world.frames(100 * len(world.tables))


async def has_lost_nothing(world):
    await world.answered()
    await world.holds()
    assert not [each for log in world.logs.values() for each in log.timed_out]
    await world.stop(signal.SIGTERM)
    await world.start()
    await world.settled()
    await world.holds()
    assert world.chips == world.issued


@pytest.mark.soak(slice=1)
async def test_while_postgresql_is_away_all_tables_pause_and_afterwards_they_go_on(
    tmp_path, own_postgres, rounds, soaking
):
    random = next(rounds)
    url = own_postgres.url()
    await migrate_database(PostgresAddress(url))
    async with a_world(tmp_path, PostgresDatabase(url), random, tables=4, **QUICK) as world:
        await plays(world)
        await asyncio.to_thread(own_postgres.stop, signal.SIGQUIT)
        await pauses(world, 10 if soaking else 2 * TURN_S)
        await asyncio.to_thread(own_postgres.start)
        await goes_on(world)
        await has_lost_nothing(world)


@pytest.mark.soak
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
async def test_a_server_that_ends_while_postgresql_is_away_goes_on_when_both_are_back(
    tmp_path, own_postgres, rounds, number
):
    random = next(rounds)
    url = own_postgres.url()
    await migrate_database(PostgresAddress(url))
    async with a_world(tmp_path, PostgresDatabase(url), random, tables=4, **QUICK) as world:
        await plays(world)
        await asyncio.to_thread(own_postgres.stop, signal.SIGQUIT)
        await pauses(world)
        await world.stop(number)
        await asyncio.to_thread(own_postgres.start)
        await world.start()
        await world.settled()
        await world.frames(200)
        await has_lost_nothing(world)


@pytest.mark.soak
async def test_a_postgresql_that_is_restarted_under_load_loses_nothing(
    tmp_path, own_postgres, rounds
):
    random = next(rounds)
    url = own_postgres.url()
    await migrate_database(PostgresAddress(url))
    async with a_world(tmp_path, PostgresDatabase(url), random, tables=4, **QUICK) as world:
        await plays(world)
        for number in (signal.SIGQUIT, signal.SIGINT, signal.SIGQUIT):
            await asyncio.to_thread(own_postgres.stop, number)
            await asyncio.to_thread(own_postgres.start)
            await goes_on(world)
        await has_lost_nothing(world)


@pytest.mark.soak(slice=1)
async def test_a_disk_that_takes_no_more_pauses_all_tables_until_it_does(tmp_path, rounds):
    random = next(rounds)
    database = SqliteFile(tmp_path / "showdown.db")
    async with a_world(tmp_path, database, random, tables=4, **QUICK) as world:
        await plays(world)
        log = tmp_path / "showdown.db-wal"
        process, unlimited = world.server.process.pid, (resource.RLIM_INFINITY,) * 2
        full = (log.stat().st_size, resource.RLIM_INFINITY)
        resource.prlimit(process, resource.RLIMIT_FSIZE, full)
        await pauses(world, 2 * TURN_S)
        resource.prlimit(process, resource.RLIMIT_FSIZE, unlimited)
        await goes_on(world)
        await has_lost_nothing(world)


@pytest.mark.soak
async def test_files_made_read_only_under_a_server_lose_nothing_and_the_next_start_names_them(
    tmp_path, rounds
):
    random = next(rounds)
    database = SqliteFile(tmp_path / "showdown.db")
    async with a_world(tmp_path, database, random, tables=4, **QUICK) as world:
        world.launcher = BOUND_BY_MODES if os.geteuid() == 0 else ()
        await plays(world)
        files = sorted(tmp_path.glob("showdown.db*"))
        modes = [file.stat().st_mode for file in files]
        for file in files:
            file.chmod(0o400)
        # What is open stays open; whatever has to be opened now cannot be written.
        await asyncio.sleep(2 * TURN_S)
        await world.stop(signal.SIGTERM)
        with pytest.raises(ServerEnded, match="cannot be read and written; change its mode") as bad:
            await world.start()
        assert bad.value.code == 2
        for file, mode in zip(files, modes, strict=True):
            if file.exists():  # the log and its index went with the orderly end
                file.chmod(mode)
        await world.start()
        await world.settled()
        await has_lost_nothing(world)


@pytest.mark.soak
async def test_a_disk_that_is_full_pauses_all_tables_until_there_is_room(small_disk, rounds):
    random = next(rounds)
    database = SqliteFile(small_disk / "showdown.db")
    async with a_world(small_disk, database, random, tables=4, **QUICK) as world:
        await plays(world)
        # There may be room for a little now and then, where something else went.
        await has_paused(world)
        subprocess.run(["mount", "-o", "remount,size=100m", str(small_disk)], check=True)
        await goes_on(world)
        await has_lost_nothing(world)


@pytest.fixture
def small_disk(tmp_path):
    """A disk of its own that is soon full; only who may mount has one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("only who may mount has a disk that is full")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)
