"""A line in memory: in order, and it ends for both."""

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from showdown.testing.link import Line


async def test_what_is_said_before_the_end_is_heard_and_then_the_end_each_time():
    line = Line()
    line.say(b"one")
    line.say(b"two")
    line.end(1012, "restart")
    line.say(b"three")
    assert [await line.recv(), await line.recv()] == [b"one", b"two"]
    for _ in range(2):
        with pytest.raises(ConnectionClosed):
            await line.recv()
    assert (line.close_code, line.close_reason) == (1012, "restart")


async def test_who_speaks_on_a_line_that_was_cut_is_told():
    line = Line()
    line.end()
    with pytest.raises(ConnectionClosed):
        await line.send(b"anybody there?")
    assert await line.heard() is None
    assert line.close_code == 1006


async def test_an_end_ends_once():
    line = Line()
    await line.close(1000, "bye")
    line.end()
    assert (line.close_code, line.close_reason) == (1000, "bye")


async def test_a_ping_is_answered_at_once():
    async with asyncio.timeout(60):
        assert await (await Line().ping()) == 0
