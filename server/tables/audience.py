"""
Who sees a table, and what each of them is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Raw
from msgspec.structs import replace

from server.ports import StoredEntry
from server.tables.attendance import Attendance
from server.tables.gallery import Gallery
from server.tables.outage import paused_notice
from server.tables.telling import Batch, Listener, heir_of
from server.tables.world import Cause
from showdown.protocol import messages as msg
from showdown.protocol.asking import action_request
from showdown.rules import events as ev
from showdown.rules.fairness.openings import Openings
from showdown.rules.ruleset import AccountId, HandId, Seat
from showdown.rules.seat_events import GraceGiven, Left, Seated
from showdown.rules.table_view import view_table
from showdown.rules.view import SPECTATOR, Viewer, hand_viewer, table_viewer

if TYPE_CHECKING:
    from server.tables.actor import TableActor
    from server.tables.lateness import Lateness


NOBODY: frozenset[AccountId] = frozenset()
"""Who has left with what most actions cause."""


class _News:
    """What has happened, as updates; those that are the same for several are made once."""

    def __init__(self, actor: TableActor, batch: Batch) -> None:
        self._actor, self._batch = actor, batch
        self._clock = actor.turn_clock.all_left() if GraceGiven in batch.kinds else ()
        running = actor.state.hand
        self._hand = running.hand if running is not None and batch.of_a_hand else None
        self._public: msg.Update | None = None
        is_alike = not batch.personal and not actor.proving.has_news
        self.for_all = self._for_all() if is_alike else None
        """What all are told who have not asked for it, where they see the same of it."""

    def for_(self, viewer: Viewer, reply: msg.Answer | None = None) -> msg.Update:
        """The update of a viewer, who may have asked for what has happened."""
        if reply is None and self.for_all is not None:
            return self.for_all
        texts, openings = self._batch.texts(viewer), self._actor.proving.news(viewer)
        if reply is not None or openings is not None or texts is not self._batch.public:
            return self._update(texts, openings, reply)
        return self._for_all()

    def _for_all(self) -> msg.Update:
        if self._public is None:
            self._public = self._update(self._batch.public, None, None)
        return self._public

    def _update(
        self, texts: tuple[Raw, ...], openings: Openings | None, reply: msg.Answer | None
    ) -> msg.Update:
        return msg.Update(
            table=self._actor.table,
            seq=self._batch.seq,
            events=texts,
            hand=self._hand,
            reply=reply,
            clock=self._clock,
            openings=openings,
        )


class Audience:
    """The listeners of one table."""

    def __init__(self, actor: TableActor) -> None:
        self.listeners: dict[Listener, None] = {}
        """In the order in which they came."""
        self._of_account: dict[AccountId, dict[Listener, None]] = {}
        self._hidden: dict[Listener, None] = {}
        """Who saw the table, sees it no more, and may not know that yet."""
        self.news: msg.Notice | None = None
        """What whoever comes is told until the next hand begins."""
        self.attendance = Attendance(actor)
        self._gallery = Gallery(self.listeners, actor.world.turns)
        self._actor = actor

    def tell(self, batch: Batch, cause: Cause | None) -> None:
        """
        Tell what has happened; whoever asked for it has his reply with it.

        First those who play, each what he may see; then those who look on, all of them the same.
        """
        gone = {event.account for event in batch.of_kind(Left)} if Left in batch.kinds else NOBODY
        news, asker = _News(self._actor, batch), None if cause is None else cause.listener
        viewers, onlookers = self._actor.viewers, []
        asked, for_all = self._asked if ev.Turn in batch.kinds else {}, news.for_all
        are_late = self._actor.late is not None
        for listener in tuple(self.listeners):
            account = listener.account
            if are_late and self.is_late(listener) and account not in gone:
                continue
            viewer = SPECTATOR if account is None else viewers.get(account, SPECTATOR)
            if listener is asker and cause is not None:
                update = news.for_(viewer, msg.Answer(id=cause.request, ok=True))
            elif viewer is SPECTATOR and account not in gone:
                onlookers.append(listener)
                continue
            else:
                update = for_all or news.for_(viewer)
            if account in asked:
                self._tell(listener, update, asked)
            else:
                listener.tell(update)
        if onlookers:
            self._gallery.tell(onlookers, news.for_(SPECTATOR))
        if gone:
            for account in gone:
                for listener in tuple(self._of_account.get(account, ())):
                    self._forget(listener)
                    self._say_hidden(listener, self._actor.seq)
            self.attendance.follow()

    def _tell(self, listener: Listener, update: msg.Update, asked: dict[AccountId, Seat]) -> None:
        """
        Tell an update, and whoever is among the asked what he has to decide.

        His clock starts when it is on its way; until then he has all of his time.
        """
        seat = None if listener.account is None else asked.get(listener.account)
        if seat is None:
            listener.tell(update)
            return
        handed = self._actor.turn_clock.hold(seat)
        listener.tell(replace(update, request=self._request(seat)), handed)

    @property
    def _asked(self) -> dict[AccountId, Seat]:
        """Who has to decide now, and where he was dealt in; nobody while the table waits."""
        hand = self._actor.running
        if hand is None or self._actor.unavailable is not None:
            return {}
        return {hand.started.lineup[place].account: hand.seats[place] for place in hand.asked}

    def tell_late(self, batch: Batch, cause: Cause) -> None:
        """Tell what nobody knew of yet, also whoever asked for it and waits for his answer."""
        listener, done = cause.listener, msg.Answer(id=cause.request, ok=True)
        sat_down = any(isinstance(e, Seated) and e.account == cause.account for e in batch.events)
        if sat_down:
            self.pass_over(heir_of(listener))
            self.tell(batch, None)
            self.show_seat(listener, done)
            return
        told = listener in self.listeners
        self.tell(batch, cause)
        if not told:
            listener.tell(msg.Reply(id=cause.request, ok=True))

    def share(self, message: msg.ServerMessage, listeners: Iterable[Listener]) -> None:
        """Tell some of them the same: who plays at once, and who looks on a few at a time."""
        viewers, onlookers = self._actor.viewers, []
        for listener in tuple(listeners):
            if listener.account in viewers:
                listener.tell(message)
            else:
                onlookers.append(listener)
        if onlookers:
            self._gallery.tell(onlookers, message)

    def notify(self, notice: msg.Notice) -> None:
        """Tell everybody something that a person should read."""
        self.share(notice, self.listeners)

    def say(self, said: msg.Said) -> None:
        """Tell everybody what somebody says; who sees the table later hears it later, too."""
        late = self._actor.late
        self.share(said, self._prompt)
        onlookers = [each for each in self.listeners if self.is_late(each)]
        if late is not None and onlookers:
            self._actor.post_later(late.seconds, partial(self._say_to, onlookers, said))

    async def _say_to(self, onlookers: list[Listener], said: msg.Said) -> None:
        self.share(said, [each for each in onlookers if each in self.listeners])

    def tell_news(self, news: msg.Notice) -> None:
        """Tell of a hand that was given up; onlookers who are late hear of it by its event."""
        self.news = news
        self.share(news, self._prompt)

    # Onlookers, where they are told later.

    @property
    def _prompt(self) -> list[Listener]:
        """Who sees the table as it is played."""
        return [each for each in self.listeners if not self.is_late(each)]

    def is_late(self, listener: Listener) -> bool:
        """Whether somebody sees the table later than it is played."""
        late = self._actor.late
        return late is not None and not late.knows(listener.account)

    def tell_onlookers(self, entry: StoredEntry) -> None:
        """Tell onlookers what is old enough for them."""
        late = self._actor.late
        assert late is not None
        batch = Batch(entry.seq, entry.events)
        hand = entry.hand if batch.of_a_hand else None
        alike: dict[Viewer, list[Listener]] = {}
        for listener in self.listeners:
            if self.is_late(listener):
                alike.setdefault(late.viewer(listener.account), []).append(listener)
        for viewer, listeners in alike.items():
            update = msg.Update(
                table=self._actor.table,
                seq=batch.seq,
                events=batch.texts(viewer),
                hand=hand,
                openings=late.proving.news(viewer),
            )
            self._gallery.tell(listeners, update)

    def show_onlookers(self) -> None:
        """Let all onlookers see the table."""
        for listener in tuple(self.listeners):
            if self.is_late(listener):
                self.show(listener)

    def _late_snapshot(
        self, late: Lateness, account: AccountId | None, reply: msg.Answer | None
    ) -> msg.Snapshot:
        viewer = late.viewer(account)
        return msg.Snapshot(
            table=self._actor.table,
            seq=late.seq,
            view=view_table(late.state, viewer),
            proof=late.proving.whole(viewer),
            reply=reply,
            away=self.attendance.away_for(account),
        )

    def ask_again(self) -> None:
        """Tell who is asked that he is, and everybody that he has new time."""
        hand = self._actor.running
        if hand is None or hand.to_act is None:
            return
        asked, update, others = self._asked, self.nothing_new(hand.hand), []
        for listener in self._prompt:
            if listener.account in asked:
                self._tell(listener, update, asked)
            else:
                others.append(listener)
        self.share(update, others)

    def nothing_new(self, hand: HandId | None) -> msg.Update:
        """What tells everybody the time that is left, and nothing else."""
        return msg.Update(
            table=self._actor.table,
            seq=self._actor.seq + 1,
            events=(),
            hand=hand,
            clock=self._actor.turn_clock.all_left(),
        )

    def request_of(self, account: AccountId | None) -> msg.ActionRequest | None:
        """What this account has to decide now, if it is its turn and the table does not wait."""
        seat = None if account is None else self._asked.get(account)
        return None if seat is None else self._request(seat)

    def _request(self, seat: Seat) -> msg.ActionRequest | None:
        hand, left_ms = self._actor.running, self._actor.turn_clock.left_ms(seat)
        assert hand is not None
        return action_request(hand, left_ms=left_ms, seat=seat, told=self._actor.notes.told)

    def show(self, listener: Listener, reply: msg.Answer | None = None) -> None:
        """Let somebody see the table from now on, beginning with a snapshot."""
        self.listen(listener)
        if self._actor.broken:
            return  # he is shown the table when it has been rebuilt
        actor, account = self._actor, listener.account
        if actor.late is not None and self.is_late(listener):
            self._show_late(actor.late, listener, reply)
            return
        viewer = table_viewer(actor.state, account)
        listener.tell(
            msg.Snapshot(
                table=actor.table,
                seq=actor.seq,
                view=view_table(actor.state, viewer),
                proof=actor.proving.whole(viewer),
                request=self.request_of(account),
                reply=reply,
                clock=actor.turn_clock.all_left(),
                away=self.attendance.away_for(account),
            )
        )
        self.greet(listener)

    def _show_late(self, late: Lateness, listener: Listener, reply: msg.Answer | None) -> None:
        if not late.is_dark:
            listener.tell(self._late_snapshot(late, listener.account, reply))
        elif reply is not None:
            listener.tell(msg.Reply(id=reply.id, ok=True))  # the snapshot comes when it is light
        self.tell_pause(listener)

    def show_seat(self, listener: Listener, reply: msg.Answer) -> None:
        """Let who has taken a seat see the table; where he has an heir by now, let him."""
        heir = heir_of(listener)
        self.show(heir, reply if heir is listener else None)

    def listen(self, listener: Listener) -> None:
        """
        Tell somebody what happens from now on.

        Who has gone by the time that his request is done is not told: nobody would hide him again.
        """
        if not self.is_listening(listener) and not listener.gone:
            self._remember(listener)
        # Of a thousand who come to look on at once each would be counted for each other one.
        if listener.account is not None and self._actor.seats(listener.account):
            self.attendance.follow(but=listener)

    def greet(self, listener: Listener) -> None:
        """Tell what somebody should know who comes to the table now."""
        if self.news is not None and not self.is_late(listener):
            listener.tell(self.news)
        self.tell_pause(listener)

    def tell_pause(self, listener: Listener) -> None:
        """Tell somebody that the table waits, if it does."""
        if self._actor.storing.outage.paused:
            listener.tell(paused_notice(self._actor.table))

    def last_seq(self, listener: Listener) -> int | None:
        """The last event that somebody may know; None if he may know nothing yet."""
        late = self._actor.late
        if late is None or not self.is_late(listener):
            return self._actor.seq
        return None if late.is_dark else late.seq

    def hide(self, listener: Listener) -> None:
        """Tell somebody no more; his seat stays his, and a clock that waits for him starts."""
        self.hide_after(listener, self.last_seq(listener) or 0)

    def hide_after(self, listener: Listener, last: int) -> None:
        """Do the same to who was told all up to an event."""
        self.pass_over(listener)
        self._say_hidden(listener, last)

    def says_hidden_again(self, listener: Listener) -> bool:
        """Say once more that somebody is told no more, if he is not, and may not know it yet."""
        if listener not in self._hidden:
            return False
        self._say_hidden(listener)
        return True

    def _say_hidden(self, listener: Listener, last: int = 0) -> None:
        """Say that somebody is told no more after an event; 0 if it does not matter which."""
        if listener.gone:
            self._hidden.pop(listener, None)
            return
        # Also of who saw it elsewhere until now, and has not asked yet to see it on here.
        self._hidden[listener] = None
        self._actor.world.whereabouts.hears(listener, self._actor)
        self._actor.world.whereabouts.hides(listener, self._actor, last)

    def pass_over(self, listener: Listener) -> bool:
        """Tell somebody nothing until he is shown the table anew; whether he was told before."""
        if not self.is_listening(listener):
            return False  # as at all tables but a few, whenever a connection ends
        self._forget(listener)
        if listener.account is not None and not self.is_connected(listener.account):
            self._release(listener.account)
            if self._actor.seats(listener.account):
                self.attendance.follow()
        return True

    def _release(self, account: AccountId) -> None:
        hand = self._actor.running
        seat = None if hand is None else hand_viewer(hand.started, account).hand_seat
        if seat is not None:
            self._actor.turn_clock.release(seat)

    def close(self, notice: msg.Notice) -> None:
        """Tell everybody why, and then nobody any more."""
        for listener in tuple(self.listeners):
            listener.tell(notice)
        self.listeners.clear()
        self._of_account.clear()
        self._hidden.clear()

    def _remember(self, listener: Listener) -> None:
        self.listeners[listener] = None
        self._hidden.pop(listener, None)
        if listener.account is not None:
            self._of_account.setdefault(listener.account, {})[listener] = None
        self._actor.world.whereabouts.hears(listener, self._actor)
        self._actor.world.whereabouts.stirs(self._actor)

    def _forget(self, listener: Listener) -> None:
        self._actor.world.whereabouts.stirs(self._actor)
        del self.listeners[listener]
        account = listener.account
        if account is not None:
            others = self._of_account[account]
            del others[listener]
            if not others:
                del self._of_account[account]

    @property
    def spectators(self) -> int:
        """How many look on without a seat."""
        occupants = self._actor.state.seating.occupants
        seated = sum(len(self._of_account.get(each.account, ())) for each in occupants)
        return len(self.listeners) - seated

    def is_listening(self, listener: Listener) -> bool:
        """Whether somebody is told what happens here."""
        return listener in self.listeners

    def is_connected(self, account: AccountId) -> bool:
        """Whether somebody listens for this account."""
        return account in self._of_account

    def has_unread(self, account: AccountId, moment: float) -> bool:
        """Whether something that came in by then from an account waits to be read."""
        return any(each.has_unread(moment) for each in self._of_account.get(account, ()))
