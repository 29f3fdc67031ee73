"""
A terminal in which lines appear while another one is being typed, and neither tears the other.

The typed line is kept to one row. To show a line, that row is erased, the line is written in its
place, and the row is drawn again below. Nothing else on the screen is touched, so that scrolling
back, copying and screen readers work as with any text.
"""

import asyncio
import codecs
import os
import signal
import sys
import termios
import textwrap
from collections.abc import Callable
from types import TracebackType
from typing import IO, Self

from rich.cells import cell_len

from client_cli.console import printable
from client_cli.editor import Editor

assert sys.platform != "win32"

ERASE = "\r\x1b[K"
LEFT = "\x1b[{}D"
NARROWEST = 20
INDENT = "    "


class Terminal:
    """A POSIX terminal; entered, it reads keys one by one and shows them itself."""

    def __init__(
        self, source: int, out: IO[str], err: IO[str], fit: Callable[[str], str] = printable
    ) -> None:
        self._source = source
        self._fit = fit
        """Puts a line into signs that may be shown."""
        self._out = out
        self._err = err
        self._editor = Editor()
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._prompt = ""
        self._hidden = False
        """Whether what is typed is nobody's business."""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._gone = False
        """The terminal was closed: there is nobody to write for, and the game ends by itself."""
        self._before: list[int | list[bytes | int]] = []

    # What the game calls.

    def say(self, line: str) -> None:
        """Show a line above the one that is being typed."""
        self._print(self._out, line)

    def note(self, line: str) -> None:
        """Show a line on stderr; on a terminal it goes above what is being typed, too."""
        if self._err.isatty():
            self._print(self._err, line)
        else:
            self._err.write(self._fit(line) + "\n")
            self._err.flush()

    def prompt(self, text: str) -> None:
        """Change what stands before the typed text."""
        if text != self._prompt:
            self._prompt = text
            self._draw()

    async def read(self) -> str | None:
        """The next line; None after Ctrl-D on an empty one."""
        return await self._lines.get()

    async def read_secret(self, question: str) -> str | None:
        """A line that is not shown, typed in an editor that nothing remembers."""
        usual, prompt = self._editor, self._prompt
        self._editor, self._hidden = Editor(), True
        self.prompt(question)
        try:
            return await self._lines.get()
        finally:
            self._editor, self._hidden = usual, False
            self.prompt(prompt)

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._source)
        self._take_keys()
        loop = asyncio.get_running_loop()
        loop.add_reader(self._source, self._readable)
        loop.add_signal_handler(signal.SIGWINCH, self._draw)
        loop.add_signal_handler(signal.SIGCONT, self._continued)
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._source)
        loop.remove_signal_handler(signal.SIGWINCH)
        loop.remove_signal_handler(signal.SIGCONT)
        self._put_back()

    # Inside.

    def _take_keys(self) -> None:
        """Read keys without echo; Ctrl-C and Ctrl-Z stay signals, output stays as it is."""
        mode = termios.tcgetattr(self._source)
        mode[0] |= termios.ICRNL
        mode[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._source, termios.TCSADRAIN, mode)

    def _put_back(self) -> None:
        """Leave the terminal as it was, without the prompt."""
        self._write(ERASE)
        try:
            termios.tcsetattr(self._source, termios.TCSADRAIN, self._before)
        except termios.error:
            self._gone = True

    def _continued(self) -> None:
        """Go on after Ctrl-Z and fg."""
        self._take_keys()
        self._draw()

    def _readable(self) -> None:
        try:
            typed = os.read(self._source, 4096)
        except OSError:
            typed = b""
        if not typed:  # hung up
            asyncio.get_running_loop().remove_reader(self._source)
            self._lines.put_nowait(None)
            return
        was_ended = self._editor.ended
        for sign in self._decoder.decode(typed):
            for line in self._editor.feed(sign):
                self._print(self._out, self._prompt + ("" if self._hidden else line))
                self._lines.put_nowait(line)
        if self._editor.ended and not was_ended:
            self._lines.put_nowait(None)
        self._draw()

    def _print(self, stream: IO[str], line: str) -> None:
        self._write(ERASE)
        rows = _wrapped(self._fit(line), self._width())
        self._write("\n".join(rows) + "\n", stream)
        self._draw()

    def _draw(self) -> None:
        """Draw the row in which is typed anew."""
        room = max(NARROWEST, self._width()) - cell_len(self._prompt)
        text, cursor = ("", 0) if self._hidden else self._editor.shown(max(2, room))
        back = cell_len(text) - cursor
        self._write(ERASE + self._prompt + text + (LEFT.format(back) if back else ""))

    def _write(self, text: str, stream: IO[str] | None = None) -> None:
        if self._gone:
            return
        stream = stream or self._out
        try:
            stream.write(text)
            stream.flush()
        except OSError:
            self._gone = True

    def _width(self) -> int:
        try:
            return os.get_terminal_size(self._out.fileno()).columns or 80
        except OSError:
            return 80


def _wrapped(line: str, width: int) -> list[str]:
    """
    A line in as many rows as it takes, broken between words.

    No row but the first begins at the left edge, so that nothing that somebody says looks like a
    line of the game.
    """
    if cell_len(line) <= width:
        return [line]
    if cell_len(line) != len(line):
        return _wrapped_wide(line, width)
    return textwrap.wrap(
        line, width, subsequent_indent=INDENT, replace_whitespace=False, break_on_hyphens=False
    )


def _wrapped_wide(line: str, width: int) -> list[str]:
    """The same for signs of different widths: broken where a row is full, not between words."""
    first, rest = _cut(line, width)
    rows = [first]
    while rest:
        row, rest = _cut(INDENT + rest, width)
        rows.append(row)
    return rows


def _cut(text: str, width: int) -> tuple[str, str]:
    """As much of a text as a row has room for, at least one sign more than the indent."""
    taken, used = 0, 0
    for sign in text:
        used += cell_len(sign)
        if used > width and taken > len(INDENT):
            break
        taken += 1
    return text[:taken], text[taken:]
