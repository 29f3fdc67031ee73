"""
The log of one table that cannot be read any more: its hand is given up, and that is all.
"""

import signal

from tests.end_to_end.cluster.world import a_cluster

DAMAGE = """
UPDATE journal SET payload = '[' WHERE table_id = '{table}' AND seq = (
    SELECT max(seq) FROM journal WHERE table_id = '{table}'
) RETURNING hand
"""


async def test_a_new_owner_gives_up_the_one_hand_whose_log_is_damaged_and_plays_all_others_on(
    tmp_path, own_postgres, own_nats, rounds
):
    world_of = a_cluster(tmp_path, own_postgres, own_nats, next(rounds), names=("a", "b"))
    async with world_of as world:
        await world.goes_on(events=1)
        await world.holds()
        *_, damaged = await world.tables_of("a")
        world.players = [each for each in world.players if each.table != damaged]
        world.logs.pop(damaged)
        await world.end_node("a", signal.SIGKILL)
        assert await world.query(DAMAGE.format(table=damaged))
        world.failures = ("Traceback",)  # to give up a hand is an error, and is said
        await world.goes_on()
        await world.audited()
        assert not world.voided
