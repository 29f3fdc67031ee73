"""
Somebody who is connected to another node, as the tables here know him.
"""

from typing import Any

import structlog

from server.cluster.ports import NodeId
from server.gateway.refusals import Refusing
from server.gateway.remote.messages import Card, Hidden
from server.gateway.remote.parcel import Parcel
from server.ports import Account, StorageError
from server.tables.actor import TableActor
from server.tables.telling import Handed, Listener
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, TableId

log = structlog.get_logger()


class RemoteAsker(Refusing):
    """Fills `Asker`; what it is told goes to the node where the client is."""

    def __init__(
        self,
        node: NodeId,
        card: Card,
        parcel: Parcel,
    ) -> None:
        self.node = node
        self.number = card.connection
        self.looks = card.looks
        self.who = Account(
            account=card.account, name=card.name, chips=0, is_program=card.is_program
        )
        self.account: AccountId | None = None if card.looks else card.account
        self.invited: TableId | None = card.invited
        self.gone = False
        self.heir: Listener | None = None
        self._parcel = parcel
        self._answering: dict[int, None] = {}
        """Commands that are being answered, or are about to be, the newest last."""
        self.answered_by: TableActor | None = None
        """The table that has answered last, from when it came here until it goes."""
        self._replied: tuple[int, msg.ServerMessage] | None = None
        """The last command that was answered, and how."""

    @property
    def owner(self) -> AccountId:
        """Who he is, also if he only looks."""
        return self.who.account

    def tell(self, message: msg.ServerMessage, handed: Handed | None = None) -> None:
        """Let him be told something where he is."""
        if self.gone:
            return
        if self._answering and _is_reply(message):
            self._replied = (next(reversed(self._answering)), message)
        self._parcel.tell(self.number, message, handed)

    def sees_no_more(self, table: TableId, last: int) -> None:
        """A table tells him no more after an event; say so where he is."""
        if not self.gone:
            self._parcel.send(Hidden(table=table, connections=(self.number,), last=last))

    def has_unread(self, moment: float) -> bool:
        """Whether more may have come in by then than is known here: it waits for what he asked."""
        return bool(self._answering)

    # His requests.

    @property
    def replied(self) -> msg.ServerMessage | None:
        """How his last request was answered."""
        return None if self._replied is None else self._replied[1]

    def begin(self, command: int) -> None:
        """Something that he asked is being answered from now on, until :meth:`end`."""
        self._answering[command] = None

    def end(self, command: int) -> None:
        """There is no more to do for it."""
        self._answering.pop(command, None)

    def is_being_answered(self, command: int) -> bool:
        """Whether a command that has come again is being answered yet."""
        return command != 0 and command in self._answering

    def says_again(self, command: int, actor: TableActor) -> bool:
        """Tell him again how his last command was answered, if it was this one, by this table."""
        if self._replied is None or self._replied[0] != command or not command:
            return False
        if self.answered_by is not actor:
            return False  # it has been away, and he may not be told of it any more
        self.tell(self._replied[1])
        return True

    async def sign_out(self, request: msg.SignOut) -> None:
        """
        He is signed in at another node, and only that can sign him out.

        Raises:
            StorageError: always.
        """
        raise StorageError(f"{self.who.name} is signed in at node {self.node}.")

    @property
    def complaints(self) -> Any:
        """The log of whoever has this account."""
        return log.bind(account=self.owner)


def _is_reply(message: msg.ServerMessage) -> bool:
    return isinstance(message, msg.Reply) or getattr(message, "reply", None) is not None
