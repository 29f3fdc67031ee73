"""Of many who are lost at once it is told in turns."""

import asyncio
from functools import partial

from server.gateway.wire import leaving
from server.gateway.wire.leaving import AT_ONCE, Leaving


async def test_of_many_who_are_lost_at_once_a_few_are_told_of_in_each_turn():
    line = Leaving(asyncio.get_running_loop())
    told: list[int] = []
    for number in range(3 * AT_ONCE + 1):
        line.put(partial(told.append, number))
    assert told == []
    known = {0}
    while len(told) < 3 * AT_ONCE + 1:
        await asyncio.sleep(0)
        known.add(len(told))
    assert known == {0, AT_ONCE, 2 * AT_ONCE, 3 * AT_ONCE, 3 * AT_ONCE + 1}
    assert told == list(range(3 * AT_ONCE + 1))


async def test_who_is_lost_while_it_is_told_of_another_has_a_turn_of_his_own():
    line = Leaving(asyncio.get_running_loop())
    told: list[str] = []

    def first():
        told.append("first")
        line.put(lambda: told.append("second"))

    line.put(first)
    assert told == []
    while not told:
        await asyncio.sleep(0)
    assert told == ["first"]
    while len(told) < 2:
        await asyncio.sleep(0)
    assert told == ["first", "second"]


async def test_first_the_loop_has_nothing_to_do_for_a_moment(monkeypatch):
    monkeypatch.setattr(leaving, "APART", 3_600)
    line, told = Leaving(asyncio.get_running_loop()), []
    line.put(lambda: told.append("gone"))
    for _ in range(10):
        await asyncio.sleep(0)
    assert told == []
