"""
A database that is slow, or silent for a while: answers wait for it, and nothing else does.
"""

import asyncio

import asyncpg
import pytest

from tests.end_to_end.kills.kept import PostgresDatabase
from tests.end_to_end.kills.slow_line import slow_line
from tests.end_to_end.kills.world import a_world

DELAY_S = 0.15
"""In each direction, so that a round trip takes 300 ms."""
SILENCE_S = 2
"""Less than what counts as being away."""


@pytest.mark.soak
async def test_a_slow_database_slows_answers_down_and_the_server_hears_everybody_all_the_time(
    tmp_path, postgres, postgres_url, rounds
):
    async with slow_line(postgres.port) as line:
        far = postgres_url.replace(f":{postgres.port}/", f":{line.port}/")
        database = PostgresDatabase(postgres_url, name=far)
        async with a_world(tmp_path, database, next(rounds), tables=3) as world:
            await world.start()
            await world.settled()
            line.delay_s = DELAY_S
            await world.frames(100)
            line.hold()
            await world.quiet()
            acknowledged = world.acknowledged()
            waiting = [player for player in world.players if player.open]
            for number, player in enumerate(set(world.players) - set(waiting), 1):
                assert await player.ping(number) == number
            assert world.acknowledged() == acknowledged
            line.release()
            await world.frames(100)
            await world.answered()
            await world.holds()
            assert world.chips == world.issued
            await world.stop()


@pytest.mark.soak
async def test_units_of_work_that_wait_for_a_lock_hold_up_only_themselves(
    tmp_path, postgres_url, rounds
):
    database = PostgresDatabase(postgres_url)
    async with a_world(tmp_path, database, next(rounds), tables=3) as world:
        await world.start()
        await world.settled()
        await world.frames(100)
        other = await asyncpg.connect(postgres_url)
        async with other.transaction():
            await other.execute("LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE")
            await asyncio.sleep(SILENCE_S)
        await other.close()
        await world.frames(100)
        await world.answered()
        await world.holds()
        assert world.chips == world.issued
        await world.stop()
