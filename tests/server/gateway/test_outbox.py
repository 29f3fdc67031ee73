"""What a connection has yet to send: in order, and whoever waits for it to go out is told."""

import asyncio

import pytest

from server.gateway import outbox as module
from server.gateway.outbox import Outbox


class Line:
    """A socket that takes as many frames as the test gives it room for, and then is paused."""

    def __init__(self, room=0):
        self.taken, self._room = [], room
        self.paused = self.gone = self.cut = False
        self.on_room = lambda: None

    def write(self, frame):
        if self.gone:
            return False
        self.taken.append(frame)
        self._room -= 1
        self.paused = self._room < 0
        return True

    def make_room(self, frames=0):
        self._room, self.paused = frames, False
        self.on_room()

    def lose(self):
        self.gone, self.paused = True, False
        self.on_room()

    def turn_out(self):
        self.cut = True


ENDS = (
    lambda outbox, _: outbox.cut(),
    lambda _, line: line.lose(),
    lambda outbox, _: outbox.finish(),
)


async def test_what_can_be_sent_is_sent_at_once():
    line, handed = Line(room=9), []
    outbox = Outbox(line)
    outbox.put(b"first", lambda: handed.append("first"))
    assert (line.taken, handed, outbox.waiting) == ([b"first"], ["first"], 0)


async def test_a_frame_is_handed_over_when_the_one_before_it_is_gone():
    line, handed = Line(), []
    outbox = Outbox(line)
    outbox.put(b"first")
    outbox.put(b"second", lambda: handed.append("second"))
    outbox.put(b"third", lambda: handed.append("third"))
    assert (line.taken, handed, outbox.waiting) == ([b"first"], [], 2)
    line.make_room()
    assert (line.taken, handed) == ([b"first", b"second"], ["second"])
    line.make_room()
    assert handed == ["second", "third"]


async def test_whoever_has_caught_up_may_be_told_more_and_nothing_overtakes():
    line, caught_up = Line(), []

    def catch_up():
        caught_up.append(len(line.taken))
        if len(caught_up) == 1:
            outbox.put(b"third")

    outbox = Outbox(line, catch_up)
    outbox.put(b"first")
    outbox.put(b"second")
    assert caught_up == []
    line.make_room(frames=9)
    assert (line.taken, caught_up) == ([b"first", b"second", b"third"], [2])


async def test_what_is_never_sent_is_never_handed_over():
    for end in ENDS[:2]:
        line, handed = Line(), []
        outbox = Outbox(line)
        outbox.put(b"first")
        outbox.put(b"second", lambda: handed.append("second"))  # noqa: B023 - within the loop
        end(outbox, line)
        outbox.put(b"third", lambda: handed.append("third"))  # noqa: B023 - within the loop
        line.make_room(frames=9)
        assert (line.taken, handed) == ([b"first"], [])
        await outbox.flushed()


async def test_after_the_last_word_nothing_is_taken_and_what_is_there_is_sent():
    line = Line()
    outbox = Outbox(line)
    for frame in (b"first", b"second"):
        outbox.put(frame)
    outbox.finish()
    outbox.put(b"third")
    flushed = asyncio.create_task(outbox.flushed())
    await asyncio.sleep(0)
    assert not flushed.done()
    line.make_room()
    await flushed
    assert line.taken == [b"first", b"second"]


@pytest.mark.parametrize(("most", "value"), [("MOST_FRAMES", 3), ("MOST_BYTES", 18)])
async def test_who_leaves_too_much_unread_is_cut_off(monkeypatch, most, value):
    monkeypatch.setattr(module, most, value)
    line = Line()
    outbox = Outbox(line)
    for _ in range(4):
        outbox.put(b"unread")
    assert not line.cut
    outbox.put(b"unread")
    assert line.cut
    assert outbox.overflowed
    assert outbox.waiting == 0


async def test_who_makes_no_room_in_time_is_cut_off(monkeypatch):
    monkeypatch.setattr(module, "SEND_DEADLINE", 0.01)
    line = Line()
    outbox = Outbox(line)
    outbox.put(b"first")
    outbox.put(b"second")
    await outbox.flushed()
    assert line.cut
    quick = Line()
    outbox = Outbox(quick)
    outbox.put(b"first")
    quick.make_room()
    outbox.put(b"second")
    quick.make_room(frames=9)
    outbox.put(b"third")
    slow = Line()
    Outbox(slow).put(b"only")
    while not slow.cut:
        await asyncio.sleep(0)
    assert not quick.cut


async def test_who_has_filled_his_line_with_answers_to_his_pings_has_no_more_time(monkeypatch):
    monkeypatch.setattr(module, "SEND_DEADLINE", 0.01)
    line = Line(room=9)
    line.paused = True
    outbox = Outbox(line)
    outbox.put(b"first")
    await outbox.flushed()
    assert line.cut
    assert outbox.overflowed
    assert line.taken == []


async def test_who_is_told_more_when_something_is_on_its_way_has_no_deadline_for_it(monkeypatch):
    monkeypatch.setattr(module, "SEND_DEADLINE", 0)
    line = Line()
    outbox = Outbox(line)
    outbox.put(b"first")
    for frame in (b"second", b"third"):
        outbox.put(frame, lambda: outbox.put(b"more"))
    line.make_room(frames=9)
    assert line.taken == [b"first", b"second", b"third", b"more", b"more"]
    other = Line()
    Outbox(other).put(b"only")
    while not other.cut:
        await asyncio.sleep(0)
    assert not line.cut


async def test_who_has_much_to_read_is_waited_for_until_he_has_read_most_of_it(monkeypatch):
    monkeypatch.setattr(module, "LATE_FRAMES", 2)
    line = Line()
    outbox = Outbox(line)
    for number in range(4):
        outbox.put(b"%d" % number)
    waiting = asyncio.create_task(outbox.has_room())
    await asyncio.sleep(0)
    assert outbox.is_late
    assert not waiting.done()
    line.make_room()
    await waiting
    outbox.cut()
    await outbox.has_room()


async def test_nobody_waits_for_who_is_cut_off_or_gone(monkeypatch):
    monkeypatch.setattr(module, "LATE_FRAMES", 0)
    for end in ENDS:
        line = Line()
        outbox = Outbox(line)
        for _ in range(3):
            outbox.put(b"unread")
        waiting = asyncio.create_task(outbox.has_room())
        await asyncio.sleep(0)
        assert not waiting.done()
        end(outbox, line)
        await waiting
