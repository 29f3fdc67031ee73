"""Onlookers by the thousand are told everything in order, and nobody waits for all of them."""

import asyncio
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest

from server.tables.actor import closed_notice
from server.tables.gallery import AT_ONCE, Gallery, Turns
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from tests.server.tables.kit import open_room


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


def full(number, turns=None):
    told: list[int] = []
    onlookers: Any = dict.fromkeys(Onlooker(told) for _ in range(number))
    return Gallery(onlookers, turns or Turns()), onlookers, told


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


async def test_the_galleries_of_several_tables_share_a_turn_of_the_loop():
    turns = Turns()
    galleries = [full(3 * AT_ONCE, turns) for _ in range(4)]
    for gallery, onlookers, _ in galleries:
        gallery.tell(tuple(onlookers), update(1))
    before, most = 0, 0
    while before < 4 * 3 * AT_ONCE:
        await asyncio.sleep(0)
        now = sum(len(told) for *_, told in galleries)
        most, before = max(most, now - before), now
        counts = [len(told) for *_, told in galleries]
        assert max(counts) - min(counts) <= AT_ONCE, "each table has its turn"
    assert most == AT_ONCE


MANY = 3 * AT_ONCE


@asynccontextmanager
async def watched_room(**options):
    """A table with two who play and many who look on."""
    async with open_room(**options) as room:
        players = await room.seated("Anna", "Ben")
        onlookers = [room.spectator() for _ in range(MANY)]
        for each in onlookers:
            room.actor.audience.show(each)
        yield room, players, onlookers


def heard(listeners, message):
    return sum(message in each.told for each in listeners)


@pytest.mark.parametrize("tell", ["say", "notify", "tell_news"])
async def test_what_all_are_told_reaches_who_plays_at_once_and_onlookers_a_few_at_a_time(tell):
    async with watched_room() as (room, players, onlookers):
        message = (
            msg.Said(table=room.table, name="Anna", text="Hello.", seat=1)
            if tell == "say"
            else msg.Notice(code="paused", message="A pause.", table=room.table)
        )
        getattr(room.actor.audience, tell)(message)
        assert (heard(players, message), heard(onlookers, message)) == (2, 0)
        counts = [0]
        while counts[-1] < MANY:
            await asyncio.sleep(0)
            counts.append(heard(onlookers, message))
        assert max(after - before for before, after in pairwise(counts)) == AT_ONCE


async def test_onlookers_are_shown_who_is_away_a_few_at_a_time_and_all_of_them_the_same():
    async with watched_room() as (room, (anna, ben), onlookers):
        room.actor.lost(ben)
        shown = anna.told[-1]
        assert isinstance(shown, msg.Presence)
        assert heard(onlookers, shown) == 0
        while heard(onlookers, shown) < MANY:
            await asyncio.sleep(0)
        assert {id(each.told[-1]) for each in onlookers} == {id(shown)}


async def test_whoever_looks_on_at_a_table_that_is_closed_is_told_though_they_are_many():
    async with open_room() as room:
        onlookers = [room.spectator() for _ in range(MANY)]
        for each in onlookers:
            room.actor.audience.show(each)
        room.actor.close()
        assert heard(onlookers, closed_notice(room.table)) == MANY
