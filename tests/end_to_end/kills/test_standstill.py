"""
A server that is stopped as a process and goes on: no turn ran, nothing happened twice.
"""

from tests.end_to_end.kills.kept import SqliteFile
from tests.end_to_end.kills.world import a_world

TURN_S = 2
STANDSTILL_S = 1.5 * TURN_S


async def test_a_server_that_stood_still_takes_nobodys_turn_and_no_action_twice(tmp_path, rounds):
    random = next(rounds)
    database = SqliteFile(tmp_path / "showdown.db")
    times = {"act_time": TURN_S, "draw_time": TURN_S, "time_bank": 0}
    async with a_world(tmp_path, database, random, tables=4, **times) as world:
        await world.start()
        await world.settled()
        await world.frames(300)
        # With everybody thinking, so that each table waits for somebody.
        for player in world.players:
            player.mute = True
        await world.until(lambda: not any(player.open for player in world.players))
        await world.stands_still(STANDSTILL_S)
        for player in world.players:
            player.mute = False
            await player.answer_now()
        await world.frames(300)
        # And in the middle of everything.
        await world.stands_still(STANDSTILL_S)
        await world.frames(300)
        await world.holds()
        assert not [each for log in world.logs.values() for each in log.timed_out]
        await world.stop()
