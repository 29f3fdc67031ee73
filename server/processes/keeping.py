"""
Keeps several processes running: starts them, starts again which has ended, ends all of them.

The first one is started alone. What keeps it from starting would keep all of them, and so is said
once. Nobody is taken in until all are ready, or the first would have everybody who comes back after
a restart. Later a process that ends by itself is missed by nobody: the others run its tables.
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NoReturn, Protocol

import structlog

log = structlog.get_logger()

SHORTEST = 0.5
"""Seconds until a process that has ended is started again; twice as many if it does not last."""

LONGEST = 30.0
"""Seconds, at most."""

LASTS = 60.0
"""A process that has run for so many seconds has lasted."""

ORDERLY = {0, -signal.SIGTERM}
"""How processes end that were told to, also before they could hear it."""

ENDS_WITHIN = 25.0
"""Seconds that a process has to end by itself; a container is given thirty."""


class Process(Protocol):
    """A process that was started."""

    @property
    def pid(self) -> int:
        """Its number."""

    async def is_ready(self) -> bool:
        """Wait until it could take people in; False if it has ended instead."""

    def open(self) -> None:
        """Let it take people in."""

    async def is_up(self) -> bool:
        """Wait until it takes people in; False if it has ended instead."""

    def end_with_all(self) -> None:
        """Let it know that all others end, too, if it has been told to open."""

    async def ended(self) -> int:
        """Wait for its end; the exit code, or less than zero for a signal."""

    def signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""


class EndedAtStart(Exception):
    """A process has ended before it took people in, or could not even begin."""

    def __init__(self, code: int) -> None:
        super().__init__(f"ended with {code}")
        self.code = code


Sleep = Callable[[float], Awaitable[None]]


class Kept:
    """One of the processes, whichever runs as it now."""

    def __init__(self, name: str, start: Callable[[], Process], sleep: Sleep) -> None:
        """``start`` may raise an ``OSError`` where the system cannot do it."""
        self.name = name
        self._start, self._sleep = start, sleep
        self._process: Process | None = None
        self._is_up = asyncio.Event()
        self._is_replaced = False
        """Whether it is we who let it end."""
        self._unheard: set[int] = set()
        """Signals that wait until it is up."""

    async def prepare(self) -> None:
        """
        Start it, and wait until it could take people in.

        Raises:
            EndedAtStart: it cannot; it has said why.
        """
        try:
            process = self._process = self._start()
        except OSError as error:  # no memory, too many processes, or a program that is replaced
            log.warning("process cannot be started", process=self.name, reason=str(error))
            raise EndedAtStart(1) from None
        await self._expect(process, process.is_ready())

    async def open(self) -> None:
        """
        Let it take people in.

        Raises:
            EndedAtStart: it cannot; it has said why.
        """
        process = self._process
        assert process is not None
        process.open()
        await self._expect(process, process.is_up())
        log.info("process is up", process=self.name, pid=process.pid)
        self._is_up.set()
        while self._unheard:
            process.signal(self._unheard.pop())

    async def _expect(self, process: Process, wanted: Awaitable[bool]) -> None:
        if not await wanted:
            self._process = None
            raise EndedAtStart(await process.ended())

    async def keep(self) -> NoReturn:
        """Start it again whenever it has ended."""
        loop, wait = asyncio.get_running_loop(), SHORTEST
        while True:
            since = loop.time()
            code = await self._has_ended()
            if self._is_replaced:
                wait = 0.0
            elif loop.time() - since >= LASTS:
                wait = SHORTEST
            if not self._is_replaced:
                log.warning(
                    "process has ended, and is started again",
                    process=self.name,
                    code=code,
                    after_s=wait,
                )
            self._is_replaced = False
            wait = await self._begin_at_last(wait)

    async def _has_ended(self) -> int:
        assert self._process is not None
        code = await self._process.ended()
        self._process = None
        self._is_up.clear()
        return code

    async def _begin_at_last(self, wait: float) -> float:
        """Start it as often as it takes; how long to wait if it does not last."""
        while True:
            await self._sleep(wait)
            wait = min(max(2 * wait, SHORTEST), LONGEST)
            try:
                await self.prepare()
                await self.open()
            except EndedAtStart as error:
                log.warning(
                    "process did not start", process=self.name, code=error.code, again_after_s=wait
                )
            else:
                return wait

    async def replace(self) -> None:
        """Let it end, and wait until another one takes people in; for one that is kept."""
        await self._is_up.wait()
        self._is_replaced = True
        self._is_up.clear()
        await self.end()
        await self._is_up.wait()

    def signal(self, number: int) -> None:
        """Send it a signal; when it is up if it is not, since one that starts would die of it."""
        if self._process is not None and self._is_up.is_set():
            self._process.signal(number)
        else:
            self._unheard.add(number)

    async def end(self, *, with_all: bool = False) -> int:
        """Let it end, as it should or by force; the exit code, 0 if it did not run."""
        process = self._process
        if process is None:
            return 0
        if with_all:
            process.end_with_all()
        process.signal(signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(ENDS_WITHIN):
                return await process.ended()
        log.error("process did not end, and is killed", process=self.name)
        process.signal(signal.SIGKILL)
        return await process.ended()


class Keeper:
    """Keeps processes; :meth:`run` it once."""

    def __init__(self, kept: Sequence[Kept], when_ending: Callable[[], None]) -> None:
        """``when_ending`` is called before the processes are told to end."""
        self._kept, self._when_ending = kept, when_ending
        self._replacing: asyncio.Task[None] | None = None

    async def run(self, stopped: asyncio.Event) -> int:
        """
        Keep them until it is to stop, or until one does not start at the beginning.

        Returns:
            The exit code: 0 if all have ended as they should, else that of one that did not start.
        """
        working = asyncio.create_task(self._work())
        stopping = asyncio.create_task(stopped.wait())
        try:
            await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            failed = _failure(working)
            tasks = {working, stopping} | ({self._replacing} if self._replacing else set())
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            log.info("processes end", count=len(self._kept))
            self._when_ending()
            codes = await asyncio.gather(*(each.end(with_all=True) for each in self._kept))
        if failed is None:
            return 0 if ORDERLY.issuperset(codes) else 1
        if not isinstance(failed, EndedAtStart):
            raise failed
        return max(failed.code, 1)

    def signal(self, number: int) -> None:
        """Send all of them a signal that they can hear when they are up."""
        for each in self._kept:
            each.signal(number)

    def replace_all(self) -> None:
        """Let one after the other end and start anew, unless that is being done."""
        if self._replacing is None or self._replacing.done():
            self._replacing = asyncio.create_task(self._replace_all())

    async def _replace_all(self) -> None:
        for each in self._kept:
            log.info("process is replaced", process=each.name)
            await each.replace()
        log.info("all processes are replaced", count=len(self._kept))

    async def _work(self) -> None:
        first, *others = self._kept
        await first.prepare()
        await asyncio.gather(*(each.prepare() for each in others))
        await asyncio.gather(*(each.open() for each in self._kept))
        log.info("all processes are up", count=len(self._kept))
        await asyncio.gather(*(each.keep() for each in self._kept))


def _failure(working: asyncio.Task[None]) -> BaseException | None:
    """Why the work has ended, if it has."""
    return working.exception() if working.done() and not working.cancelled() else None
