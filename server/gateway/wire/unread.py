"""
What a client has said and nobody has read yet.
"""

import asyncio
from collections import deque
from typing import NamedTuple, Protocol

from server.gateway.socket import Ended
from server.gateway.wire.terms import ENOUGH_READ, MOST_WAITING


class Source(Protocol):
    """Where messages come from."""

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop that they come in by."""

    def hold(self) -> None:
        """Take nothing in until :meth:`go_on`."""

    def go_on(self) -> None:
        """Take in what comes."""

    def is_no_text(self, error: UnicodeDecodeError) -> None:
        """What should be a text is none: end."""


class _Message(NamedTuple):
    data: bytes
    is_text: bool
    arrived: float


class Unread:
    """Messages of one client, for one reader; if too many wait, nothing more is taken in."""

    __slots__ = ("_is_over", "_messages", "_source", "_waiter", "arrived", "is_held")

    def __init__(self, source: Source) -> None:
        self._source = source
        self._messages: deque[_Message] | None = None
        """Most of the time nothing waits, and a queue is large."""
        self._waiter: asyncio.Future[None] | None = None
        self.is_held = self._is_over = False
        self.arrived = 0.0
        """When the message came in that was read last."""

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return self._messages is not None

    def has(self, moment: float) -> bool:
        """Whether a message waits that came in by then."""
        return self._messages is not None and self._messages[0].arrived <= moment

    def put(self, data: bytes, arrived: float, *, is_text: bool) -> None:
        """A message waits to be read."""
        if self._messages is None:
            self._messages = deque()
        self._messages.append(_Message(data, is_text, arrived))
        if len(self._messages) > MOST_WAITING and not self.is_held:
            self.is_held = True
            self._source.hold()
        self._wake()

    def end(self) -> None:
        """Nothing more will come."""
        self._is_over = True
        self._wake()

    async def next(self) -> str | bytes:
        """
        Read the next message; safe to cancel.

        Raises:
            Ended: there is none, and there will be none.
        """
        while self._messages is None:
            await self._something_new()
        message = self._take(self._messages)
        if not message.is_text:
            return message.data
        try:
            return message.data.decode()
        except UnicodeDecodeError as error:
            self._source.is_no_text(error)
        while True:  # until it has ended; what is there is read no more
            await self._something_new()

    def _something_new(self) -> "asyncio.Future[None]":
        """What is done when something comes, or the end; a future, which is smaller than a task."""
        if self._is_over:
            raise Ended
        self._waiter = self._source.loop.create_future()
        return self._waiter

    def _take(self, messages: deque[_Message]) -> _Message:
        message = messages.popleft()
        if not messages:
            self._messages = None
        if self.is_held and len(messages) <= ENOUGH_READ:
            self.is_held = False
            self._source.go_on()
        self.arrived = message.arrived
        return message

    def _wake(self) -> None:
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(None)
