"""Ids of hands are never given twice, and grow at a table wherever it goes."""

import asyncio

from server.hand_ids import AT_ONCE, HandIds
from showdown.rules.ruleset import HandId


class Counter:
    """The database's: it gives out numbers, and waits when it is told to."""

    def __init__(self):
        self.last = 0
        self.open = asyncio.Event()
        self.open.set()

    async def reserve(self, count):
        first, self.last = self.last + 1, self.last + count
        await self.open.wait()
        return HandId(first)


async def test_ids_of_several_processes_are_all_different():
    counter = Counter()
    here, there = HandIds(counter.reserve), HandIds(counter.reserve)
    given = [await each.next() for _ in range(2 * AT_ONCE) for each in (here, there)]
    assert len(set(given)) == len(given)


async def test_a_table_that_comes_from_elsewhere_goes_on_with_greater_ids():
    counter = Counter()
    here, there = HandIds(counter.reserve), HandIds(counter.reserve)
    await here.next()
    before = await there.next()
    here.begin_anew()
    assert await here.next() > before


async def test_that_is_so_too_for_ids_that_were_under_way_when_it_came():
    counter = Counter()
    here, there = HandIds(counter.reserve), HandIds(counter.reserve)
    counter.open.clear()
    asked = asyncio.create_task(here.next())
    await asyncio.sleep(0)
    counter.open.set()
    before = await there.next()
    here.begin_anew()
    assert await asked > before
