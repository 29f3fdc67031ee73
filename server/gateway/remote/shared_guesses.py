"""
Passwords that were guessed at any node slow down who guesses at all of them.
"""

from enum import StrEnum

from server.cluster.ports import NodeId
from server.cluster.post import Message, Post
from server.gateway.attempts import Who
from server.gateway.guesses import Guesses
from server.tables.clock import Clock


class Outcome(StrEnum):
    """What became of a guess."""

    FAILED = "failed"
    NOT_LOOKED_AT = "not_looked_at"
    SUCCEEDED = "succeeded"


class Guessed(Message, frozen=True, tag="guessed"):
    """To all: somebody has said a password, for a name and from an address."""

    name: str
    address: str
    outcome: Outcome


class SharedGuesses(Guesses):
    """Guesses at this node, of which others are told, and theirs."""

    def __init__(self, clock: Clock, post: Post) -> None:
        super().__init__(clock)
        self._post = post
        post.on(Guessed, self._guessed)

    def failed(self, who: Who) -> None:
        """Note a wrong password."""
        super().failed(who)
        self._tell(who, Outcome.FAILED)

    def not_looked_at(self, who: Who) -> None:
        """Take a failure back: there was no telling whether the password was right."""
        super().not_looked_at(who)
        self._tell(who, Outcome.NOT_LOOKED_AT)

    def succeeded(self, who: Who) -> None:
        """Forget what was wrong before, here, and say so at all nodes."""
        super().succeeded(who)
        self._tell(who, Outcome.SUCCEEDED)

    def _tell(self, who: Who, outcome: Outcome) -> None:
        name, address = who
        self._post.tell_all(Guessed(name=name, address=address, outcome=outcome))

    def _guessed(self, _: NodeId, said: Guessed) -> None:
        who = (said.name, said.address)
        match said.outcome:
            case Outcome.FAILED:
                super().failed(who)
            case Outcome.NOT_LOOKED_AT:
                super().not_looked_at(who)
            case Outcome.SUCCEEDED:
                super().succeeded(who)
