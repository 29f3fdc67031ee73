"""The clock of a loop: its timers go off, whoever has forgotten them."""

import asyncio
import gc

from server.tables.clock import LoopClock


async def test_timers_that_nobody_holds_go_off_though_garbage_is_collected():
    clock, gone_off = LoopClock(), asyncio.Queue[int]()

    def note(number):
        return lambda: gone_off.put_nowait(number)

    for number in range(100):
        clock.call_at(clock.now() + 0.01, note(number))
    gc.collect()
    assert sorted([await gone_off.get() for _ in range(100)]) == list(range(100))


async def test_a_timer_that_was_cancelled_does_not_go_off():
    clock, gone_off = LoopClock(), asyncio.Queue[str]()
    clock.call_at(clock.now() + 0.01, lambda: gone_off.put_nowait("cancelled")).cancel()
    clock.call_at(clock.now() + 0.02, lambda: gone_off.put_nowait("kept"))
    assert await gone_off.get() == "kept"


async def test_time_goes_forward():
    clock = LoopClock()
    times = [clock.now() for _ in range(1000)]
    assert times == sorted(times)
