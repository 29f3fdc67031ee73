"""
What the tables need from outside, and nothing about how it is done.

``storage`` fills these ports with a database; tests fill them in memory. Every call that changes
something returns when the change is durable, and only then.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import NewType, Protocol

from msgspec import Struct

from showdown.history.record import HandRecord
from showdown.history.statistics import Outcome, Statistics
from showdown.rules.events import HandEvent
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import AccountId, Chips, HandId, Seat, TableId
from showdown.rules.seat_events import SeatingEvent
from showdown.rules.seating import Seating
from showdown.rules.table import TableEvent

HOUSE = AccountId(1)
"""The account that takes rake; the first migration makes it."""

Token = NewType("Token", str)
"""Who shows it is the account; stored hashed, told once."""

ResumeToken = NewType("ResumeToken", str)
"""Who shows it goes on with a session; stored hashed, told once, and followed by another one."""

SessionId = NewType("SessionId", str)
"""One client's being signed in, over all its connections."""


# Errors: each is one sentence for the person who can mend it.

FAILING = "The server cannot read or store this just now; try again in a moment."
"""All that who plays is told of a database that fails; where it is and why is the operator's."""


class StorageError(Exception):
    """
    The database cannot do it now; nothing has changed.

    ``found`` and ``wanted`` are what the sentence says in figures and names, for who asked.
    """

    code = "unavailable"

    def __init__(
        self, sentence: str, *, found: str | int | None = None, wanted: str | int | None = None
    ) -> None:
        super().__init__(sentence)
        self.found, self.wanted = found, wanted

    @property
    def sentence(self) -> str:
        """What is said to somebody who plays."""
        return FAILING if self.is_ours else str(self)

    @property
    def is_ours(self) -> bool:
        """Whether the text is for the operator alone."""
        return self.code == "unavailable"


class UnknownOutcome(StorageError):
    """The database went away while it was asked; whether it has happened is not known."""

    code = "unavailable"


class NewerForm(StorageError):
    """A newer program has stored this, and only that can read it."""

    code = "unavailable"


class MissingKey(StorageError):
    """What is stored was encrypted with a key that is not loaded."""

    code = "unavailable"


class NameTaken(StorageError):
    """Another account has this name, or one that looks the same."""

    code = "name_taken"


class PasswordWanted(NameTaken):
    """The name belongs to somebody who has a password."""

    code = "password_wanted"


class HasPassword(StorageError):
    """The account has a password already."""

    code = "has_password"


class AccountDisabled(StorageError):
    """The operator lets nobody sign in to this account."""

    code = "account_disabled"


class SessionOver(StorageError):
    """The resume token is of no session that could go on."""

    code = "session_over"


class InsufficientFunds(StorageError):
    """The account has fewer chips than it should pay."""

    code = "insufficient_funds"


class StaleTable(StorageError):
    """The journal has gone on without this writer; it must stop."""

    code = "stale_table"


# Accounts.


class Account(Struct, frozen=True, kw_only=True):
    """Somebody who plays."""

    account: AccountId
    name: str
    chips: Chips
    """What he has beside the tables."""
    is_program: bool = False
    """Whether he came in by a token that an operator made for a program."""


class Credentials(Struct, frozen=True, kw_only=True):
    """What a password is compared with."""

    account: Account
    password: str | None
    """Encoded; None for an account that has none."""


class SignedOut(Struct, frozen=True, kw_only=True):
    """Whom operators have signed out since they were last looked at."""

    mark: int
    """Ask for those after this one next time."""
    accounts: frozenset[AccountId]


class Accounts(Protocol):
    """Who plays, and what they have."""

    async def add_guest(
        self, name: str, chips: Chips, nonce: str | None = None
    ) -> tuple[Account, Token]:
        """
        Make an account without a password.

        Whoever asked for the same name with the same ``nonce`` and never came back is given his
        account again: nobody knows whether he heard of its token.

        Raises:
            NameTaken: another account has the name.
            PasswordWanted: it has, and a password too.
        """

    async def add_person(self, name: str, password: str, chips: Chips) -> tuple[Account, Token]:
        """
        Make an account with a password, which is given encoded.

        Raises:
            NameTaken: another account has the name.
        """

    async def give_password(self, account: AccountId, password: str) -> None:
        """
        Let a guest have a password, which is given encoded.

        Raises:
            HasPassword: he has one.
        """

    async def encode_anew(self, account: AccountId, old: str, fresh: str) -> None:
        """Store a password encoded with other parameters, if it is still that one."""

    async def credentials(self, name: str) -> Credentials | None:
        """Whose name this is, however it is spelled."""

    async def sign_in(self, account: AccountId, password: str) -> Token | None:
        """
        A new token for somebody who said this password; the oldest of many makes way.

        None if it is stored no more, or encoded otherwise.

        Raises:
            AccountDisabled: nobody may sign in to it.
        """

    async def forget_token(self, token: Token) -> None:
        """
        Let a client's token open nothing any more.

        Not the one of an account without a password, which has nothing else to come back by, nor
        one that an operator made for a program.
        """

    async def sign_out_everywhere(self, account: AccountId) -> None:
        """End all sessions of an account and forget the tokens of its clients, by the same rule."""

    async def grant_daily(self, account: AccountId, chips: Chips, day: str) -> Chips:
        """
        Chips for somebody who has none, beside the tables or at one, once a day.

        Args:
            day: in universal time, as in 2026-11-30.

        Returns:
            What was granted: all of it, or 0.
        """

    async def signed_out_since(self, mark: int | None) -> SignedOut:
        """Whose accounts operators have disabled or signed out after a mark; None is from now."""

    async def house_player(self, name: str, least: Chips) -> Account:
        """
        The account of a house bot, made if there is none and filled up to at least ``least`` chips.

        Raises:
            NameTaken: a person has the name.
        """

    async def house_players(self) -> Mapping[str, AccountId]:
        """The accounts of all house bots that there are by name, those of earlier days included."""

    async def by_token(self, token: str) -> Account | None:
        """
        Whose token this is; None for one that is unknown or revoked.

        Raises:
            AccountDisabled: nobody may sign in to the account.
        """

    async def get(self, account: AccountId) -> Account:
        """An account as it is now; KeyError if there is none."""


# Sessions.


class Session(Struct, frozen=True, kw_only=True):
    """A client that is signed in."""

    session: SessionId
    who: Account
    token: ResumeToken | None = None
    """By which it comes back next; None if none could be stored, and the last one stays good."""
    entrance: int = 0
    """
    Of two times that somebody came in, at whichever node, the later has the greater number; 0 if
    none could be had.
    """

    @property
    def account(self) -> AccountId:
        """Whose session it is."""
        return self.who.account


class Reused(Struct, frozen=True, kw_only=True):
    """A resume token was shown after one that followed it: one of the two was copied."""

    session: SessionId
    account: AccountId


class Sessions(Protocol):
    """
    Who is signed in, by tokens of which each is followed by another one.

    A client may never hear of a token that it is given, so the one that it came with stays good
    until one of those that followed it is shown. One that is shown later still has been copied:
    its session is over, for nobody can tell who the thief is.
    """

    async def begin(self, who: Account, window_s: int, *, first: bool = False) -> Session:
        """
        Begin a session that can be resumed for so many seconds; the oldest of many makes way.

        Args:
            first: whether the account was just made, so that his client may not know of it yet.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def resume(self, token: str, window_s: int) -> Session | Reused:
        """
        Go on with the session of a token, for so many seconds more.

        Raises:
            SessionOver: there is none.
            AccountDisabled: nobody may sign in to its account.
            StorageError: the database cannot do it now.
        """

    async def account_of(self, token: str) -> Account:
        """
        Whose session a token is of, without going on with it.

        Raises:
            SessionOver: there is none, or the token is not its last.
            AccountDisabled: nobody may sign in to its account.
            StorageError: the database cannot do it now.
        """

    async def end(self, session: SessionId) -> None:
        """
        Let a session be resumed no more.

        Raises:
            StorageError: the database cannot do it now.
        """


# The journal of a table.


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


# Which node runs which table.


class Claimed(Struct, frozen=True):
    """A table as the database has it."""

    table: TableId
    epoch: int
    """How often it has changed hands, counted from 1."""
    owner: str | None
    """Who has claimed it last, as that one writes itself; None if nobody has."""


class ClaimsMade(Struct, frozen=True, kw_only=True):
    """What became of claims."""

    taken: Mapping[TableId, int]
    """Those that were made, and in which epochs; tables in mid-hand first."""
    refused: tuple[Claimed, ...]
    """The tables of the others as they are; one that is missing is there no more."""


class Claims(Protocol):
    """Who has which table: the database decides, and who lives is none of its business."""

    async def make(self, tables: Mapping[TableId, Seating]) -> None:
        """
        See to it that there are these tables; those that are there already stay as they are.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def look(self, tables: Collection[TableId] | None = None) -> tuple[Claimed, ...]:
        """
        Tables as they are, all there are if none are named.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def claim(self, known: Mapping[TableId, int]) -> ClaimsMade:
        """
        Claim tables, each for as long as it has the epoch that is named here.

        Who had one before can store nothing there any more; what he had under way is stored or
        never will be. Open each of them with the journal next.

        Raises:
            StorageError: the database cannot do it now; each may have been claimed all the same.
        """

    async def read_ahead(self, tables: Collection[TableId]) -> None:
        """
        Read tables that were claimed, many at once, before the journal opens each.

        Raises:
            StorageError: the database cannot do it now.
        """

    def end(self, tables: Iterable[TableId]) -> None:
        """Store nothing more at these tables, which others may have by now."""


class Seatings(Protocol):
    """Who sits where, for those who do not run the tables."""

    async def read(self, tables: Collection[TableId]) -> Mapping[TableId, Seating]:
        """
        Tables as they were between two hands, but for who has sat down or got up since.

        One that is not there, or that cannot be read, is left out.

        Raises:
            StorageError: the database cannot do it now.
        """


# Tables that players open.


class OpenedTable(Struct, frozen=True, kw_only=True):
    """A table that a player has opened."""

    table: TableId
    template: str
    """By the name that the operator gave it."""
    account: AccountId
    """Who has opened it."""


class TooManyTables(StorageError):
    """Players have so many tables open that one more may not be."""

    code = "too_many_tables"


class MostOpen(Struct, frozen=True, kw_only=True):
    """How many tables may be open."""

    each: int
    """By one player."""
    of_template: int
    together: int

    def check(self, template: str, *, own: int, of_template: int, together: int) -> None:
        """
        See to it that one more may be opened where there are so many.

        Raises:
            TooManyTables: it may not.
        """
        for found, most, whose in (
            (own, self.each, "of yours"),
            (of_template, self.of_template, f"of the template {template}"),
            (together, self.together, "that players have opened"),
        ):
            if found >= most:
                raise TooManyTables(
                    f"There are {found} tables {whose} already, and {most} may be open; "
                    "one that nobody sits at closes by itself.",
                    found=found,
                    wanted=most,
                )


class OpenedTables(Protocol):
    """Those that are open; `Journal.close_table` ends one."""

    async def add(
        self, label: str, template: str, account: AccountId, seating: Seating, most: MostOpen
    ) -> OpenedTable:
        """
        Store a new table, whose name begins with the label and which no other has or will have.

        Raises:
            TooManyTables: so many are open already, whichever node opened them.
            StorageError: the database cannot do it now.
        """

    async def all(self) -> tuple[OpenedTable, ...]:
        """
        All that are open, the oldest first.

        Raises:
            StorageError: the database cannot do it now.
        """


# History.


class Selection(Struct, frozen=True, kw_only=True):
    """Some of the hands that are over, those that others imported never among them."""

    asker: AccountId | None = None
    """Whose imported hands may be among them."""
    table: TableId | None = None
    player: str | None = None
    """The name of an account, however it is written; in an imported hand a name as it stands."""
    since: str | None = None
    """The first moment at which they may have ended, as in 2026-11-30T12:00:00Z."""
    until: str | None = None
    """The last one."""
    min_pot: Chips | None = None
    category: Category | None = None
    """Of the best hand that was shown and won."""
    outcome: Outcome | None = None
    """For that player; for the asker if none is named."""
    withheld: frozenset[HandId] = frozenset()
    """None of these, which whoever asks may not look at yet."""
    private: frozenset[TableId] | None = None
    """
    Of private tables only these, and hands in which the asker was dealt in; None: of all tables.
    """


class HandQuery(Selection, frozen=True, kw_only=True):
    """A page of hands; newest first."""

    before: HandId | None = None
    """Hands older than this one: the last of the page before."""
    limit: int = 20


class PlayerResult(Struct, frozen=True, kw_only=True):
    """What a hand was for one player."""

    seat: Seat
    account: AccountId
    name: str
    net: Chips
    """What his stack gained or lost."""
    won: Chips
    """What he got from pots; a bet that came back is not won."""


class Source(Struct, frozen=True, kw_only=True):
    """Where an imported hand was played, and for what."""

    site: str
    number: str
    """As the site wrote it."""
    currency: str
    scale: int
    """How many of the smallest units make one that is displayed."""


class StoredHand(Struct, frozen=True, kw_only=True):
    """A stored hand as a list shows it."""

    hand: HandId
    table: TableId
    ended_at: str
    pot: Chips
    """All pots together, after returns and before rake; 0 for a hand that was given up."""
    category: Category | None = None
    """Of the best hand that was shown and won a pot."""
    results: tuple[PlayerResult, ...]
    """In the order of the deal."""
    source: Source | None = None
    """None for a hand that was played here."""


class ImportedHand(Struct, frozen=True, kw_only=True):
    """A hand of another place, with all that its text says, secrets included."""

    hand: HandId
    """Its number here."""
    account: AccountId
    """Who imported it; he stands in the line-up where he sat, and nobody else does."""
    ended_at: str
    source: Source
    record: HandRecord


class Hands(Protocol):
    """Hands that are over."""

    async def find(self, query: HandQuery) -> tuple[StoredHand, ...]:
        """Hands that match, at most ``limit``, newest first."""

    async def get(self, hand: HandId) -> FinishedHand | None:
        """A hand that was played here, with all its events; project them for whoever asks."""

    async def get_imported(self, hand: HandId, account: AccountId) -> ImportedHand | None:
        """A hand that this account imported; None if it did not, whoever else may have."""

    async def figures(self, selection: Selection) -> Statistics:
        """
        The figures of the player of a selection, or of its asker; he is known by his own name.

        Its course is in stretches of several hands where there are many.
        """
