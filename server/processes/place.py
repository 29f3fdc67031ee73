"""
What a process is told by the one that has started it: which of several it is, and what they share.

It stands in its environment, and the files that it names are open when it begins.
"""

import asyncio
import os
import socket
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from functools import partial

import msgspec
from msgspec import Struct

from server.cluster.ports import NodeId
from server.config import Settings
from server.gateway.wire import listening
from server.gateway.wire.terms import Listen
from server.processes.crowds import Crowds, GivingWay

VARIABLE = "SHOWDOWN_PLACE"

SIGN = b"."
"""
All that is said between a process and the one that has started it, where its place says all else.

The process says that it is ready; is told that it may open; and says that it takes people in, from
then on again and again. If it is told something once more, all processes end together.
"""

SAYS_EVERY = 1.0
"""Seconds until a process says again that it works."""


class Place(Struct, frozen=True, kw_only=True):
    """One of several processes; files are said by their numbers."""

    number: int
    """From 1 on."""
    processes: int
    """How many there are."""
    node: str
    sockets: tuple[int, ...]
    """Which listen for all of them."""
    crowds: int
    keeper: int
    """Leads to who has started it, and ends with him."""
    tells_links: bool = False

    def written(self) -> str:
        """As it stands in an environment."""
        return msgspec.json.encode(self).decode()

    @property
    def all_nodes(self) -> tuple[NodeId, ...]:
        """The names of all processes, as nodes."""
        base = self.node.removesuffix(f"-{self.number}")
        return tuple(NodeId(f"{base}-{number + 1}") for number in range(self.processes))

    @property
    def files(self) -> tuple[int, ...]:
        """All that have to be open."""
        return (*self.sockets, self.crowds, self.keeper)

    def own(self, settings: Settings) -> Settings:
        """The settings of all, as this process has them: its name, and its port for metrics."""
        port = settings.metrics_port
        own_port = port + self.number - 1 if port else port
        return settings.model_copy(update={"node": self.node, "metrics_port": own_port})


def read_place(environment: MutableMapping[str, str] = os.environ) -> Place | None:
    """The place of this process, which is asked for once; None if nobody has started it so."""
    text = environment.pop(VARIABLE, None)
    return None if text is None else msgspec.json.decode(text, type=Place)


class Berth:
    """A place in use, by the running loop."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._crowds = Crowds(place.crowds, place.processes)
        self._sockets = tuple(socket.socket(fileno=each) for each in place.sockets)
        self._keeper = socket.socket(fileno=place.keeper)
        self._keeper.setblocking(False)
        self._may_open = asyncio.Event()
        self._again: asyncio.TimerHandle | None = None
        self._all_end = False

    def attend(self, when_over: Callable[[], None]) -> None:
        """Hear who has started this process; do something when all end, or he is gone."""
        asyncio.get_running_loop().add_reader(self._keeper, self._hear, when_over)

    def _hear(self, when_over: Callable[[], None]) -> None:
        with suppress(ConnectionResetError):
            if self._keeper.recv(1) and not self._may_open.is_set():
                self._may_open.set()
                return
        asyncio.get_running_loop().remove_reader(self._keeper)
        self._all_end = True
        when_over()

    @property
    def end_together(self) -> tuple[NodeId, ...]:
        """The nodes that end with this one; none where it is replaced alone."""
        return self.place.all_nodes if self._all_end else ()

    async def may_open(self) -> None:
        """Say that all is ready, and wait until the others are, or nobody waits for them."""
        self._crowds[self.place.number] = 0
        self._say()
        await self._may_open.wait()

    def wait_no_more(self) -> None:
        """Let nobody wait for others any more."""
        self._may_open.set()

    def close(self) -> None:
        """Have the place no more; the port is the others'."""
        if self._again is not None:
            self._again.cancel()
        self._crowds.close()
        for each in (*self._sockets, self._keeper):
            each.close()

    def is_up(self) -> None:
        """Say that people are taken in, and go on saying it."""
        self._say()
        self._again = asyncio.get_running_loop().call_later(SAYS_EVERY, self.is_up)

    def _say(self) -> None:
        # If he is gone that is heard as well, and if he hears nothing he has heard enough.
        with suppress(BrokenPipeError, BlockingIOError):
            self._keeper.send(SIGN)

    def listen(self, connected: Callable[[], int], obstacle: Callable[[], str | None]) -> Listen:
        """
        What listens at the port that all have together.

        Args:
            connected: how many are connected to this process.
            obstacle: why nobody should be sent here now, if that is so.
        """
        gives_way = GivingWay(self._crowds, self.place.number, connected, obstacle)
        return partial(listening.listen, shared=listening.Shared(self._sockets, gives_way))
