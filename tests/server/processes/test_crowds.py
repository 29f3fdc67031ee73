"""Newcomers go to the process with the fewest connections, and to another one if that hangs."""

import asyncio
import socket
import sys
import tempfile

import pytest

from server.gateway.wire.accepting import Accepting, listening_sockets
from server.processes.crowds import ABSENT, LONG_PATIENCE, PATIENCE, Crowds, GivingWay, made_for


@pytest.fixture
def crowds():
    with made_for(2) as file:
        made = Crowds(file.fileno(), 2)
        yield made
        made.close()


def process(crowds, number, connected=0, obstacle=None):
    return GivingWay(crowds, number, lambda: connected, lambda: obstacle)


def test_numbers_are_seen_by_all_who_have_the_file():
    with made_for(3) as file:
        mine, others = Crowds(file.fileno(), 3), Crowds(file.fileno(), 3)
        assert [others[number] for number in (1, 2, 3)] == [ABSENT] * 3
        mine[2] = 40
        assert (others[2], others.fewest) == (40, 40)
        mine.close()
        others.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they are in a file")
def test_numbers_need_no_folder_that_can_be_written(monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    with made_for(2) as file:
        crowds = Crowds(file.fileno(), 2)
        assert crowds.fewest == ABSENT
        crowds.close()


def test_a_process_takes_newcomers_at_once_unless_an_emptier_one_is_there(crowds):
    assert process(crowds, 1, 10)() == 0
    assert process(crowds, 2, 10)() == 0
    assert process(crowds, 2, 11)() == PATIENCE
    assert process(crowds, 2, 9)() == 0


def test_of_many_nobody_waits_for_a_process_that_has_a_few_less(crowds):
    assert process(crowds, 1, 1_500)() == 0
    assert process(crowds, 2, 1_600)() == 0
    assert process(crowds, 2, 1_601)() == PATIENCE


def test_where_nobody_should_be_sent_others_have_a_long_time_to_take_him(crowds):
    assert process(crowds, 1, 30)() == 0
    assert process(crowds, 2, 0, obstacle="it is draining")() == LONG_PATIENCE


def test_if_nobody_should_be_sent_to_any_process_all_take_him_to_tell_him_so(crowds):
    assert process(crowds, 1, obstacle="the bus is away")() == 0
    assert process(crowds, 2, obstacle="the bus is away")() == 0


class Taker:
    """A process of its own, but for the process."""

    def __init__(self, listener, crowds, number):
        self.taken: list[socket.socket] = []
        gives_way = GivingWay(crowds, number, lambda: len(self.taken), lambda: None)
        self.door = Accepting([listener], self.attend, gives_way)

    async def attend(self, connection):
        self.taken.append(connection)

    def close(self):
        for each in self.taken:
            each.close()


async def test_two_that_listen_at_one_port_share_out_evenly_who_comes(crowds):
    (listener,) = await listening_sockets("127.0.0.1", 0)
    takers = [Taker(listener, crowds, 1), Taker(listener.dup(), crowds, 2)]
    for each in takers:
        each.door.start()
    came = []
    for number in range(1, 41):
        came.append(socket.create_connection(listener.getsockname()))
        while sum(len(each.taken) for each in takers) < number:
            await asyncio.sleep(0)
    fewer, more = sorted(len(each.taken) for each in takers)
    assert more - fewer <= 2

    # And whoever is left takes all, those in the queue of the one that ended among them.
    queued = [socket.create_connection(listener.getsockname()) for _ in range(10)]
    takers[0].door.stop()
    crowds[1] = ABSENT
    before = len(takers[1].taken)
    while len(takers[1].taken) < before + 10:
        await asyncio.sleep(0)
    takers[1].door.stop()
    for taker in takers:
        taker.close()
    for client in (*came, *queued):
        client.close()
