"""
An owner that dies in each phase of a hand, and the same hand that goes on at another node.
"""

import asyncio

import pytest

from server.crash import Place
from tests.end_to_end.cluster.world import a_cluster
from tests.end_to_end.kills.world import NOTHING

AT_MOST = {
    Place.BEFORE_COMMIT: 60,
    Place.AFTER_COMMIT: 60,
    Place.AFTER_TELLING: 60,
    Place.SEALED: 8,
    Place.OPENED: 8,
    Place.DRAW: 15,
    Place.SHOWDOWN: 4,
    Place.BETWEEN_HANDS: 8,
}
"""How often a place is passed before a node dies there."""

IN_EACH_PHASE = (Place.SEALED, Place.AFTER_COMMIT, Place.DRAW, Place.SHOWDOWN)
"""Where they die if there is no time for all."""

SURVIVOR = "z"


@pytest.mark.soak(slice=1)
async def test_in_whatever_phase_owners_die_the_same_hands_go_on_elsewhere_with_the_same_cards(
    tmp_path, own_postgres, own_nats, rounds, soaking
):
    for random in rounds:
        folder = tmp_path / str(random.random())
        folder.mkdir()
        places = {
            f"dies-{number}": f"{place}:{random.randint(1, AT_MOST[place])}"
            for number, place in enumerate(AT_MOST if soaking else IN_EACH_PHASE)
        }
        world_of = a_cluster(
            folder,
            own_postgres,
            own_nats,
            random,
            names=(*places, SURVIVOR),
            tables=2 * len(places),
            crash_at=places,
        )
        async with world_of as world:
            await asyncio.gather(*(world.dies(name) for name in places))
            await world.goes_on()
            await world.holds()
            assert set(await world.tables_of(SURVIVOR)) == set(world.logs)
            assert await world.lost_in_the_end() == NOTHING
