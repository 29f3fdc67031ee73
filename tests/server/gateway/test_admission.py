"""Who comes when all come at once is signed in in order, a few at a time."""

import asyncio

import pytest

from server.gateway.admission import (
    AT_LAST,
    AT_ONCE,
    LONGEST,
    MOST_APART,
    Admission,
    LineTooLong,
)
from tests.server.tables.kit import ManualClock


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def admission(clock):
    return Admission(10, clock)


def pass_time(clock, seconds):
    """Let the timers go off that are due by then."""
    until = clock.now() + seconds
    while (action := clock.due(until)) is not None:
        action()
    clock.jump(until - clock.now())


async def settle():
    for _ in range(3):
        await asyncio.sleep(0)


async def line_up(admission, number):
    served = []

    async def come(who):
        await admission.stand_in_line()
        served.append(who)

    waiting = [asyncio.create_task(come(who)) for who in range(number)]
    await asyncio.sleep(0)
    return served, waiting


async def test_the_first_ones_do_not_wait_and_the_others_come_in_order(admission, clock):
    clock.jump(100)
    served, waiting = await line_up(admission, AT_ONCE + 15)
    assert served == list(range(AT_ONCE))
    for more in range(1, 16):
        pass_time(clock, 0.101)
        await asyncio.sleep(0)
        assert served == list(range(AT_ONCE + more))
    await asyncio.gather(*waiting)


async def test_who_would_wait_too_long_is_told_when_to_come_back(admission, clock):
    clock.jump(100)
    places = AT_ONCE + int(LONGEST * 10)
    _, waiting = await line_up(admission, places)
    with pytest.raises(LineTooLong) as refused:
        await admission.stand_in_line()
    assert refused.value.seconds == pytest.approx(LONGEST + 0.1)
    pass_time(clock, refused.value.seconds)
    await asyncio.gather(*waiting)
    await admission.stand_in_line()


async def test_a_busy_server_serves_one_in_a_turn_and_leaves_the_loop_to_players_as_long_as_it_was(
    admission, clock
):
    quick = Admission(1024, clock)
    clock.jump(100)
    served, waiting = await line_up(quick, AT_ONCE + 5)
    for number in range(1, 6):
        clock.jump(0.015)  # the loop is busy, and its timer late
        pass_time(clock, 0)
        await settle()
        assert len(served) == AT_ONCE + number
        pass_time(clock, 0.9 * MOST_APART)
        await settle()
        assert len(served) == AT_ONCE + number
    await asyncio.gather(*waiting)


async def test_the_line_of_a_busy_server_is_as_long_as_it_takes(clock):
    quick = Admission(1024, clock)
    clock.jump(100)
    _, waiting = await line_up(quick, AT_ONCE + 60)
    for _ in range(50):
        clock.jump(MOST_APART)
        pass_time(clock, 0)
        await settle()
    _, more = await line_up(quick, 30)
    while not more[-1].done():
        more += (await line_up(quick, 1))[1]
    refused = more[-1].exception()
    assert isinstance(refused, LineTooLong)
    assert LONGEST < refused.seconds < LONGEST + MOST_APART
    assert len(more) < 2 * LONGEST / MOST_APART
    for each in (*waiting, *more):
        each.cancel()


async def test_who_has_waited_much_longer_than_it_had_seemed_is_told_so(admission, clock):
    clock.jump(100)
    _, waiting = await line_up(admission, AT_ONCE + 3)
    clock.jump(AT_LAST + 0.1)
    pass_time(clock, 0)
    answers = await asyncio.gather(*waiting[AT_ONCE:], return_exceptions=True)
    assert [type(each) for each in answers] == [LineTooLong] * 3
    pass_time(clock, 0.1)
    await admission.stand_in_line()


async def test_who_goes_away_while_he_waits_is_not_missed(admission, clock):
    clock.jump(100)
    _, waiting = await line_up(admission, AT_ONCE + 1)
    waiting[-1].cancel()
    pass_time(clock, 1)  # his turn comes before he has noticed that he goes
    await asyncio.wait(waiting)
    assert waiting[-1].cancelled()
