"""Who keeps several processes: what starts, what is started again, and how all of it ends."""

import asyncio
import signal
from collections import deque

import pytest
from structlog.testing import capture_logs

from server.processes import keeping
from server.processes.keeping import LASTS, LONGEST, SHORTEST, Keeper, Kept

TERM, KILL = signal.SIGTERM, signal.SIGKILL


class FakeProcess:
    """A process that does what the test says."""

    pid = 17

    def __init__(self, deaf=False):
        self.deaf = deaf
        self.signals = []
        self.code = asyncio.get_running_loop().create_future()
        self.with_all = False
        self.ready, self.may_open = asyncio.Event(), asyncio.Event()

    def comes_up(self):
        self.ready.set()

    def ends(self, code):
        self.code.set_result(code)

    async def is_ready(self):
        return await self._comes(self.ready)

    def open(self):
        self.may_open.set()

    async def is_up(self):
        return await self._comes(self.may_open)

    async def ended_instead(self):
        self.ends(2)
        return False

    def end_with_all(self):
        self.with_all = True

    async def _comes(self, wanted):
        """Wait for something; False if the end is first."""
        coming = asyncio.create_task(wanted.wait())
        await asyncio.wait({coming, self.code}, return_when=asyncio.FIRST_COMPLETED)
        coming.cancel()
        return not self.code.done()

    async def ended(self):
        return await asyncio.shield(self.code)

    def signal(self, number):
        self.signals.append(number)
        if number == KILL or (number == TERM and not self.deaf and not self.code.done()):
            self.ends(0 if number == TERM else -KILL)


class House:
    """A keeper of fake processes, whose waits are over when the test says so."""

    def __init__(self, count=2):
        self.started: dict[int, list[FakeProcess]] = {number: [] for number in range(1, count + 1)}
        self.order = []
        self.is_full = False
        """Whether the system can start no process."""
        self.waits = deque[tuple[float, asyncio.Event]]()
        self.stopped = asyncio.Event()
        self.when_left = None
        """What the processes had been told when the port was left."""
        kept = [Kept(f"node-{number}", self._start(number), self._sleep) for number in self.started]
        self.keeper = Keeper(kept, self._leave)
        self.running = asyncio.create_task(self.keeper.run(self.stopped))

    def _start(self, number):
        def start():
            if self.is_full:
                raise BlockingIOError("Resource temporarily unavailable")
            process = FakeProcess()
            self.started[number].append(process)
            self.order.append(number)
            return process

        return start

    def _leave(self):
        self.when_left = [tuple(each.signals) for each in self.now]

    async def _sleep(self, seconds):
        over = asyncio.Event()
        self.waits.append((seconds, over))
        await over.wait()

    @property
    def now(self):
        """The processes that were started last."""
        return [each[-1] for each in self.started.values() if each]

    async def until(self, condition):
        async with asyncio.timeout(60):
            while not condition():
                await asyncio.sleep(0)

    async def up(self):
        """Let all of them come up."""
        for number in self.started:
            await self.until(lambda number=number: self.started[number])
            self.started[number][-1].comes_up()
        await self.idle()

    async def idle(self):
        """Let everybody do what he can."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def waits_for(self, seconds):
        """It waits for so long until it starts something again; let that be over."""
        await self.until(lambda: self.waits)
        waited, over = self.waits.popleft()
        assert waited == seconds
        over.set()
        await self.idle()

    async def ends(self):
        self.stopped.set()
        return await self.running


async def test_the_first_one_is_started_alone_and_then_all_others_together():
    house = House(3)
    await house.idle()
    assert house.order == [1]
    house.now[0].comes_up()
    await house.idle()
    assert house.order == [1, 2, 3]
    house.now[1].comes_up()
    await house.idle()
    # Nobody is taken in before all can.
    assert not any(each.may_open.is_set() for each in house.now)
    house.now[2].comes_up()
    await house.idle()
    assert all(each.may_open.is_set() for each in house.now)
    assert await house.ends() == 0
    assert house.when_left == [()] * 3
    assert all(each.with_all for each in house.now)
    assert [each.signals for each in house.now] == [[TERM]] * 3


@pytest.mark.parametrize(("ended", "code"), [(2, 2), (1, 1), (-9, 1)])
async def test_if_the_first_one_does_not_start_no_other_is_tried_and_its_code_is_theirs(
    ended, code
):
    house = House()
    await house.idle()
    house.now[0].ends(ended)
    assert await house.running == code
    assert house.order == [1]


async def test_if_another_one_does_not_start_at_the_beginning_all_end():
    house = House(3)
    await house.idle()
    house.now[0].comes_up()
    await house.idle()
    house.started[2][0].comes_up()
    house.started[3][0].ends(2)
    assert await house.running == 2
    assert [each[0].signals for each in house.started.values()] == [[TERM], [TERM], []]


async def test_if_one_cannot_open_its_door_at_the_beginning_all_end():
    house = House()
    for number in (1, 2):
        await house.until(lambda number=number: house.started[number])
        if number == 2:
            house.now[1].is_up = house.now[1].ended_instead
        house.now[-1].comes_up()
        await house.idle()
    assert await house.running == 2


async def test_a_process_that_ends_by_itself_is_started_again_and_the_log_says_so():
    house = House()
    await house.up()
    with capture_logs() as logged:
        house.now[1].ends(-9)
        await house.waits_for(SHORTEST)
        house.now[1].comes_up()
        await house.idle()
    assert house.order == [1, 2, 2]
    (line,) = [each for each in logged if each["log_level"] == "warning"]
    assert (line["process"], line["code"], line["after_s"]) == ("node-2", -9, SHORTEST)
    assert await house.ends() == 0


async def test_one_that_does_not_last_is_started_again_later_and_later():
    house = House()
    await house.up()
    house.now[0].ends(1)
    waits = []
    for _ in range(8):
        await house.until(lambda: house.waits)
        waits.append(house.waits[0][0])
        await house.waits_for(waits[-1])
        house.now[0].ends(2)
        await house.idle()
    assert waits[:3] == [SHORTEST, 2 * SHORTEST, 4 * SHORTEST]
    assert waits[-1] == LONGEST
    assert await house.ends() == 0


async def test_one_that_the_system_cannot_start_is_tried_again_and_the_others_go_on():
    house = House()
    await house.up()
    house.is_full = True
    with capture_logs() as logged:
        house.now[1].ends(-9)
        await house.waits_for(SHORTEST)
        await house.waits_for(2 * SHORTEST)
    house.is_full = False
    await house.waits_for(4 * SHORTEST)
    house.now[1].comes_up()
    await house.idle()
    assert [len(each) for each in house.started.values()] == [1, 2]
    assert [each.signals for each in house.now] == [[], []]
    reasons = [each["reason"] for each in logged if each["event"] == "process cannot be started"]
    assert reasons == ["Resource temporarily unavailable"] * 2
    assert await house.ends() == 0


async def test_if_the_system_cannot_start_any_that_is_the_end():
    house = House()
    house.is_full = True
    assert await house.running == 1
    assert house.order == []


async def test_one_that_has_lasted_is_started_again_soon(monkeypatch):
    monkeypatch.setattr(keeping, "LASTS", 0.0)
    assert LASTS > LONGEST
    house = House()
    await house.up()
    for _ in range(3):
        house.now[0].ends(1)
        await house.waits_for(SHORTEST)
        house.now[0].comes_up()
        await house.idle()
    assert await house.ends() == 0


async def test_they_are_replaced_one_after_the_other_each_when_the_one_before_is_up():
    house = House()
    await house.up()
    first, second = house.now
    house.keeper.replace_all()
    house.keeper.replace_all()
    await house.waits_for(0)
    assert (first.signals, second.signals) == ([TERM], [])
    await house.idle()
    assert second.signals == []
    house.now[0].comes_up()
    await house.waits_for(0)
    assert second.signals == [TERM]
    house.now[1].comes_up()
    await house.idle()
    assert house.order == [1, 2, 1, 2]
    assert not first.with_all
    assert not second.with_all
    house.keeper.replace_all()
    await house.idle()
    assert house.started[1][1].signals == [TERM]
    assert await house.ends() == 0


async def test_one_that_does_not_hear_is_killed_and_the_exit_code_says_that_it_was(monkeypatch):
    monkeypatch.setattr(keeping, "ENDS_WITHIN", 0.01)
    house = House()
    await house.up()
    house.now[1].deaf = True
    with capture_logs() as logged:
        assert await house.ends() == 1
    assert house.now[1].signals == [TERM, KILL]
    (line,) = [each for each in logged if each["log_level"] == "error"]
    assert line["process"] == "node-2"


async def test_who_is_told_to_end_while_he_starts_ends_what_he_has_started():
    house = House(3)
    await house.idle()
    house.now[0].comes_up()
    await house.idle()
    assert await house.ends() == 0
    assert [each.signals for each in house.now] == [[TERM]] * 3


async def test_who_ended_before_he_could_hear_that_he_should_has_ended_in_good_order():
    house = House(1)
    await house.idle()
    house.now[0].deaf = True
    house.stopped.set()
    await house.until(lambda: house.now[0].signals)
    house.now[0].ends(-TERM)
    assert await house.running == 0


async def test_a_signal_for_all_reaches_those_that_run():
    house = House()
    await house.up()
    house.now[1].ends(-9)
    await house.until(lambda: house.waits)
    house.keeper.signal(signal.SIGHUP)
    assert [each.signals for each in house.now] == [[signal.SIGHUP], []]
    assert await house.ends() == 0


async def test_a_signal_that_one_cannot_hear_yet_reaches_it_when_it_is_up():
    house = House()
    await house.idle()
    house.keeper.signal(signal.SIGHUP)
    assert house.now[0].signals == []
    await house.up()
    assert [each.signals for each in house.now] == [[signal.SIGHUP]] * 2
    house.now[1].ends(-9)
    await house.waits_for(SHORTEST)
    house.keeper.signal(signal.SIGHUP)
    house.keeper.signal(signal.SIGHUP)
    assert house.now[1].signals == []
    house.now[1].comes_up()
    await house.idle()
    assert house.now[1].signals == [signal.SIGHUP]
    assert await house.ends() == 0


async def test_a_fault_of_our_own_ends_the_processes_and_is_raised():
    def start():
        raise RuntimeError("a fault of ours")

    keeper = Keeper([Kept("node-1", start, asyncio.sleep)], lambda: None)
    with pytest.raises(RuntimeError, match="a fault of ours"):
        await keeper.run(asyncio.Event())
