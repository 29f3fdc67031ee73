"""Readiness is what the node and the storage say; the storage is asked seldom however many ask."""

import asyncio

from server.gateway import readiness
from server.gateway.readiness import STORAGE_AWAY, VALID, Readiness, no_obstacle
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
    ready = Readiness(storage.answers, no_obstacle, clock)
    assert await asyncio.gather(*(ready.why_not() for _ in range(50))) == [None] * 50
    storage.well = False
    assert await ready.why_not() is None
    assert storage.asked == 1
    clock.jump(VALID)
    assert await ready.why_not() == STORAGE_AWAY
    storage.well = True
    clock.jump(VALID)
    assert await ready.why_not() is None
    assert storage.asked == 3


async def test_a_storage_that_hangs_is_not_ready(monkeypatch):
    monkeypatch.setattr(readiness, "PATIENCE", 0)

    async def hang():
        await asyncio.Event().wait()
        return True

    assert await Readiness(hang, no_obstacle, ManualClock()).why_not() == STORAGE_AWAY


async def test_what_a_node_knows_of_itself_is_looked_at_each_time_and_said_in_its_words():
    obstacles = [None, "it is ending", None]
    ready = Readiness(Storage().answers, lambda: obstacles.pop(0), ManualClock())
    assert [await ready.why_not() for _ in range(3)] == [None, "it is ending", None]
