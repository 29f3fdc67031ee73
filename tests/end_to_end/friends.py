"""Somebody at a terminal of his own: the real client as a process, typed to through pipes."""

import asyncio
import os
import sys
from contextlib import asynccontextmanager

from tests.end_to_end.server_process import CHECKOUT

PIPE = asyncio.subprocess.PIPE
PATIENCE = 60.0
"""Seconds after which a line that never comes fails the test."""


class Friend:
    """A player who checks, calls and stands pat by himself, and types what he is told to."""

    def __init__(self, process):
        self.process = process
        self.lines = []
        self._changed = asyncio.Event()
        self._reading = [
            asyncio.create_task(self._read(stream)) for stream in (process.stdout, process.stderr)
        ]

    async def _read(self, stream):
        async for line in stream:
            text = line.decode().rstrip("\n")
            self.lines.append(text)
            if text.startswith("Your turn: "):
                self.type("c")
            elif text.startswith("Your draw: "):
                self.type("p")
            self._changed.set()

    def type(self, line):
        self.process.stdin.write(f"{line}\n".encode())

    async def sees(self, text, times=1):
        """Wait until so many lines have this text."""
        try:
            async with asyncio.timeout(PATIENCE):
                while sum(text in line for line in self.lines) < times:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"{text!r} never came:\n" + "\n".join(self.lines)) from None

    async def ends(self):
        """Wait until the client has ended; gives its exit code."""
        code = await self.process.wait()
        await asyncio.gather(*self._reading)
        return code


@asynccontextmanager
async def at_a_terminal(folder, name, *command, environment=None):
    """Somebody who has typed a command; when the block ends he hangs up."""
    home = folder / name
    home.mkdir(exist_ok=True)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "client_cli",
        *command,
        "--name",
        name,
        cwd=CHECKOUT,
        env=os.environ
        | {"HOME": str(home), "XDG_DATA_HOME": str(home), "PYTHONIOENCODING": "utf-8"}
        | (environment or {}),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    friend = Friend(process)
    try:
        yield friend
    finally:
        if process.returncode is None:
            process.stdin.close()
            process.terminate()
        await friend.ends()
