"""
Processes as the system knows them: how one is started, and how it is known that it has ended.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

import structlog

from server.processes.crowds import ABSENT, Crowds, made_for
from server.processes.place import SIGN, VARIABLE, Place

log = structlog.get_logger()

READY, UP = 1, 2
"""How often a process has said something that is ready, and one that takes people in."""

LISTENS_FOR = 2.0
"""Seconds in which a process that works has said something."""

MISSED = 15
"""
So often nothing is heard of a process until it is taken for one that hangs.

Counted and not measured: where the whole machine stood still, we did too.
"""


class Started:
    """
    A process that was started.

    A line leads to it and nowhere else: it says there how far it is, and the line ends with it. If
    we end, whatever ends us, so does the line, and it knows. One that was up and says nothing any
    more is killed.
    """

    def __init__(self, name: str, process: subprocess.Popen[bytes], line: socket.socket) -> None:
        self._name, self._process, self._line = name, process, line
        self._line.setblocking(False)
        self._signs = 0
        """How often it has said something."""
        self._news = asyncio.Event()
        self._ended = asyncio.create_task(self._read())
        self._ended.add_done_callback(lambda _: self._news.set())

    @property
    def pid(self) -> int:
        return self._process.pid

    async def is_ready(self) -> bool:
        """Wait until it could take people in; False if it has ended instead."""
        return await self._has_said(READY)

    def open(self) -> None:
        """Let it take people in."""
        self._tell()

    def end_with_all(self) -> None:
        """Let it know that all others end, too, if it has been told to open."""
        self._tell()

    def _tell(self) -> None:
        with suppress(OSError):  # it has ended, which is heard as well
            self._line.send(SIGN)

    async def is_up(self) -> bool:
        """Wait until it takes people in; False if it has ended instead."""
        return await self._has_said(UP)

    async def _has_said(self, signs: int) -> bool:
        while self._signs < signs and not self._ended.done():
            self._news.clear()
            await self._news.wait()
        return self._signs >= signs

    async def ended(self) -> int:
        """Wait for its end; the exit code, or less than zero for a signal."""
        return await asyncio.shield(self._ended)

    def signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""
        with suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def _read(self) -> int:
        with suppress(ConnectionResetError):
            while signs := await self._hear():
                self._signs += signs
                self._news.set()
        self._line.close()
        return await asyncio.to_thread(self._process.wait)

    async def _hear(self) -> int:
        """Wait until it says something, and kill it if that takes too long; how much it said."""
        loop, missed = asyncio.get_running_loop(), 0
        while True:
            try:
                async with asyncio.timeout(LISTENS_FOR if self._signs >= UP else None):
                    return len(await loop.sock_recv(self._line, 16))
            except TimeoutError:
                missed += 1
            if missed == MISSED:
                log.error("process hangs, and is killed", process=self._name)
                self.signal(signal.SIGKILL)


class Starting:
    """Starts processes by the command line of this one; all share a port."""

    def __init__(self, base: str, processes: int, sockets: Sequence[socket.socket]) -> None:
        """
        Start none yet.

        Args:
            base: what is in front of their numbers in their names.
            sockets: which are bound.
        """
        self._base, self._processes, self._sockets = base, processes, sockets
        self._file: IO[bytes] = made_for(processes)
        self._crowds = Crowds(self._file.fileno(), processes)
        self._again: set[int] = set()

    def name(self, number: int) -> str:
        """The name of a process, as a node."""
        return f"{self._base}-{number}"

    def __call__(self, number: int) -> Started:
        """
        Start a process, in the place of one that has ended if there was one.

        Raises:
            OSError: the system cannot.
        """
        self._crowds[number] = ABSENT
        ours, theirs = socket.socketpair()
        place = Place(
            number=number,
            processes=self._processes,
            node=self.name(number),
            sockets=tuple(each.fileno() for each in self._sockets),
            crowds=self._file.fileno(),
            keeper=theirs.fileno(),
            tells_links=number == 1 and number not in self._again,
        )
        self._again.add(number)
        with theirs:
            try:
                process = subprocess.Popen(
                    [sys.executable, *sys.orig_argv[1:]],
                    env=os.environ | {VARIABLE: place.written()},
                    pass_fds=place.files,
                    # What is typed at the terminal is for the keeper. No session of its own: Linux
                    # shares out cores among sessions, and an action took 1.4 times as long.
                    process_group=0,
                )
            except OSError:
                ours.close()
                raise
        return Started(self.name(number), process, ours)

    def leave_port(self) -> None:
        """Have the port no more; it ends with the last process that has it."""
        for each in self._sockets:
            each.close()

    def close(self) -> None:
        """Start none any more."""
        self.leave_port()
        self._crowds.close()
        self._file.close()
