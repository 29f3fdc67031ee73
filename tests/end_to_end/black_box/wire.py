"""
A client made of a websocket and JSON, and nothing of ours: it keeps every frame that it gets.
"""

import asyncio
import json
from contextlib import asynccontextmanager
from itertools import count

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

SUBPROTOCOL = Subprotocol("showdown.v1")
PATIENCE = 60
"""Seconds after which a frame that does not come fails a test; no test takes so long."""


class Closed(Exception):
    """The server has closed the connection; ``code`` says why."""

    def __init__(self, code, reason):
        super().__init__(f"closed with {code} {reason!r}")
        self.code, self.reason = code, reason


class Wire:
    """One connection; a task reads, and :meth:`find` looks through what came."""

    def __init__(self, socket):
        self.socket = socket
        self.texts: list[str] = []
        """Every frame, as it came."""
        self.frames: list[dict] = []
        """The same, read."""
        self.asked: list[str] = []
        """The ids of all requests that were sent."""
        self.odd: set[str | None] = set()
        """Ids that the server may or may not have been able to read."""
        self.looked_back: set[str] = set()
        """Tables of which it asked for events again, or for those that it missed."""
        self.closed: Closed | None = None
        self.was_cut = False
        """Whether it ended before everything was answered."""
        self._ids = count(1)
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self):
        try:
            async for text in self.socket:
                self.texts.append(text)
                self.frames.append(json.loads(text))
                self._news.set()
        except ConnectionClosed:
            pass  # how it ended is noted below, whichever way it was
        finally:
            self.closed = Closed(self.socket.close_code, self.socket.close_reason)
            self._news.set()

    async def find(self, wanted, since=0):
        """The first frame from number ``since`` on that is wanted, and its number."""
        place = since
        async with asyncio.timeout(PATIENCE):
            while True:
                while place < len(self.frames):
                    if wanted(self.frames[place]):
                        return self.frames[place], place
                    place += 1
                if self.closed:
                    raise self.closed
                self._news.clear()
                await self._news.wait()

    async def see(self, wanted, since=0):
        """The first frame from number ``since`` on that is wanted."""
        return (await self.find(wanted, since))[0]

    async def send(self, message, odd=None):
        """Send a message, or a text as it is, whose id ``odd`` may be readable or not."""
        self.odd.add(odd)
        if isinstance(message, dict):
            if "id" in message:
                self.asked.append(message["id"])
            if message.get("type") == "resume":
                self.looked_back.add(message["table"])
            message = json.dumps(message)
        await self.socket.send(message)

    async def start(self, kind, **fields):
        """Send a request and give its id, without waiting."""
        request_id = f"b{next(self._ids)}"
        await self.send({"type": kind, "id": request_id, **fields})
        return request_id

    async def ask(self, kind, **fields):
        """Send a request and give its reply, whichever frame carries it."""
        return await self.reply(await self.start(kind, **fields))

    async def reply(self, request_id, number=1):
        """The reply to a request; ``number`` 2 is that to a second one with the same id."""
        found, place = None, -1
        for _ in range(number):
            found, place = await self.find(lambda f: reply_in(f, request_id), place + 1)
        return reply_in(found, request_id)

    async def pong(self):
        """Wait until everything that was sent so far has been handled."""
        ping = {"type": "ping", "sent": next(self._ids)}
        await self.send(ping)
        await self.see(lambda f: f == ping | {"type": "pong"})

    def replies(self, request_id):
        """All replies to a request that have come."""
        return [reply for f in self.frames if (reply := reply_in(f, request_id))]

    def events(self, table, since=0):
        """All events of a table that have come, each with its number."""
        for frame in self.frames[since:]:
            if frame["type"] == "update" and frame["table"] == table:
                for offset, event in enumerate(frame["events"]):
                    yield frame["seq"] + offset, event

    async def drop(self):
        """Cut the connection without a word."""
        self.was_cut = True
        self.socket.transport.abort()
        await self._reading

    async def close(self):
        """Wait for what is still to be answered, then close."""
        if not self.closed:
            await self.pong()
            await self.socket.close()
            await self._reading
        else:
            self.was_cut = True

    async def cut_off(self):
        """The close code, when the server has closed."""
        self.was_cut = True
        async with asyncio.timeout(PATIENCE):
            await self._reading
        return self.closed.code


def reply_in(frame, request_id):
    """The reply to a request that a frame is or carries; None if there is none."""
    reply = frame if frame["type"] == "reply" else frame.get("reply")
    return {"ok": False, **reply} if reply and reply["id"] == request_id else None


@asynccontextmanager
async def dial(url, **options):
    """A connection that has said nothing yet."""
    socket = await connect(
        url,
        proxy=None,
        compression=None,
        max_size=2**22,
        subprotocols=[SUBPROTOCOL],
        **options,
    )
    wire = Wire(socket)
    try:
        yield wire
    finally:
        await wire.close()
