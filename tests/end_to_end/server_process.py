"""The real server as a process of its own, as an operator starts it."""

import asyncio
import os
import re
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


class ServerEnded(AssertionError):
    """A server that ended before it listened."""

    def __init__(self, code, log):
        super().__init__(f"the server ended with {code}:\n{log}")
        self.code = code


class ServerProcess:
    """A server that listens; its log is kept line by line."""

    def __init__(self, process, database):
        self.process, self.database = process, database
        self.log = []
        self.port = None
        self._reading = None
        self._logged = asyncio.Event()

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}"

    async def listening(self):
        """Wait until it listens."""
        while self.port is None:
            line = await self.process.stderr.readline()
            if not line:
                raise ServerEnded(await self.process.wait(), "".join(self.log))
            self._note(line)
        self._reading = asyncio.create_task(self._read_on())

    def _note(self, line):
        text = line.decode()
        self.log.append(text)
        self._logged.set()
        if found := re.search(r"port=(\d+).*event=listening", text):
            self.port = int(found[1])

    async def logs(self, text):
        """Wait until a line of the log has this text."""
        while not any(text in line for line in self.log):
            self._logged.clear()
            await self._logged.wait()

    async def _read_on(self):
        async for line in self.process.stderr:
            self._note(line)

    async def stop(self, number=signal.SIGTERM):
        """Send a signal and wait for the end; gives the exit code."""
        if self.process.returncode is None:
            self.process.send_signal(number)
        code = await self.process.wait()
        if self._reading is not None:
            await self._reading
        return code


async def start_server(
    folder, config="", *, database=None, environment=None, stdout=None, launcher=(), options=()
):
    """
    Start a server on a free port; its database is in the folder unless another is named.

    Args:
        launcher: a command that starts what follows it.
        options: more of them, for `serve`.
    """
    database = database or folder / "showdown.db"
    arguments = ["serve", "--port", "0", "--database", str(database)]
    if config:
        file = folder / "server.toml"
        file.write_text(config)
        arguments += ["--config", str(file)]
    arguments += options
    process = await asyncio.create_subprocess_exec(
        *launcher,
        sys.executable,
        "-m",
        "server",
        *arguments,
        cwd=CHECKOUT,
        env=os.environ | (environment or {}),
        stdout=stdout,
        stderr=asyncio.subprocess.PIPE,
    )
    server = ServerProcess(process, database)
    try:
        await server.listening()
    except BaseException:
        if process.returncode is None:
            process.kill()
        raise
    return server


@asynccontextmanager
async def running(folder, config="", **options):
    """A server for the length of a block; it must end cleanly."""
    server = await start_server(folder, config, **options)
    try:
        yield server
    finally:
        code = await server.stop()
    assert code == 0, "".join(server.log)
    assert not [line for line in server.log if "Traceback" in line], "".join(server.log)


async def run_command(*arguments, stdin=b"", environment=None):
    """Run a command of the checkout to its end: exit code, stdout, stderr."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        *arguments,
        cwd=CHECKOUT,
        env=os.environ | (environment or {}),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate(stdin)
    return process.returncode, out.decode(), err.decode()
