"""
Somebody who saw a table before and sees it on: what he missed, as if he had been there.

Where that cannot be, since it is too much or not kept any more, he is shown the table as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from server.ports import StorageError, StoredEntry
from server.tables.recent import MOST_MISSED, are_whole, missed_updates
from server.tables.telling import Listener
from showdown.errors import CorruptHistory
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId
from showdown.rules.seat_events import Left
from showdown.rules.view import table_viewer

if TYPE_CHECKING:
    from server.tables.actor import TableActor


class CatchingUp:
    """Brings those who saw one table to what is present."""

    __slots__ = ("_actor",)

    def __init__(self, actor: TableActor) -> None:
        self._actor = actor

    async def resume(
        self, listener: Listener, last_seq: int | None, reply: msg.Answer | None
    ) -> None:
        """Let somebody see the table again from where he was: what he missed, or a snapshot."""
        actor, audience = self._actor, self._actor.audience
        missed = None if last_seq is None else await self._missed(listener, last_seq)
        if missed is None:
            audience.show(listener, reply)
            return
        audience.listen(listener)
        late = actor.late
        if late is not None and audience.is_late(listener):
            proof = late.proving.whole(late.viewer(listener.account))
            for update in (*missed[:-1], replace(missed[-1], reply=reply, proof=proof)):
                listener.tell(update)
            audience.tell_pause(listener)
            return
        for update in missed[:-1]:
            listener.tell(update)
        last, request = missed[-1], audience.request_of(listener.account)
        if request is not None and actor.running is not None:
            last = replace(last, hand=actor.running.hand, request=request)
        clock, away = actor.turn_clock.all_left(), audience.attendance.away_for(listener.account)
        proof = actor.proving.whole(table_viewer(actor.state, listener.account))
        listener.tell(replace(last, reply=reply, clock=clock, away=away, proof=proof))
        audience.greet(listener)

    async def see_on(self, listener: Listener, last_seq: int | None) -> None:
        """
        Let who saw the table elsewhere see it on.

        Who has left it hears that, and no more; and so does who is told no more here already, and
        did not know that yet. Where it cannot be read who has left, he is shown the table and looks
        on.
        """
        try:
            if last_seq is not None and await self._has_left(listener, last_seq):
                return
        except (StorageError, CorruptHistory):
            last_seq = None
        if not self._actor.audience.says_hidden_again(listener):
            await self.resume(listener, last_seq, None)

    async def _has_left(self, listener: Listener, seq: int) -> bool:
        """Tell somebody who has got up from the table after an event what was until then."""
        actor, account = self._actor, listener.account
        audience = actor.audience
        if account is None or actor.seats(account) or audience.is_listening(listener):
            return False  # who is told of the table has come back since, if he has left
        if seq >= actor.seq:
            return False  # as it is for nearly all of thousands who look on at a table that moves
        left = await self._left_at(account, seq)
        if left is None:
            return False
        entries = await self._since(seq) if left - seq <= MOST_MISSED else ()
        told = tuple(each for each in entries if each.last <= left)
        if told and are_whole(told):
            audience.listen(listener)
            for update in missed_updates(actor.table, told, seq, account):
                listener.tell(update)
            audience.hide_after(listener, left)
        else:
            audience.show(listener)  # so that he sees at least that he has no seat there
            audience.hide(listener)
        return True

    async def _left_at(self, account: AccountId, seq: int) -> int | None:
        """The last event after one of which an account has got up from the table, if it has."""
        actor = self._actor
        known = actor.recent.since(seq)
        if not known:
            return await actor.world.journal.left_after(actor.table, account, seq)
        return max((each.last for each in known if _leaves(account, each, seq)), default=None)

    async def _since(self, seq: int) -> tuple[StoredEntry, ...]:
        actor = self._actor
        return actor.recent.since(seq) or await actor.world.journal.since(actor.table, seq)

    async def _missed(self, listener: Listener, seq: int) -> list[msg.Update] | None:
        """What brings somebody from an event to what is present for him; None if it cannot."""
        account, last = listener.account, self._actor.audience.last_seq(listener)
        if last is None or not 0 <= last - seq <= MOST_MISSED:
            return None
        if seq == last:
            return [self._nothing_new_for(listener, seq)]
        try:
            entries = await self._since(seq)
        except (StorageError, CorruptHistory) as error:
            self._actor.log.warning(
                "missed events cannot be read", account=account, reason=str(error)
            )
            return None
        # What has happened meanwhile, too, if it took a while to read them.
        last = self._actor.audience.last_seq(listener)
        entries = tuple(each for each in entries if last is not None and each.last <= last)
        if not are_whole(entries):
            return None
        return missed_updates(self._actor.table, entries, seq, account) or None

    def _nothing_new_for(self, listener: Listener, seq: int) -> msg.Update:
        if self._actor.audience.is_late(listener):
            return msg.Update(table=self._actor.table, seq=seq + 1, events=())
        hand = self._actor.running
        return self._actor.audience.nothing_new(None if hand is None else hand.hand)


def _leaves(account: AccountId, entry: StoredEntry, seq: int) -> bool:
    """Whether somebody has left by an entry, in what comes after an event."""
    news = entry.events[max(0, seq + 1 - entry.seq) :]
    return any(isinstance(event, Left) and event.account == account for event in news)
