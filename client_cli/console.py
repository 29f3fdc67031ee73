"""
Where a game is shown and typed: lines out, lines in.

:func:`open_console` gives the line editor of :mod:`client_cli.terminal` where there is a terminal
that can be edited, and else whole lines from stdin: a pipe, a file, a Windows console, a dumb
terminal. On stdout is the game, on stderr the rest.
"""

import asyncio
import codecs
import getpass
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from types import TracebackType
from typing import IO, Protocol, Self, TextIO

from client_cli.letters import in_letters, writes_signs, writes_suits
from client_cli.settings import Suits
from showdown.protocol.plain import plain


class Console(Protocol):
    """What the game needs of a terminal."""

    def say(self, line: str) -> None:
        """Show a line of the game."""

    def note(self, line: str) -> None:
        """Show a line about the game: connections, names, complaints."""

    def prompt(self, text: str) -> None:
        """Say what is waited for, where there is a place for it."""

    async def read(self) -> str | None:
        """The next line that was typed; None when no more will come."""

    async def read_secret(self, question: str) -> str | None:
        """A line that is not shown; None if there is nobody to ask."""


def printable(line: str) -> str:
    r"""
    A line that moves no cursor and hides nothing, whatever a name in it tries.

    >>> printable("Eve\x1b[2J wins")
    'Eve?[2J wins'
    """
    return plain(line)


def shows_suits(stream: TextIO) -> bool:
    """Whether the signs of the suits can be shown there."""
    return writes_suits(stream)


def shows_signs(stream: TextIO, signs: str) -> bool:
    """Whether these signs can be written there."""
    return writes_signs(stream, signs)


def wants_letters(ascii: bool, suits: Suits) -> bool:
    """Whether suits are letters on this terminal: as was said, or is set, or as it can show."""
    if ascii or suits is Suits.LETTERS:
        return True
    return suits is Suits.AUTO and not shows_suits(sys.stdout)


class LineConsole:
    """Whole lines in and out; a thread waits for those that come in."""

    def __init__(
        self, source: int, out: IO[str], err: IO[str], fit: Callable[[str], str] = printable
    ) -> None:
        self._source = source
        self._fit = fit
        self._out = out
        self._err = err
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._started = False

    def say(self, line: str) -> None:
        """Write a line to stdout."""
        _write(self._out, self._fit(line))

    def note(self, line: str) -> None:
        """Write a line to stderr."""
        _write(self._err, self._fit(line))

    def prompt(self, text: str) -> None:
        """Nothing: what is read by programs has no prompts in it."""

    async def read(self) -> str | None:
        """The next line; None at the end of stdin."""
        if not self._started:
            self._started = True
            loop = asyncio.get_running_loop()
            # It cannot be interrupted, so nobody waits for it at the end.
            threading.Thread(target=self._wait, args=(loop,), daemon=True).start()
        return await self._lines.get()

    async def read_secret(self, question: str) -> str | None:
        """A line that is not shown; None where a program writes stdin, which is the game's."""
        if not os.isatty(self._source):
            return None
        return await asyncio.to_thread(getpass.getpass, question)

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in self._incoming():
            try:
                loop.call_soon_threadsafe(self._lines.put_nowait, line)
            except RuntimeError:  # the game is over and its loop is closed
                return

    def _incoming(self) -> Iterator[str | None]:
        """The lines as they come, and None at the end."""
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        rest = ""
        while chunk := self._chunk():
            *lines, rest = (rest + decoder.decode(chunk)).split("\n")
            yield from lines
        if rest:
            yield rest
        yield None

    def _chunk(self) -> bytes:
        try:
            return os.read(self._source, 4096)
        except OSError:  # stdin is closed, or the terminal is gone
            return b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Nothing to put back."""


def note(line: str) -> None:
    """Write a line to stderr, where there is no game to disturb."""
    _write(sys.stderr, printable(line))


def _write(stream: IO[str], line: str) -> None:
    stream.write(line + "\n")
    stream.flush()


def open_console(*, whole: bool = False, ascii: bool = False) -> AbstractContextManager[Console]:
    """
    The console of this process; use it inside the running loop.

    Args:
        whole: nothing but whole lines, also on a terminal: for who has them read aloud.
        ascii: without signs beyond letters.
    """
    fit = _lettered if ascii else printable
    if _can_edit() and not whole:
        from client_cli.terminal import Terminal

        return Terminal(sys.stdin.fileno(), sys.stdout, sys.stderr, fit)
    return LineConsole(0, sys.stdout, sys.stderr, fit)


def _lettered(line: str) -> str:
    return printable(in_letters(line, sys.stdout.encoding or "ascii"))


def fills_a_screen() -> bool:
    """Whether there is a terminal on which a whole screen can be drawn."""
    dumb = os.environ.get("TERM", "dumb" if os.name == "posix" else "") == "dumb"
    # Textual draws on stderr.
    return not dumb and all(each.isatty() for each in (sys.stdin, sys.stdout, sys.stderr))


def _can_edit() -> bool:
    if os.name != "posix" or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()
