"""The journal of a table: all that happened there, and the chips that moved by it."""

from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from showdown.rules.events import HandEvent
from showdown.rules.ruleset import AccountId, Chips, HandId, TableId
from showdown.rules.seat_events import SeatingEvent
from showdown.rules.seating import Seating
from showdown.rules.table import TableEvent


class PostingKind(StrEnum):
    """Why chips moved."""

    GRANT = "grant"
    BUY_IN = "buy_in"
    TOP_UP = "top_up"
    HAND = "hand"
    RAKE = "rake"
    CASH_OUT = "cash_out"


class Posting(Struct, frozen=True, kw_only=True):
    """Chips that one party gives to another; who the parties are, `server.ledger` says."""

    key: str
    """It happens once, however often it is asked for."""
    kind: PostingKind
    debit: str
    """Who gives."""
    credit: str
    """Who gets."""
    amount: Chips
    """More than none."""
    hand: HandId | None = None
    """Which hand brought it about."""


class Entry(Struct, frozen=True, kw_only=True):
    """
    One accepted action or dealer step, with all that must become durable with it.

    When the events end a hand, ``record`` is that hand with its results; when it is shown later, it
    is the same hand with that. ``checkpoint`` is the table between hands; recovery starts there and
    replays the entries after it.
    """

    table: TableId
    seq: int
    """The number of the first event; the last is ``seq + len(events) - 1``."""
    events: tuple[TableEvent, ...]
    """At least one; events with secrets (those of a hand) need ``hand``."""
    hand: HandId | None = None
    turn: int | None = None
    """The turn that an action answered."""
    account: AccountId | None = None
    action_id: str | None = None
    postings: tuple[Posting, ...] = ()
    record: "FinishedHand | None" = None
    checkpoint: Seating | None = None


class FinishedHand(Struct, frozen=True, kw_only=True):
    """A hand that is over: all its events, secrets included."""

    hand: HandId
    table: TableId
    ended_at: str
    """Universal time, as in 2026-11-30T12:00:00Z."""
    events: tuple[HandEvent, ...]


class StoredEntry(Struct, frozen=True, kw_only=True):
    """An entry as the journal keeps it: what happened, and which request it answered."""

    seq: int
    """The number of the first event."""
    events: tuple[TableEvent, ...]
    hand: HandId | None = None
    turn: int | None = None
    account: AccountId | None = None
    action_id: str | None = None

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.seq + len(self.events) - 1


def as_stored(entry: Entry) -> StoredEntry:
    """An entry as it comes back from the journal."""
    return StoredEntry(
        seq=entry.seq,
        events=entry.events,
        hand=entry.hand,
        turn=entry.turn,
        account=entry.account,
        action_id=entry.action_id,
    )


class Damage(Struct, frozen=True, kw_only=True):
    """What can be said of entries that cannot be read."""

    reason: str
    """One sentence for the operator."""
    last: int
    """The number of their last event, as far as it is known."""
    hand: HandId | None
    events: tuple[SeatingEvent, ...]
    """What players did between hands, as far as it can be read; no card is needed for that."""
    stacks: dict[AccountId, Chips]
    """What the ledger says that accounts had here before the hand."""
    carry: Chips
    """What it says that lay in the middle, with what was paid to enter the hand's carry."""


class StoredTable(Struct, frozen=True, kw_only=True):
    """What the journal knows of a table: a checkpoint and what happened since."""

    seating: Seating
    seq: int
    """The last event that is in ``seating``."""
    entries: tuple[StoredEntry, ...] = ()
    """Those after it, in order and without a gap."""
    damage: Damage | None = None
    """Why there are none, if there should be some."""

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """All that happened since the checkpoint."""
        return tuple(event for entry in self.entries for event in entry.events)

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.entries[-1].last if self.entries else self.seq


class Journal(Protocol):
    """The one truth about tables."""

    async def append(self, entry: Entry) -> None:
        """
        Make an entry durable, with its postings, record and checkpoint, or nothing of it.

        Raises:
            InsufficientFunds: an account cannot pay a posting.
            StaleTable: ``seq`` is not the next number of this table, or nobody opened it.
            StorageError: the database cannot do it now.
        """

    async def open_table(self, table: TableId, seating: Seating) -> StoredTable:
        """
        What is known of a table; a new one begins with this seating, which is stored.

        Entries that do not fit together, or do not open with our keys, are told as damage.

        Raises:
            NewerForm: it was stored by a newer program.
            StorageError: the database cannot do it now.
            CorruptHistory: its checkpoint cannot be read.
        """

    async def close_table(self, table: TableId) -> None:
        """
        Let go of a table that nobody sits at: all that is stored of it but the hands played there.

        Raises:
            StaleTable: somebody else has opened the table since.
            StorageError: the database cannot do it now.
        """

    async def give_up(self, entry: Entry, reason: str) -> None:
        """
        Append an entry, with a checkpoint, in place of those since the last checkpoint.

        They are kept as evidence, with the reason.

        Raises:
            StaleTable: somebody else has opened the table since.
            StorageError: the database cannot do it now.
        """

    async def probe(self) -> None:
        """
        Write what changes nothing, to see whether the database takes it.

        Raises:
            StorageError: it cannot do it now.
        """

    async def since(self, table: TableId, seq: int) -> tuple[StoredEntry, ...]:
        """
        The entries that hold events after a number, and those before them of the same hand.

        So whoever tells them knows from the first event on who was dealt in. They follow on one
        another; nothing comes if the journal does not keep all of them any more, or if there is
        nothing after that number.

        Raises:
            StorageError: the database cannot do it now, or needs a newer program or another key.
            CorruptHistory: what is stored does not fit together, or does not open with our key.
        """

    async def left_after(self, table: TableId, account: AccountId, seq: int) -> int | None:
        """
        The end of the last entry by which an account got up from a table after an event.

        None if it did not, or if the journal does not keep it any more. However much has happened
        there, hardly anything of it is read.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def accepted(
        self, table: TableId, hand: HandId, turn: int, account: AccountId
    ) -> StoredEntry | None:
        """
        What this account did in that turn, as long as the journal keeps it.

        Raises:
            StorageError: the database cannot do it now, or needs a newer program or another key.
            CorruptHistory: what is stored does not fit together, or does not open with our key.
        """

    async def reserve_hands(self, count: int) -> HandId:
        """Take so many hand ids, never to be given again; returns the first."""
