"""What a connection has yet to send: in order, and whoever waits for it to go out is told."""

import asyncio

from server.gateway.outbox import Outbox


class Line:
    """A socket that takes a frame when the test lets it."""

    paused = True

    def __init__(self):
        self.taken = []
        self._room = asyncio.Semaphore(0)

    def write(self, frame):
        self.taken.append(frame)
        return True

    async def drain(self):
        await self._room.acquire()

    def take_one(self):
        self._room.release()

    def turn_out(self):
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
    assert (line.taken, handed) == ([b"first", b"second"], ["second"])
    line.take_one()
    outbox.finish()
    await sending


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


async def test_who_has_much_to_read_is_waited_for_until_he_has_read_most_of_it(monkeypatch):
    monkeypatch.setattr("server.gateway.outbox.LATE_FRAMES", 2)
    line = Line()
    outbox, sending = outbox_of(line)
    for number in range(4):
        outbox.put(b"%d" % number)
    waiting = asyncio.create_task(outbox.has_room())
    await settle()
    assert outbox.is_late
    assert not waiting.done()
    line.take_one()
    await waiting
    outbox.cut()
    await outbox.has_room()
    line.take_one()
    await sending


async def test_nobody_waits_for_who_is_cut_off_or_gone(monkeypatch):
    monkeypatch.setattr("server.gateway.outbox.LATE_FRAMES", 0)
    for end in (Outbox.cut, Outbox.finish):
        line = Line()
        outbox, sending = outbox_of(line)
        for _ in range(3):
            outbox.put(b"unread")
        waiting = asyncio.create_task(outbox.has_room())
        await settle()
        end(outbox)
        await waiting
        sending.cancel()
        await asyncio.wait([sending])
