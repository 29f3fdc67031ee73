"""
An entry of a journal as rows of the tables that it goes into, the same for every engine.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from server.ports import Entry, FinishedHand, Posting, StoredHand
from server.storage import rows
from server.storage.packing import pack
from server.storage.plays import plays_in
from server.storage.results import stored_hand
from server.storage.secrets import RECORD, Place, Vault
from showdown.rules import events as ev
from showdown.rules.ruleset import HandId, TableId
from showdown.rules.seating import Seating

Values = dict[str, Any]
"""A row, or what an update sets, by the names of the columns."""


class HandRows(NamedTuple):
    """A hand that is over."""

    hand: Values
    players: tuple[Values, ...]
    """Nobody when ``hand`` is known already and was shown after its end."""


class EntryRows(NamedTuple):
    """All that becomes durable together."""

    journal: Values
    """The entry's own row; ``epoch`` is the one that its table must have."""
    postings: tuple[Posting, ...]
    finished: HandRows | None
    checkpoint: Values | None
    """The ``checkpoint`` of its table and the ``seq`` of the last event in it."""

    @property
    def table(self) -> TableId:
        """Where it happened."""
        return TableId(self.journal["table_id"])


MakeRows = Callable[[], EntryRows]
"""Makes the rows of an entry, in whichever thread writes them; it may be asked again."""


def entry_rows(entry: Entry, epoch: int, vault: Vault) -> EntryRows:
    """The rows of an entry, cards encrypted; ``epoch`` is that of who appends it."""
    record, checkpoint = entry.record, entry.checkpoint
    last = entry.seq + len(entry.events) - 1
    return EntryRows(
        journal=_journal_row(entry, epoch, vault),
        postings=entry.postings,
        finished=None if record is None else _hand_rows(record, vault),
        checkpoint=None if checkpoint is None else {"checkpoint": as_json(checkpoint), "seq": last},
    )


def as_json(seating: Seating) -> str:
    """A seating as a checkpoint stores it."""
    return msgspec.json.encode(seating).decode()


def journal_place(table: TableId, hand: HandId | None, seq: int) -> Place | None:
    """Where the secrets of a journal's row stand; only rows of a hand have any."""
    return None if hand is None else Place(table, hand, seq)


def record_place(table: TableId, hand: HandId) -> Place:
    """Where the secrets of a finished hand stand."""
    return Place(table, hand, RECORD)


def _journal_row(entry: Entry, epoch: int, vault: Vault) -> Values:
    place = journal_place(entry.table, entry.hand, entry.seq)
    stored = rows.store(entry.events, place, vault)
    return {
        "table_id": entry.table,
        "seq": entry.seq,
        "count": len(entry.events),
        "hand": entry.hand,
        "turn": entry.turn,
        "account": entry.account,
        "action_id": entry.action_id,
        "version": rows.VERSION,
        "epoch": epoch,
        "payload": stored.public.decode(),
        "secret": stored.secret,
    }


def _hand_rows(record: FinishedHand, vault: Vault) -> HandRows:
    listed = stored_hand(record)
    stored = rows.store(record.events, record_place(record.table, record.hand), vault, pack)
    hand = {
        "id": record.hand,
        "table_id": record.table,
        "ended_at": record.ended_at,
        "pot": listed.pot,
        "category": listed.category,
        "version": rows.VERSION,
        "record": stored.public,
        "secret": stored.secret,
    }
    # One that ends with a hand shown after its end was stored before, without that.
    known = isinstance(record.events[-1], ev.HandShown)
    return HandRows(hand, () if known else _player_rows(record, listed))


def _player_rows(record: FinishedHand, listed: StoredHand) -> tuple[Values, ...]:
    plays, ended = plays_in(record), seconds(record.ended_at)
    return tuple(
        {
            "hand": record.hand,
            "seat": each.seat,
            "place": place,
            "account": each.account,
            "name": each.name,
            "net": each.net,
            "won": each.won,
            "play": plays.of(each.seat),
            "big_blind": plays.big_blind,
            "ended": ended,
        }
        for place, each in enumerate(listed.results)
    )


def seconds(moment: str) -> int:
    """
    A point in time in seconds since 1970.

    >>> seconds("2026-11-30T12:00:00Z")
    1796040000
    """
    return int(datetime.fromisoformat(moment).timestamp())
