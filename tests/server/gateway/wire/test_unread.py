"""What waits to be read: in order, bounded, and nothing when nothing does."""

import asyncio

import pytest

from server.gateway.socket import Ended
from server.gateway.wire.terms import ENOUGH_READ, MOST_WAITING
from server.gateway.wire.unread import Unread


class Source:
    """Holds back what comes in while it is told to."""

    def __init__(self):
        self.loop = asyncio.get_running_loop()
        self.is_held = False
        self.errors = []

    def hold(self):
        self.is_held = True

    def go_on(self):
        self.is_held = False

    def is_no_text(self, error):
        self.errors.append(error)


async def test_messages_are_read_in_order_and_their_arrival_is_known():
    unread = Unread(Source())
    unread.put(b"a", 1.0, is_text=True)
    unread.put(b"\xff", 2.0, is_text=False)
    assert (unread.has(0.5), unread.has(1.0)) == (False, True)
    assert (await unread.next(), unread.arrived) == ("a", 1.0)
    assert (await unread.next(), unread.arrived) == (b"\xff", 2.0)
    assert not unread
    assert not unread.has(9.0)


async def test_a_client_is_held_back_while_too_much_waits():
    source = Source()
    unread = Unread(source)
    for number in range(MOST_WAITING):
        unread.put(b"%d" % number, 0.0, is_text=True)
    assert not source.is_held
    unread.put(b"one too many", 0.0, is_text=True)
    while source.is_held:
        await unread.next()
    unread.end()
    left = [await unread.next() for _ in range(ENOUGH_READ)]
    assert left[-1] == "one too many"
    with pytest.raises(Ended):
        await unread.next()


async def test_who_reads_waits_for_what_comes_and_may_give_up():
    unread = Unread(Source())
    given_up = asyncio.create_task(unread.next())
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    unread.put(b"a", 0.0, is_text=True)
    assert await unread.next() == "a"
    waits = asyncio.create_task(unread.next())
    await asyncio.sleep(0)
    unread.end()
    with pytest.raises(Ended):
        await waits


async def test_nothing_is_read_behind_a_text_that_is_none():
    source = Source()
    unread = Unread(source)
    unread.put(b"\xff", 0.0, is_text=True)
    unread.put(b"a", 0.0, is_text=True)
    unread.end()
    with pytest.raises(Ended):
        await unread.next()
    assert [each.reason for each in source.errors] == ["invalid start byte"]
