"""What one of several processes is told, and what it has from that."""

import asyncio
import socket

import pytest

from server.config import load_settings
from server.processes.crowds import made_for
from server.processes.place import VARIABLE, Berth, Place, read_place

PLACE = Place(number=3, processes=4, node="cards-3", sockets=(5, 6), crowds=7, keeper=8)


def test_a_place_is_read_once_so_that_nobody_started_from_there_takes_it_for_his():
    environment = {VARIABLE: PLACE.written(), "HOME": "/"}
    assert read_place(environment) == PLACE
    assert environment == {"HOME": "/"}
    assert read_place(environment) is None


@pytest.mark.parametrize(("given", "own"), [(8766, 8768), (0, 0), (None, None)])
def test_each_process_has_its_name_and_its_own_port_for_metrics(given, own):
    settings = PLACE.own(load_settings(metrics_port=given))
    assert (settings.node, settings.metrics_port) == ("cards-3", own)


@pytest.fixture
def berth():
    """A place in use, and the end of the line that its keeper has."""
    with made_for(1) as file, socket.create_server(("127.0.0.1", 0)) as listener:
        keeper, line = socket.socketpair()
        place = Place(
            number=1,
            processes=1,
            node="cards-1",
            sockets=(listener.dup().detach(),),
            crowds=file.fileno(),
            keeper=line.detach(),
        )
        with keeper:
            made = Berth(place)
            yield made, keeper
            made.close()


async def test_a_process_hears_of_the_end_of_who_has_started_it_and_of_nothing_else(berth):
    place, keeper = berth
    alone = asyncio.Event()
    place.attend(alone.set)
    place.is_up()
    assert keeper.recv(16) == b"."
    keeper.send(b".")
    await place.may_open()
    assert not alone.is_set()
    keeper.close()
    await asyncio.wait_for(alone.wait(), 60)


async def test_a_process_that_is_told_once_more_ends_with_all_others(berth):
    place, keeper = berth
    over = asyncio.Event()
    place.attend(over.set)
    keeper.send(b".")
    await place.may_open()
    assert place.end_together == ()
    keeper.send(b".")
    await asyncio.wait_for(over.wait(), 60)
    assert place.end_together == ("cards-1",)
    assert PLACE.all_nodes == ("cards-1", "cards-2", "cards-3", "cards-4")


async def test_a_process_that_takes_people_in_says_so_again_and_again(berth, monkeypatch):
    place, keeper = berth
    monkeypatch.setattr("server.processes.place.SAYS_EVERY", 0.01)
    place.is_up()
    for _ in range(3):
        assert await asyncio.to_thread(keeper.recv, 1) == b"."


async def test_a_process_whose_keeper_hears_nothing_goes_on(berth):
    place, keeper = berth
    for _ in range(1_000):
        place.is_up()
    assert len(keeper.recv(10_000)) < 1_000


async def test_a_process_that_is_ready_says_so_and_waits_until_it_may_open(berth):
    place, keeper = berth
    place.attend(lambda: None)
    opening = asyncio.create_task(place.may_open())
    assert await asyncio.to_thread(keeper.recv, 16) == b"."
    assert not opening.done()
    keeper.send(b".")
    await asyncio.wait_for(opening, 60)


async def test_a_process_whose_keeper_is_gone_while_it_starts_comes_to_its_end(berth):
    place, keeper = berth
    place.attend(place.wait_no_more)
    keeper.close()
    await asyncio.wait_for(place.may_open(), 60)
    place.is_up()


async def test_a_process_that_is_to_end_does_not_wait_until_it_may_open(berth):
    place, _ = berth
    opening = asyncio.create_task(place.may_open())
    await asyncio.sleep(0)
    assert not opening.done()
    place.wait_no_more()
    await asyncio.wait_for(opening, 60)
