"""
A terminal whose screen can be looked at: a pty on one side, pyte on the other.
"""

import asyncio
import fcntl
import os
import re
import struct
import termios
from collections.abc import Callable

import pyte

_KEYBOARD = re.compile(rb"\x1b\[[<>=?][0-9;]*u")
PATIENCE = 60.0
"""Seconds after which a screen that never comes fails the test."""


class Screen:
    """The outer end of a pty, and what it shows."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.master, self.slave = os.openpty()
        self._screen = pyte.HistoryScreen(columns, rows, history=1000)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()
        self.resize(columns, rows)
        asyncio.get_running_loop().add_reader(self.master, self._read)

    def resize(self, columns: int, rows: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, size)
        self._screen.resize(rows, columns)

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    @property
    def rows(self) -> list[str]:
        """All that was ever shown and is not blank, the oldest first."""
        columns = self._screen.columns
        gone = ["".join(line[x].data for x in range(columns)) for line in self._screen.history.top]
        return [row.rstrip() for row in (*gone, *self._screen.display) if row.strip()]

    @property
    def cursor(self) -> int:
        """The column of the cursor."""
        column: int = self._screen.cursor.x
        return column

    async def until(self, condition: Callable[[list[str]], bool]) -> list[str]:
        """Wait until the screen is as it should be."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition(self.rows):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            shown = "\n".join(self.rows)
            raise AssertionError(f"the screen stayed like this:\n{shown}") from None
        return self.rows

    async def shows(self, text: str) -> list[str]:
        """Wait for a text anywhere."""
        return await self.until(lambda rows: any(text in row for row in rows))

    async def ends_with(self, *last: str) -> list[str]:
        """Wait until these are the last rows."""
        return await self.until(lambda rows: rows[-len(last) :] == list(last))

    async def is_exactly(self, *all_: str) -> None:
        """Wait until these are all rows."""
        await self.until(lambda rows: rows == list(all_))

    def hang_up(self) -> None:
        if self.master >= 0:
            asyncio.get_running_loop().remove_reader(self.master)
            os.close(self.master)
            self.master = -1

    def close(self) -> None:
        self.hang_up()
        os.close(self.slave)

    def _read(self) -> None:
        try:
            # pyte does not know the keyboard protocol of kitty, and would show its end as text.
            self._stream.feed(_KEYBOARD.sub(b"", os.read(self.master, 65536)))
        except OSError:  # the last program on the other end is gone
            asyncio.get_running_loop().remove_reader(self.master)
        self._changed.set()
