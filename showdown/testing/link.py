"""
A line between a client and a server in one process: two ends, no socket.

The client's end does what the SDK asks of a websocket, so all of the SDK plays over it.
"""

import asyncio
from collections.abc import Awaitable

from websockets.exceptions import ConnectionClosed
from websockets.frames import Close

LOST = 1006
"""How a line ends that was cut."""


class Line:
    """
    A line that is open: the client's end.

    >>> async def talk():
    ...     line = Line()
    ...     await line.send(b"hello")
    ...     line.say(b"welcome")
    ...     return await line.heard(), await line.recv()
    >>> asyncio.run(talk())
    (b'hello', b'welcome')
    """

    latency = 0.0
    """Nothing is on its way here."""

    def __init__(self) -> None:
        self.close_code: int | None = None
        self.close_reason: str | None = None
        self._to_client: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._to_server: asyncio.Queue[bytes | None] = asyncio.Queue()

    # What a client does.

    async def send(self, message: bytes | str, *, text: bool | None = None) -> None:
        """Send to the server."""
        if self.close_code is not None:
            raise self._closed()
        self._to_server.put_nowait(message.encode() if isinstance(message, str) else message)

    async def recv(self) -> bytes:
        """The next that the server says; what it had said before the end comes first."""
        message = await self._to_client.get()
        if message is None:
            self._to_client.put_nowait(None)
            raise self._closed()
        return message

    async def ping(self) -> Awaitable[float]:
        """It is there, without delay."""
        pong: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        pong.set_result(0.0)
        return pong

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End it."""
        self.end(code, reason)

    # What a server does.

    def say(self, message: bytes) -> None:
        """Send to the client, if it is still there."""
        if self.close_code is None:
            self._to_client.put_nowait(message)

    async def heard(self) -> bytes | None:
        """The next that the client says; None is the end."""
        return await self._to_server.get()

    def end(self, code: int = LOST, reason: str = "") -> None:
        """Cut it, or close it with a code; both ends hear of that."""
        if self.close_code is None:
            self.close_code, self.close_reason = code, reason
            self._to_client.put_nowait(None)
            self._to_server.put_nowait(None)

    def _closed(self) -> ConnectionClosed:
        assert self.close_code is not None
        if self.close_code == LOST:
            return ConnectionClosed(None, None)
        return ConnectionClosed(Close(self.close_code, self.close_reason or ""), None)
