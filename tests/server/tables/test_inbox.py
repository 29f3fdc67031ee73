import asyncio

from server.tables.inbox import Inbox


async def test_what_came_first_is_done_first():
    inbox = Inbox[str]()
    for job in "abc":
        inbox.put(job)
    assert len(inbox) == 3
    assert [await inbox.get() for _ in "abc"] == ["a", "b", "c"]


async def test_who_waits_gets_what_comes():
    inbox = Inbox[str]()
    waiting = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put("a")
    inbox.put("b")
    assert (await waiting, len(inbox)) == ("a", 1)


async def test_who_gives_up_waiting_takes_nothing_with_him():
    inbox = Inbox[str]()
    waiting = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put("a")
    waiting.cancel()
    await asyncio.wait([waiting])
    assert (waiting.cancelled(), await inbox.get()) == (True, "a")
