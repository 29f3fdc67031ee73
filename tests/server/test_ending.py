"""What goes on in the background ends when it is told to, also if it is hard of hearing."""

import asyncio

from server import ending
from server.ending import end


async def test_a_task_that_is_cancelled_has_ended():
    task = asyncio.create_task(asyncio.Event().wait())
    await asyncio.sleep(0)
    await end(task)
    assert task.cancelled()


async def test_a_task_that_has_lost_its_cancellation_is_cancelled_again(monkeypatch):
    monkeypatch.setattr(ending, "AGAIN_AFTER", 0)
    lost: list[None] = []

    async def go_on():
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if len(lost) == 2:
                    raise
                lost.append(None)

    task = asyncio.create_task(go_on())
    await asyncio.sleep(0)
    await end(task)
    assert len(lost) == 2


async def test_a_task_that_has_ended_by_itself_is_left_as_it_is():
    task = asyncio.create_task(asyncio.sleep(0, "done"))
    await asyncio.sleep(0)
    await task
    await end(task)
    assert task.result() == "done"
