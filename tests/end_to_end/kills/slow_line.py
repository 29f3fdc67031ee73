"""
A line that is slow, stands still or is cut: what goes in at one end comes out later, in order.
"""

import asyncio
from contextlib import asynccontextmanager

CHUNK = 65536
THERE, BACK = "there", "back"
"""Its halves: towards the port that it leads to, and from it."""


class SlowLine:
    """Forwards a port of its own to another one."""

    def __init__(self, port):
        self._target = port
        self.delay_s = 0.0
        """How long everything takes, in each direction."""
        self._flowing = {half: asyncio.Event() for half in (THERE, BACK)}
        self.release()
        self._tasks = set()
        self._whole = True
        self.port = None

    def hold(self, *halves):
        """Let nothing through, in neither direction or only not in these."""
        for half in halves or (THERE, BACK):
            self._flowing[half].clear()

    def release(self):
        """Let through what has waited, and all that follows."""
        for flowing in self._flowing.values():
            flowing.set()

    def cut(self):
        """Break off all that runs through it, and take nobody in until it is mended."""
        self._whole = False
        for task in self._tasks:
            task.cancel()

    def mend(self):
        """Take in whoever comes, and let everything through at once."""
        self._whole = True
        self.delay_s = 0.0
        self.release()

    async def serve(self):
        server = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _forward(self, reader, writer):
        if not self._whole:
            writer.transport.abort()
            return
        task = asyncio.current_task()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        back = None
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            await asyncio.gather(
                self._pass(reader, back, self._flowing[THERE]),
                self._pass(there, writer, self._flowing[BACK]),
            )
        except (OSError, asyncio.CancelledError):
            pass  # either end may go away, and so may the line
        finally:
            for end in (writer, back):
                if end is not None:
                    end.transport.abort()

    async def _pass(self, reader, writer, flowing):
        """Everything takes its time, but what follows does not wait for what went before."""
        loop, waiting = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()
        delivering = asyncio.create_task(self._deliver(waiting, writer, flowing))
        try:
            chunk = b"to begin with"
            while chunk:
                chunk = await reader.read(CHUNK)
                waiting.put_nowait((loop.time() + self.delay_s, chunk))
            await delivering
        finally:
            delivering.cancel()

    async def _deliver(self, waiting, writer, flowing):
        chunk = b"to begin with"
        while chunk:
            when, chunk = await waiting.get()
            await asyncio.sleep(max(0, when - asyncio.get_running_loop().time()))
            await flowing.wait()
            writer.write(chunk)
            await writer.drain()
        writer.close()

    async def end(self):
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def slow_line(port):
    """A line to a port of this machine, quick until it is told otherwise, for a block."""
    line = SlowLine(port)
    server = await line.serve()
    try:
        yield line
    finally:
        server.close()
        await line.end()
