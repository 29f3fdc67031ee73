"""
Memory in large pages, where the system has some and leaves it to programs to ask for them.

What a server is made of (modules, types, code) lies all over its memory, and an action needs a
little of nearly all of it. In pages of 4 KiB the processor has to look up time and again where they
are, and in a virtual machine each time twice.
"""

import asyncio
import ctypes
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

SIZE = 1 << 21
"""Bytes of a large page where servers run; another system says no, and nothing is lost."""

SETTLED = 10.0
"""Seconds after which a server is up for good."""

APART = 0.02
"""Seconds between two pages: while one is laid, nobody gets any memory."""

_COLLAPSE = 25
"""What Linux calls putting what is there into large pages at once, since 6.1."""


class Region(NamedTuple):
    """Memory from one address up to another, which is left out."""

    begin: int
    end: int


def lay_on_large_pages_soon(seconds: float = SETTLED) -> None:
    """
    Do it so long from now, on a thread of its own: nobody is to wait for it.

    A server that is up for less has nothing of it.
    """
    thread = threading.Thread(target=lay_on_large_pages, name="large-pages", daemon=True)
    asyncio.get_running_loop().call_later(seconds, thread.start)


def lay_on_large_pages(apart: float = APART) -> int:
    """
    Put what is there into large pages, one after the other; how many bytes were.

    What comes later is put where the system puts it by itself, so that a server grows as before.
    Where there are none to be had nothing happens, and all goes on as it would have.
    """
    if sys.platform != "linux":
        return 0
    advise = ctypes.CDLL(None).madvise
    advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    with Path("/proc/self/maps").open(encoding="utf-8") as lines:
        regions = tuple(whole_pages(heaps(lines)))
    laid = 0
    for region in regions:
        for page in range(region.begin, region.end, SIZE):
            laid += SIZE if not advise(page, SIZE, _COLLAPSE) else 0
            time.sleep(apart)
    return laid


def heaps(lines: Iterable[str]) -> Iterator[Region]:
    """
    The memory in which a program keeps its things, from a list as Linux has it.

    Not so the stacks of threads, which are mostly empty: a page that nothing may touch is below
    each of them.
    """
    guarded = 0
    for line in lines:
        span, rights, _, _, inode, *name = line.split()
        region = Region(*[int(address, 16) for address in span.split("-")])
        if rights == "rw-p" and inode == "0" and name in ([], ["[heap]"]):
            if region.begin != guarded:
                yield region
        elif rights == "---p":
            guarded = region.end


def whole_pages(regions: Iterable[Region]) -> Iterator[Region]:
    """
    The large pages that lie in some regions as a whole.

    >>> list(whole_pages([Region(SIZE - 1, 3 * SIZE + 1), Region(5, 6)]))
    [Region(begin=2097152, end=6291456)]
    """
    for begin, end in regions:
        first, last = -(-begin // SIZE) * SIZE, end // SIZE * SIZE
        if first < last:
            yield Region(first, last)
