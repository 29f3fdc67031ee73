"""Onlookers by the thousand are told everything in order, and nobody waits for all of them."""

import asyncio
from typing import Any

from server.tables.gallery import AT_ONCE, Gallery
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId


class Onlooker:
    account = heir = None
    gone = False

    def __init__(self, told):
        self.told: list[int] = []
        self._all = told

    def tell(self, message, _=None):
        self.told.append(message.seq)
        self._all.append(message.seq)


def update(seq):
    return msg.Update(table=TableId("main"), seq=seq, events=())


def full(number):
    told: list[int] = []
    onlookers: Any = dict.fromkeys(Onlooker(told) for _ in range(number))
    return Gallery(onlookers), onlookers, told


async def test_a_few_are_told_at_once():
    gallery, onlookers, told = full(AT_ONCE)
    gallery.tell(tuple(onlookers), update(1))
    assert told == [1] * AT_ONCE


async def test_of_many_a_few_are_told_in_each_turn_of_the_loop_and_each_in_order():
    gallery, onlookers, told = full(3 * AT_ONCE - 10)
    for seq in (1, 2):
        gallery.tell(tuple(onlookers), update(seq))
    assert told == []
    counts = []
    while len(told) < 2 * len(onlookers):
        await asyncio.sleep(0)
        counts.append(len(told))
    turns = [after - before for before, after in zip([0, *counts], counts, strict=False)]
    assert max(turns) == AT_ONCE
    assert all(each.told == [1, 2] for each in onlookers)


async def test_nobody_is_overtaken_by_what_is_told_later_to_a_few():
    gallery, onlookers, told = full(2 * AT_ONCE)
    gallery.tell(tuple(onlookers), update(1))
    *_, last = onlookers
    gallery.tell([last], update(2))
    while len(told) <= len(onlookers):
        await asyncio.sleep(0)
    assert last.told == [1, 2]


async def test_who_has_gone_meanwhile_is_not_told():
    gallery, onlookers, told = full(2 * AT_ONCE)
    gallery.tell(tuple(onlookers), update(1))
    *_, last = onlookers
    del onlookers[last]
    while len(told) < len(onlookers):
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert last.told == []
