"""
A client's side of a connection, without the connection.

Feed it frames with :meth:`ClientSession.receive`; it keeps each table's view up to date and says
what came. Send what :meth:`ClientSession.request` returns. Terminal, SDK and tests share it.
"""

from collections.abc import Callable
from typing import NamedTuple

from showdown.errors import ProtocolError
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events, decode_message, encode
from showdown.rules.following import follow
from showdown.rules.ruleset import AccountId, Chips, TableId
from showdown.rules.seen import Hidden, SeenEvent
from showdown.rules.table_view import TableView


class Watched(NamedTuple):
    """A table that this client sees."""

    seq: int
    """The last event that is in the view."""
    view: TableView


class Received(NamedTuple):
    """What a frame brought."""

    message: msg.ServerMessage
    events: tuple[SeenEvent | Hidden, ...] = ()
    """The events of an update that were new."""
    before: TableView | None = None
    """The table before them."""
    reply: msg.Reply | None = None
    """The answer to a request, whichever message carried it."""


class ClientSession:
    """Who we are, which tables we see, and how requests are numbered."""

    def __init__(self) -> None:
        self.account: AccountId | None = None
        self.name: str | None = None
        self.chips: Chips = 0
        self.token: str | None = None
        self.tables: dict[TableId, Watched] = {}
        self._counter = 0

    def next_id(self) -> str:
        """An id that this session has not used."""
        self._counter += 1
        return f"r{self._counter}"

    def request(self, build: Callable[[str], msg.ClientMessage]) -> tuple[str, bytes]:
        """
        Number a request; send the bytes and wait for the reply with this id.

        >>> ClientSession().request(lambda id: msg.Tables(id=id))
        ('r1', b'{"type":"tables","id":"r1"}')
        """
        request_id = self.next_id()
        return request_id, encode(build(request_id))

    def receive(self, frame: bytes | str) -> Received | None:
        """
        Take a frame in; None for a message of a type that this version does not know.

        Raises:
            ProtocolError: the server sent something wrong, or an event is missing; reconnect.
        """
        message = decode_message(frame)
        match message:
            case None:
                return None
            case msg.Welcome():
                return self._welcome(message)
            case msg.Snapshot():
                self.tables[message.table] = Watched(message.seq, message.view)
                return Received(message, reply=_reply(message.reply))
            case msg.Update():
                return self._update(message)
            case msg.Reply():
                return Received(message, reply=message)
            case _:
                return Received(message)

    def forget(self, table: TableId) -> None:
        """Watch a table no more."""
        self.tables.pop(table, None)

    def _welcome(self, message: msg.Welcome) -> Received:
        self.account, self.name, self.chips = message.account, message.name, message.chips
        self.token = message.token or self.token
        return Received(message)

    def _update(self, message: msg.Update) -> Received:
        watched = self.tables.get(message.table)
        reply = _reply(message.reply)
        if watched is None:
            return Received(message, reply=reply)
        events = decode_events(message.events)
        seen_before = watched.seq + 1 - message.seq
        if seen_before < 0:
            raise ProtocolError(
                f"Events {watched.seq + 1} to {message.seq - 1} of {message.table} are missing.",
                code="gap",
                found=message.seq,
                wanted=watched.seq + 1,
            )
        fresh = events[seen_before:]
        view = watched.view
        for event in fresh:
            view = follow(view, event)
        self.tables[message.table] = Watched(watched.seq + len(fresh), view)
        return Received(message, fresh, watched.view, reply)


def _reply(answer: msg.Answer | None) -> msg.Reply | None:
    if answer is None:
        return None
    return msg.Reply(id=answer.id, ok=answer.ok, error=answer.error, turn=answer.turn)
