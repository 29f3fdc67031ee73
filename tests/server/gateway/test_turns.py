"""Of those without a seat, one in a turn of the loop is answered, seen off or refused."""

import asyncio
from collections import Counter

import pytest
from websockets.exceptions import InvalidStatus

from server.gateway import turns
from server.gateway.admission import Admission, LineTooLong
from server.gateway.turns import AT_ONCE, Turns
from tests.server.gateway.kit import open_house
from tests.server.gateway.test_seat import an_evening


async def counted(number):
    """Count the turns of the loop from now on, in the first item of a list."""
    while True:
        number[0] += 1
        await asyncio.sleep(0)


async def test_while_few_ask_nobody_waits():
    turns = Turns()
    for _ in range(AT_ONCE):
        with pytest.raises(StopIteration):
            turns.come().send(None)


async def test_however_many_ask_a_few_are_answered_in_a_turn_in_the_order_in_which_they_came():
    turns, number, answered = Turns(), [0], []

    async def ask(asker):
        await turns.come()
        answered.append((number[0], asker))

    counting = asyncio.create_task(counted(number))
    await asyncio.gather(*(ask(asker) for asker in range(10 * AT_ONCE)))
    counting.cancel()
    assert [asker for _, asker in answered] == list(range(10 * AT_ONCE))
    assert set(Counter(turn for turn, _ in answered).values()) == {AT_ONCE}


async def test_who_has_gone_takes_nobodys_turn():
    turns = Turns()
    askers = [asyncio.create_task(turns.come()) for _ in range(3 * AT_ONCE)]
    await asyncio.sleep(0)
    for asker in askers[AT_ONCE : 2 * AT_ONCE]:
        asker.cancel()
    await asyncio.gather(*askers[2 * AT_ONCE :])


async def test_who_has_a_seat_does_not_stand_in_that_line(monkeypatch):
    async with an_evening("Anna", "Boris", "Zoe") as evening:
        await evening.sit("Anna", "Boris")
        may_come = asyncio.Event()
        monkeypatch.setattr(Turns, "come", lambda _: may_come.wait())
        asked = asyncio.create_task(evening.wires["Zoe"].ask("tables"))
        assert (await evening.wires["Anna"].ask("tables"))["ok"]
        assert not asked.done()
        may_come.set()
        assert (await asked)["ok"]


async def test_who_had_a_seat_is_seen_off_before_those_who_had_none_and_left_earlier(monkeypatch):
    async with an_evening("Anna", "Boris", "Zoe") as evening:
        await evening.sit("Anna", "Boris")
        seen_off: asyncio.Queue[object] = asyncio.Queue()
        goes = evening.house.lobby.goes

        def noted(listener):
            goes(listener)
            seen_off.put_nowait(listener.account)

        monkeypatch.setattr(evening.house.lobby, "goes", noted)
        may_come = asyncio.Event()
        monkeypatch.setattr(Turns, "come", lambda _: may_come.wait())
        await evening.wires["Zoe"].socket.close()
        await evening.wires["Anna"].socket.close()
        assert await seen_off.get() == evening.account("Anna")
        assert seen_off.empty()
        may_come.set()
        assert await seen_off.get() == evening.account("Zoe")


async def test_who_finds_no_place_in_the_line_is_told_so_in_a_turn_of_the_loop(monkeypatch):
    asked, may_come = asyncio.Event(), asyncio.Event()

    async def stand_in_line(_):
        asked.set()
        raise LineTooLong(3.0)

    async def knock(house):
        with pytest.raises(InvalidStatus) as refused:
            async with house.client():
                pass
        return refused.value.response.status_code

    monkeypatch.setattr(Admission, "stand_in_line", stand_in_line)
    async with open_house() as house:
        answered: list[int] = []
        monkeypatch.setattr(house.gateway, "answered", lambda _, status: answered.append(status))
        monkeypatch.setattr(house.gateway.reception.refusals, "come", may_come.wait)
        knocking = asyncio.create_task(knock(house))
        await asked.wait()
        assert answered == []  # else it would have been in the same step
        may_come.set()
        assert await knocking == 503
        assert answered == [503]


async def test_between_two_who_have_no_seat_the_loop_leaves_time_to_others(monkeypatch):
    monkeypatch.setattr(turns, "APART", 3_600)
    line = Turns()
    askers = [asyncio.create_task(line.come()) for _ in range(2 * AT_ONCE)]
    for _ in range(10):
        await asyncio.sleep(0)
    assert [asker.done() for asker in askers] == [True] * AT_ONCE + [False] * AT_ONCE
    for asker in askers:
        asker.cancel()
