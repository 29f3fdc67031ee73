"""What a connection has yet to send: in order, and whoever waits for it to go out is told."""

import asyncio

from server.gateway.outbox import Outbox


class Line:
    """A socket that takes a frame when the test lets it."""

    def __init__(self):
        self.taken = []
        self._room = asyncio.Semaphore(0)
        self.transport = self

    async def send(self, frame, *, text):
        await self._room.acquire()
        self.taken.append(frame)

    def take_one(self):
        self._room.release()

    def abort(self):
        pass


def outbox_of(line):
    outbox = Outbox(line)
    return outbox, asyncio.create_task(outbox.run())


async def settle():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_frame_is_handed_over_when_the_one_before_it_is_gone():
    line, handed = Line(), []
    outbox, sending = outbox_of(line)
    outbox.put(b"first")
    outbox.put(b"second", lambda: handed.append("second"))
    await settle()
    assert handed == []
    line.take_one()
    await settle()
    assert (line.taken, handed) == ([b"first"], ["second"])
    line.take_one()
    outbox.finish()
    await sending
    assert line.taken == [b"first", b"second"]


async def test_what_is_never_sent_is_never_handed_over():
    line, handed = Line(), []
    outbox, sending = outbox_of(line)
    outbox.put(b"first")
    outbox.put(b"second", lambda: handed.append("second"))
    await settle()
    outbox.cut()
    outbox.put(b"third", lambda: handed.append("third"))
    line.take_one()
    await sending
    assert handed == []
