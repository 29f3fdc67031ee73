"""Guessing at several nodes is no faster than at one."""

import asyncio

from server.cluster.local import Hub
from server.cluster.post import Post
from server.gateway.attempts import FREE
from server.gateway.remote.shared_guesses import SharedGuesses
from tests.server.gateway.remote.kit import HERE, THERE
from tests.server.tables.kit import ManualClock

ANNA_AT_HOME = ("anna", "192.0.2.1")


async def two_nodes():
    hub, clock = Hub(), ManualClock()
    posts = [Post(hub.bus(node), node, "boot", clock) for node in (HERE, THERE)]
    guesses = [SharedGuesses(clock, post) for post in posts]
    for post in posts:
        await post.open()
    return guesses


async def arrive():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_what_was_guessed_at_one_node_counts_at_the_other():
    here, there = await two_nodes()
    for number in range(FREE + 1):
        (here, there)[number % 2].failed(ANNA_AT_HOME)
        await arrive()
    assert here.pause(ANNA_AT_HOME) == there.pause(ANNA_AT_HOME) > 0


async def test_a_right_password_at_one_node_forgets_the_wrong_ones_at_both():
    here, there = await two_nodes()
    for _ in range(FREE + 1):
        here.failed(ANNA_AT_HOME)
    await arrive()
    there.succeeded(ANNA_AT_HOME)
    await arrive()
    assert here.pause(ANNA_AT_HOME) == there.pause(ANNA_AT_HOME) == 0


async def test_a_guess_that_nobody_could_look_at_counts_nowhere():
    here, there = await two_nodes()
    for _ in range(FREE + 3):
        here.failed(ANNA_AT_HOME)
        here.not_looked_at(ANNA_AT_HOME)
        await arrive()
    assert there.pause(ANNA_AT_HOME) == 0
