"""Whoever is connected is asked as often, and who does not answer in time is given up."""

import asyncio

from server.gateway.wire.heartbeat import Heartbeat


class Connection:
    """Somebody who may answer, or may have closed."""

    def __init__(self, heartbeat, *, answers=True):
        self._heartbeat, self._answers = heartbeat, answers
        self.pings = 0
        self.open = True
        self.dead = asyncio.Event()
        self.pinged_often = asyncio.Event()

    def ping(self):
        if self.open:
            self.pings += 1
            if self._answers:
                self._heartbeat.answers(self)
            if self.pings == 3:
                self.pinged_often.set()
        return self.open

    def is_dead(self):
        self.dead.set()


async def test_whoever_answers_is_pinged_on_and_on():
    heartbeat = Heartbeat(0.01, 0.005)
    connection = Connection(heartbeat)
    heartbeat.begin(connection)
    await connection.pinged_often.wait()
    assert not connection.dead.is_set()
    heartbeat.stop()


async def test_whoever_does_not_answer_is_given_up_once_and_others_are_not():
    heartbeat = Heartbeat(0.02, 0.01)
    mute, other = Connection(heartbeat, answers=False), Connection(heartbeat)
    heartbeat.begin(mute)
    heartbeat.begin(other)
    await mute.dead.wait()
    await other.pinged_often.wait()
    assert (mute.pings, other.dead.is_set()) == (1, False)
    heartbeat.stop()


async def test_whoever_is_gone_or_closed_is_pinged_no_more():
    heartbeat = Heartbeat(0.01, 0.005)
    gone, closed, other = (Connection(heartbeat, answers=False) for _ in range(3))
    closed.open = False
    heartbeat.begin(gone)
    heartbeat.begin(closed)
    heartbeat.end(gone)
    heartbeat.begin(other)
    await other.dead.wait()
    assert (gone.pings, closed.pings) == (0, 0)
    assert not gone.dead.is_set()
    assert not closed.dead.is_set()


async def test_a_ping_that_is_answered_later_than_the_next_one_is_due_is_answered():
    heartbeat = Heartbeat(0.01, 60)
    slow = Connection(heartbeat, answers=False)
    heartbeat.begin(slow)
    await slow.pinged_often.wait()
    assert not slow.dead.is_set()
    heartbeat.stop()
