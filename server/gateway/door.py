"""
Who may be connected: so many from one address, so many who have not said who they are.

It knows of sockets from the moment they are accepted, before anything was read from them. Whoever
is not let in costs next to nothing.
"""

from collections import OrderedDict
from enum import Enum
from itertools import islice
from typing import Protocol

from server.gateway.callers import Callers
from server.limits import Limits

LOOKED_AT = 50
"""Among so many of the first one is looked for who is silent."""


class Visitor(Protocol):
    """A connection as the door sees it."""

    @property
    def is_silent(self) -> bool:
        """Whether he has said nothing that waits for us."""

    def turn_out(self) -> None:
        """Be cut off, since somebody else needs the place more."""


class Refused(Enum):
    """Why somebody is not let in: a status of HTTP, and a sentence."""

    ADDRESS = (429, "There are too many connections from your address.")
    HASTE = (429, "Connections from your address come too fast.")

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return self.value[0]

    @property
    def sentence(self) -> str:
        """What is said to who is refused."""
        return self.value[1]


class Door:
    """Counts who is connected."""

    def __init__(self, limits: Limits, callers: Callers) -> None:
        self._limits, self._callers = limits, callers
        self._strangers: OrderedDict[Visitor, None] = OrderedDict()
        self._addresses: dict[Visitor, str] = {}

    @property
    def present(self) -> int:
        """How many are counted at an address."""
        return len(self._addresses)

    @property
    def strangers(self) -> int:
        """How many have not said who they are."""
        return len(self._strangers)

    def knocks(self, visitor: Visitor) -> None:
        """
        Somebody has connected; of strangers, if there are too many, the first one goes.

        Who means to play says who he is at once, so that one has been silent for the longest. If
        it is we who are slow, he goes whom we do not keep waiting.
        """
        self._strangers[visitor] = None
        if len(self._strangers) > self._limits.strangers:
            first = list(islice(self._strangers, LOOKED_AT))
            longest = next((each for each in first if each.is_silent), first[0])
            del self._strangers[longest]
            longest.turn_out()

    def comes_from(self, visitor: Visitor, address: str) -> bool:
        """Count somebody at his address; False if there are too many from there."""
        if self._callers.count(address) >= self._limits.connections_per_address:
            return False
        self._addresses[visitor] = address
        self._callers.comes(address)
        return True

    def is_known(self, visitor: Visitor) -> None:
        """Somebody says who he is."""
        self._strangers.pop(visitor, None)

    def leaves(self, visitor: Visitor) -> None:
        """Somebody is gone, whoever he was."""
        self._strangers.pop(visitor, None)
        address = self._addresses.pop(visitor, None)
        if address is not None:
            self._callers.goes(address)
