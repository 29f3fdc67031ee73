"""What a server is made of lies on large pages where there are some, and nothing is lost by it."""

import asyncio
import sys
import threading

import pytest

from server.large_pages import (
    SIZE,
    Region,
    heaps,
    lay_on_large_pages,
    lay_on_large_pages_soon,
    whole_pages,
)

MAPS = """\
55d0c4a00000-55d0c4a01000 r-xp 00000000 08:01 1310 /usr/bin/python3
55d0c5e00000-55d0c6e21000 rw-p 00000000 00:00 0 [heap]
7f1a40000000-7f1a40800000 rw-p 00000000 00:00 0
7f1a4fffe000-7f1a4ffff000 ---p 00000000 00:00 0
7f1a4ffff000-7f1a507ff000 rw-p 00000000 00:00 0
7f1a60000000-7f1a60400000 rw-p 00000000 08:01 2620 /var/lib/showdown/showdown.db-shm
7f1a70000000-7f1a70400000 rw-s 00000000 00:00 77 /dev/shm/other
7ffd1c000000-7ffd1c021000 rw-p 00000000 00:00 0 [stack]
"""


def test_what_a_program_keeps_is_found_and_no_stack_file_or_code():
    found = list(heaps(MAPS.splitlines()))
    assert found == [
        Region(0x55D0C5E00000, 0x55D0C6E21000),
        Region(0x7F1A40000000, 0x7F1A40800000),
    ]
    assert list(whole_pages(found)) == [
        Region(0x55D0C5E00000, 0x55D0C6E00000),
        Region(0x7F1A40000000, 0x7F1A40800000),
    ]


def test_a_system_that_has_no_large_pages_is_not_asked(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("ctypes.CDLL", lambda _: pytest.fail("the system was asked"))
    assert lay_on_large_pages() == 0


def test_all_that_was_there_is_there_afterwards():
    kept = [str(number) * 9 for number in range(100_000)]
    laid = lay_on_large_pages(apart=0)
    assert laid % SIZE == 0
    assert kept == [str(number) * 9 for number in range(100_000)]


def test_one_page_is_laid_at_a_time_and_then_there_is_time_for_others(monkeypatch):
    happened = []

    class System:
        """Has large pages."""

        @staticmethod
        def madvise(begin, size, advice):
            happened.append(size)
            return 0

    monkeypatch.setattr("ctypes.CDLL", lambda _: System)
    monkeypatch.setattr("time.sleep", happened.append)
    laid = lay_on_large_pages(apart=0.5)
    assert laid == SIZE * (len(happened) // 2)
    assert happened == [SIZE, 0.5] * (laid // SIZE)


async def test_nobody_waits_for_it(monkeypatch):
    loop, laid = asyncio.get_running_loop(), asyncio.Event()
    threads = []

    def lay():
        threads.append(threading.current_thread())
        loop.call_soon_threadsafe(laid.set)

    monkeypatch.setattr("server.large_pages.lay_on_large_pages", lay)
    lay_on_large_pages_soon(0)
    await laid.wait()
    assert threads != [threading.main_thread()]
