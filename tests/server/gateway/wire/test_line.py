"""What many cause in the same moment is done for a few of them in each turn of the loop."""

import asyncio
from functools import partial

from server.gateway.wire import line as module
from server.gateway.wire.line import AT_ONCE, Line


async def test_of_many_who_come_at_once_a_few_have_each_turn():
    line = Line(asyncio.get_running_loop())
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


async def test_who_comes_while_it_is_the_turn_of_another_has_a_turn_of_his_own():
    line = Line(asyncio.get_running_loop())
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
    monkeypatch.setattr(module, "APART", 3_600)
    line, told = Line(asyncio.get_running_loop()), []
    line.put(lambda: told.append("gone"))
    for _ in range(10):
        await asyncio.sleep(0)
    assert told == []


async def test_one_that_fails_keeps_nobody_behind_him_waiting():
    loop, faults, told = asyncio.get_running_loop(), [], []
    loop.set_exception_handler(lambda _, context: faults.append(context["exception"]))
    line = Line(loop)

    def fails():
        raise LookupError

    line.put(fails)
    line.put(lambda: told.append("behind him"))
    async with asyncio.timeout(10):
        while not told:
            await asyncio.sleep(0)
    assert [type(fault) for fault in faults] == [LookupError]
