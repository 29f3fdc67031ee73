"""
Those who look on without a seat: told after everybody who plays, a few in a turn of the loop.

Two thousand of them at one table would otherwise hold up all tables, each time that somebody acts;
so the galleries of all tables share one turn of the loop.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from server.tables.telling import Listener
from showdown.protocol import messages as msg

AT_ONCE = 50
"""So many are told in a turn of the loop."""


class Turns:
    """What is to be done soon for several tables: one thing in a turn of the loop."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def soon(self, work: Callable[[], None]) -> None:
        """Do something in a turn to come, after what has waited before."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        self._waiting.append(work)

    def _next(self) -> None:
        self._waiting[0]()  # it stays there meanwhile, so that no second turn is asked for
        self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)


class Gallery:
    """Tells the same to many, in order."""

    def __init__(self, listeners: dict[Listener, None], turns: Turns) -> None:
        """
        Make one for a table.

        Args:
            listeners: all who are told anything; who is none of them any more is left out.
            turns: shared by all tables.
        """
        self._listeners = listeners
        self._turns = turns
        self._waiting: deque[tuple[Iterator[Listener], msg.ServerMessage]] | None = None
        """What is told soon; there is a queue only while there are many to tell."""

    def tell(self, listeners: Sequence[Listener], message: msg.ServerMessage) -> None:
        """Tell some of them something: at once if they are few and nothing waits, else soon."""
        waiting = self._waiting
        if waiting is None and len(listeners) <= AT_ONCE:
            for listener in listeners:
                listener.tell(message)
            return
        if waiting is None:
            waiting = self._waiting = deque()
            self._turns.soon(self._go_on)
        waiting.append((iter(listeners), message))

    def _go_on(self) -> None:
        waiting, left = self._waiting, AT_ONCE
        assert waiting is not None
        while waiting and left:
            listeners, message = waiting[0]
            listener = next(listeners, None)
            if listener is None:
                waiting.popleft()
            elif listener in self._listeners:
                listener.tell(message)
                left -= 1
        if waiting:
            self._turns.soon(self._go_on)
        else:
            self._waiting = None
