"""Of many who are lost at once it is told in turns."""

import asyncio
from functools import partial

from server.gateway.wire.leaving import AT_ONCE, Leaving


async def test_of_many_who_are_lost_at_once_a_few_are_told_of_in_each_turn():
    leaving = Leaving(asyncio.get_running_loop())
    told: list[int] = []
    for number in range(3 * AT_ONCE + 1):
        leaving.put(partial(told.append, number))
    assert told == []
    known = []
    while len(told) < 3 * AT_ONCE + 1:
        await asyncio.sleep(0)
        known.append(len(told))
    assert known == [AT_ONCE, 2 * AT_ONCE, 3 * AT_ONCE, 3 * AT_ONCE + 1]
    assert told == list(range(3 * AT_ONCE + 1))


async def test_who_is_lost_while_it_is_told_of_another_has_a_turn_of_his_own():
    leaving = Leaving(asyncio.get_running_loop())
    told: list[str] = []

    def first():
        told.append("first")
        leaving.put(lambda: told.append("second"))

    leaving.put(first)
    await asyncio.sleep(0)
    assert told == ["first"]
    await asyncio.sleep(0)
    assert told == ["first", "second"]
    await asyncio.sleep(0)
    assert told == ["first", "second"]
