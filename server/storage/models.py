"""
The tables of the database.

Ids and chips are below 2^53, so that a double holds them on their way through JSON. Points in time
are texts in universal time, as in 2026-11-30T12:00:00Z: they sort as they are and come out as they
went in; only the ledger and the players of hands count seconds, since each hand writes several
rows of them. What no query looks at is stored as one value, JSON or compressed.
"""

from typing import Annotated

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from showdown.rules.ruleset import LARGEST

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""A constraint without a name cannot be dropped by a later migration."""

NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""64 bits; by this name SQLite makes a primary key the row's own number."""

Number = Annotated[int, mapped_column(NUMBER)]
OwnNumber = Annotated[int, mapped_column(NUMBER, primary_key=True, autoincrement=False)]
Blob = Annotated[bytes, mapped_column(LargeBinary)]

GUEST, PERSON, BOT, HOUSE = "guest", "person", "bot", "house"
"""What an account is: somebody without a password or with one, a house bot, or the house itself."""

API = "api"
"""A token that an operator made for a program; one of kind `GUEST` is what a client keeps."""

CLAIM = "claim"
"""No token: what a new guest chose himself, by which he is known until he has used one."""


class Base(DeclarativeBase):
    """What all tables have in common."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)


class AccountRow(Base):
    """Somebody who plays, and what he has beside the tables."""

    __tablename__ = "accounts"
    __table_args__ = (
        CheckConstraint(f"chips >= 0 AND chips <= {LARGEST}", name="chips"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(NUMBER, primary_key=True)
    name: Mapped[str]
    name_key: Mapped[str] = mapped_column(unique=True)
    """What all spellings of the name have in common."""
    skeleton: Mapped[str | None] = mapped_column(index=True)
    """What all names have in common that look like it; two of before there was one may collide."""
    kind: Mapped[str]
    chips: Mapped[Number]
    """The balance of `account:ID` in the ledger, kept beside it."""
    created_at: Mapped[str]
    password: Mapped[str | None]
    """As argon2id encodes it, with its parameters and its salt."""
    disabled_at: Mapped[str | None]
    """Since when nobody may sign in to it."""


class TokenRow(Base):
    """Who shows a token whose SHA-256 is this is that account."""

    __tablename__ = "tokens"

    hash: Mapped[Blob] = mapped_column(primary_key=True)
    """Its first signs are what a list calls the token by."""
    account: Mapped[Number] = mapped_column(ForeignKey("accounts.id"), index=True)
    created_at: Mapped[str]
    kind: Mapped[str] = mapped_column(server_default=text("'guest'"))
    label: Mapped[str | None]
    """What the operator calls it."""
    revoked_at: Mapped[str | None]


class SessionRow(Base):
    """A client that is signed in and may come back by the last of its resume tokens."""

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(primary_key=True)
    """Each of its tokens begins with it."""
    account: Mapped[Number] = mapped_column(ForeignKey("accounts.id"), index=True)
    used: Mapped[Blob | None]
    """SHA-256 of the token that was shown last."""
    given: Mapped[Blob]
    """Those of the tokens given since, one after the other, the latest last."""
    expires_at: Mapped[str] = mapped_column(index=True)


class TableRow(Base):
    """A table as it was between two hands; the journal goes on from there."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(primary_key=True)
    checkpoint: Mapped[str]
    """A `Seating` as JSON."""
    seq: Mapped[Number]
    """The last event that is in it."""
    owner: Mapped[str | None] = mapped_column(index=True)
    """Which process has claimed the table last, as it writes itself: `NODE/BOOT` in a cluster."""
    epoch: Mapped[Number] = mapped_column(server_default=text("1"))
    """How often the table has changed hands, counted from 1."""


class OpenedRow(Base):
    """A table that a player has opened; it goes with its row in `tables` when it is closed."""

    __tablename__ = "opened_tables"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    template: Mapped[str]
    """By the name that the operator gave it."""
    account: Mapped[Number]
    """Who has opened it."""
    opened_at: Mapped[str]


class HostedRow(Base):
    """A table that has a host, or that only who is invited can find."""

    __tablename__ = "hosted_tables"

    table_id: Mapped[str] = mapped_column(primary_key=True)
    hosting: Mapped[str]
    """A `HostedTable` as JSON, without its codes."""
    secret: Mapped[Blob | None]
    """The codes, encrypted."""


class JournalRow(Base):
    """One accepted action or dealer step."""

    __tablename__ = "journal"
    __table_args__ = (
        CheckConstraint("count > 0", name="count"),
        {"sqlite_with_rowid": False},
    )

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seq: Mapped[OwnNumber]
    """The number of its first event at this table."""
    count: Mapped[int]
    """How many events it holds."""
    hand: Mapped[Number | None]
    turn: Mapped[int | None]
    account: Mapped[Number | None]
    action_id: Mapped[str | None]
    version: Mapped[int]
    """Of the events' form."""
    epoch: Mapped[Number] = mapped_column(server_default=text("1"))
    payload: Mapped[str]
    """The events without their secrets, as JSON."""
    secret: Mapped[Blob | None]
    """Their secrets, encrypted."""


class FinishedRow(Base):
    """What is stored of a hand that is over, wherever it was played."""

    __abstract__ = True

    id: Mapped[OwnNumber]
    table_id: Mapped[str]
    ended_at: Mapped[str]
    pot: Mapped[Number]
    category: Mapped[int | None]
    """Of the best hand that was shown and won."""
    version: Mapped[int]
    record: Mapped[Blob]
    """The events without their secrets, as JSON, compressed."""
    secret: Mapped[Blob | None]
    """Their secrets, encrypted."""


class ResultRow(Base):
    """What a hand was for one player, wherever it was played."""

    __abstract__ = True

    hand: Mapped[OwnNumber]
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    place: Mapped[int]
    """In the order of the deal, from 0."""
    account: Mapped[Number]
    """0 where nobody signs in."""
    name: Mapped[str]
    net: Mapped[Number]
    won: Mapped[Number]
    ended: Mapped[Number | None]
    """When the hand ended, in seconds since 1970; None until that is filled in."""
    play: Mapped[int | None]
    """How he played, as `server.storage.plays` says it; None until that is known."""
    big_blind: Mapped[Number | None]
    """Of the hand; None as long as `play` is."""


class HandRow(FinishedRow):
    """A hand that is over."""

    __tablename__ = "hands"
    # Each index is for a way to look for hands, newest first. It ends with the pot, so that small
    # ones are passed over without a look at their rows, which are large.
    __table_args__ = (
        Index(None, "ended_at", "id", "pot"),
        Index(None, "table_id", "ended_at", "id", "pot"),
        Index(
            None,
            "category",
            "ended_at",
            "id",
            "pot",
            sqlite_where=text("category IS NOT NULL"),
            postgresql_where=text("category IS NOT NULL"),
        ),
        Index(None, "pot"),
    )


class HandPlayerRow(ResultRow):
    """What a hand was for one player."""

    __tablename__ = "hand_players"
    __table_args__ = (
        ForeignKeyConstraint(["hand"], ["hands.id"]),
        Index(None, "account", "ended", "hand"),
        Index(
            "ix_hand_players_hand_uncounted",
            "hand",
            sqlite_where=text("play IS NULL"),
            postgresql_where=text("play IS NULL"),
        ),
        {"sqlite_with_rowid": False},
    )


class ImportedHandRow(FinishedRow):
    """A hand of another place, for the account that brought it and for nobody else."""

    __tablename__ = "imported_hands"
    __table_args__ = (
        ForeignKeyConstraint(["account"], ["accounts.id"]),
        UniqueConstraint("account", "site", "number"),
        Index(None, "account", "ended_at", "id", "pot"),
    )

    account: Mapped[Number]
    site: Mapped[str]
    number: Mapped[str]
    """As the site wrote it."""
    currency: Mapped[str]
    scale: Mapped[Number]
    """How many of the smallest units make one that is displayed."""


class ImportedPlayerRow(ResultRow):
    """What a hand of another place was for one player; the account is that of who brought it."""

    __tablename__ = "imported_players"
    __table_args__ = (
        ForeignKeyConstraint(["hand"], ["imported_hands.id"]),
        {"sqlite_with_rowid": False},
    )


class CounterRow(Base):
    """The last number given out of a kind that is never given twice."""

    __tablename__ = "counters"
    __table_args__ = (CheckConstraint(f"value <= {LARGEST}", name="value"),)

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[Number]


class LedgerRow(Base):
    """
    Chips that went from one party to another; rows are added and never changed.

    A party is a text: `account:7`, `seat:main:7` for what account 7 has at table main, `pot:main`
    for what lies in the middle there between hands, `issue` where granted chips come from. By its
    key a posting happens once, however often it is asked for.
    """

    __tablename__ = "ledger"
    __table_args__ = (
        CheckConstraint(f"amount > 0 AND amount <= {LARGEST}", name="amount"),
        CheckConstraint("debit <> credit", name="parties"),
        {"sqlite_with_rowid": False},
    )

    key: Mapped[str] = mapped_column(primary_key=True)
    debit: Mapped[str]
    """Who gives."""
    credit: Mapped[str]
    """Who gets."""
    amount: Mapped[Number]
    kind: Mapped[str]
    hand: Mapped[Number | None]
    at: Mapped[Number]
    """Seconds since 1970."""


class AuditRow(Base):
    """What an operator did at the command line, or a host at his table."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(NUMBER, primary_key=True)
    at: Mapped[str]
    who: Mapped[str]
    """An operator's name on the machine where he did it, or a host's at his table."""
    action: Mapped[str]
    account: Mapped[Number | None] = mapped_column(index=True)
    details: Mapped[str]
    """JSON; never a password or a token."""


class EvidenceRow(Base):
    """A row of a journal that could not be replayed to its last state, as it was found."""

    __tablename__ = "evidence"
    __table_args__ = (Index(None, "table_id", "seq"),)

    id: Mapped[int] = mapped_column(NUMBER, primary_key=True)
    table_id: Mapped[str]
    seq: Mapped[Number]
    count: Mapped[int]
    hand: Mapped[Number | None]
    turn: Mapped[int | None]
    account: Mapped[Number | None]
    action_id: Mapped[str | None]
    version: Mapped[int]
    epoch: Mapped[Number]
    payload: Mapped[str]
    secret: Mapped[Blob | None]
    kept_at: Mapped[str]
    reason: Mapped[str]
