"""
Those who look on without a seat: told after everybody who plays, a few in a turn of the loop.

Two thousand of them at one table would otherwise hold up all tables, each time that somebody acts.
"""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence

from server.tables.telling import Listener
from showdown.protocol import messages as msg

AT_ONCE = 50
"""So many are told in a turn of the loop."""


class Gallery:
    """Tells the same to many, in order."""

    def __init__(self, listeners: dict[Listener, None]) -> None:
        """``listeners`` are all who are told anything; who is none of them any more is left out."""
        self._listeners = listeners
        self._waiting: deque[tuple[Iterator[Listener], msg.ServerMessage]] = deque()

    def tell(self, listeners: Sequence[Listener], message: msg.ServerMessage) -> None:
        """Tell some of them something: at once if they are few and nothing waits, else soon."""
        if not self._waiting and len(listeners) <= AT_ONCE:
            for listener in listeners:
                listener.tell(message)
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._go_on)
        self._waiting.append((iter(listeners), message))

    def _go_on(self) -> None:
        left = AT_ONCE
        while self._waiting and left:
            listeners, message = self._waiting[0]
            listener = next(listeners, None)
            if listener is None:
                self._waiting.popleft()
            elif listener in self._listeners:
                listener.tell(message)
                left -= 1
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._go_on)
