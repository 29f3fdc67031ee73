"""
Lines of text to another program and back: one that is started here, or one that a URL names.

A line is a JSON object; what it says is :mod:`showdown.bots.external`'s matter. Everything here
waits in plain threads, so that it works on any system and with any event loop or none.
"""

import contextlib
import logging
import os
import queue
import select
import shlex
import signal
import subprocess
import threading
import weakref
from time import monotonic
from typing import IO, Protocol

from showdown.errors import ShowdownError
from showdown.protocol.plain import plain

log = logging.getLogger("showdown.bots")

PROTOCOL = "showdown.bot.v1"
"""What the lines say; on a websocket its subprotocol."""
LONGEST_LINE = 1 << 16
"""Bytes of a line; what is longer is cut, and so no JSON."""
MOST_WAITING = 256
"""Lines that a program may be ahead of us; then it waits."""
TAKE_SECONDS = 15.0
"""So long a program may leave what we write to it lying once its stdin is full."""
MOST_TOLD = 200
"""Lines of its stderr that are shown."""
GOODBYE_SECONDS = 1.0
"""So long a program may take to end by itself when its stdin does."""


class ProgramEnded(ShowdownError):
    """The program on the other end is gone, or was never there."""

    code = "program_ended"


class Lines(Protocol):
    """A program on the other end."""

    def write(self, lines: bytes) -> None:
        """
        Send whole lines, each with its end.

        Raises:
            ProgramEnded: nobody is there any more.
            TimeoutError: it does not read.
        """

    def read(self, seconds: float) -> bytes:
        """
        The next line.

        Raises:
            TimeoutError: none came in so many seconds.
            ProgramEnded: none will come.
        """

    def close(self) -> None:
        """End it, kindly at first."""


class Program:
    """
    A program that is started here and speaks by its stdin and stdout.

    What it writes to stderr is logged line by line as its author's to read. It is ended with the
    object, or with this program, at the latest.

    Raises:
        ProgramEnded: it cannot be started.
    """

    def __init__(self, command: str) -> None:
        self._name = command
        try:
            self._process = subprocess.Popen(
                split_command(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # A group of its own: what it has started ends with it, and Ctrl-C is ours.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProgramEnded(
                f"{plain(command)!r} cannot be started: {reason}.", found=command
            ) from error
        self._came: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        if os.name != "nt":
            # Who does not read must not hold us up; a pipe of Windows can only be waited for.
            os.set_blocking(process.stdin.fileno(), False)
        self.stderr_told = threading.Event()
        """Set when all that it wrote to stderr has been logged."""
        _in_background(_pass_on, process.stdout, self._came)
        _in_background(_tell, process.stderr, command, self.stderr_told)
        self.close = weakref.finalize(self, _end, process, self._came)
        """End it: its stdin at first, itself if it stays."""

    def write(self, lines: bytes) -> None:
        """Send lines to its stdin."""
        assert self._process.stdin is not None
        try:
            _put(self._process.stdin.fileno(), lines)
        except TimeoutError:
            raise
        except OSError:
            raise self._ended() from None

    def read(self, seconds: float) -> bytes:
        """The next line of its stdout."""
        try:
            line = self._came.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if not line:
            self._came.put(line)
            raise self._ended()
        return line

    def _ended(self) -> ProgramEnded:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE_SECONDS)
        code = self._process.returncode
        how = "closed its stdout" if code is None else f"ended with exit code {code}"
        return ProgramEnded(f"{plain(self._name)!r} {how}.", found=code)


def split_command(command: str) -> list[str] | str:
    """
    A command and its arguments, as a shell of this system would see them.

    >>> split_command("node 'my bot.mjs' --bold")
    ['node', 'my bot.mjs', '--bold']
    """
    words = shlex.split(command)
    if not words:
        raise ValueError("it names no program")
    return command if os.name == "nt" else words


def _put(pipe: int, lines: bytes) -> None:
    """
    Write all of it.

    Raises:
        TimeoutError: the pipe is full, and nobody empties it.
    """
    left, until = memoryview(lines), monotonic() + TAKE_SECONDS
    while left:
        try:
            left = left[os.write(pipe, left) :]
        except BlockingIOError:
            poll = select.poll()
            poll.register(pipe, select.POLLOUT)
            if not poll.poll(1000 * max(0.0, until - monotonic())):
                raise TimeoutError(
                    f"It has not read its stdin for {TAKE_SECONDS:g} s, and is ended."
                ) from None


def _in_background(function: object, *arguments: object) -> None:
    threading.Thread(target=function, args=arguments, daemon=True).start()  # type: ignore[arg-type]


def _pass_on(stdout: IO[bytes], came: "queue.Queue[bytes]") -> None:
    """Lines as they come; an empty one is the end."""
    with stdout:
        while line := stdout.readline(LONGEST_LINE):
            came.put(line)
    came.put(b"")


def _tell(stderr: IO[bytes], name: str, all_told: threading.Event) -> None:
    """Show the author what his program says, as far as anybody would read it."""
    told = 0
    with stderr:
        while line := stderr.readline(LONGEST_LINE):
            told += 1
            if told <= MOST_TOLD:
                log.warning("%s: %s", plain(name), plain(line.decode(errors="replace").rstrip()))
            elif told == MOST_TOLD + 1:
                log.warning("%s: (and more, which is left out)", plain(name))
    all_told.set()


def _end(process: "subprocess.Popen[bytes]", came: "queue.Queue[bytes]") -> None:
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    # Whoever waits to pass a line on is let go, and sees the end.
    with contextlib.suppress(queue.Empty):
        while True:
            came.get_nowait()
    try:
        process.wait(GOODBYE_SECONDS)
    except subprocess.TimeoutExpired:
        log.info("%s stays after its stdin has ended, and is killed", process.args)
    _kill(process)
    process.wait()


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """The program if it still runs, and what it has started."""
    if os.name == "nt":
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
