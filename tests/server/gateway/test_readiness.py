"""Readiness is what the storage says, asked seldom however many ask."""

import asyncio

from server.gateway import readiness
from server.gateway.readiness import VALID, Readiness
from tests.server.tables.kit import ManualClock


class Storage:
    """Counts how often it is asked."""

    def __init__(self):
        self.asked, self.well = 0, True

    async def answers(self):
        self.asked += 1
        return self.well


async def test_an_answer_is_good_for_a_while():
    storage, clock = Storage(), ManualClock()
    ready = Readiness(storage.answers, clock)
    assert await asyncio.gather(*(ready.is_ready() for _ in range(50))) == [True] * 50
    storage.well = False
    assert await ready.is_ready()
    assert storage.asked == 1
    clock.jump(VALID)
    assert not await ready.is_ready()
    storage.well = True
    clock.jump(VALID)
    assert await ready.is_ready()
    assert storage.asked == 3


async def test_a_storage_that_hangs_is_not_ready(monkeypatch):
    monkeypatch.setattr(readiness, "PATIENCE", 0)

    async def hang():
        await asyncio.Event().wait()
        return True

    assert not await Readiness(hang, ManualClock()).is_ready()
