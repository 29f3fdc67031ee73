"""
A client's side of a connection, without the connection.

Feed it frames with :meth:`ClientSession.receive`; it keeps each table's view up to date and says
what came. Send what :meth:`ClientSession.request` returns. Terminal, SDK and tests share it.

It outlives connections. Of each table it knows the number of the last event: what came before is
passed over, what comes next is taken, and where something is missing it asks the server to
``resume``. On a new connection :meth:`ClientSession.resumptions` asks that for all tables, and
:attr:`ClientSession.unanswered` holds the actions whose replies never came.
"""

from collections.abc import Callable
from typing import NamedTuple

from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events, decode_message, encode
from showdown.protocol.contributing import HandFindings, Sealed, TableContributor
from showdown.protocol.time_left import Clock, clock_after
from showdown.rules.following import follow
from showdown.rules.ruleset import AccountId, Chips, Seat, TableId
from showdown.rules.seen import Hidden, SeenEvent
from showdown.rules.table_view import TableView

OWN_PINGS = 2**52
"""Pings of a session's own have numbers above it."""


class Watched(NamedTuple):
    """A table that this client sees."""

    seq: int
    """The last event that is in the view."""
    view: TableView
    away: frozenset[Seat] = frozenset()
    """Whose players are not connected."""


class Received(NamedTuple):
    """What a frame brought."""

    message: msg.ServerMessage
    events: tuple[SeenEvent | Hidden, ...] = ()
    """The events of an update that were new."""
    before: TableView | None = None
    """The table before them."""
    after: TableView | None = None
    """The table now, if the frame is about one that is seen."""
    reply: msg.Reply | None = None
    """The answer to a request, whichever message carried it."""
    clock: Clock | None = None
    """The time that each seat has that is asked; None if it just goes on."""
    gone: frozenset[Seat] = frozenset()
    """Whose players are not connected any more."""
    back: frozenset[Seat] = frozenset()
    """Whose players are connected again."""
    answers: tuple[msg.Resume | msg.Anchor | msg.Open | msg.Ping, ...] = ()
    """Send these: they ask for events that are missing, or open for a deal that is proven."""
    proven: HandFindings | None = None
    """Of a hand that is over: how far its deal was proven."""


class ClientSession:
    """Who we are, which tables we see, and how requests are numbered."""

    def __init__(
        self,
        new_secret: Callable[[], bytes] | None = None,
    ) -> None:
        """
        Begin without knowing anything.

        Args:
            new_secret: 32 bytes of the operating system's generator, other ones each time. With it
                the session takes part in deals that are proven, and checks them.
        """
        self._new_secret = new_secret
        self.keep_seal: Callable[[Sealed], None] | None = None
        """Keeps what was sealed, before it is opened; an OSError of it keeps us from opening."""
        self._contributors: dict[TableId, TableContributor] = {}
        self.account: AccountId | None = None
        self.name: str | None = None
        self.chips: Chips = 0
        self.token: str | None = None
        self.resume_token: str | None = None
        """For the next hello, on a new connection; the last welcome brought it."""
        self.tables: dict[TableId, Watched] = {}
        self.hosts: set[TableId] = set()
        """Tables whose host we are."""
        self.unanswered: dict[str, msg.Act] = {}
        """Actions that were sent and not answered yet; safe to send again as they are."""
        self._left: set[TableId] = set()
        """Tables that we got up from, of which we are told no more."""
        self._resuming: dict[TableId, str] = {}
        """Tables whose missing events were asked for, and the request's id."""
        self._counter = self._pings = 0

    @property
    def seats(self) -> tuple[TableId, ...]:
        """Tables where we sit, as far as we see them."""
        return tuple(name for name, seen in self.tables.items() if seen.view.you is not None)

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
        message = build(request_id)
        self.sends(message)
        return request_id, encode(message)

    def sends(self, message: msg.ClientMessage) -> None:
        """Note what is sent, so that an action without an answer can be sent again."""
        if isinstance(message, msg.Act):
            self.unanswered[message.id] = message

    def resumptions(self, welcome: msg.Welcome) -> tuple[msg.Resume, ...]:
        """
        What to ask on a new connection: to go on with each table where the last one ended.

        A table where we had a seat and have none any more is forgotten.
        """
        seats = {taken.table for taken in welcome.seats}
        for table, watched in tuple(self.tables.items()):
            seated = watched.view.you is not None or table in self._left
            if seated and table not in seats:
                self.forget(table)
        unseen = [table for table in seats if table not in self.tables]
        return tuple(self.resumption(table) for table in (*self.tables, *unseen))

    def resumption(self, table: TableId) -> msg.Resume:
        """Ask for what is missing of a table."""
        watched = self.tables.get(table)
        last_seq = None if watched is None else watched.seq
        request_id = self._resuming[table] = self.next_id()
        return msg.Resume(id=request_id, table=table, last_seq=last_seq)

    def receive(self, frame: bytes | str, now: float | None = None) -> Received | None:
        """
        Take a frame in; None for what is nobody's business.

        That is a message of a type that this version does not know, and the answer to a ping of the
        session's own.

        Args:
            now: when it came, in seconds on a monotonic clock. Without it nobody notices a server
                that passes over openings.

        Raises:
            ProtocolError: the server sent something wrong; reconnect.
        """
        message = decode_message(frame)
        match message:
            case None:
                return None
            case msg.Welcome():
                return self._welcome(message)
            case msg.Snapshot():
                return self._snapshot(message)
            case msg.Presence():
                gone, back = self._follow_presence(message.table, message.away)
                watched = self.tables.get(message.table)
                view = None if watched is None else watched.view
                return Received(message, after=view, gone=gone, back=back)
            case msg.Update():
                return self._update(message, now)
            case msg.Pong() if message.sent > OWN_PINGS:
                for each in self._contributors.values():
                    each.pong(message.sent, now)
                return None
            case msg.Reply():
                self._replied(message)
                return Received(message, reply=message)
            case _:
                self._note(message)
                return Received(message)

    def _note(self, message: msg.ServerMessage) -> None:
        match message:
            case msg.Lobby(chips=int(chips)):
                self.chips = chips
            case msg.Notice(code="table_closed", table=str(table)):
                self.forget(TableId(table))

    def _replied(self, message: msg.Reply) -> None:
        self._settle(message.id)
        for each in self._contributors.values():
            each.answered(message.id, ok=message.ok)
        if isinstance(message.result, msg.Opened):
            self.hosts.add(message.result.table)

    def forget(self, table: TableId) -> None:
        """Watch a table no more."""
        self.tables.pop(table, None)
        self._left.discard(table)
        self._resuming.pop(table, None)
        self._contributors.pop(table, None)

    def _snapshot(self, message: msg.Snapshot) -> Received:
        table, view = message.table, message.view
        self.tables[table] = Watched(message.seq, view, frozenset(message.away))
        self._left.discard(table)
        self._resuming.pop(table, None)
        clock, reply = message.clock, self._answered(message.reply)
        contributor = self._contributor(table)
        answers: tuple[msg.Anchor | msg.Open | msg.Ping, ...] = ()
        if contributor is not None:
            contributor.shown(view, message.proof)
            answers = self._contributions(contributor, view)
        return Received(message, after=view, reply=reply, clock=clock, answers=answers)

    def _contributor(self, table: TableId) -> TableContributor | None:
        """Our part in the deals of a table, if we take any."""
        if self._new_secret is None:
            return None
        if table not in self._contributors:
            self._contributors[table] = TableContributor(table, self._new_secret, self._sealed)
        return self._contributors[table]

    def _sealed(self, sealed: Sealed) -> None:
        if self.keep_seal is not None:
            self.keep_seal(sealed)

    def _welcome(self, message: msg.Welcome) -> Received:
        self.account, self.name, self.chips = message.account, message.name, message.chips
        self.hosts = set(message.hosts)
        self.token = message.token or self.token
        self.resume_token = message.resume_token or self.resume_token
        self._resuming = {}
        for each in self._contributors.values():
            each.reconnected()
        return Received(message)

    def _update(self, message: msg.Update, now: float | None) -> Received:
        watched = self.tables.get(message.table)
        if message.table in self._resuming:
            now = None  # it did not happen just now
        reply = self._answered(message.reply)
        if watched is None:
            return Received(message, reply=reply)
        events = decode_events(message.events)
        seen_before = watched.seq + 1 - message.seq
        if seen_before < 0:
            asked = message.table in self._resuming
            return Received(
                message, reply=reply, answers=() if asked else (self.resumption(message.table),)
            )
        fresh = events[seen_before:]
        view = watched.view
        for event in fresh:
            view = follow(view, event)
        self.tables[message.table] = Watched(watched.seq + len(fresh), view, watched.away)
        if watched.view.you is not None and view.you is None:
            self._left.add(message.table)
        gone, back = self._follow_presence(message.table, message.away)
        clock = clock_after(message.clock, fresh, view)
        answers, proven = self._contribute(message, fresh, view, now)
        return Received(
            message, fresh, watched.view, view, reply, clock, gone, back, answers, proven
        )

    def _contribute(
        self,
        message: msg.Update,
        events: tuple[SeenEvent | Hidden, ...],
        view: TableView,
        now: float | None,
    ) -> tuple[tuple[msg.Anchor | msg.Open | msg.Ping, ...], HandFindings | None]:
        """Check what is proven; what is to be sent, and what was found of a hand that is over."""
        contributor = self._contributor(message.table)
        if contributor is None:
            return (), None
        if message.reply is not None:
            contributor.answered(message.reply.id, ok=message.reply.ok)
        contributor.happened(events, view.you, now)
        if message.proof is not None:
            contributor.shown(view, message.proof)
        # What opened with events that are known has been taken in with them.
        contributor.opened(message.openings if events else None)
        found, contributor.finished = contributor.finished, None
        return self._contributions(contributor, view), found

    def _contributions(
        self, contributor: TableContributor, view: TableView
    ) -> tuple[msg.Anchor | msg.Open | msg.Ping, ...]:
        """What a part in a deal is to send, with a ping behind each opening."""
        answers = contributor.answers(view, self.next_id)
        if not any(isinstance(each, msg.Open) for each in answers):
            return answers
        self._pings += 1
        ping = msg.Ping(sent=OWN_PINGS + self._pings)
        contributor.opens(ping.sent)
        return (*answers, ping)

    def _follow_presence(
        self, table: TableId, told: tuple[Seat, ...] | None
    ) -> tuple[frozenset[Seat], frozenset[Seat]]:
        """Who of those seated is gone and who is back, if that is told."""
        watched = self.tables.get(table)
        if watched is None or told is None:
            return frozenset(), frozenset()
        away, seated = frozenset(told), {each.seat for each in watched.view.seats}
        self.tables[table] = watched._replace(away=away)
        return (away - watched.away) & seated, (watched.away - away) & seated

    def _answered(self, answer: msg.Answer | None) -> msg.Reply | None:
        if answer is None:
            return None
        self._settle(answer.id)
        return msg.Reply(id=answer.id, ok=answer.ok, error=answer.error, turn=answer.turn)

    def _settle(self, request_id: str) -> None:
        self.unanswered.pop(request_id, None)
        self._resuming = {t: each for t, each in self._resuming.items() if each != request_id}
